"""`royaltable selfplay`: bots play whole games, rules only, and what came of it is counted."""

import json
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from random import Random
from typing import BinaryIO, Final, get_args

import click

from controller.cli.game.edition import load
from controller.cli.shared.errors import told, told_of
from controller.cli.shared.paths import FOLDER
from controller.games.tumult_royale.bots.bots import BOTS, deal
from controller.games.tumult_royale.bots.selfplay import BrokenGame, GameTold, play_game
from controller.games.tumult_royale.box.edition import Edition
from controller.games.tumult_royale.box.words import Ending, MapMode, Variant
from controller.games.tumult_royale.rules.actions import to_mapping

GAMES_AT_ONCE: Final = 20
"""How many games a process is given at a time."""


@dataclass(frozen=True, slots=True)
class _Plan:
    """How the games are played; the game with a number is the same on any machine and in any order."""

    seed: int
    players: int
    variant: Variant
    map_mode: MapMode
    bot: str
    check: bool
    edition: Edition | None
    out: Path | None


@dataclass(slots=True)
class _Sums:
    """What came of the games, counted."""

    games: int = 0
    actions: int = 0
    tumults: int = 0
    rounds: Counter[int] = field(default_factory=Counter)
    endings: Counter[str] = field(default_factory=Counter)
    winners: Counter[int] = field(default_factory=Counter)

    def add(self, told: GameTold) -> None:
        """Count a game."""
        self.games += 1
        self.actions += len(told.actions)
        self.tumults += told.tumults
        self.rounds[told.rounds] += 1
        self.endings[told.ending] += 1
        self.winners[told.winner_rank] += 1


@click.command()
@click.option("--games", type=click.IntRange(1), default=100, show_default=True)
@click.option("--seed", type=int, default=1, show_default=True, help="The same seed plays the same games.")
@click.option("--players", type=click.IntRange(2, 4), default=4, show_default=True)
@click.option("--variant", type=click.Choice(get_args(Variant)), default="classic", show_default=True)
@click.option("--map", "map_mode", type=click.Choice(get_args(MapMode)), default="tracked", show_default=True)
@click.option("--bot", type=click.Choice(sorted(BOTS)), default="random", show_default=True)
@click.option("--edition", type=click.File("rb"), help="A house edition instead of the shipped one.")
@click.option("--check", is_flag=True, help="Check the invariants after each action, and that the log replays.")
@click.option("--out", type=FOLDER, help="Write each game's log into this folder.")
@click.option("--jobs", type=click.IntRange(1), default=1, show_default=True, help="How many processes play.")
def selfplay(
    games: int,
    seed: int,
    players: int,
    variant: Variant,
    map_mode: MapMode,
    bot: str,
    *,
    edition: BinaryIO | None,
    check: bool,
    out: Path | None,
    jobs: int,
) -> None:
    """Let bots play whole games, and print a table of what came of them."""
    if out is not None:
        with told_of(out, "Name a folder that can be written."):
            out.mkdir(parents=True, exist_ok=True)
    house = None if edition is None else load(edition)
    plan = _Plan(seed, players, variant, map_mode, bot, check, house, out)
    sums = _Sums()
    with told(BrokenGame):
        for game in _shown(_played(plan, games, jobs), games):
            sums.add(game)
    _print(plan, sums)


def _played(plan: _Plan, games: int, jobs: int) -> Iterator[GameTold]:
    """All games, in order of their numbers."""
    numbers = range(1, games + 1)
    if jobs == 1:
        yield from map(partial(_game, plan), numbers)
        return
    with ProcessPoolExecutor(jobs) as processes:
        yield from processes.map(partial(_game, plan), numbers, chunksize=GAMES_AT_ONCE)


def _game(plan: _Plan, number: int) -> GameTold:
    chance = Random(f"{plan.seed}/{number}")  # noqa: S311  # games, no secrets
    start = deal(chance, plan.players, variant=plan.variant, map_mode=plan.map_mode, edition=plan.edition)
    try:
        told = play_game(start, BOTS[plan.bot], chance, check=plan.check)
    except BrokenGame as broken:
        raise BrokenGame(f"{broken.fault} (game {number} of seed {plan.seed})", broken.actions) from None
    if plan.out is not None:
        log = "".join(json.dumps(to_mapping(action)) + "\n" for action in told.actions)
        (plan.out / f"game-{number:05}.jsonl").write_text(log, encoding="utf-8")
    return told


def _shown(played: Iterable[GameTold], games: int) -> Iterator[GameTold]:
    """The games as they end, with a progress bar where somebody looks at it."""
    from rich.console import Console  # noqa: PLC0415  # slow to import, and only wanted here
    from rich.progress import Progress  # noqa: PLC0415

    with Progress(console=Console(stderr=True), disable=not sys.stderr.isatty()) as progress:
        bar = progress.add_task("playing", total=games)
        for game in played:
            yield game
            progress.advance(bar)


def _print(plan: _Plan, sums: _Sums) -> None:
    from rich.console import Console  # noqa: PLC0415
    from rich.table import Table  # noqa: PLC0415

    title = f"{sums.games:,} games of {plan.players}, {plan.variant}, map {plan.map_mode}, {plan.bot} bots"
    table = Table(title=title, show_header=False, title_justify="left")
    rounds = sum(number * games for number, games in sums.rounds.items())
    table.add_row("rounds a game", f"{rounds / sums.games:.2f}, from {min(sums.rounds)} to {max(sums.rounds)}")
    for ending in get_args(Ending):
        table.add_row(f"ending: {ending}", _share(sums.endings[ending], sums.games))
    for rank in range(1, plan.players + 1):
        table.add_row(f"wins of start rank {rank}", _share(sums.winners[rank], sums.games))
    table.add_row("tumults a round", f"{sums.tumults / rounds:.2f}")
    table.add_row("actions a game", f"{sums.actions / sums.games:.1f}")
    console = Console()
    console.print(table)
    if plan.check:
        console.print(
            f"Checked after each of {sums.actions:,} actions: supporters, tiles, statues, fields and turns add up; "
            "each log replays to the same states, undone and done again too."
        )
    if plan.out is not None:
        console.print(f"{sums.games:,} logs are in {plan.out}.")


def _share(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f} % ({part:,})"
