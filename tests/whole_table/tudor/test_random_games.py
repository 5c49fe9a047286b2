"""Games of Tudor, by bots and by random moves with gates, buttons and knob, with disturbances.

Wrong taps, other players' tokens, missing rings, undo, corrections, and castle boards that disconnect in the middle of
an action: the journal must replay to the same state, by engine and oracle, and every state keeps the invariants.
"""

import asyncio
import logging
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import pytest

from controller.background import run_all
from controller.devices import stickers
from controller.games.contract.effects import Complain
from controller.games.contract.inputs import (
    Carry,
    Gesture,
    PressKnob,
    TurnKnob,
)
from controller.games.contract.values import CastleId, PieceId
from controller.games.naming import sticker_of
from controller.games.requests import Correct, NewGame
from controller.games.tudor.bots.hand import gesture
from controller.games.tudor.referee.interpretation import interpret
from controller.games.tudor.referee.memory import HandInProgress, Memory, NeedsAnswer
from controller.games.tudor.referee.referee import can_turn
from controller.games.tudor.rules.engine import GameLog, faults
from controller.games.tudor.rules.moves import Move
from controller.games.tudor.rules.state import RingStep, State, TokenStep, WearStep, canonical, to_mapping
from controller.games.tudor.rules.table import bit_positions
from controller.play.menu import MenuAction
from controller.play.simulated import BotHands
from controller.store.journal import JournalReader
from hw.castle_link.twin import MakeBoard
from hw.ntag.twin import Ntag213
from hw.values import ReaderId, Uid
from tests.games.tudor.oracle.model import Oracle
from tests.games.tudor.random_games import CASTLES, random_lively_move, start_at_the_table
from tests.hw.castle_link.boards import napping
from tests.soak import SOAK
from tests.whole_table.napping import NappingTable
from tests.whole_table.playing import Playing, assert_all_off, check_log, playing

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


GAMES = range(8) if SOAK else range(1)
"""Seeds for each number of players."""

MOST = 100_000 if SOAK else 60
"""Actions per game with castle boards."""


async def pull_cables(play: Playing, chance: Random) -> None:
    while True:
        await play.wait(chance.expovariate(2))
        cable = chance.choice(list(play.twins.cables.values()))
        cable.pull()
        await play.wait(chance.uniform(0.1, 3.0))
        cable.plug()


async def played(
    folder: Path, seed: int, players: int, *, often: float, make_board: MakeBoard | None = None, most: int = 100_000
) -> Counter[str]:
    """Play a disturbed game to its end, check it, and return the counts of disturbances."""
    moods = Random(seed)
    async with playing(folder, castles=players, game="tudor", make_table=NappingTable, make_board=make_board) as play:
        people = Disturbed(play, moods, often=often)
        await play.wait(1.5)  # boards are found
        await people.begin(players, moods.sample(range(1, 7), 2), 1 + seed % 5)
        pulling = None if make_board is None else asyncio.create_task(pull_cables(play, Random(seed)))
        async with asyncio.timeout(10 * 24 * 3600):
            await people.play_on(most)
        if pulling is not None:
            pulling.cancel()
            for cable in play.twins.cables.values():
                cable.plug()
            await play.wait(PATIENCE_S)
            people.events["a cable was pulled"] = sum(cable.pulls for cable in play.twins.cables.values())
    await asyncio.sleep(10)  # boards notice that their host is gone
    assert_all_off(play.twins)
    assert_replayed(folder / "test.journal", people.state, play.table.loop.seq)
    return people.events


@pytest.mark.parametrize("seed", GAMES)
@pytest.mark.parametrize("players", [2, 3, 4] if SOAK else [2])
async def test_a_game_survives_disturbances(tmp_path: Path, players: int, seed: int) -> None:
    events = await played(tmp_path, seed, players, often=0.15)
    assert len(events) > len(KINDS) - 4  # a short game has no room for all


@pytest.mark.parametrize("seed", GAMES)
@pytest.mark.parametrize("players", [2, 3, 4] if SOAK else [3])
async def test_a_game_goes_on_while_castle_boards_are_unplugged_and_replugged(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, players: int, seed: int
) -> None:
    caplog.set_level(logging.INFO)
    events = await played(tmp_path, seed, players, often=0.1, make_board=napping, most=MOST)
    assert events["a cable was pulled"] > 8
    check_log(caplog.records)


