"""`royaltable selfplay`: let bots play whole games and print statistics."""

import json
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random
from typing import BinaryIO, Final, TypeVar

import click

from controller import limits
from controller.cli.game.edition import load_edition
from controller.cli.game.game_logs import game_name_option, load_game, require_tools, select_game
from controller.cli.options import FOLDER_PATH, InputFile, exit_on_error, exit_on_os_error
from controller.games.contract.rules import Choice
from controller.games.contract.tools.editions import Edited
from controller.games.contract.tools.tools import BrokenGame, Counts, HowToPlay, SelfPlaying

ChoiceT = TypeVar("ChoiceT", int, str)

GAMES_PER_BATCH: Final = 20


@dataclass(frozen=True, slots=True)
class _RunPlan:
    """Parameters of a run. Seed and number determine a game, on any machine and in any order."""

    seed: int
    game: str
    how: HowToPlay
    out: Path | None


@click.command(context_settings={"ignore_unknown_options": True})
@game_name_option
@click.option("--games", type=click.IntRange(1), default=100, show_default=True)
@click.option("--seed", type=int, default=1, show_default=True, help="The same seed plays the same games.")
@click.option("--players", type=int, help="Number of players.  [default: the maximum]")
@click.option("--bot", help="Bot for all players.  [default: random]")
@click.option(
    "--edition", type=InputFile(4 * limits.EDITION_FILE_BYTES), help="Edition file, instead of the shipped edition."
)
@click.option("--check", is_flag=True, help="Check the invariants after each action and replay each log.")
@click.option("--out", type=FOLDER_PATH, help="Folder for the logs of the games.")
@click.option("--jobs", type=click.IntRange(1), default=1, show_default=True, help="Number of processes.")
@click.argument("choices", nargs=-1, type=click.UNPROCESSED, metavar="[--CHOICE VALUE]...")
def selfplay(
    game_name: str | None,
    games: int,
    seed: int,
    players: int | None,
    bot: str | None,
    choices: tuple[str, ...],
    *,
    edition: BinaryIO | None,
    check: bool,
    out: Path | None,
    jobs: int,
) -> None:
    """Let bots play whole games and print statistics.

    Set the choices of a game with options of the same names, such as `--variant gambler` for Tumult Royale.
    """
    if out is not None:
        with exit_on_os_error(out, "Name a folder that can be written."):
            out.mkdir(parents=True, exist_ok=True)
    name, game = select_game(game_name)
    playing = require_tools(game, SelfPlaying)
    house = None if edition is None else load_edition(require_tools(game, Edited), edition)
    how = HowToPlay(
        _choice_or_default("--players", players, list(range(game.seats.start, game.seats.stop)), game.seats.stop - 1),
        _parse_choices(game.choices(), choices),
        house,
        _choice_or_default("--bot", bot, playing.bots, playing.bots[0]),
        check,
    )
    plan = _RunPlan(seed, name, how, out)
    sums: Counter[str] = Counter()
    with exit_on_error(BrokenGame):
        for counts in _yield_with_progress_bar(_play_games(plan, games, jobs), games):
            sums.update(counts)
    _print_statistics(playing, plan, games, sums)


def _choice_or_default(option: str, value: ChoiceT | None, known: Sequence[ChoiceT], usual: ChoiceT) -> ChoiceT:
    if value is not None and value not in known:
        raise click.UsageError(f"{option}: saw {value}, expected one of {', '.join(map(str, known))}.")
    return usual if value is None else value


def _parse_choices(choices: Iterable[Choice], words: Sequence[str]) -> Mapping[str, str]:
    known = {choice.key: choice.values for choice in choices}
    found = {key: values[0] for key, values in known.items()}
    rest = [part for word in words for part in (word.split("=", 1) if word.startswith("--") else [word])]
    while rest:
        option, *after = rest
        key = option.removeprefix("--")
        if key == option or key not in known:
            raise click.UsageError(f"saw {option!r}, expected one of {', '.join(f'--{each}' for each in known)}.")
        found[key] = _choice_or_default(option, after[0] if after else "nothing", known[key], "")
        rest = after[1:]
    return found


def _play_games(plan: _RunPlan, games: int, jobs: int) -> Iterator[Counts]:
    numbers = range(1, games + 1)
    if jobs == 1:
        yield from map(partial(_play_game, plan), numbers)
        return
    with ProcessPoolExecutor(jobs) as processes:
        yield from processes.map(partial(_play_game, plan), numbers, chunksize=GAMES_PER_BATCH)


def _play_game(plan: _RunPlan, number: int) -> Counts:
    chance = Random(f"{plan.seed}/{number}")  # noqa: S311  # games, no secrets
    try:
        played = require_tools(load_game(plan.game), SelfPlaying).played(plan.how, chance)
    except BrokenGame as broken:
        raise BrokenGame(f"{broken.fault} (game {number} of seed {plan.seed})", broken.actions) from None
    if plan.out is not None:
        log = "".join(json.dumps(action) + "\n" for action in played.log)
        (plan.out / f"game-{number:05}.jsonl").write_text(log, encoding="utf-8")
    return played.counts


def _yield_with_progress_bar(played: Iterable[Counts], games: int) -> Iterator[Counts]:
    from rich.console import Console  # slow to import, and only wanted here
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), disable=not sys.stderr.isatty()) as progress:
        bar = progress.add_task("playing", total=games)
        for counts in played:
            yield counts
            progress.advance(bar)


def _print_statistics(playing: SelfPlaying, plan: _RunPlan, games: int, sums: Counter[str]) -> None:
    from rich.console import Console
    from rich.table import Table

    what = ", ".join(filter(None, [f"{games:,} games of {plan.how.players}", playing.heading(plan.how)]))
    table = Table(title=f"{what}, {plan.how.bot} bots", show_header=False, title_justify="left")
    for row in playing.rows(plan.how, games, sums):
        table.add_row(*row)
    console = Console()
    console.print(table)
    if plan.how.check:
        console.print(playing.checked(sums))
    if plan.out is not None:
        console.print(f"Wrote {games:,} logs to {plan.out}.")
