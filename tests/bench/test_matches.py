"""Matches of bots: balanced over the seats, and in the soak long enough to tell the levels apart."""

from itertools import combinations
from random import Random

import pytest

from bench import matches
from bench.matches import MATCHES, Match, figures, lower_bound, winner, winners
from controller.games.tumult_royale.search.bots import COMPILED
from tests import soak_figures
from tests.soak import SOAK


def test_a_lower_bound_is_wilsons() -> None:
    assert lower_bound(40, 100) == pytest.approx(0.3094, abs=1e-4)
    assert lower_bound(0, 10) == pytest.approx(0.0, abs=1e-9)
    assert lower_bound(205, 672) == pytest.approx(0.2714, abs=1e-4)


def test_each_deal_is_played_from_all_seats(monkeypatch: pytest.MonkeyPatch) -> None:
    played = list[tuple[tuple[int, ...], float]]()

    def record(_: Match, places: tuple[int, ...], chance: Random) -> int:
        played.append((places, chance.random()))
        return 0

    monkeypatch.setattr(matches, "winner", record)
    assert sum(winners(Match("random", 2, "greedy", 0.0), 12)) == 6
    assert [places for places, _ in played[:6]] == list(combinations(range(4), 2))
    assert len({drawn for _, drawn in played[:6]}) == 1
    assert len({drawn for _, drawn in played}) == 2


def test_a_greedy_bot_beats_random_ones() -> None:
    match = Match("greedy", 1, "random", 25.0)
    won = [winner(match, [seat], Random(seat)) == seat for seat in range(4)]
    share, least = figures(match, sum(won), 4)
    assert share.value >= 75
    assert least.least == 25.0


@pytest.mark.skipif(not (SOAK and COMPILED), reason="long, and of the compiled core. Cure: make compiled, make soak")
def test_each_level_beats_the_one_below_and_hard_beats_greedy() -> None:
    found = matches.run()
    soak_figures.keep("matches", matches.ABOUT, found)
    assert [figure.name for figure in found if not figure.kept] == []
    assert len(found) == 2 * len(MATCHES)
