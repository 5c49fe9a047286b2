"""Matches of bots: balanced over the seats, and in the soak long enough to tell the levels apart."""

from collections.abc import Sequence
from itertools import combinations
from random import Random

import pytest

from bench import matches
from bench.matches import MATCHES, Match, figures, lower_bound, shares
from controller.games.tumult_royale.bots.looking_ahead import COMPILED
from tests.support import soak_figures
from tests.support.soak import SOAK


def test_a_lower_bound_is_wilsons() -> None:
    assert lower_bound(40, 100) == pytest.approx(0.3094, abs=1e-4)
    assert lower_bound(0, 10) == pytest.approx(0.0, abs=1e-9)
    assert lower_bound(205, 672) == pytest.approx(0.2714, abs=1e-4)


def test_each_deal_is_played_from_all_seats() -> None:
    played = list[tuple[tuple[int, ...], float]]()

    def record(_: Match, places: Sequence[int], chance: Random) -> list[int]:
        played.append((tuple(places), chance.random()))
        return [0]

    assert sum(shares(Match("random", 2, "sensible", 0.0, "Tudor", games=12), record)) == 6
    assert [places for places, _ in played[:6]] == list(combinations(range(4), 2))
    assert len({drawn for _, drawn in played[:6]}) == 1
    assert len({drawn for _, drawn in played}) == 2


def test_of_several_winners_each_has_a_part() -> None:
    found = shares(Match("hard", 1, "sensible", 0.0, "Tudor", games=4), lambda *_: (0, 1, 3))
    assert list(found) == pytest.approx([1 / 3, 1 / 3, 0, 1 / 3])


@pytest.mark.parametrize(
    "match",
    [
        Match("greedy", 1, "random", 25.0, games=4),
        Match("sensible", 1, "random", 50.0, "Tudor", players=2, games=4),
        Match("normal", 1, "sensible", 25.0, "Tudor", games=4),
    ],
)
def test_the_better_bot_wins_more_than_its_part(match: Match) -> None:
    share, least = figures(match, sum(shares(match)))
    assert share.value > match.least
    assert least.least == match.least


@pytest.mark.skipif(not (SOAK and COMPILED), reason="long, and of the compiled core. Cure: make compiled, make soak")
def test_each_level_beats_the_one_below_and_hard_beats_greedy() -> None:
    found = matches.run()
    soak_figures.keep("matches", matches.ABOUT, found)
    assert [figure.name for figure in found if not figure.kept] == []
    assert len(found) == 2 * len(MATCHES)
