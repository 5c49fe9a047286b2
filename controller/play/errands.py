"""Errands: acts that bots ask people for where real parts need a hand. Nothing of them is stored."""

import asyncio
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from controller.games.contract.effects import TextScreen, TimerScreen
from controller.games.contract.inputs import ButtonPressed
from controller.games.contract.referee import Waiting
from controller.games.contract.values import CastleId, LampPattern, PieceId, Text
from controller.signals import Signal

LAMPS_ERRAND: Final[LampPattern] = ("blink", "blink", "off")
"""A pattern that no step of our games uses."""

WRONG_PIECE: Final = Text("errand-wrong-piece")


class Errand(Struct, frozen=True):
    """One act for a bot at its castle.

    Attributes:
        pieces: any of them at the castle's gate fulfils it; without any, people confirm that it is done.
    """

    castle: CastleId
    text: Text
    pieces: frozenset[PieceId] = frozenset()


class Errands:
    """The open errands, at most one a castle.

    Attributes:
        changed: emitted when the open errands change.
        begun: emits an errand unless it goes on with the castle's latest text.
        asked: number of errands so far; a piece that goes on with the castle's latest text asks for no other one.
    """

    def __init__(self) -> None:
        self.changed: Signal[None] = Signal()
        self.begun: Signal[Errand] = Signal()
        self.asked = 0
        self._open: dict[CastleId, tuple[Errand, asyncio.Future[None]]] = {}
        self._latest: dict[CastleId, Text] = {}

    @property
    def open(self) -> Sequence[Errand]:
        """The open errands, the oldest first."""
        return [errand for errand, _ in self._open.values()]

    @contextmanager
    def opened(self, errand: Errand) -> Iterator[asyncio.Future[None]]:
        """Ask for ``errand`` inside the ``with`` block; the future is done once people did it."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        is_new = self._latest.get(errand.castle) != errand.text
        self._latest[errand.castle] = errand.text
        self._open[errand.castle] = errand, done
        if is_new:
            self.asked += 1
            self.begun.emit(errand)
        self.changed.emit(None)
        try:
            yield done
        finally:
            done.cancel()
            if self._open.get(errand.castle, (None, None))[1] is done:
                del self._open[errand.castle]
        self.changed.emit(None)

    def clear(self) -> None:
        """Forget all errands, whose bots have stopped."""
        self._open.clear()

    def end_series(self, castle: CastleId) -> None:
        """Count the castle's next errand even if its text is the same."""
        self._latest.pop(castle, None)

    def at(self, castle: CastleId | None) -> Errand | None:
        """Return a castle's open errand; None if there is none or people did it just now."""
        errand, done = self._open.get(castle, (None, None)) if castle is not None else (None, None)
        return None if done is None or done.done() else errand

    def shown(self, waiting: Waiting) -> Errand | None:
        """Return the errand for the display: of the castle to act, or the oldest if several may."""
        if waiting.over:
            return None
        if waiting.castle is not None:
            return self.at(waiting.castle)
        return next((errand for errand in self.open if self.at(errand.castle) is not None), None)

    def confirm(self, castle: CastleId) -> bool:
        """Take people's word that the castle's errand is done; False if none takes it."""
        errand = self.at(castle)
        if errand is None or errand.pieces:
            return False
        self._finish(castle)
        return True

    def confirm_by_press(self, press: ButtonPressed, waiting: Waiting) -> bool:
        """Take a short press of a castle's yes, or of the knob for the shown errand."""
        if press.long or press.button == "no":
            return False
        if press.castle is not None:
            return self.confirm(press.castle)
        shown = self.shown(waiting)
        return shown is not None and self.confirm(shown.castle)

    def take_piece(self, castle: CastleId, piece: PieceId) -> bool:
        """Take a piece at a gate; False unless it fulfils the castle's errand."""
        errand = self.at(castle)
        if errand is None or piece not in errand.pieces:
            return False
        self._finish(castle)
        return True

    def refuses(self, castle: CastleId) -> bool:
        """Whether the castle's errand is for particular pieces."""
        errand = self.at(castle)
        return errand is not None and bool(errand.pieces)

    def overlay(self, waiting: Waiting) -> Waiting:
        """Show the open errands over what the game waits for."""
        if waiting.over or not self._open:
            return waiting
        lamps = {**waiting.lamps, **{errand.castle: LAMPS_ERRAND for errand in self.open}}
        gates = waiting.gates or any(errand.pieces for errand in self.open)
        screen = waiting.screen
        shown = self.shown(waiting)
        if isinstance(screen, TimerScreen):
            castle = Text(self.open[0].castle)
            screen = TimerScreen(Text("errand-caption", {"castle": castle, "count": len(self.open)}))
        elif shown is not None:
            screen = errand_screen(shown)
        return replace(waiting, screen=screen, lamps=lamps, gates=gates)

    def _finish(self, castle: CastleId) -> None:
        self._open[castle][1].set_result(None)


def errand_screen(errand: Errand) -> TextScreen:
    """Return the errand's text below the name of its castle."""
    footer = None if errand.pieces else Text("errand-confirm", {"castle": Text(errand.castle)})
    return TextScreen(Text("errand-title", {"castle": Text(errand.castle)}), (errand.text,), footer)
