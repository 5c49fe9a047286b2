"""People who play Tudor by gates, yes, no and the knob alone; what they want is a legal move that chance has chosen."""

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
from tests.games.tudor.hands import lively_move, start_at_the_table
from tests.games.tudor.oracle.model import Oracle
from tests.whole_table.playing import Playing

PRESSED_S = 0.1
HELD_S = 1.2

ANEW_S = 1.6
"""A piece must have left a gate for a second before it counts there again; a reader that naps sees that a bit late."""

MOST_GESTURES = 500
"""For one move, whatever disturbs it; without that a move that never comes about would go on for ever."""

PATIENCE_S = 12.0
"""A board whose cable was pulled is back by then, and has told what happened meanwhile."""

A_LOOK_S = 0.02


@dataclass
class People:
    """One mind for all players.

    Attributes:
        buttons: how often they take a castle's yes or no where the knob would do.
        left_s: when each piece was last at each gate.
        gestures: how many they have made.
    """

    play: Playing
    moods: Random
    buttons: float = 0.5
    head: Callable[[State, Random], Move] = lively_move
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
        """The castle whose move it is."""
        castle = self.play.table.loop.waiting().castle
        assert castle is not None
        return castle

    async def begin(self, players: int, scoring: Sequence[int], scenario: int) -> None:
        """A board that chance has laid."""
        start = start_at_the_table(self.moods, players, scoring, scenario)
        answer = await self.play.table.loop.propose(start, "test")
        assert answer.refusal is None

    async def play_on(self, most: int) -> None:
        """Play until the game is over, or has so many actions."""
        loop = self.play.table.loop
        while self.state.phase != "over" and loop.seq < most:
            await self._make_a_move()

    async def before_each_gesture(self) -> None:
        """Room for others to disturb the game."""

    async def _make_a_move(self) -> None:
        """What it wants, until the table has gone on, by whomever."""
        begun = self.state
        wanted, before = self.head(begun, self.moods), self.gestures
        while self.state is begun:
            await self.before_each_gesture()
            if self.state is not begun:
                return
            if self.play.table.loop.on_table.to_move:
                await self.play.press()  # the console shows what is to be put right
                continue
            memory = self.memory
            following = gesture(begun, memory, wanted)
            self.gestures += 1
            assert self.gestures - before < MOST_GESTURES, (wanted, following, self.play.table.loop.waiting())
            await self._do(following)
            if not await self._answered(begun, memory):
                assert isinstance(following, Carry), (following, self.play.table.loop.waiting())
                await self._do(following)  # to the gate it was one visit with the one before
                assert await self._answered(begun, memory), (following, self.play.table.loop.waiting())

    async def _answered(self, state: State, memory: Memory) -> bool:
        """Whether the table has made something of it."""
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
        """Whether a no takes the next answer or finger; else it goes back, or declines a token."""
        reading, due = self._reading(), self.state.due
        if isinstance(reading, HandInProgress):
            return can_turn(reading)
        return (
            isinstance(reading, NeedsAnswer) and not self.memory.inputs and not (due and isinstance(due[0], TokenStep))
        )

    # What hands can do.

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
        """Turning the knob opens it where that means nothing to the game."""
        if self.play.table.console._menu is not None:
            await self.play.choose(MenuAction.CONTINUE)


def assert_replayed(journal: Path, state: State, seq: int) -> None:
    """The journal's actions lead a new game, and the naive second version of the rules, to the same state."""
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
