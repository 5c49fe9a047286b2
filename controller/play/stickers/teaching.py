"""Teaching stickers and counting the box: what each passage of a gate comes to."""

from enum import StrEnum

from msgspec import Struct
from msgspec.structs import replace

from controller.devices.readers import Passage, PiecePassed, TagsUnresolved, UnknownTag
from controller.games.naming import piece_of
from controller.store.tag_book import TagBook


class StickerResult(StrEnum):
    """What came of a sticker, by the word that the owner's page knows it by."""

    TAUGHT = "taught"
    SEEN = ""
    ELSEWHERE = "elsewhere"
    """It is under another piece already."""
    OTHER_GAME = "other_game"
    """It is under a piece of another game."""
    UNCLEAR = "unclear"
    """Several at once."""
    UNKNOWN = "unknown"
    """It was never taught, and now the box is only counted."""


class Teaching(Struct, frozen=True):
    """Stickers are taught, piece after piece.

    Attributes:
        book: what has been taught so far.
        due: the pieces still to come, in order; at least one while anything may pass.
    """

    book: TagBook
    due: tuple[str, ...]

    def after(self, passage: Passage) -> tuple["Teaching", StickerResult]:
        """The task after ``passage``, and what came of it."""
        piece, *later = self.due
        match passage:
            case TagsUnresolved():
                return self, StickerResult.UNCLEAR
            case PiecePassed(piece=other) if is_of_another_game(other, piece):
                return self, StickerResult.OTHER_GAME
            case PiecePassed(piece=other) if other != piece:
                return self, StickerResult.ELSEWHERE
            case PiecePassed():
                return Teaching(self.book, tuple(later)), StickerResult.TAUGHT
            case UnknownTag(uid=uid):
                return Teaching(self.book.taught(uid, piece), tuple(later)), StickerResult.TAUGHT


class Census(Struct, frozen=True):
    """The pieces of the box are counted; ``due`` are those not seen yet, in order: at least one."""

    due: tuple[str, ...]

    def after(self, passage: Passage) -> tuple["Census", StickerResult]:
        """The task after ``passage``, and what came of it."""
        match passage:
            case TagsUnresolved():
                return self, StickerResult.UNCLEAR
            case UnknownTag():
                return self, StickerResult.UNKNOWN
            case PiecePassed(piece=piece) if is_of_another_game(piece, self.due[0]):
                return self, StickerResult.OTHER_GAME
            case PiecePassed(piece=piece):
                return replace(self, due=tuple(each for each in self.due if each != piece)), StickerResult.SEEN


def is_of_another_game(sticker: str, due: str) -> bool:
    """Whether a sticker is under a piece of another game than the one that is due."""
    return piece_of(sticker)[0] != piece_of(due)[0]
