"""`royaltable why`: a whole game told, every tumult, payment, rank and ending with its numbers and rules."""

import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any, BinaryIO, Final

import click

from controller.cli.shared.game_logs import LOG, lines
from controller.cli.shared.languages import language_option
from controller.games.contract.actions import RefusedError
from controller.games.contract.texts import Text
from controller.games.sentences import sentence
from controller.games.tumult_royale.rules.game_log import GameLog
from controller.games.tumult_royale.rules.state import FirstStatues
from controller.games.tumult_royale.show import narration

WIDTH: Final = 100

RUNS: Final = ("rob", "set_aside")
"""Actions that come in runs: each run is one paragraph."""


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
        for told in _runs(_told(log)):
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


def _told(log: BinaryIO) -> Iterator[_Told]:
    play = GameLog()
    for line in lines(log):
        if line.refusal is not None:
            raise _LineRefused(line.number, line.refusal)
        action, origin = _unwrapped(line.value)
        before = play.state
        try:
            events = play.submit(action)
        except RefusedError as refusal:
            raise _LineRefused(line.number, refusal) from None
        after = play.state
        assert after is not None
        texts = tuple(narration.told(before, after, events))
        number = 0 if before is None or isinstance(before.phase, FirstStatues) else before.round
        yield _Told(play.seq, play.seq, play.actions[-1]["do"], number, origin, texts)


def _unwrapped(value: object) -> tuple[Any, str]:
    """The action and who brought it about, of a line of ``journal export`` with or without ``--origins``."""
    if isinstance(value, dict) and {"action", "origin"} <= value.keys():
        return value["action"], str(value["origin"])
    return value, ""


def _runs(told: Iterator[_Told]) -> Iterator[_Told]:
    """Several tiles in a row as one paragraph with the latest of each castle; the others as they are."""
    for (do, origin_kind), group in groupby(told, key=lambda each: (each.do, each.origin.partition(":")[0])):
        run = list(group)
        if do not in RUNS:
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
