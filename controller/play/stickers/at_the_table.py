"""Stickers are taught or counted at the running table, between games: what passes the gates is theirs then."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from controller.devices.gate import Passage
from controller.games.contract.ids import PieceId
from controller.play.stickers.teaching import Census, Teaching
from controller.store import tag_files
from controller.store.tag_book import TagBook, TagBookError
from controller.topic import Topic
from hw.units import Uid

TEACH: Final = "teach"
CENSUS: Final = "census"


class StickerTeaching:
    """Owner of the taught stickers; every gate asks it which piece a sticker is under.

    While it teaches or counts, what passes the gates is its own and not the game's.

    Attributes:
        changed: told when there is news of it.
        said: what came of the latest sticker: a ``StickerResult``, or ``not_kept`` with the reason.
    """

    def __init__(self, book: TagBook, pieces: Sequence[PieceId], file: Path | None = None) -> None:
        """Taught stickers are kept in ``file``; without one, until the end."""
        self.changed: Topic[None] = Topic()
        self._book = book
        self._pieces = pieces
        self._file = file
        self._task: Teaching | Census | None = None
        self.said = ""

    def piece(self, uid: Uid) -> str | None:
        """The piece that carries ``uid``, or None when it was never taught."""
        return self._book.piece(uid)

    def uid(self, piece: PieceId) -> Uid | None:
        """The sticker under a piece."""
        return self._book.uid(piece)

    @property
    def doing(self) -> str:
        """``TEACH``, ``CENSUS`` or nothing."""
        match self._task:
            case Teaching():
                return TEACH
            case Census():
                return CENSUS
            case None:
                return ""

    @property
    def due(self) -> list[PieceId]:
        """Pieces that are still to come, in order."""
        return [] if self._task is None else list(self._task.due)

    def begin(self, doing: str, piece: PieceId | None = None) -> None:
        """Teach ``piece``, or all that have no sticker; or take a census."""
        without = tuple(each for each in self._pieces if self._book.uid(each) is None)
        if doing == TEACH:
            self._go_on(Teaching(self._book, without if piece is None else (piece,)))
        else:
            self._go_on(Census(tuple(each for each in self._pieces if each not in without)))
        self.said = ""
        self.changed.tell(None)

    def end(self, _: None = None) -> None:
        """What passes the gates is the game's again."""
        self._task = None
        self.changed.tell(None)

    def takes(self, passage: Passage) -> bool:
        """Take what passed a gate, if this is the time; says whether."""
        if self._task is None:
            return False
        task, self.said = self._task.after(passage)
        if not isinstance(task, Teaching) or self._keep(task.book):
            self._go_on(task)
        self.changed.tell(None)
        return True

    def view(self) -> dict[str, Any]:
        """For the owner's page: ``doing``, ``due``, ``said``, how many pieces are there (``tiles``), ``taught``."""
        return {
            "doing": self.doing,
            "due": self.due,
            "said": self.said,
            "taught": len(self._book.pieces),
            "tiles": len(self._pieces),
        }

    def _go_on(self, task: Teaching | Census) -> None:
        self._task = task if task.due else None

    def _keep(self, book: TagBook) -> bool:
        """Keep what was taught; says whether it is kept."""
        try:
            if self._file is not None and book is not self._book:
                tag_files.save(self._file, book)
        except TagBookError as fault:
            self.said = f"not_kept: {fault}"
            return False
        self._book = book
        return True
