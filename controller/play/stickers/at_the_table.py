"""Stickers are taught or counted at the running table, between games: what passes the gates is theirs then."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final

from controller.devices.readers import Passage, PiecePassed
from controller.games.contract.values import PieceId
from controller.games.naming import piece_of
from controller.play.stickers.teaching import Census, StickerResult, Teaching
from controller.store import tag_files
from controller.store.tag_book import TagBook, TagBookError
from controller.topic import Topic
from hw.values import Uid

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
        """``box`` gives the stickers' names of the game on the table; what is taught is kept in ``file``, if any."""
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
        """The sticker of that name."""
        return self._book.uid(sticker)

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
        """What passes the gates is the game's again."""
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
        """Keep what was taught; says whether it is kept."""
        try:
            if self._file is not None and book is not self._book:
                tag_files.save(self._file, book)
        except TagBookError as fault:
            self.said = f"not_kept: {fault}"
            return False
        self._book = book
        return True
