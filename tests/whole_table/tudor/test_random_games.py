"""Random games of Tudor by gates, buttons and knob, with disturbances.

Wrong taps, other players' tokens, missing rings, undo, corrections, and castle boards that disconnect in the middle of
an action: the journal must replay to the same state, by engine and oracle, and every state keeps the invariants.
"""

import asyncio
import logging
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import pytest

from controller.games.contract.effects import Complain
from controller.games.contract.values import CastleId
from controller.games.requests import Correct
from controller.games.tudor.rules.state import RingStep, WearStep
from controller.games.tudor.rules.table import bit_positions
from controller.play.menu import MenuAction
from hw.castle_link.twin import MakeBoard
from hw.ntag.twin import Ntag213
from hw.values import ReaderId, Uid
from tests.hw.castle_link.boards import napping
from tests.soak import SOAK
from tests.whole_table.breaking import assert_all_off, check_log
from tests.whole_table.carrying import pull_cables
from tests.whole_table.napping import NappingTable
from tests.whole_table.playing import playing
from tests.whole_table.tudor.people import HELD_S, PATIENCE_S, People, assert_replayed

GAMES = range(8) if SOAK else range(1)
"""Seeds for each number of players."""

MOST = 100_000 if SOAK else 60
"""Actions per game with castle boards."""


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
    told: list[Complain] = []

    async with playing(tmp_path, castles=3, game="tudor") as play:
        play.table.loop.effects.connect(lambda effects: told.extend(e for e in effects if isinstance(e, Complain)))
        people = People(play, Random(2))
        await people.begin(3, (1, 6), 1)
        await people.play_on(MOST)

    assert told == []


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
