"""Teach stickers and count the box at the running table, between games."""

from collections.abc import Callable, Sequence
from enum import StrEnum
from pathlib import Path
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from controller.games.contract.effects import TextScreen
from controller.games.contract.values import PieceId
from controller.games.naming import parse_sticker_name
from controller.show.console_screens import sticker_task_screen
from controller.signals import Signal
from controller.store import tags
from controller.store.tags import TagMap, TagMapError
from hw.values import Uid


class StickerResult(StrEnum):
    """The result of a sticker at a gate; the values are words of the owner's page."""

    TAUGHT = "taught"
    SEEN = ""
    ELSEWHERE = "elsewhere"
    """The sticker already belongs to another piece."""
    OTHER_GAME = "other_game"
    """The sticker belongs to a piece of another game."""
    UNCLEAR = "unclear"
    """Several stickers at once."""
    UNKNOWN = "unknown"
    """An untaught sticker while the box is counted."""
    NOT_KEPT = "not_kept"
    """The file of stickers could not be written."""


class StickerTask(Struct, frozen=True):
    """Teaching stickers piece by piece, or counting the pieces of the box.

    Attributes:
        book: the stickers taught so far.
        due: stickers still to come, in order; never empty while the task runs.
        teaches: False for a count.
    """

    book: TagMap
    due: tuple[str, ...]
    teaches: bool

    def after_tag(self, uid: Uid | None) -> tuple["StickerTask", StickerResult]:
        """Return task and result after a tag passed; ``uid`` is None if tags collided."""
        if uid is None:
            return self, StickerResult.UNCLEAR
        sticker, piece, later = self.book.piece_of(uid), self.due[0], self.due[1:]
        if sticker is None:
            taught = replace(self, book=self.book.with_tag(uid, piece), due=later)
            return (taught, StickerResult.TAUGHT) if self.teaches else (self, StickerResult.UNKNOWN)
        if parse_sticker_name(sticker)[0] != parse_sticker_name(piece)[0]:
            return self, StickerResult.OTHER_GAME
        if not self.teaches:
            return replace(self, due=tuple(each for each in self.due if each != sticker)), StickerResult.SEEN
        if sticker != piece:
            return self, StickerResult.ELSEWHERE
        return replace(self, due=later), StickerResult.TAUGHT


TEACH: Final = "teach"
CENSUS: Final = "census"


class StickerTaskRunner:
    """The taught stickers; teaching or counting takes all passages while it runs.

    Attributes:
        changed: emitted when ``view`` changes.
        missing: stickers that the latest census missed, until found or replaced; lost at a restart.
        ended: what came to its end by itself: teaching, a census, or "nothing" if no sticker was to be taught.
        result: of the latest sticker.
        reason: what belongs to the result: the taught piece, the other game, or why the file could not be written.
    """

    def __init__(self, book: TagMap, box: Callable[[], Sequence[str]], file: Path | None = None) -> None:
        self.changed: Signal[None] = Signal()
        self._book = book
        self._box = box
        self._file = file
        self._task: StickerTask | None = None
        self._total = 0
        self.missing: tuple[str, ...] = ()
        self.ended = ""
        self.result, self.reason = StickerResult.SEEN, ""

    def sticker_by_uid(self, uid: Uid) -> str | None:
        """Return the name of the sticker with ``uid``; None if it was never taught."""
        return self._book.piece_of(uid)

    @property
    def mode(self) -> str:
        if self._task is None:
            return ""
        return TEACH if self._task.teaches else CENSUS

    @property
    def screen(self) -> TextScreen | None:
        """What the console shows while stickers are taught or counted; None if neither runs."""
        if self._task is None:
            return None
        done = self._total - len(self._task.due)
        return sticker_task_screen(TEACH if self._task.teaches else CENSUS, done, self._total)

    @property
    def remaining_pieces(self) -> list[PieceId]:
        return [] if self._task is None else [parse_sticker_name(sticker)[1] for sticker in self._task.due]

    def start(self, doing: str, sticker: str | None = None) -> None:
        """If ``doing`` is ``TEACH``, teach ``sticker`` or all untaught ones, else count the box."""
        box = self._box()
        without = tuple(each for each in box if self._book.uid_of(each) is None)
        if doing == TEACH:
            due = without if sticker is None else (sticker,)
        else:
            due = tuple(each for each in box if each not in without)
        self._set_task(StickerTask(self._book, due, teaches=doing == TEACH))
        self._total = len(due)
        if doing == TEACH and self._task is None:
            self.ended = "nothing"
        self.result, self.reason = StickerResult.SEEN, ""
        self.changed.emit(None)

    def stop_and_note_missing(self) -> None:
        """Stop the task. If a census counted any piece, those that it still expects are missing."""
        task = self._task
        if task is not None and not task.teaches and len(task.due) < self.owner_view()["taught"]:
            self.missing = task.due
        self.stop()

    def stop(self, _: None = None) -> None:
        self._task, self.ended = None, ""
        self.changed.emit(None)

    def take_passage(self, uid: Uid | None) -> bool:
        """Use a passage for teaching or counting; return False if neither runs."""
        if self._task is None:
            return False
        before, sticker = self._task, None if uid is None else self._book.piece_of(uid)
        task, self.result = before.after_tag(uid)
        self.reason = ""
        if self.result is StickerResult.OTHER_GAME and sticker is not None:
            self.reason = parse_sticker_name(sticker)[0]
        if self.result is StickerResult.TAUGHT:
            self.reason = parse_sticker_name(before.due[0])[1]
        if self._save_and_use_tag_map(task.book):
            self._set_task(task)
            done = {*before.due} - {*task.due}
            self.missing = tuple(each for each in self.missing if each not in done)
        self.changed.emit(None)
        return True

    def owner_view(self) -> dict[str, Any]:
        """Return the owner's view; ``tiles`` is the number of pieces in the box."""
        box = self._box()
        return {
            "doing": self.mode,
            "due": self.remaining_pieces,
            "ended": self.ended,
            "missing": [parse_sticker_name(sticker)[1] for sticker in self.missing],
            "said": self.result,
            "reason": self.reason,
            "taught": sum(self._book.uid_of(sticker) is not None for sticker in box),
            "tiles": len(box),
        }

    def _set_task(self, task: StickerTask) -> None:
        self._task = task if task.due else None
        self.ended = "" if task.due else TEACH if task.teaches else CENSUS

    def _save_and_use_tag_map(self, book: TagMap) -> bool:
        try:
            if self._file is not None and book is not self._book:
                tags.save_tag_map(self._file, book)
        except TagMapError as fault:
            self.result, self.reason = StickerResult.NOT_KEPT, str(fault)
            return False
        self._book = book
        return True
