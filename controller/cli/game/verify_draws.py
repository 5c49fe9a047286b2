"""`royaltable verify-draws`: prove from a game's log that its draws are those the table committed itself to."""

import io
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO, Final

import click

from controller import limits
from controller.cli.game.game_logs import lines, named
from controller.cli.options import FILE, told, told_of
from controller.games.contract.values import RefusedError
from controller.games.naming import game_of
from controller.play import draw_proof as proof
from controller.play.draw_proof import Proof, Proved
from controller.reading import opened, read_file
from controller.store.journal import JournalError, JournalReader
from controller.store.privileges import as_owner_of

SQLITE: Final = b"SQLite format 3\0"
"""How a journal begins; a log does not."""


@click.command()
@click.argument("file", type=FILE)
@click.option("--game", type=int, help="The game's number in a journal.  [default: the newest]")
def verify_draws(file: Path, game: int | None) -> None:
    """Prove the draws of a game in FILE: a journal, or a log from `royaltable journal export --draws`.

    It names each draw with its commitment, which the page showed before. At a draw that is not as it was committed to
    it says what was seen and what was expected; exit status 1 then.
    """
    recorded = _record(file, game)
    proof = Proof(named(game_of(recorded[0]["action"] if recorded else None)))
    found: list[Proved] = []
    try:
        for proved in proof.of(recorded):
            click.echo(_line(proved))
            found.append(proved)
    except RefusedError as refusal:
        raise click.ClickException(
            f"an action is refused ({refusal.code}): {refusal} No draw after it is proved{_which_are_wrong(found)}."
        ) from None
    if any(proved.wrong is not None for proved in found):
        raise click.ClickException(
            f"the table did not keep to what it had committed itself to{_which_are_wrong(found)}."
        )
    _sum_up(proof, [proved for proved in found if proved.n is not None])


def _which_are_wrong(found: list[Proved]) -> str:
    wrong = [proved.n for proved in found if proved.wrong is not None]
    return f": {len(wrong)} wrong, the first is draw {wrong[0]}" if wrong else ""


def _sum_up(proof: Proof, drawn: list[Proved]) -> None:
    if not drawn:
        raise click.ClickException(
            "saw no draw in this game. Expected one whose draws the table opened, exported with --draws."
        )
    if any(proved.given for proved in drawn):
        click.echo("The table was given a seed (--seed). Who knows it knows all draws before: this proves nothing.")
    click.echo(f"{len(drawn)} draws, each as the table had committed itself to it.")
    click.echo(f"The draw to come: {proof.next}")


def _line(proved: Proved) -> str:
    if proved.n is None:
        return f"          action {proved.seq:4}  {proved.said}"
    said = proved.said if proved.wrong is None else f"WRONG: {proved.said}: {proved.wrong}"
    return f"draw {proved.n:4} action {proved.seq:4}  {said}\n    {proved.commitment}"


def _record(file: Path, game: int | None) -> list[dict[str, Any]]:
    with told_of(file, "Name a journal, or a log from `royaltable journal export --draws`."), as_owner_of(file):
        with opened(file) as content:
            is_log = content.read(len(SQLITE)) != SQLITE
        if is_log:
            return list(_of_a_log(io.BytesIO(read_file(file, limits.GAME_LOG_OCTETS))))
        with told(JournalError), JournalReader(file) as reader:
            number = reader.latest_game() if game is None else game
            entries = [] if number is None else list(reader.entries(number))
            if number is None or not entries:
                raise click.ClickException(f"{file}: saw no such game. `journal list` names those it has.")
            return list(proof.lines(entries, reader.draws(number)))


def _of_a_log(log: BinaryIO) -> Iterator[dict[str, Any]]:
    for line in lines(log):
        if line.refusal is not None:
            raise click.ClickException(f"line {line.number}: {line.refusal}")
        if not isinstance(line.value, dict) or not isinstance(line.value.get("action"), dict):
            raise click.ClickException(
                f"line {line.number}: saw no action with its number. "
                "Expected a log from `royaltable journal export --draws`."
            )
        yield line.value
