"""Bots whose pieces people move: the table does what needs no hand, and asks people for the rest."""

import asyncio
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, suppress
from random import Random
from typing import Final

from controller.background import run_concurrently
from controller.games.contract import effects, inputs, values
from controller.games.contract.game import Game
from controller.play.bots.thinking import Thinker
from controller.play.errands import Errand, errand_screen
from controller.play.table import Table

ASK_AGAIN_S: Final = 60.0
"""After this time without help an errand is said again."""

PATIENCE_S: Final = 180.0
"""After this time without help a bot does what the rules give to an idle player."""

SAID_AGAIN_S: Final = 4.0
LOOK_AGAIN_S: Final = 0.3
HANDLED_S: Final = 0.02
"""Pause between two looks whether the game has handled an input."""


def make_hand(
    game: Game,
    castle: values.CastleId,
    see: Callable[[], inputs.Observation],
    random: Random,
    lifted: set[values.PieceId],
    *,
    alone: bool,
    level: str,
) -> Iterator[inputs.Gesture]:
    """Return a bot's gestures; a level that the game lacks is the usual one."""
    assert isinstance(game, inputs.Simulated), f"{game.name} brings no bots"
    if isinstance(game, inputs.Levelled) and level in game.levels:
        return iter(game.hand(castle, see, random, lifted, alone=alone, level=level))
    return iter(game.hand(castle, see, random, lifted, alone=alone))


class LentHands:
    """Plays the bots of some castles.

    Each action of the log begins a new hand, whose chance comes from the game's secret salt and this step: after a
    power cut between an errand and its action, the bot asks for the same again, and no visitor can compute it.
    """

    def __init__(self, table: Table, levels: Mapping[values.CastleId, str]) -> None:
        self._table = table
        self._levels = levels
        self._unhelped: set[values.CastleId] = set()

    async def play_until_over(self, done: Callable[[], bool]) -> None:
        with closing(Thinker()) as self._thinker:
            await run_concurrently(*(self._play_castle(castle, done) for castle in self._levels))

    @property
    def _position(self) -> tuple[int | None, int]:
        return self._table.loop.game_id, self._table.loop.seq

    async def _play_castle(self, castle: values.CastleId, done: Callable[[], bool]) -> None:
        while not done():
            at = self._position
            self._unhelped.discard(castle)
            after_errand = False
            for gesture in self._new_hand(castle):
                while self._table.questions.holds_bots():
                    await self._sleep(LOOK_AGAIN_S)
                if self._position != at:
                    break
                is_rest = isinstance(gesture, inputs.Rest)
                if not (after_errand and is_rest):  # do not leave the gate to people between errands
                    after_errand = await self._perform(castle, gesture, at)
                if self._position != at or done():
                    break
            else:
                await self._sleep(LOOK_AGAIN_S)  # the game is over, unless people correct it

    def _new_hand(self, castle: values.CastleId) -> Iterator[inputs.Gesture]:
        table = self._table
        salt = table.loop.on_table.draws.salt.reveal()
        chance = Random(f"{salt}:{table.loop.seq}:{castle}")  # noqa: S311  # seeded by a secret

        def observe() -> inputs.Observation:
            return inputs.Observation(
                table.loop.state, table.loop.memory, helped=True, unhelped=castle in self._unhelped
            )

        return make_hand(table.game, castle, observe, chance, set(), alone=False, level=self._levels[castle])

    async def _perform(self, castle: values.CastleId, gesture: inputs.Gesture, at: tuple[int | None, int]) -> bool:
        """Perform a gesture; return whether it was an errand."""
        loop = self._table.loop
        match gesture:
            case inputs.Rest(seconds=seconds):
                await self._sleep(seconds)
                return False
            case inputs.Think():
                await self._thinker.think(gesture)
                return False
            case inputs.Carry(piece=piece, any_of=any_of, words=words):
                text = words or values.Text("errand-pass")
                await self._ask(Errand(castle, text, any_of | {piece}), at)
                return True
        asked = False
        if isinstance(gesture, inputs.PressKnob | inputs.PointAtPage):
            await self._wait_until_shown()
            if gesture.words is not None:
                asked, memory = True, loop.memory
                if not await self._ask(Errand(castle, gesture.words), at) or loop.memory != memory:
                    return True  # the bot thinks again, as people may have turned the knob meanwhile
        while isinstance(gesture, inputs.TurnKnob) and self._is_held_up():
            await self._sleep(LOOK_AGAIN_S)
        if self._position != at:
            return asked
        self._table.errands.end_series(castle)
        self._unhelped.discard(castle)
        match gesture:
            case inputs.PressKnob(long=long):
                loop.put_input(inputs.ButtonPressed("knob", None, long, self._table.clock.now_s()))
            case inputs.TurnKnob(steps=steps):
                loop.put_input(inputs.KnobTurned(steps, self._table.clock.now_s()))
            case inputs.PointAtPage(action=action):
                await loop.propose_action(action, "hand")
        await self._wait_until_handled()
        return asked

    async def _ask(self, errand: Errand, at: tuple[int | None, int]) -> bool:
        """Ask people; return False if the game went on without it, or no help came in time."""
        table = self._table
        while self._is_held_up() and self._position == at:
            await self._sleep(LOOK_AGAIN_S)
        changed = asyncio.Event()
        ends_s = table.clock.now_s() + PATIENCE_S
        again_s = table.clock.now_s() + ASK_AGAIN_S
        with table.errands.opened(errand) as done, table.loop.effects.connect_during(lambda _: changed.set()):
            done.add_done_callback(lambda _: changed.set())
            while not done.done():
                if self._position != at:
                    return False
                changed.clear()
                with suppress(TimeoutError):
                    async with asyncio.timeout_at(min(ends_s, again_s)):
                        await changed.wait()
                now_s = table.clock.now_s()
                if not done.done() and now_s >= ends_s:
                    self._unhelped.add(errand.castle)
                    return False
                if not done.done() and now_s >= again_s:
                    again_s += ASK_AGAIN_S
                    table.loop.show_effects((effects.Announce(errand_screen(errand), SAID_AGAIN_S),))
        self._unhelped.discard(errand.castle)
        await self._wait_until_handled()
        return True

    def _is_held_up(self) -> bool:
        """Whether people have to answer, to deal with what covers the display, or to start the hourglass again."""
        table = self._table
        return (
            table.questions.current is not None
            or table.console.is_covered()
            or table.loop.hourglass_to_start is not None
        )

    async def _wait_until_handled(self) -> None:
        while not self._table.loop.inbox.empty():
            await self._sleep(HANDLED_S)

    async def _wait_until_shown(self) -> None:
        await self._sleep(LOOK_AGAIN_S)
        while self._table.effects.is_busy or self._is_held_up():
            await self._sleep(LOOK_AGAIN_S)

    async def _sleep(self, seconds: float) -> None:
        clock = self._table.clock
        await clock.sleep_until(clock.now_s() + seconds)
