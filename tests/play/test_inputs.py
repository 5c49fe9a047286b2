"""Teaching stickers, and long presses of both buttons."""

import asyncio
from typing import Literal

import pytest

from controller.games.contract.inputs import ButtonPressed, KnobTurned
from controller.games.contract.values import CastleId
from controller.play.inputs import BOTH_BUTTONS, TOGETHER_S, HelpCallDetector
from controller.play.stickers import StickerResult, StickerTask
from controller.show.help_call import HelpCall
from controller.store.tags import TagMap
from hw.values import Uid

OLD, NEW, OTHERS, OF_TUDOR = (Uid(bytes.fromhex(f"0400000000000{number}")) for number in range(1, 5))
PIECES = ("t01", "t02")
BOOK = TagMap({OLD: "t02", OTHERS: "t07", OF_TUDOR: "tudor:t01"})


def test_a_fresh_sticker_is_put_under_the_tile_that_is_due() -> None:
    after = StickerTask(BOOK.with_tag(NEW, "t01"), PIECES[1:], teaches=True), StickerResult.TAUGHT
    assert StickerTask(BOOK, PIECES, teaches=True).after_tag(NEW) == after


@pytest.mark.parametrize(
    ("teaches", "uid", "due", "result"),
    [
        (True, OLD, PIECES, StickerResult.ELSEWHERE),
        (True, OF_TUDOR, PIECES, StickerResult.OTHER_GAME),
        (True, None, PIECES, StickerResult.UNCLEAR),
        (False, OLD, PIECES[:1], StickerResult.SEEN),
        (False, OTHERS, PIECES, StickerResult.SEEN),
        (False, OF_TUDOR, PIECES, StickerResult.OTHER_GAME),
        (False, NEW, PIECES, StickerResult.UNKNOWN),
        (False, None, PIECES, StickerResult.UNCLEAR),
    ],
)
def test_other_stickers_teach_nothing_and_a_census_waits_for_each_tile(
    teaches: bool,
    uid: Uid | None,
    due: tuple[str, ...],
    result: StickerResult,
) -> None:
    assert StickerTask(BOOK, PIECES, teaches).after_tag(uid) == (StickerTask(BOOK, due, teaches), result)


def test_the_due_tile_s_own_sticker_is_taught_without_a_change() -> None:
    after = StickerTask(BOOK, (), teaches=True), StickerResult.TAUGHT
    assert StickerTask(BOOK, PIECES[1:], teaches=True).after_tag(OLD) == after


BLUE, GREY = CastleId("blue"), CastleId("grey")
HEARD_S = TOGETHER_S + 0.01


class Passed:
    def __init__(self, *, offered: bool = True) -> None:
        self.told: list[ButtonPressed | KnobTurned] = []
        self.looked: list[CastleId] = []
        self.calls = 0
        self.help_call = HelpCall()
        self.help_call.is_offered = offered
        self.buttons = HelpCallDetector(self.help_call, self.told.append, self.looked.append, self._call)

    def press(
        self, button: Literal["yes", "no"], castle: CastleId = BLUE, *, at_s: float = 0.0, long: bool = True
    ) -> ButtonPressed:
        self.buttons.on_input(pressed := ButtonPressed(button, castle, long=long, at_s=at_s))
        return pressed

    def _call(self) -> None:
        self.calls += 1


async def test_without_an_offered_call_all_presses_pass_at_once() -> None:
    there = Passed(offered=False)
    presses = [there.press("yes"), there.press("no")]
    assert there.told == presses


async def test_short_presses_and_the_knob_wait_for_nothing() -> None:
    there = Passed()
    there.buttons.on_input(turned := KnobTurned(1, 0.0))
    there.buttons.on_input(held := ButtonPressed("knob", None, long=True, at_s=0.0))
    assert there.told == [turned, held, there.press("no", long=False)]


async def test_one_button_alone_passes_a_moment_later() -> None:
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


async def test_an_unrequested_or_late_answer_of_a_board_does_not_call() -> None:
    there = Passed()
    there.buttons.on_buttons_held((BLUE, BOTH_BUTTONS))
    there.press("yes")
    there.press("no")
    await asyncio.sleep(5)
    assert there.looked == [BLUE]
    there.buttons.on_buttons_held((BLUE, BOTH_BUTTONS))
    assert there.calls == 0


async def test_releasing_and_holding_again_calls_once_two_seconds_later() -> None:
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
async def test_a_press_after_a_long_press_passes_after_it(*, is_offered: bool) -> None:
    there = Passed()
    held = there.press("no")
    there.help_call.is_offered = is_offered
    presses = [held, there.press("yes", long=False), there.press("yes", long=not is_offered)]
    await asyncio.sleep(HEARD_S)
    assert there.told == presses


@pytest.mark.parametrize("is_offered", [True, False])
async def test_no_call_is_made_once_it_is_no_longer_offered(*, is_offered: bool) -> None:
    there = Passed()
    now_s = asyncio.get_running_loop().time()
    there.press("yes", at_s=now_s)
    there.press("no", at_s=now_s)
    there.help_call.is_offered = is_offered
    await asyncio.sleep(2.1)
    there.buttons.on_buttons_held((BLUE, BOTH_BUTTONS))
    assert there.calls == is_offered
