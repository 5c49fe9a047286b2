"""`royaltable analyse`: chances of winning during a game, and the decisions that cost most."""

import sys
from collections.abc import Iterable, Iterator
from functools import partial
from itertools import groupby
from pathlib import Path
from typing import Any

import click
import msgspec

from controller.cli.game.game_logs import LogLine, game_name_and_lines, play_all_lines, read_game_name_and_lines
from controller.cli.game.journal import GAME_NUMBER_OPTION, load_lines_of_game
from controller.cli.options import FILE_PATH, exit_on_error, language_option
from controller.games.contract.analysis import Analysing, Analysis, Chance, NotAnalysable, changes_of
from controller.games.contract.values import Text
from controller.games.installed import make_installed_games
from controller.games.naming import translate_text
from controller.play.analyses import analysis_view


@click.command()
@click.argument("file", type=FILE_PATH)
@GAME_NUMBER_OPTION
@click.option("--seed", type=int, default=1, show_default=True, help="The same seed gives the same analysis.")
@click.option("--json", "as_json", is_flag=True, help="Print all moments, as JSON.")
@language_option
def analyse(file: Path, game: int | None, seed: int, language: str, *, as_json: bool) -> None:
    """Analyse the game in FILE: who was how likely to win, and which decisions cost most.

    FILE is a log, a journal, or - for a log on standard input. From each moment many games are played out. Draws are
    what no player decided alone. A decision is named if another one is better by more than the error.
    """
    name, lines = _read_lines(file, game)
    rules, play = play_all_lines(name, lines)
    if not isinstance(rules, Analysing):
        others = [each.game for each in make_installed_games() if each.game is not None]
        able = [other.title for other in others if isinstance(other, Analysing)]
        raise click.ClickException(f"Saw a game of {rules.title}, which has no analysis, expected {' or '.join(able)}.")
    with exit_on_error(NotAnalysable):
        found = rules.analyse(play, seed)
    if as_json:
        click.echo(msgspec.json.encode({"game": name, "seed": seed} | analysis_view(found, language)))
        return
    if found.playouts:
        size = {"moments": len(found.moments), "playouts": found.playouts}
        click.echo(_worded(language, "analysed", title=rules.title, **size) + "\n")
    rows = (*_iter_rows(found, language), "") if found.playouts else ()
    for line in (*rows, *_iter_decisions(found, language)):
        click.echo(line.rstrip())
    if found.note is not None:
        click.echo(f"\n{translate_text(found.note, language)}")


def _read_lines(file: Path, game: int | None) -> tuple[str, Iterator[LogLine]]:
    if file == Path("-"):
        return read_game_name_and_lines(sys.stdin.buffer)
    return game_name_and_lines(load_lines_of_game(file, game))


def _worded(language: str, key: str, **values: Any) -> str:
    return translate_text(Text(f"analysis-{key}", values), language)


def _iter_rows(found: Analysis, language: str) -> Iterator[str]:
    """Yield a row for what each run of draws, or of decisions, came to; then what changed the chances."""
    worded, castles = partial(_worded, language), list(found.moments[0].chances)
    yield _row(worded("round"), "", [translate_text(Text(castle), language) for castle in castles])
    yield _row("", worded("start"), map(_percent, found.moments[0].chances.values()))
    for (number, drawn), run in groupby(found.moments[1:], key=lambda moment: (moment.round, moment.mover is None)):
        yield _row(str(number), worded("luck" if drawn else "moves"), map(_percent, [*run][-1].chances.values()))
    changes = [changes_of(castle, found.moments) for castle in castles]
    yield ""
    yield worded("changes")
    for name in ("luck", "own", "others"):
        yield _row("", worded(name), (_points(getattr(change, name)) for change in changes))


def _iter_decisions(found: Analysis, language: str) -> Iterator[str]:
    worded = partial(_worded, language)
    yield worded("costly" if found.decisions else "none")
    for decision in found.decisions:
        done, better = (translate_text(text, language) for text in (decision.done, decision.better))
        yield worded("decision", round=decision.round, seq=decision.seq, done=done)
        gain = _points(decision.gain) if found.unit == "chance" else f"{decision.gain.value:.1f}"
        yield "    " + worded("better", gain=gain, better=better)


def _row(number: str, name: str, figures: Iterable[str]) -> str:
    return f"{number:>6}  {name:10}" + "".join(f"{figure:>12}" for figure in figures)


def _percent(chance: Chance) -> str:
    return f"{100 * chance.value:.0f}" + (f" ±{100 * chance.error:.0f}" if chance.error else "   ")


def _points(change: Chance) -> str:
    return f"{100 * change.value:+.0f} ±{100 * change.error:.0f}"