async def test_players_who_do_what_the_table_waits_for_get_no_complaint(tmp_path: Path) -> None:
    complaints: list[Complain] = []

    async with playing(tmp_path, castles=3, game="tudor") as play:
        play.table.loop.effects.connect(
            lambda effects: complaints.extend(e for e in effects if isinstance(e, Complain))
        )
        people = People(play, Random(2))
        await people.begin(3, (1, 6), 1)
        await people.play_on(MOST)

    assert complaints == []


STRANGE = Uid(bytes.fromhex("04a1b2c3d4e5f6"))
"""An unknown sticker."""

KINDS = (
    *("any_piece", "a_token_of_others", "an_early_yes", "any_button", "a_turn", "two_at_once", "a_strange_sticker"),
    *("a_piece_of_another_game", "an_undo", "a_correction_by_the_menu", "an_amendment"),
    *("a_ring_that_is_not_there", "missing_rings"),
)
"""Disturbances, by the name of the method."""

OF_RINGS = ("a_ring_that_is_not_there", "missing_rings")


@dataclass
class Disturbed(People):
    """Players who disturb the game before a share ``often`` of their gestures.

    Attributes:
        events: count of each disturbance.
    """

    often: float = 0.15
    events: Counter[str] = field(default_factory=Counter)

    async def before_each_gesture(self) -> None:
        if self.moods.random() < self.often:
            name = self.moods.choice([*KINDS, *(OF_RINGS * 3 if self._lays_rings() else ())])
            self.events[name] += 1
            await getattr(self, name)()
            await self.play.wait(self.moods.uniform(0.0, 1.0))
            await self.leave_the_menu()

    def _lays_rings(self) -> bool:
        due = self.state.due
        return self.state.phase in {"rings", "hands"} or (bool(due) and isinstance(due[0], RingStep | WearStep))

    def _any_castle(self) -> CastleId:
        return self.moods.choice(self.play.table.loop.castles)

    async def any_piece(self) -> None:
        await self.tap(self._any_castle(), self.moods.choice(self.play.table.game.pieces()).id)

    async def a_token_of_others(self) -> None:
        """Tap a token from behind another screen at the acting player's gate."""
        pieces, seat = self.state.table.pieces, self.state.to_act
        theirs = [
            token
            for other, player in enumerate(self.state.players)
            if other != seat
            for token in bit_positions(player.tokens | player.spent)
        ]
        if theirs:
            await self.tap(self.acting, pieces.tokens[self.moods.choice(theirs)])

    async def a_ring_that_is_not_there(self) -> None:
        """Tap another player's ring or one that is not in the stand."""
        pieces, seat = self.state.table.pieces, self.state.to_act
        mine = [] if seat is None else self.state.players[seat].rings
        await self.tap(self.acting, self.moods.choice([ring for n, ring in enumerate(pieces.rings) if n not in mine]))

    async def missing_rings(self) -> None:
        """Say yes after tapping only some rings of a hand."""
        seat = self.state.actor
        player = self.state.players[seat]
        mine = [self.state.table.pieces.rings[ring] for ring in (player.unworn or player.rings)]
        for ring in self.moods.sample(mine, min(len(mine), self.moods.randrange(2))):
            await self.tap(self.acting, ring)
        await self.button(self.acting, "yes")

    async def an_early_yes(self) -> None:
        await self.button(self.acting, "yes")

    async def any_button(self) -> None:
        await self.button(self._any_castle(), self.moods.choice(("yes", "no")))

    async def a_turn(self) -> None:
        if not self.play.table.loop.on_table.to_move:
            await self.play.turn(self.moods.choice((-1, 1, 3)))

    async def two_at_once(self) -> None:
        castle = self._any_castle()
        chip = self.play.twins.readers[ReaderId(castle)]
        pair = [Ntag213(STRANGE), Ntag213(Uid(bytes(reversed(STRANGE))))]
        for tag in pair:
            chip.enter(tag)
        await self.play.wait(0.4)
        for tag in pair:
            chip.leave(tag)
        self.left_s |= dict.fromkeys([where for where in self.left_s if where[0] == castle], self.play.now_s())

    async def a_strange_sticker(self) -> None:
        await self.play.twins.pass_tile(ReaderId(self._any_castle()), STRANGE, 0.1)

    async def a_piece_of_another_game(self) -> None:
        await self.tap(self._any_castle(), "t07", game="tumult_royale")

    async def an_undo(self) -> None:
        await self.button(self._any_castle(), "no", HELD_S)

    async def a_correction_by_the_menu(self) -> None:
        """Go back before the last turn, if holding the knob opens the menu."""
        await self.play.press(HELD_S)
        if self.play.table.console._menu is not None:
            await self.play.choose(MenuAction.GO_BACK)

    async def an_amendment(self) -> None:
        """Amend on the page before a recent step, even one already taken back."""
        loop, moods = self.play.table.loop, self.moods
        step = None if moods.random() < 0.3 else max(2, loop.seq - moods.randrange(12))
        await loop.submit(Correct(step, amend=[self._amended()]), "test")

    def _amended(self) -> dict[str, Any]:
        table, moods = self.state.table, self.moods
        match moods.randrange(3):
            case 0:
                return {"do": "amend", "cards": {moods.choice(table.colors): {moods.choice(table.faction_names): 1}}}
            case 1:
                return {"do": "amend", "prestige": {moods.choice(table.colors): moods.choice((-1, 2))}}
            case _:
                return {"do": "amend", "swap": [str(each) for each in moods.sample(table.board.names, 2)]}


