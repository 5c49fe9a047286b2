"""`royaltable why`: a whole game told, with all its numbers and rules."""

import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import groupby
from typing import BinaryIO, Final

import click

from controller.cli.shared.chosen_game import named
from controller.cli.shared.game_logs import LOG, Line, opened, unwrapped
from controller.cli.shared.game_tools import tools_of
from controller.cli.shared.languages import language_option
from controller.games.contract.game import Game
from controller.games.contract.tools.tools import Narrated
from controller.games.contract.values import RefusedError, Text
from controller.games.naming import sentence

WIDTH: Final = 100


@dataclass(frozen=True)
class _Told:
    """What was told about one action, or about a run of them."""

    first: int
    last: int
    do: str
    round: int
    origin: str
    texts: tuple[Text, ...]


@click.command()
@LOG
@language_option
@click.option("--round", "only_round", type=click.IntRange(min=0), help="Tell only this round; 0 is the set-up.")
def why(log: BinaryIO, language: str, only_round: int | None) -> None:
    """Tell the whole game in LOG (a file, or -), with its numbers and the rules behind them.

    Each paragraph begins with the number of its action. A log from `royaltable journal export --origins` also says who
    did it. `royaltable explain TR-3.4` explains a rule.
    """
    shown_round = -1
    try:
        name, lines = opened(log)
        game = named(name)
        narrated = tools_of(game, Narrated)
        for told in _runs(narrated, _told(game, narrated, lines)):
            if only_round is not None and told.round != only_round:
                continue
            if told.round != shown_round:
                click.echo()
                shown_round = told.round
            click.echo(_paragraph(told, language))
    except _LineRefused as fault:
        click.echo(f"line {fault.number}: {fault.refusal.code}: {sentence(fault.refusal.text, language)}")
        sys.exit(1)


@dataclass
class _LineRefused(Exception):
    number: int
    refusal: RefusedError


def _told(game: Game, narrated: Narrated, log: Iterable[Line]) -> Iterator[_Told]:
    play = game.new_log()
    for line in log:
        if line.refusal is not None:
            raise _LineRefused(line.number, line.refusal)
        action, origin = unwrapped(line.value)
        before = play.state
        try:
            events = play.accept(play.check(action))
        except RefusedError as refusal:
            raise _LineRefused(line.number, refusal) from None
        texts = tuple(narrated.told_in_full(before, play.state, events))
        yield _Told(play.seq, play.seq, action["do"], narrated.chapter(before), origin, texts)


def _runs(narrated: Narrated, told: Iterator[_Told]) -> Iterator[_Told]:
    """Actions that come in runs as one paragraph with the latest of each castle; the others as they are."""
    for (do, origin_kind), group in groupby(told, key=lambda each: (each.do, each.origin.partition(":")[0])):
        run = list(group)
        if do not in narrated.runs:
            yield from run
            continue
        latest = {str(text.values.get("color")): text for each in run for text in each.texts}
        texts = tuple(latest.values())
        yield replace(run[0], last=run[-1].last, origin=run[0].origin if len(run) == 1 else origin_kind, texts=texts)


def _paragraph(told: _Told, language: str) -> str:
    numbers = str(told.first) if told.first == told.last else f"{told.first}-{told.last}"
    head = f"{numbers:>9}  " + (f"{told.origin:12}  " if told.origin else "")
    said = [sentence(text, language) for text in told.texts]
    blank = " " * len(head)
    lines = [click.wrap_text(each, WIDTH, initial_indent=blank, subsequent_indent=blank + "  ") for each in said]
    return head + "\n".join(lines)[len(head) :] if lines else head.rstrip()
