"""Players of Tudor who use only gates, yes, no and the knob, and choose legal moves by chance."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from controller.devices import stickers
from controller.games.contract.inputs import (
    Carry,
    Gesture,
    PressKnob,
    TurnKnob,
)
from controller.games.contract.values import CastleId, PieceId
from controller.games.naming import sticker_of
from controller.games.tudor.bots.hand import gesture
from controller.games.tudor.referee.interpretation import interpret
from controller.games.tudor.referee.memory import HandInProgress, Memory, NeedsAnswer
from controller.games.tudor.referee.referee import can_turn
from controller.games.tudor.rules.engine import GameLog, faults
from controller.games.tudor.rules.moves import Move
from controller.games.tudor.rules.state import State, TokenStep, canonical, to_mapping
from controller.play.menu import MenuAction
from controller.store.journal import JournalReader
from hw.values import ReaderId
from tests.games.tudor.hands import random_lively_move, start_at_the_table
from tests.games.tudor.oracle.model import Oracle
from tests.whole_table.playing import Playing

PRESSED_S = 0.1
HELD_S = 1.2

ANEW_S = 1.6
"""Pause before tapping a piece again: a second away from the gate, and some time for a reader that naps."""

MOST_GESTURES = 500
"""Most gestures for one move, so that a move that never succeeds fails the test."""

PATIENCE_S = 12.0
"""Long enough for a reconnected board to send its backlog."""

A_LOOK_S = 0.02


@dataclass
class People:
    """All players of a game.

    Attributes:
        buttons: share of presses at a castle's buttons instead of the knob.
        left_s: when each piece last left each gate.
        gestures: number of gestures so far.
    """

    play: Playing
    moods: Random
    buttons: float = 0.5
    head: Callable[[State, Random], Move] = random_lively_move
    left_s: dict[tuple[str, str], float] = field(default_factory=dict)
    gestures: int = 0

    @property
    def state(self) -> State:
        state = self.play.table.loop.state
        assert isinstance(state, State)
        return state

    @property
    def memory(self) -> Memory:
        memory = self.play.table.loop.memory
        assert isinstance(memory, Memory)
        return memory

    @property
    def acting(self) -> CastleId:
        castle = self.play.table.loop.waiting().castle
        assert castle is not None
        return castle

    async def begin(self, players: int, scoring: Sequence[int], scenario: int) -> None:
        start = start_at_the_table(self.moods, players, scoring, scenario)
        answer = await self.play.table.loop.propose(start, "test")
        assert answer.refusal is None

    async def play_on(self, most: int) -> None:
        """Play until the game is over or has ``most`` actions."""
        loop = self.play.table.loop
        while self.state.phase != "over" and loop.seq < most:
            await self._make_a_move()

    async def before_each_gesture(self) -> None:
        """Hook for disturbances."""

    async def _make_a_move(self) -> None:
        """Repeat gestures until the state changes."""
        begun = self.state
        wanted, before = self.head(begun, self.moods), self.gestures
        while self.state is begun:
            await self.before_each_gesture()
            if self.state is not begun:
                return
            if self.play.table.loop.on_table.to_move:
                await self.play.press()  # the console lists misplaced pieces
                continue
            memory = self.memory
            following = gesture(begun, memory, wanted)
            self.gestures += 1
            assert self.gestures - before < MOST_GESTURES, (wanted, following, self.play.table.loop.waiting())
            await self._do(following)
            if not await self._answered(begun, memory):
                assert isinstance(following, Carry), (following, self.play.table.loop.waiting())
                await self._do(following)  # the gate counted one visit with the gesture before
                assert await self._answered(begun, memory), (following, self.play.table.loop.waiting())

    async def _answered(self, state: State, memory: Memory) -> bool:
        """Whether state or memory changes in time."""
        loop, until_s = self.play.table.loop, self.play.now_s() + PATIENCE_S
        while loop.state is state and loop.memory == memory and not loop.on_table.to_move:
            if self.play.now_s() >= until_s:
                return False
            await self.play.wait(A_LOOK_S)
        return True

    async def _do(self, deed: Gesture) -> None:
        match deed:
            case Carry(piece=piece):
                await self.tap(self.acting, piece)
            case PressKnob(long=False) if self._by_button():
                await self.button(self.acting, "yes")
            case PressKnob(long=False):
                await self.play.press()
            case PressKnob() if not isinstance(self._reading(), HandInProgress) and self._by_button():
                await self.button(self.acting, "no")
            case PressKnob():
                await self.play.press(HELD_S)
            case TurnKnob(steps=1) if self._no_goes_on() and self._by_button():
                await self.button(self.acting, "no")
            case TurnKnob(steps=steps):
                await self.play.turn(steps)
            case _:
                raise AssertionError(deed)

    def _by_button(self) -> bool:
        return self.moods.random() < self.buttons

    def _reading(self) -> object:
        return interpret(self.state, self.memory.inputs_so_far)

    def _no_goes_on(self) -> bool:
        """Whether no steps to the next answer or finger, instead of going back or declining."""
        reading, due = self._reading(), self.state.due
        if isinstance(reading, HandInProgress):
            return can_turn(reading)
        return (
            isinstance(reading, NeedsAnswer) and not self.memory.inputs and not (due and isinstance(due[0], TokenStep))
        )

    async def tap(self, castle: CastleId, piece: str, game: str = "tudor") -> None:
        where = (castle, piece)
        await self.play.wait(max(0.0, self.left_s.get(where, -ANEW_S) + ANEW_S - self.play.now_s()))
        uid = stickers.simulated_uid(sticker_of(game, PieceId(piece)))
        await self.play.twins.pass_tile(ReaderId(castle), uid, self.moods.uniform(0.06, 0.12))
        self.left_s[where] = self.play.now_s()

    async def button(self, castle: CastleId, which: str, held_s: float = PRESSED_S) -> None:
        panel = self.play.twins.panels[ReaderId(castle)]
        await (panel.yes if which == "yes" else panel.no).press(held_s)

    async def leave_the_menu(self) -> None:
        """Leave the menu, which opens when a turn of the knob means nothing to the game."""
        if self.play.table.console._menu is not None:
            await self.play.choose(MenuAction.CONTINUE)


def assert_replayed(journal: Path, state: State, seq: int) -> None:
    """Assert that a replay of the journal gives the same state, by the rules and by the oracle."""
    again, oracle = GameLog(), Oracle()
    with JournalReader(journal) as file:
        for entry in file.entries(1):
            again.submit(entry.action)
            assert again.state is not None
            assert faults(again.state) == (), entry
            assert oracle.play(dict(entry.action)) is None, entry
    assert again.state is not None
    assert canonical(again.state, again.seq) == canonical(state, seq)
    assert oracle.state() == to_mapping(state, seq)