ACTIONS = 100_000 if SOAK else 40


def ended(play: Playing) -> bool:
    loop = play.table.loop
    return loop.seq >= ACTIONS or (loop.state is not None and loop.state.phase == "over")


async def play_on(play: Playing, players: int, seed: int) -> None:
    loop = play.table.loop
    answer = await loop.submit(NewGame(CASTLES[:players], {}, game="tudor"), "test")
    assert answer.refusal is None
    await BotHands(play.table, play.twins, Random(seed), loop.castles).play(lambda: ended(play))


@pytest.mark.parametrize("seed", range(6) if SOAK else range(1))
async def test_bots_play_by_gates_and_the_knob_alone(tmp_path: Path, seed: int) -> None:
    players = 2 + seed % 3
    async with playing(tmp_path, castles=players, make_table=NappingTable, game="tudor") as play:
        await play_on(play, players, seed)
        await play.wait(0.1)  # the latest action is on disk, too
    came_to_its_end(tmp_path, play)


@pytest.mark.parametrize("seed", range(3) if SOAK else range(1))
async def test_a_bot_continues_after_another_castle_answers_in_its_turn(tmp_path: Path, seed: int) -> None:

    async def press(moods: Random) -> None:
        while not ended(play):
            await play.wait(moods.uniform(0.5, 6.0))
            castle = play.table.loop.waiting().castle
            if castle is not None:
                await play.twins.panels[ReaderId(castle)].yes.press(0.1)

    async with playing(tmp_path, castles=2, make_table=NappingTable, game="tudor") as play:
        await run_all(play_on(play, 2, seed), press(Random(seed)))
        await play.wait(0.1)
    came_to_its_end(tmp_path, play)


def came_to_its_end(folder: Path, play: Playing) -> None:
    state, seq = play.table.loop.state, play.table.loop.seq
    assert isinstance(state, State)
    assert (state.phase == "over") if SOAK else seq >= ACTIONS
    assert_replayed(folder / "test.journal", state, seq)


async def test_a_board_is_laid_by_hand_at_the_gates(tmp_path: Path) -> None:
    async with playing(tmp_path, castles=2, make_table=NappingTable, game="tudor") as play:
        people = People(play, Random(1))
        for castle in CASTLES[:2]:
            await people.tap(castle, "q01")
        await play.wait(0.1)
        for _ in range(4):  # all are there; the recommended cards
            await play.press()
        for number in range(28):
            assert play.table.loop.waiting().step == "lay"
            await people.tap(CastleId(CASTLES[number % 2]), f"f{5 * number + 1:03}")
            await play.wait(0.1)
            if number % 2:
                await play.turn(1)
            if number < 27:
                await play.press()
        assert (people.state.phase, play.table.loop.seq) == ("rings", 1)
        assert [str(color) for color in people.state.table.colors] == ["blue", "yellow"]
