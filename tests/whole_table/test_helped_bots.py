"""Whole games of bots whose pieces people move: with mistakes, power cuts and corrections, none sticks or leaks."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from msgspec.structs import replace

from controller.games.contract.inputs import Carry, Gesture, Observation, Rest
from controller.games.contract.values import UNDO, CastleId, PieceId
from controller.games.requests import NewGame
from controller.games.tudor.bots.hand import BotHand, Strategy
from controller.games.tudor.bots.sensible import sensible_move
from controller.games.tudor.rules.state import State as TudorState
from controller.games.tumult_royale.bots import bots
from controller.games.tumult_royale.rules.state import State
from controller.play.bots.lent_hands import make_hand
from tests.games.tudor.test_view import with_other_hidden_pieces
from tests.support.soak import SOAK
from tests.support.virtual import run_virtual
from tests.whole_table import helping, hidden_worlds

KINDS = product(("honour", "tracked"), ("classic", "gambler"))
OPTIONS: Mapping[str, Sequence[Mapping[str, str]]] = {
    "tumult_royale": [{"map": map_kept, "variant": variant} for map_kept, variant in KINDS],
    "tudor": [{}],
}
COMPARED = 1.0 if SOAK else 0.05
"""Probability that a look at Tudor is compared, which costs 20 ms."""

GAMES = {"tumult_royale": 10_000 if SOAK else 5, "tudor": 1_000 if SOAK else 1}
A_TEST = 250
"""Games of one test, so that all workers of the soak play them."""


@pytest.mark.parametrize(
    ("game", "first"), [(game, at) for game, all_ in GAMES.items() for at in range(0, all_, A_TEST)]
)
def test_no_game_sticks_when_people_make_mistakes(game: str, first: int) -> None:
    asked = moves = 0
    mistakes: Counter[str] = Counter()
    seeds = range(first, min(first + A_TEST, GAMES[game]))
    for seed in seeds:
        options = OPTIONS[game][seed // 3 % len(OPTIONS[game])]
        with TemporaryDirectory(dir="/dev/shm" if Path("/dev/shm").is_dir() else None) as folder:
            played = helping.HelpedGame()
            run_virtual(played.play(Path(folder), seed, 2 + seed % 3, options, game=game))
        asked, moves, mistakes = asked + played.asked, moves + played.moves, mistakes + played.mistakes
    print(f"{game}: {len(seeds)} games, {asked / moves:.2f} errands a move of a bot; mistakes: {dict(mistakes)}")
    assert asked / moves <= 1.2
    assert {"wrong piece", "wrong gate", "two at once", "drop and forget"} <= mistakes.keys()


def test_bots_play_on_when_people_take_the_last_action_back(tmp_path: Path) -> None:
    async def evening() -> None:
        async with helping.helped_table(
            tmp_path, 2, seed=1, gates=False, settings_of=helping.asking_without_display
        ) as (play, page):
            await helping.begin_with_bots(page, 2, helping.CASTLES[:2], OPTIONS["tumult_royale"][0])
            helpers = helping.Helpers(play, page, Random(1))
            await helpers.play_to_the_end()
            await play.wait(5)  # the bots have seen it
            assert (await play.table.loop.propose_action(UNDO, "page")).refusal is None
            assert not play.table.loop.current_waiting().over
            await helpers.play_to_the_end()

    run_virtual(evening())


# What lies face down.


@dataclass
class WatchedHelpers(helping.Helpers):
    """Helpers at a table that is compared, before each look, with one where other tiles lie face down.

    Attributes:
        compared: number of comparisons.
    """

    compared: int = 0

    async def look(self) -> None:
        self._compare(self.play.table.loop.state)
        await super().look()

    def _compare(self, state: Any) -> None:
        if not hidden_worlds.face_down(state):
            return
        self.compared += 1
        other = hidden_worlds.all_shuffled(self.moods, state)
        shown = self._shown()
        asked = [self._asked_by_a_new_hand(castle, other.to) for castle in self.page.bots.levels]
        with hidden_worlds.in_another(self.play.table, self.page, other):
            assert self._shown() == shown
            there = [self._asked_by_a_new_hand(castle, {}) for castle in self.page.bots.levels]
        assert there == asked
        assert hidden_worlds.tile_ids(shown) == set()

    def _shown(self) -> Any:
        """What page, display, lamps and story show."""
        waiting = self.play.table.loop.current_waiting()
        lamps = {castle: panel.lamps_lit for castle, panel in self.play.twins.panels.items()}
        view = {name: part for name, part in self.page.view("en").items() if name not in {"hourglass", "draw"}}
        return view, repr(waiting), lamps, self.play.story

    def _asked_by_a_new_hand(self, castle: CastleId, to: Mapping[PieceId, PieceId]) -> Any:
        """What a castle's bot asks for now: words, and pieces by their names in the other world."""
        loop = self.play.table.loop

        def see() -> Observation:
            return Observation(loop.state, loop.memory, helped=True)

        gesture = next(make_hand(loop.game, castle, see, Random(7), set(), alone=False, level=""))
        if isinstance(gesture, Carry):
            return gesture.words, {to.get(piece, piece) for piece in gesture.any_of | {gesture.piece}}
        return repr(gesture)


