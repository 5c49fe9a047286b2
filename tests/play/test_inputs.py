"""What comes of stickers that are taught, of long presses, and of hands in a hurry."""

import asyncio
from typing import Literal

import pytest

from controller.devices.readers import Passage, PiecePassed, TagsUnresolved, UnknownTag
from controller.games.contract.inputs import ButtonPressed, KnobTurned
from controller.games.contract.values import CastleId, PieceId
from controller.play.inputs import BOTH, TOGETHER_S, BothButtons
from controller.play.stickers import Census, StickerResult, Teaching
from controller.show.help_call import HelpCall
from controller.store.tags import TagBook
from hw.values import ReaderId, Uid

GATE = ReaderId("blue")
OLD, NEW = Uid(bytes.fromhex("04000000000001")), Uid(bytes.fromhex("04000000000002"))
PIECES = (PieceId("t01"), PieceId("t02"))
TEACHING = Teaching(TagBook({OLD: "t02"}), PIECES)


def test_a_fresh_sticker_is_put_under_the_tile_that_is_due() -> None:
    task, result = TEACHING.after(UnknownTag(GATE, NEW, 0.0))
    assert result is StickerResult.TAUGHT
    assert task == Teaching(TagBook({OLD: "t02", NEW: "t01"}), (PieceId("t02"),))


def test_a_sticker_that_the_due_tile_has_already_is_taught_without_a_change() -> None:
    task, result = Teaching(TEACHING.book, PIECES[1:]).after(PiecePassed(GATE, "t02", 0.0))
    assert (task, result) == (Teaching(TEACHING.book, ()), StickerResult.TAUGHT)


@pytest.mark.parametrize(
    ("passage", "result"),
    [
        (PiecePassed(GATE, "t02", 0.0), StickerResult.ELSEWHERE),
        (PiecePassed(GATE, "tudor:t01", 0.0), StickerResult.OTHER_GAME),
        (TagsUnresolved(GATE, 0.0), StickerResult.UNCLEAR),
    ],
)
def test_another_tiles_sticker_or_several_at_once_teach_nothing(passage: Passage, result: StickerResult) -> None:
    assert TEACHING.after(passage) == (TEACHING, result)


@pytest.mark.parametrize(
    ("passage", "due", "result"),
    [
        (PiecePassed(GATE, "t01", 0.0), PIECES[1:], StickerResult.SEEN),
        (PiecePassed(GATE, "t07", 0.0), PIECES, StickerResult.SEEN),
        (PiecePassed(GATE, "tudor:t01", 0.0), PIECES, StickerResult.OTHER_GAME),
        (UnknownTag(GATE, NEW, 0.0), PIECES, StickerResult.UNKNOWN),
        (TagsUnresolved(GATE, 0.0), PIECES, StickerResult.UNCLEAR),
    ],
)
def test_a_census_waits_for_each_tile_until_it_was_seen(
    passage: Passage, due: tuple[PieceId, ...], result: StickerResult
) -> None:
    assert Census(PIECES).after(passage) == (Census(due), result)


BLUE, GREY = CastleId("blue"), CastleId("grey")
HEARD_S = TOGETHER_S + 0.01


class Passed:
    def __init__(self, *, offered: bool = True) -> None:
        self.told: list[ButtonPressed | KnobTurned] = []
        self.looked: list[CastleId] = []
        self.calls = 0
        self.help_call = HelpCall()
        self.help_call.is_offered = offered
        self.buttons = BothButtons(self.help_call, self.told.append, self.looked.append, self._call)

    def press(
        self, button: Literal["yes", "no"], castle: CastleId = BLUE, *, at_s: float = 0.0, long: bool = True
    ) -> ButtonPressed:
        self.buttons.used(pressed := ButtonPressed(button, castle, long=long, at_s=at_s))
        return pressed

    def _call(self) -> None:
        self.calls += 1


async def test_without_anybody_who_hears_a_call_all_is_told_at_once() -> None:
    there = Passed(offered=False)
    presses = [there.press("yes"), there.press("no")]
    assert there.told == presses


async def test_short_presses_and_the_knob_wait_for_nothing() -> None:
    there = Passed()
    there.buttons.used(turned := KnobTurned(1, 0.0))
    there.buttons.used(held := ButtonPressed("knob", None, long=True, at_s=0.0))
    assert there.told == [turned, held, there.press("no", long=False)]


async def test_one_button_alone_is_told_a_moment_later() -> None:
    there = Passed()
    pressed = there.press("no")
    assert there.told == []
    await asyncio.sleep(HEARD_S)
    assert there.told == [pressed]


@pytest.mark.parametrize("second", [("no", GREY, 0.0), ("no", BLUE, -5.0), ("yes", BLUE, 0.0)])
async def test_buttons_of_two_castles_or_of_two_moments_are_no_call(
    second: tuple[Literal["yes", "no"], CastleId, float],
) -> None:
    there = Passed()
    button, castle, at_s = second
    presses = [there.press("yes"), there.press(button, castle, at_s=at_s)]
    await asyncio.sleep(HEARD_S)
    assert there.told == presses
    await asyncio.sleep(5)
    assert there.looked == []


async def test_what_a_board_says_of_its_buttons_without_being_asked_or_too_late_calls_nobody() -> None:
    there = Passed()
    there.buttons.held((BLUE, BOTH))
    there.press("yes")
    there.press("no")
    await asyncio.sleep(5)
    assert there.looked == [BLUE]
    there.buttons.held((BLUE, BOTH))
    assert there.calls == 0


async def test_whoever_lets_go_and_holds_again_calls_once_two_seconds_after_that() -> None:
    there = Passed()
    now_s = asyncio.get_running_loop().time
    began_s = now_s()
    for at_s in (began_s, began_s + 1):
        await asyncio.sleep(max(0.0, at_s + 0.8 - now_s()))
        there.press("yes", at_s=at_s)
        there.press("no", at_s=at_s)
    await asyncio.sleep(began_s + 2.5 - now_s())
    assert there.looked == []
    await asyncio.sleep(5)
    assert there.looked == [BLUE]


@pytest.mark.parametrize("is_offered", [True, False])
async def test_what_is_pressed_behind_a_long_press_of_a_castle_is_told_behind_it(*, is_offered: bool) -> None:
    there = Passed()
    held = there.press("no")
    there.help_call.is_offered = is_offered
    presses = [held, there.press("yes", long=False), there.press("yes", long=not is_offered)]
    await asyncio.sleep(HEARD_S)
    assert there.told == presses


@pytest.mark.parametrize("is_offered", [True, False])
async def test_nobody_is_called_once_nobody_hears_it_any_more(*, is_offered: bool) -> None:
    there = Passed()
    now_s = asyncio.get_running_loop().time()
    there.press("yes", at_s=now_s)
    there.press("no", at_s=now_s)
    there.help_call.is_offered = is_offered
    await asyncio.sleep(2.1)
    there.buttons.held((BLUE, BOTH))
    assert there.calls == is_offered
