"""Hands at a simulated table: people's, who know pieces by handles and use what the page shows; and bots'."""

import asyncio
from collections.abc import Awaitable, Callable, Collection
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from controller.devices.simulated_box import uid_of
from controller.games.contract.hands import LyingPiece, Simulated
from controller.games.contract.ids import CastleId, PieceId
from controller.games.naming import sticker_of
from controller.play.simulated.bot_hands import LONG_PRESS_S, SHORT_PRESS_S, Hands
from controller.play.simulated.bot_seats import BotSeats
from controller.play.table import Table
from controller.web.table_port import UnknownPiece
from hw.testing.table import TwinTable
from hw.units import ReaderId


class SimulatedHands:
    """Owner of the pieces' handles, and of the bots that play; of a game that is not ``Simulated`` there are none.

    Attributes:
        twins: what the hands touch.
    """

    def __init__(self, table: Table, twins: TwinTable, bots: Path | None = None) -> None:
        self._table = table
        self._seats = BotSeats(bots)
        self.twins = twins
        self._random = Random()  # noqa: S311  # moods of bots, no secrets
        self._handles: dict[PieceId, str] = {}
        self._handles_of: tuple[int, int] | None = None
        self._bots: asyncio.Task[None] | None = None

    @property
    def _game(self) -> Simulated | None:
        return self._table.game if isinstance(self._table.game, Simulated) else None

    def pieces(self) -> list[dict[str, Any]]:
        """The pieces in play as eyes see them, by handle; see ``TablePort.table``."""
        self._deal_handles()
        if self._game is None or not self._handles:
            return []
        pieces = {each.piece: each for each in self._game.lying(self._table.loop.state)}
        return [_drawn(handle, pieces[piece]) for piece, handle in self._handles.items()]

    def piece(self, handle: str) -> PieceId:
        """The piece that has this handle now.

        Raises:
            UnknownPiece: there is none.
        """
        self._deal_handles()
        for piece, known in self._handles.items():
            if known == handle:
                return piece
        raise UnknownPiece(f"saw the piece {handle!r}; pieces get new handles each round, look again")

    def lift(self, handle: str) -> dict[str, Any]:
        """See ``TablePort.lift``."""
        piece = self.piece(handle)
        return {} if self._game is None else dict(self._game.looked_at(self._table.loop.state, piece))

    async def pass_tile(self, handle: str, castle: str, dwell_s: float) -> None:
        """See ``TablePort.pass_tile``."""
        readers = self.twins.readers
        if ReaderId(castle) not in readers:
            raise UnknownPiece(f"saw the castle {castle!r}, expected one of {', '.join(readers)}")
        sticker = sticker_of(self._table.loop.game_name, self.piece(handle))
        await self.twins.pass_tile(ReaderId(castle), uid_of(sticker), dwell_s)

    async def press(self, control: str, *, long: bool) -> None:
        """See ``TablePort.press``."""
        controls = self._controls(LONG_PRESS_S if long else SHORT_PRESS_S)
        if control not in controls:
            raise UnknownPiece(f"saw the control {control!r}, expected one of {', '.join(controls)}")
        await controls[control]()

    def seat_bots(self, castles: Collection[CastleId]) -> None:
        """Bots play these castles of the game that has just begun, until another is begun; earlier bots rest."""
        self._seats.keep(self._table.loop.on_table.draws.game, castles)
        self._play(castles)

    def bots_play_on(self) -> None:
        """In the game that was taken up they play what they played in it before."""
        self._play(self._seats.of(self._table.loop.on_table.draws.game))

    def _play(self, castles: Collection[CastleId]) -> None:
        self.rest()
        loop, game_id = self._table.loop, self._table.loop.game_id
        seats = [castle for castle in loop.castles if castle in castles and ReaderId(castle) in self.twins.readers]
        if not seats or self._game is None:
            return
        other = lambda: loop.game_id != game_id  # noqa: E731  # as one begun at the knob
        hands = Hands(self._table, self.twins, self._random, seats)
        self._bots = asyncio.get_running_loop().create_task(
            self._table.guard.keep_up("bots", partial(hands.play, other)), name="bots"
        )

    def rest(self) -> None:
        """No bot plays any more."""
        if self._bots is not None:
            self._bots.cancel()

    def _controls(self, held_s: float) -> dict[str, Callable[[], Awaitable[None]]]:
        """What a hand can press or turn on this table, by name."""
        knob = self.twins.knob
        controls: dict[str, Callable[[], Awaitable[None]]] = {}
        if knob is not None:
            controls["knob"] = partial(knob.press, held_s)
            controls |= {"knob:left": partial(knob.turn, -1), "knob:right": partial(knob.turn, 1)}
        for castle, panel in self.twins.panels.items():
            controls[f"yes:{castle}"] = partial(panel.yes.press, held_s)
            controls[f"no:{castle}"] = partial(panel.no.press, held_s)
        return controls

    def _deal_handles(self) -> None:
        """Each round the pieces are mixed: a handle tells nothing about the piece, nor about an earlier round."""
        loop = self._table.loop
        if loop.state is None or self._game is None:
            self._handles = {}
            return
        number = (loop.game_id or 0, self._table.game.round_of(loop.state))
        if self._handles_of == number:
            return
        pieces = [each.piece for each in self._game.lying(loop.state)]
        mixed = self._table.chance.shuffled(pieces)
        self._handles = {piece: f"{number[1]}-{place}" for place, piece in enumerate(mixed)}
        self._handles_of = number


def _drawn(handle: str, piece: LyingPiece) -> dict[str, Any]:
    face = {} if piece.face is None else {"face": piece.face}
    return {"handle": handle, "where": piece.where, "color": piece.castle, **face}
