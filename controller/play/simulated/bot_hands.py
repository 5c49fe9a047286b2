"""Hands of bots at a simulated table: they do on its twins what the game's bots mean to do."""

from collections.abc import Callable, Sequence
from random import Random
from typing import Final

from controller.background import together
from controller.devices.stickers import uid_of
from controller.games.contract.inputs import (
    Carry,
    Gesture,
    Observation,
    PointAtPage,
    PressKnob,
    Rest,
    Simulated,
    TurnKnob,
)
from controller.games.contract.values import TRAY, CastleId, PieceId
from controller.games.naming import sticker_of
from controller.play.table import Table
from hw.testing.table import TwinTable
from hw.values import ReaderId

DWELL_S: Final = (0.06, 0.14)
"""For how long a piece is in a gate's field: over a ramp, or by a tap."""

SHORT_PRESS_S: Final = 0.1
LONG_PRESS_S: Final = 1.2

BREATH_S: Final = 0.3
"""How long a hand waits before it looks again whether all has been shown."""


class Hands:
    """The hands of some castles' bots in one game.

    Attributes:
        passes: how many times a piece was carried over a gate.
    """

    def __init__(self, table: Table, twins: TwinTable, random: Random, castles: Sequence[CastleId]) -> None:
        self.passes = 0
        self._table = table
        self._twins = twins
        self._random = random
        self._castles = castles
        self._lifted: set[PieceId] = set()

    async def play(self, done: Callable[[], bool] = lambda: False) -> None:
        """Play until the game is over, or ``done`` says so after a deed."""
        alone = set(self._castles) >= set(self._table.loop.castles)
        moods = [Random(self._random.random()) for _ in self._castles]  # noqa: S311  # moods of bots, no secrets
        await together(
            *(self._play(castle, own, done, alone=alone) for castle, own in zip(self._castles, moods, strict=True))
        )

    async def _play(self, castle: CastleId, moods: Random, done: Callable[[], bool], *, alone: bool) -> None:
        game = self._table.game
        assert isinstance(game, Simulated), f"{game.name} brings no bots"
        deeds = iter(game.hand(castle, self._see, moods, self._lifted, alone=alone))
        while not done() and (deed := next(deeds, None)) is not None:
            if alone:
                await self._until_the_hourglass_runs(castle, moods)
            await self._until_due(deed)
            if not done():
                await self._do(castle, deed, moods)

    def _see(self) -> Observation:
        return Observation(self._table.loop.state, self._table.loop.memory)

    async def _until_the_hourglass_runs(self, castle: CastleId, moods: Random) -> None:
        """One lies that should run, as after a new start: whoever is to say so presses, the others wait."""
        while self._table.loop.idle_timer is not None:
            await self._until_shown()
            idle = self._table.loop.idle_timer
            if idle is not None and idle.waiting.castle == castle:
                await self._do(castle, PressKnob(), moods)

    async def _until_due(self, deed: Gesture) -> None:
        match deed:
            case PressKnob():
                await self._until_shown()
            case TurnKnob():
                await self._until_answered()

    async def _do(self, castle: CastleId, deed: Gesture, moods: Random) -> None:
        knob = self._twins.knob
        match deed:
            case Rest(seconds=seconds):
                await self._rest(seconds)
            case Carry(piece=piece):
                self.passes += 1
                await self._twins.pass_tile(
                    self._gate(castle), uid_of(sticker_of(self._table.loop.game_name, piece)), moods.uniform(*DWELL_S)
                )
            case PressKnob(long=long) if knob is not None:
                await knob.press(LONG_PRESS_S if long else SHORT_PRESS_S)
                await self._until_shown()
            case TurnKnob(steps=steps) if knob is not None:
                await knob.turn(steps)
            case PressKnob() | TurnKnob():
                raise LookupError(f"a bot of {self._table.game.name} uses a knob, and its devices.for_bots names none")
            case PointAtPage(action=action):
                await self._table.loop.propose(action, "hand")

    def _gate(self, castle: CastleId) -> ReaderId:
        """Over which gate a hand carries a piece: where there is a tray, one pays there."""
        paying = self._table.loop.waiting().castle == castle
        return ReaderId(TRAY if paying and ReaderId(TRAY) in self._twins.readers else castle)

    async def _until_shown(self) -> None:
        await self._rest(BREATH_S)
        while self._table.effects.busy:
            await self._rest(BREATH_S)
        await self._until_answered()

    async def _until_answered(self) -> None:
        """Whom to let in is for people to say."""
        while self._table.console.asks:
            await self._rest(BREATH_S)

    async def _rest(self, seconds: float) -> None:
        clock = self._table.clock
        await clock.sleep_until(clock.now_s() + seconds)
