"""`royaltable notation` and `bgstats`: a game as text for people, and its result for BG Stats."""

import sys
from collections.abc import Mapping
from datetime import UTC
from pathlib import Path
from typing import Any, Final

import click

from controller.cli.game.game_logs import play_all_lines, split_action_and_origin
from controller.cli.game.journal import GAME_NUMBER_OPTION, check_file_exists, load_lines_of_game
from controller.cli.options import FILE_PATH
from controller.games import notation as notations
from controller.games.contract.game import Game
from controller.games.contract.rules import GameLog, Summary
from controller.games.naming import game_name_of_start
from controller.play.bg_stats import make_bg_stats_link
from controller.store.journal.times import credible_times, playing_time_s

MAX_NAME_CHARS: Final = 64


def _parse_names(_context: click.Context, _option: click.Parameter, given: tuple[str, ...]) -> dict[str, str]:
    pairs = [each.partition("=") for each in given]
    wrong = next(
        (each for each, (_, sign, name) in zip(given, pairs, strict=True) if not 0 < len(name) <= MAX_NAME_CHARS), None
    )
    if wrong is not None:
        raise click.BadParameter(f"saw {wrong!r}, expected a castle and a name, such as blue=Ana")
    return {castle: name for castle, _, name in pairs}


_FILE_ARGUMENT: Final = click.argument("file", type=FILE_PATH, callback=check_file_exists)
_NAMES_OPTION: Final = click.option(
    "--name", "names", multiple=True, callback=_parse_names, metavar="CASTLE=NAME", help="Who played this castle."
)


@click.command("notation")
@_FILE_ARGUMENT
@GAME_NUMBER_OPTION
@_NAMES_OPTION
@click.option("--draws", is_flag=True, help="Add origin, time and draw of each action, for `royaltable verify-draws`.")
def print_notation(file: Path, game: int | None, names: Mapping[str, str], *, draws: bool) -> None:
    """Print the game in FILE, a journal or a log, in notation: a line for each move.

    Each command that reads a log reads notation, too: `royaltable journal import` adds it to a journal.
    """
    rules, play, records = _load_game(file, game)
    headers = {"Game": rules.title, **_describe_game(records, rules.summary(play.state), names)}
    for record in records:
        for name in record.keys() - {"action"} if not draws else {"seq"}:
            record.pop(name, None)
    for line in notations.format_game(headers, records):
        sys.stdout.write(line)


@click.command("bgstats")
@_FILE_ARGUMENT
@GAME_NUMBER_OPTION
@_NAMES_OPTION
def print_bg_stats_link(file: Path, game: int | None, names: Mapping[str, str]) -> None:
    """Print a link that opens the app BG Stats with the result of the game in FILE, a journal or a log with times."""
    rules, play, records = _load_game(file, game)
    link = make_bg_stats_link(rules, play, [record["action"] for record in records], _times_of(records), names)
    if link is None:
        raise click.ClickException(
            "the game is not over, or its log has no times of a clock that was set. Name a journal with a finished "
            "game, or a log from `royaltable journal export --origins FILE`."
        )
    click.echo(link)


def _load_game(file: Path, game: int | None) -> tuple[Game, GameLog, list[dict[str, Any]]]:
    """Return a game, its log, and its actions, each with what its log knows besides."""
    lines = load_lines_of_game(file, game)
    if not lines:
        raise click.ClickException(f"{file}: the log has no actions. Name another one.")
    actions = [split_action_and_origin(line.value)[0] for line in lines]
    rules, play = play_all_lines(game_name_of_start(actions[0]), lines)
    records = [
        {"action": action} if action is line.value else {**line.value}
        for action, line in zip(actions, lines, strict=True)
    ]
    return rules, play, records


def _times_of(records: list[dict[str, Any]]) -> list[str]:
    return [str(record.get("written_utc", "")) for record in records]


def _describe_game(records: list[dict[str, Any]], summary: Summary, names: Mapping[str, str]) -> dict[str, str]:
    players = ", ".join(f"{castle} {names[castle]}" if castle in names else castle for castle in summary.castles)
    times = _times_of(records)
    minutes = round(playing_time_s(times) / 60)
    headers = {
        "Players": players,
        "Date": next((f"{at.astimezone(UTC):%Y-%m-%d}" for at in credible_times(times)), ""),
        "Minutes": str(minutes or ""),
    }
    if (outcome := summary.outcome) is None:
        return headers | {"Result": "*"}
    points = ", ".join(f"{castle} {number}" for castle, number in outcome.points.items())
    return headers | {
        "Result": " and ".join(outcome.winners) or "nobody",
        "Points": points,
        "Rounds": str(outcome.rounds),
        "Ending": outcome.ending or "",
    }
