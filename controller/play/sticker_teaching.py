"""The sticker desk: between games the table learns which sticker is under which tile, or counts the box."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final

from controller.devices.gate import Passage, TagsUnresolved, TilePassed, UnknownTag
from controller.games.contract.ids import PieceId
from controller.store import tag_files
from controller.store.tag_book import TagBook, TagBookError
from hw.units import Uid

TEACH: Final = "teach"
CENSUS: Final = "census"


class StickerTeaching:
    """Owner of the taught stickers; every gate asks it which tile a sticker is under.

    While it teaches or counts, what passes the gates is its own and not the game's.

    Attributes:
        doing: ``TEACH``, ``CENSUS`` or nothing.
        said: what came of the latest sticker: ``taught``, ``elsewhere`` (it is under another tile), ``unclear``,
            ``unknown``, ``not_kept`` with the reason, or nothing yet.
    """

    def __init__(self, book: TagBook, tiles: Sequence[PieceId], changed: Callable[[], None]) -> None:
        self._book = book
        self._tiles = tiles
        self._changed = changed
        self._file: Path | None = None
        self._due: list[PieceId] = []
        self.doing = ""
        self.said = ""

    def keep_in(self, file: Path | None) -> None:
        """Where taught stickers are kept; None keeps them until the end."""
        self._file = file

    def tile(self, uid: Uid) -> str | None:
        """The tile that carries ``uid``, or None when it was never taught."""
        return self._book.tile(uid)

    def uid(self, tile: PieceId) -> Uid | None:
        """The sticker under a tile."""
        return self._book.uid(tile)

    @property
    def due(self) -> list[PieceId]:
        """Tiles that are still to come, in order."""
        return list(self._due)

    def begin(self, doing: str, tile: PieceId | None = None) -> None:
        """Teach ``tile``, or all that have no sticker; or take a census."""
        without = [each for each in self._tiles if self._book.uid(each) is None]
        if doing == TEACH:
            self._due = without if tile is None else [tile]
        else:
            self._due = [each for each in self._tiles if each not in without]
        self.doing = doing if self._due else ""
        self.said = ""
        self._changed()

    def end(self) -> None:
        """What passes the gates is the game's again."""
        self.doing = ""
        self._due = []
        self._changed()

    def takes(self, passage: Passage) -> bool:
        """Take what passed a gate, if this is the time; says whether."""
        if not self.doing:
            return False
        if self.doing == TEACH:
            self._teach(passage)
        else:
            self._count(passage)
        if not self._due:
            self.doing = ""
        self._changed()
        return True

    def view(self) -> dict[str, Any]:
        """For the owner's page: ``doing``, ``due``, ``said``, and of how many ``tiles`` how many are ``taught``."""
        return {
            "doing": self.doing,
            "due": self.due,
            "said": self.said,
            "taught": len(self._book.tiles),
            "tiles": len(self._tiles),
        }

    def _teach(self, passage: Passage) -> None:
        due = self._due[0]
        match passage:
            case TagsUnresolved():
                self.said = "unclear"
            case TilePassed(tile=tile) if tile != due:
                self.said = "elsewhere"
            case TilePassed():
                self._due.pop(0)
                self.said = "taught"
            case UnknownTag(uid=uid):
                self._keep(self._book.taught(uid, due))

    def _keep(self, book: TagBook) -> None:
        try:
            if self._file is not None:
                tag_files.save(self._file, book)
        except TagBookError as fault:
            self.said = f"not_kept: {fault}"
            return
        self._book = book
        self._due.pop(0)
        self.said = "taught"

    def _count(self, passage: Passage) -> None:
        match passage:
            case TagsUnresolved():
                self.said = "unclear"
            case UnknownTag():
                self.said = "unknown"
            case TilePassed(tile=tile):
                self.said = ""
                self._due = [each for each in self._due if each != tile]
