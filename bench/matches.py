"""How much better a bot is than another: `python -m bench.matches`, half an hour.

Each deal is played once from every seat, or pair of seats, that the one bot can have. A share of wins comes with
Wilson's interval of 95 %; a game with several winners counts in parts. In Tumult Royale only the statues are a bot's
own: robbing is the greedy bot's for all.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from math import sqrt
from random import Random
from typing import Final, Literal, TypeAlias

import click
from msgspec import Struct
from msgspec.structs import replace

from bench.shared.figure import Figure
from controller.games.tudor import dealing
from controller.games.tudor.bots.search import bots_by_name
from controller.games.tudor.bots.selfplay import draw_start_action as draw_start_of_tudor
from controller.games.tudor.rules import engine
from controller.games.tudor.rules.actions import parse_action
from controller.games.tumult_royale.bots.bots import draw_start_action
from controller.games.tumult_royale.bots.looking_ahead import COMPILED, bot_by_name
from controller.games.tumult_royale.rules.engine import apply
from controller.games.tumult_royale.rules.state import Over

Game: TypeAlias = Literal["Tumult Royale", "Tudor"]

Z95: Final = 1.959964
ABOUT: Final = (
    "Matches of bots, each deal from all seats or pairs of seats: the share of games that the first bot won, and the "
    "lower bound of its interval of 95 %. In Tumult Royale only the statues are its own; robbing is the greedy bot's."
)


class Match(Struct, frozen=True):
    """``bot`` in so many seats against ``other`` in the rest; it must win more than ``least`` per cent."""

    bot: str
    seats: int
    other: str
    least: float
    game: Game = "Tumult Royale"
    players: int = 4
    games: int = 408


Play: TypeAlias = Callable[[Match, Sequence[int], Random], Sequence[int]]
"""Plays a deal with the bot in these seats and returns the winning seats."""

MATCHES: Final = (
    Match("hard", 1, "greedy", 35.0),
    Match("hard", 2, "normal", 50.0),
    Match("normal", 2, "easy", 50.0),
    Match("normal", 1, "greedy", 0.0),
    Match("easy", 1, "greedy", 0.0),
    Match("hard", 1, "sensible", 60.0, "Tudor", 2, 120),
    Match("hard", 1, "sensible", 40.0, "Tudor", 3, 120),
    Match("hard", 1, "sensible", 30.0, "Tudor", 4, 120),
    Match("hard", 2, "normal", 50.0, "Tudor", 4, 120),
    Match("normal", 2, "easy", 50.0, "Tudor", 4, 120),
    Match("normal", 1, "sensible", 0.0, "Tudor", 4, 120),
    Match("easy", 1, "sensible", 0.0, "Tudor", 4, 120),
)


def run(matches: Sequence[Match] = MATCHES) -> list[Figure]:
    """Play all matches; the levels of Tumult Royale are those of the compiled core."""
    return [figure for match in matches for figure in figures(match, sum(shares(match)))]


def figures(match: Match, wins: float) -> Iterator[Figure]:
    others = f"{match.bot} in {match.seats} of {match.players} seats, the others {match.other}"
    name = f"matches: {match.game}, {others}"
    yield Figure(f"{name}: won of {match.games} games", 100 * wins / match.games, "%")
    yield Figure(f"{name}: at least, at 95 %", 100 * lower_bound(wins, match.games), "%", least=match.least or None)


def lower_bound(wins: float, games: int) -> float:
    """Wilson's, for the share of wins."""
    share, square = wins / games, Z95**2 / games
    return (share + square / 2 - Z95 * sqrt(share * (1 - share) / games + square / (4 * games))) / (1 + square)


def shares(match: Match, play: Play | None = None) -> Iterator[float]:
    """For each game, the share of its winners that are ``match.bot``; ``play`` names the winners."""
    play = play or WINNERS[match.game]
    places = list(combinations(range(match.players), match.seats))
    for game in range(match.games):
        deal, place = divmod(game, len(places))
        won = play(match, places[place], Random(deal))  # noqa: S311  # games, no secrets
        yield sum(seat in places[place] for seat in won) / len(won)


def winners_of_tumult_royale(match: Match, places: Sequence[int], chance: Random) -> Sequence[int]:
    state = apply(None, draw_start_action(chance, match.players)).state
    while not isinstance(state.phase, Over):
        seat = state.seat_to_act
        bot = "greedy" if seat is None else match.bot if seat in places else match.other
        state = apply(state, bot_by_name(bot)(state, chance)).state
    return [state.phase.winner]


def winners_of_tudor(match: Match, places: Sequence[int], chance: Random) -> Sequence[int]:
    start = parse_action(draw_start_of_tudor(chance, match.players, dealing.DRAWN))
    state = engine.apply_action(None, start).state
    while not state.is_over:
        (bot,) = bots_by_name(match.bot if state.acting_seat in places else match.other)
        state = engine.perform_move(state, bot(state, chance), [])
    return state.winners


WINNERS: Final[dict[Game, Play]] = {
    "Tumult Royale": winners_of_tumult_royale,
    "Tudor": winners_of_tudor,
}


@click.command()
@click.option("--game", type=click.Choice(list(WINNERS)), help="Only matches of this game.")
@click.option("--games", type=click.IntRange(1), help="Games of each match, instead of enough for a verdict.")
def matches(game: Game | None, games: int | None) -> None:
    """Let bots of each level play matches against those below, and against bots that do not look ahead."""
    for match in [match for match in MATCHES if game in {None, match.game}]:
        if match.game == "Tumult Royale" and not COMPILED:
            raise click.ClickException("the levels are those of the compiled core. Run `make compiled` first.")
        played = replace(match, games=games or match.games)
        for figure in figures(played, sum(shares(played))):
            click.echo(f"{figure.name.removeprefix('matches: ')}: {figure.value:.1f} % {figure.limit}")


if __name__ == "__main__":
    matches()
