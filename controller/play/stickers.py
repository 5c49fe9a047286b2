"""Stickers are taught and the box is counted at the running table, between games."""

from collections.abc import Callable, Sequence
from enum import StrEnum
from pathlib import Path
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from controller.devices.readers import Passage, PiecePassed, TagsUnresolved, UnknownTag
from controller.games.contract.values import PieceId
from controller.games.naming import piece_of
from controller.store import tags
from controller.store.tags import TagBook, TagBookError
from controller.topic import Topic
from hw.values import Uid


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
    return piece_of(sticker)[0] != piece_of(due)[0]


TEACH: Final = "teach"
CENSUS: Final = "census"


class StickerTeaching:
    """Owner of the taught stickers; every gate asks it which piece a sticker is under.

    While it teaches or counts, what passes the gates is its own and not the game's.

    Attributes:
        changed: told when there is news of it.
        said: what came of the latest sticker: a ``StickerResult``, with the name of the other game if it is of one; or
            ``not_kept`` with the reason.
    """

    def __init__(self, book: TagBook, box: Callable[[], Sequence[str]], file: Path | None = None) -> None:
        self.changed: Topic[None] = Topic()
        self._book = book
        self._box = box
        self._file = file
        self._task: Teaching | Census | None = None
        self.said = ""

    def piece(self, uid: Uid) -> str | None:
        """The piece that carries ``uid``, as stickers name it, or None when it was never taught."""
        return self._book.piece(uid)

    def uid(self, sticker: str) -> Uid | None:
        return self._book.uid(sticker)

    @property
    def doing(self) -> str:
        match self._task:
            case Teaching():
                return TEACH
            case Census():
                return CENSUS
            case None:
                return ""

    @property
    def due(self) -> list[PieceId]:
        return [] if self._task is None else [piece_of(sticker)[1] for sticker in self._task.due]

    def begin(self, doing: str, sticker: str | None = None) -> None:
        """Teach one ``sticker``, or all of the game's box that are missing; or take a census."""
        box = self._box()
        without = tuple(each for each in box if self._book.uid(each) is None)
        if doing == TEACH:
            self._go_on(Teaching(self._book, without if sticker is None else (sticker,)))
        else:
            self._go_on(Census(tuple(each for each in box if each not in without)))
        self.said = ""
        self.changed.tell(None)

    def end(self, _: None = None) -> None:
        self._task = None
        self.changed.tell(None)

    def takes(self, passage: Passage) -> bool:
        """Take what passed a gate, if this is the time; says whether."""
        if self._task is None:
            return False
        task, result = self._task.after(passage)
        self.said = result
        if result is StickerResult.OTHER_GAME and isinstance(passage, PiecePassed):
            self.said = f"{result}: {piece_of(passage.piece)[0]}"
        if not isinstance(task, Teaching) or self._keep(task.book):
            self._go_on(task)
        self.changed.tell(None)
        return True

    def view(self) -> dict[str, Any]:
        """For the owner's page: ``doing``, ``due``, ``said``, how many pieces are there (``tiles``), ``taught``."""
        box = self._box()
        return {
            "doing": self.doing,
            "due": self.due,
            "said": self.said,
            "taught": sum(self._book.uid(sticker) is not None for sticker in box),
            "tiles": len(box),
        }

    def _go_on(self, task: Teaching | Census) -> None:
        self._task = task if task.due else None

    def _keep(self, book: TagBook) -> bool:
        try:
            if self._file is not None and book is not self._book:
                tags.save(self._file, book)
        except TagBookError as fault:
            self.said = f"not_kept: {fault}"
            return False
        self._book = book
        return True
