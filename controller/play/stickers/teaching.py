"""Teaching stickers and counting the box: what each passage of a gate comes to."""

from enum import StrEnum

from msgspec import Struct
from msgspec.structs import replace

from controller.devices.gate import Passage, TagsUnresolved, TilePassed, UnknownTag
from controller.games.contract.ids import PieceId
from controller.store.tag_book import TagBook


class StickerResult(StrEnum):
    """What came of a sticker, by the word that the owner's page knows it by."""

    TAUGHT = "taught"
    SEEN = ""
    ELSEWHERE = "elsewhere"
    """It is under another tile already."""
    UNCLEAR = "unclear"
    """Several at once."""
    UNKNOWN = "unknown"
    """It was never taught, and now the box is only counted."""


class Teaching(Struct, frozen=True):
    """Stickers are taught, tile after tile.

    Attributes:
        book: what has been taught so far.
        due: the tiles still to come, in order; at least one while anything may pass.
    """

    book: TagBook
    due: tuple[PieceId, ...]

    def after(self, passage: Passage) -> tuple["Teaching", StickerResult]:
        """The task after ``passage``, and what came of it."""
        tile, *later = self.due
        match passage:
            case TagsUnresolved():
                return self, StickerResult.UNCLEAR
            case TilePassed(tile=other) if other != tile:
                return self, StickerResult.ELSEWHERE
            case TilePassed():
                return Teaching(self.book, tuple(later)), StickerResult.TAUGHT
            case UnknownTag(uid=uid):
                return Teaching(self.book.taught(uid, tile), tuple(later)), StickerResult.TAUGHT


class Census(Struct, frozen=True):
    """The tiles of the box are counted; ``due`` are those not seen yet, in order."""

    due: tuple[PieceId, ...]

    def after(self, passage: Passage) -> tuple["Census", StickerResult]:
        """The task after ``passage``, and what came of it."""
        match passage:
            case TagsUnresolved():
                return self, StickerResult.UNCLEAR
            case UnknownTag():
                return self, StickerResult.UNKNOWN
            case TilePassed(tile=tile):
                return replace(self, due=tuple(each for each in self.due if each != tile)), StickerResult.SEEN
