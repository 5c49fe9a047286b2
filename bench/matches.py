"""How much better a bot of Tumult Royale is than another: `python -m bench.matches`, a quarter of an hour.

Four players; each deal is played once from every seat, or pair of seats, that the one bot can have. A share of wins
comes with Wilson's interval of 95 %. Only the statues are a bot's own: robbing is the greedy bot's for all.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations
from math import sqrt
from random import Random
from typing import Final

import click
from msgspec import Struct

from bench.shared.figure import Figure
from bench.suites.rules import PLAYERS
from controller.games.tumult_royale.bots.bots import draw_start_action
from controller.games.tumult_royale.rules.engine import apply
from controller.games.tumult_royale.rules.state import Over
from controller.games.tumult_royale.search.bots import COMPILED, bot_by_name

GAMES: Final = 408
"""Of a match: 102 deals from four seats, 68 from six pairs."""
Z95: Final = 1.959964
ABOUT: Final = (
    "Matches of four players, each deal from all seats or pairs of seats: the share of games that the first bot won, "
    "and the lower bound of its interval of 95 %. Only the statues are its own; robbing is the greedy bot's for all."
)


class Match(Struct, frozen=True):
    """``bot`` in so many seats against ``other`` in the rest; it must win more than ``least`` per cent."""

    bot: str
    seats: int
    other: str
    least: float


MATCHES: Final = (
    Match("hard", 1, "greedy", 35.0),
    Match("hard", 2, "normal", 50.0),
    Match("normal", 2, "easy", 50.0),
    Match("normal", 1, "greedy", 0.0),
    Match("easy", 1, "greedy", 0.0),
)


def run(games: int = GAMES, matches: Sequence[Match] = MATCHES) -> list[Figure]:
    """Play all matches; the levels are those of the compiled core."""
    return [figure for match in matches for figure in figures(match, sum(winners(match, games)), games)]


def figures(match: Match, wins: int, games: int) -> Iterator[Figure]:
    name = f"matches: {match.bot} in {match.seats} of {PLAYERS} seats, the others {match.other}"
    yield Figure(f"{name}: won of {games} games", 100 * wins / games, "%")
    yield Figure(f"{name}: at least, at 95 %", 100 * lower_bound(wins, games), "%", least=match.least or None)


def lower_bound(wins: int, games: int) -> float:
    """Wilson's, for the share of wins."""
    share, square = wins / games, Z95**2 / games
    return (share + square / 2 - Z95 * sqrt(share * (1 - share) / games + square / (4 * games))) / (1 + square)


def winners(match: Match, games: int) -> Iterator[bool]:
    """For each game, whether ``match.bot`` won it."""
    places = list(combinations(range(PLAYERS), match.seats))
    for game in range(games):
        deal, place = divmod(game, len(places))
        yield winner(match, places[place], Random(deal)) in places[place]  # noqa: S311  # games, no secrets


def winner(match: Match, places: Sequence[int], chance: Random) -> int:
    state = apply(None, draw_start_action(chance, PLAYERS)).state
    while not isinstance(state.phase, Over):
        seat = state.seat_to_act
        bot = "greedy" if seat is None else match.bot if seat in places else match.other
        state = apply(state, bot_by_name(bot)(state, chance)).state
    return state.phase.winner


@click.command()
@click.option("--games", type=click.IntRange(1), default=GAMES, show_default=True, help="Games of each match.")
def matches(games: int) -> None:
    """Let bots of each level play matches against those below, and against greedy ones."""
    if not COMPILED:
        raise click.ClickException("the levels are those of the compiled core. Run `make compiled` first.")
    for match in MATCHES:
        for figure in figures(match, sum(winners(match, games)), games):
            click.echo(f"{figure.name.removeprefix('matches: ')}: {figure.value:.1f} % {figure.limit}")


if __name__ == "__main__":
    matches()
