"""Bots whose pieces simulated hands move."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from random import Random
from types import MappingProxyType
from typing import Final

from msgspec import Struct

from controller import limits
from controller.background import run_concurrently
from controller.devices.stickers import simulated_uid
from controller.games.contract import inputs
from controller.games.contract.values import TRAY, CastleId, PieceId
from controller.games.naming import sticker_name
from controller.play.bots.lent_hands import make_hand
from controller.play.bots.thinking import Thinker
from controller.play.console import Layer
from controller.play.table import Table
from hw.testing.table import TwinTable
from hw.values import ReaderId

DWELL_S: Final = (0.06, 0.14)
"""How long a piece is in a gate's field, in seconds: at least, at most."""

SHORT_PRESS_S: Final = 0.1
LONG_PRESS_S: Final = 1.2

SETTLE_S: Final = 1.0
"""Pause before a bot goes on once people have closed the menu, or dealt with what else covered the step."""

LOOK_AGAIN_S: Final = 0.1
"""How often a hand checks whether all effects were shown, or a newcomer read on."""


class Countdown(Struct, frozen=True):
    """A bot's rest that people see; it counts while the table's ``seq`` is this."""

    seq: int
    total_s: float
    ends_s: float


class BotHands:
    """The bots of some castles in one game.

    Attributes:
        castles: those that the bots play.
        countdown: the latest rest that people see.
        passes: how often pieces passed a gate.
        read_seq: bots play only while this is the table's ``seq``; None if no newcomer reads.
    """

    def __init__(
        self,
        table: Table,
        twins: TwinTable,
        random: Random,
        castles: Sequence[CastleId],
        levels: Mapping[CastleId, str] = MappingProxyType({}),
    ) -> None:
        self.passes = 0
        self.read_seq: int | None = None
        self.countdown: Countdown | None = None
        self._table = table
        self._twins = twins
        self._random = random
        self.castles = castles
        self._levels = levels
        self._lifted: set[PieceId] = set()

    async def play_until_over(self, done: Callable[[], bool] = lambda: False) -> None:
        """Play until the game is over, or ``done`` returns true after a gesture."""
        alone = self._table.effects.unattended = set(self.castles) >= set(self._table.loop.castles)
        moods = [Random(self._random.random()) for _ in self.castles]  # noqa: S311  # moods of bots, no secrets
        try:
            with closing(Thinker()) as self._thinker:
                await run_concurrently(
                    *(
                        self._play_castle(castle, own, done, alone=alone)
                        for castle, own in zip(self.castles, moods, strict=True)
                    )
                )
        finally:
            self._table.effects.unattended = False

    async def _play_castle(self, castle: CastleId, moods: Random, done: Callable[[], bool], *, alone: bool) -> None:
        level = self._levels.get(castle, "")
        deeds = make_hand(self._table.game, castle, self._observe, moods, self._lifted, alone=alone, level=level)
        while True:
            await self._wait_until_newcomer_has_read()
            await self._wait_while(lambda: self._table.questions.holds_bots() or self._is_display_covered)
            if done() or (deed := next(deeds, None)) is None:
                return
            if alone:
                await self._start_idle_hourglass(castle, moods)
            await self._wait_until_ready_for_gesture(deed)
            if not done():
                await self._perform_gesture(castle, deed, moods)

    async def _wait_while(self, is_busy: Callable[[], bool]) -> None:
        while is_busy():
            was_covered = self._table.console.is_covered()
            await self._sleep(LOOK_AGAIN_S)
            if was_covered and not self._table.console.is_covered():
                await self._sleep(SETTLE_S)

    async def _wait_until_newcomer_has_read(self) -> None:
        closed_s = self._table.clock.now_s() + limits.NEWCOMER_READS_S
        while self.read_seq not in {None, self._table.loop.seq}:
            await self._sleep(LOOK_AGAIN_S)
            if self._table.clock.now_s() >= closed_s:
                self.read_seq = None

    def _observe(self) -> inputs.Observation:
        return inputs.Observation(self._table.loop.state, self._table.loop.memory)

    async def _start_idle_hourglass(self, castle: CastleId, moods: Random) -> None:
        while self._table.loop.hourglass_to_start is not None:
            await self._wait_until_shown()
            idle = self._table.loop.hourglass_to_start
            if idle is not None and idle.waiting.castle == castle:
                await self._perform_gesture(castle, inputs.PressKnob(), moods)

    async def _wait_until_ready_for_gesture(self, deed: inputs.Gesture) -> None:
        match deed:
            case inputs.PressKnob():
                await self._wait_until_shown()
            case inputs.TurnKnob():
                await self._wait_for_free_knob()

    async def _perform_gesture(self, castle: CastleId, deed: inputs.Gesture, moods: Random) -> None:
        knob = self._twins.knob
        match deed:
            case inputs.Rest(seconds=seconds, is_shown=is_shown):
                if is_shown:
                    ends_s = self._table.clock.now_s() + seconds
                    self.countdown = Countdown(self._table.loop.seq, seconds, ends_s)
                    self._table.changed.emit(None)
                await self._sleep(seconds)
            case inputs.Carry(piece=piece):
                self.passes += 1
                await self._twins.pass_tile(
                    self._gate_to_use(castle),
                    simulated_uid(sticker_name(self._table.loop.game_name, piece)),
                    moods.uniform(*DWELL_S),
                )
            case inputs.PressKnob(long=long) if knob is not None:
                await knob.press(LONG_PRESS_S if long else SHORT_PRESS_S)
                await (self._wait_until_shown() if self._table.effects.unattended else self._sleep(LOOK_AGAIN_S))
            case inputs.TurnKnob(steps=steps) if knob is not None:
                await knob.turn(steps)
            case inputs.PressKnob() | inputs.TurnKnob():
                raise LookupError(f"a bot of {self._table.game.name} uses a knob, and its devices.for_bots names none")
            case inputs.PointAtPage(action=action):
                await self._table.loop.propose_action(action, "hand")
            case inputs.Think():
                await self._thinker.think(deed)

    def _gate_to_use(self, castle: CastleId) -> ReaderId:
        paying = self._table.loop.current_waiting().castle == castle
        return ReaderId(TRAY if paying and ReaderId(TRAY) in self._twins.readers else castle)

    async def _wait_until_shown(self) -> None:
        await self._sleep(LOOK_AGAIN_S)
        while self._table.effects.is_busy:
            await self._sleep(LOOK_AGAIN_S)
        await self._wait_for_free_knob()

    async def _wait_for_free_knob(self) -> None:
        knob = self._twins.knob
        await self._wait_while(lambda: self._is_display_covered or (knob is not None and knob.hand.locked()))

    @property
    def _is_display_covered(self) -> bool:
        """Whether people are still to see or to deal with what is shown; without people, a bot's press puts right."""
        console = self._table.console
        if self._table.effects.unattended:
            return console.covering_layer not in {None, Layer.MOVES}
        return console.layer not in {Layer.STEP, Layer.TIMER}

    async def _sleep(self, seconds: float) -> None:
        clock = self._table.clock
        await clock.sleep_until(clock.now_s() + seconds)
