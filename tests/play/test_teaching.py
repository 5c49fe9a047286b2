"""What a passage comes to while stickers are taught or the box is counted."""

import pytest

from controller.devices.readers import Passage, PiecePassed, TagsUnresolved, UnknownTag
from controller.games.contract.values import PieceId
from controller.play.stickers import Census, StickerResult, Teaching
from controller.store.tags import TagBook
from hw.values import ReaderId, Uid

BLUE = ReaderId("blue")
OLD, NEW = Uid(bytes.fromhex("04000000000001")), Uid(bytes.fromhex("04000000000002"))
BOTH = (PieceId("t01"), PieceId("t02"))
TEACHING = Teaching(TagBook({OLD: "t02"}), BOTH)


def test_a_fresh_sticker_is_put_under_the_tile_that_is_due() -> None:
    task, result = TEACHING.after(UnknownTag(BLUE, NEW, 0.0))
    assert result is StickerResult.TAUGHT
    assert task == Teaching(TagBook({OLD: "t02", NEW: "t01"}), (PieceId("t02"),))


def test_a_sticker_that_the_due_tile_has_already_is_taught_without_a_change() -> None:
    task, result = Teaching(TEACHING.book, BOTH[1:]).after(PiecePassed(BLUE, "t02", 0.0))
    assert (task, result) == (Teaching(TEACHING.book, ()), StickerResult.TAUGHT)


@pytest.mark.parametrize(
    ("passage", "result"),
    [
        (PiecePassed(BLUE, "t02", 0.0), StickerResult.ELSEWHERE),
        (PiecePassed(BLUE, "tudor:t01", 0.0), StickerResult.OTHER_GAME),
        (TagsUnresolved(BLUE, 0.0), StickerResult.UNCLEAR),
    ],
)
def test_another_tiles_sticker_or_several_at_once_teach_nothing(passage: Passage, result: StickerResult) -> None:
    assert TEACHING.after(passage) == (TEACHING, result)


@pytest.mark.parametrize(
    ("passage", "due", "result"),
    [
        (PiecePassed(BLUE, "t01", 0.0), BOTH[1:], StickerResult.SEEN),
        (PiecePassed(BLUE, "t07", 0.0), BOTH, StickerResult.SEEN),
        (PiecePassed(BLUE, "tudor:t01", 0.0), BOTH, StickerResult.OTHER_GAME),
        (UnknownTag(BLUE, NEW, 0.0), BOTH, StickerResult.UNKNOWN),
        (TagsUnresolved(BLUE, 0.0), BOTH, StickerResult.UNCLEAR),
    ],
)
def test_a_census_waits_for_each_tile_until_it_was_seen(
    passage: Passage, due: tuple[PieceId, ...], result: StickerResult
) -> None:
    assert Census(BOTH).after(passage) == (Census(due), result)