@pytest.mark.parametrize("seed", range(12 if SOAK else 1))
def test_nothing_face_down_decides_what_bots_ask_for(
    tmp_path: Path, seed: int, caplog: pytest.LogCaptureFixture
) -> None:
    watched = run_virtual(play_watched(tmp_path, seed))
    assert watched.compared > 50
    assert not re.search(r"\bt[0-3]\d\b", caplog.text)


async def play_watched(folder: Path, seed: int) -> WatchedHelpers:
    async with helping.helped_table(folder, 3, seed=seed, gates=False) as (play, page):
        await helping.begin_with_bots(page, 3, helping.CASTLES[:3], OPTIONS["tumult_royale"][seed % 4])
        watched = WatchedHelpers(play, page, Random(seed))
        await watched.play_to_the_end()
        return watched


def test_the_comparison_finds_a_bot_that_counts_its_hidden_tiles(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def greedy_for_bread(state: State) -> int:
        robbed = [state.table.pool.symbol_counts(player.castle)[0] for player in state.players]
        return 8 if sum(robbed) < 3 else 0

    monkeypatch.setattr(bots, "fair_share_of_tiles", greedy_for_bread)
    with pytest.raises(BaseExceptionGroup) as found:
        run_virtual(play_watched(tmp_path, 0))
    assert found.group_contains(AssertionError)


# What only one seat knows of Tudor.


@dataclass(frozen=True)
class OtherHands(hidden_worlds.OtherWorld):
    instead: TudorState

    def state(self, state: Any) -> Any:
        return self.instead

    def memory(self, memory: Any) -> Any:
        return memory


class WatchedTudor(WatchedHelpers):
    """The other tables have other cards and tokens in all seats but the bot's, or more of each in its own, too."""

    def _compare(self, state: Any) -> None:
        if state is None or state.is_over or (seat := state.seat_to_act) is None or self.moods.random() > COMPARED:
            return
        self.compared += 1
        shown, bot = self._shown(), state.players[seat]
        wanted = sensible_move(state, Random(7))
        hidden = with_other_hidden_pieces(state, self.moods)
        dealt = hidden.players[seat]
        richer = replace(
            bot,
            cards=tuple(map(sum, zip(bot.cards, dealt.cards, strict=True))),
            tokens=bot.tokens | dealt.tokens,
            influence=bot.influence + dealt.influence,
            intrigue=bot.intrigue + dealt.intrigue,
        )
        for own, strategy in ((bot, sensible_move), (richer, lambda *_: wanted)):
            players = [replace(each, tokens=each.tokens & ~bot.tokens) for each in hidden.players]
            players[seat] = own
            other = replace(hidden, players=tuple(players), bag=state.bag, unseen=state.unseen)
            asked = self._asks(state.table.gates[seat], strategy)
            with hidden_worlds.in_another(self.play.table, self.page, OtherHands({}, other)):
                assert self._shown() == shown
                assert self._asks(state.table.gates[seat], strategy) == asked

    def _asks(self, castle: CastleId, strategy: Strategy) -> Gesture:
        def see() -> Observation:
            return Observation(self.play.table.loop.state, self.play.table.loop.memory, helped=True)

        hand = BotHand(castle, see, Random(7), strategy)
        return next(gesture for gesture in hand.gestures() if not isinstance(gesture, Rest))


@pytest.mark.parametrize("seed", range(12 if SOAK else 1))
def test_nothing_hidden_decides_what_bots_of_tudor_ask_for(
    tmp_path: Path, seed: int, caplog: pytest.LogCaptureFixture
) -> None:
    async def play_tudor() -> WatchedTudor:
        async with helping.helped_table(tmp_path, 3, "tudor", seed=seed, gates=False) as (play, page):
            await page.submit(NewGame(helping.CASTLES[:3], bots=helping.CASTLES[:3], game="tudor"), "page", "en")
            watched = WatchedTudor(play, page, Random(seed))
            await watched.play_to_the_end()
            return watched

    assert run_virtual(play_tudor()).compared > 20
    assert not re.search(r"\bf[01]\d\d\b", caplog.text)
