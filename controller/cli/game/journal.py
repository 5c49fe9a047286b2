"""`royaltable journal`: list, check and copy recorded games; `verify-draws`: verify their draws."""

import contextlib
import io
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, BinaryIO, Final

import click
import msgspec

from controller import limits
from controller.cli.game import game_logs
from controller.cli.options import FILE_PATH, exit_on_error, exit_on_os_error, new_file_argument
from controller.games.contract.rules import Outcome
from controller.games.contract.values import RefusedError
from controller.games.naming import DEFAULT_GAME, game_name_of_start
from controller.play import draw_proof as proof
from controller.reading import open_regular_file, read_file
from controller.store.atomic_files import write_atomically
from controller.store.journal import Entry, Journal, JournalDamaged, JournalError, JournalReader
from controller.store.journal.backup import JournalBackup, find_intact_backup, open_verified_copy, restore_journal
from controller.store.journal.times import playing_time_s, shown_utc
from controller.store.privileges import acting_as_owner_of


def check_file_exists(_context: click.Context, _parameter: click.Parameter, file: Path | None) -> Path | None:
    try:
        there = file is None or file.exists()
    except PermissionError as fault:
        raise click.ClickException(f"{file}: {fault.strerror}. Use sudo.") from None
    if not there:
        raise click.ClickException(
            f"{file}: no such file. Name a journal, such as the one under [journal] in table.toml."
        )
    return file


def _check_file_and_act_as_owner(context: click.Context, parameter: click.Parameter, file: Path) -> Path:
    check_file_exists(context, parameter, file)
    context.with_resource(acting_as_owner_of(file))
    return file


JOURNAL_ARGUMENT = click.argument("file", type=FILE_PATH, callback=_check_file_and_act_as_owner)
GAME_NUMBER_OPTION = click.option("--game", type=int, help="The game's number.  [default: the newest]")

SQLITE_HEADER: Final = b"SQLite format 3\0"
"""First bytes of a journal; a game log never starts with them."""

MAX_SHOWN_BYTES: Final = 60
"""Longest JSON value, in bytes, that `journal show` prints in full."""


@click.group()
def journal() -> None:
    """List, check, export and copy recorded games. All games are in one file, the journal."""


@journal.command("export")
@JOURNAL_ARGUMENT
@GAME_NUMBER_OPTION
@click.option(
    "--origins", is_flag=True, help="Add the number, origin and time of each action; `royaltable why` prints them."
)
@click.option("--draws", is_flag=True, help="Add the draws for `royaltable verify-draws`.")
def export_game_log(file: Path, game: int | None, *, origins: bool, draws: bool) -> None:
    """Print the log of a game, one action per line, for `royaltable replay` and `royaltable why`."""
    entries = load_entries_of_game(file, game)
    with _open_journal(file) as reader:
        drawn = reader.draws(entries[0].game_id) if draws else []
    for line in proof.iter_draw_record_lines(entries, drawn):
        said = line if origins or draws else line["action"]
        sys.stdout.write(msgspec.json.encode(said).decode() + "\n")


@journal.command("list")
@JOURNAL_ARGUMENT
def list_games(file: Path) -> None:
    """List the games in the journal FILE."""
    with _open_journal(file) as reader:
        for game in reader.games():
            how = "over" if game.over else "on the table" if game.current else "parked"
            times = f"{_format_time(game.begun_utc)}  {_format_time(game.last_utc)}"
            what = "" if game.game == DEFAULT_GAME else f"{game.game}: "
            line = f"{game.game_id:4}  {times}  {game.actions:5} actions  {how:12}  {what}{' '.join(game.castles)}"
            click.echo(line.rstrip())


@journal.command("show")
@JOURNAL_ARGUMENT
@GAME_NUMBER_OPTION
def print_actions_of_game(file: Path, game: int | None) -> None:
    """Print the actions of a game with their times and origins."""
    for entry in load_entries_of_game(file, game):
        what = f"{entry.action['do']:12}"
        for name, value in entry.action.items():
            said = msgspec.json.encode(value).decode()
            if name != "do":
                what += f" {name}={said if len(said) <= MAX_SHOWN_BYTES else f'({len(said)} bytes)'}"
        click.echo(f"{entry.seq:5}  {entry.written_utc[:19]}  {entry.origin:14}  {what.rstrip()}")


@journal.command("stats")
@JOURNAL_ARGUMENT
def print_results_of_games(file: Path) -> None:
    """Print the result of each finished game, and averages."""
    with _open_journal(file) as reader:
        finished = list(reader.results())
        played_s = {game.game_id: playing_time_s(reader.written_utc(game.game_id)) for game in finished}
    if not finished:
        raise click.ClickException(f"{file}: no finished game.")
    won: Counter[str] = Counter()
    for game in finished:
        outcome = game.outcome
        won.update(outcome.winners)
        points = ", ".join(f"{castle} {number}" for castle, number in outcome.points.items())
        how = f"{outcome.rounds:2} rounds  {played_s[game.game_id] / 60:5.0f} min  {game.actions:4} actions"
        ended, won_by = _format_time(game.ended_utc), _format_winners(outcome)
        click.echo(f"{game.game_id:4}  {ended}  {how}  {won_by}: {points}".removesuffix(": "))
    rounds = sum(game.outcome.rounds for game in finished) / len(finished)
    minutes = sum(played_s.values()) / len(finished) / 60
    wins = ", ".join(f"{castle} {times}" for castle, times in won.most_common())
    click.echo(f"{len(finished)} games of {rounds:.1f} rounds and {minutes:.0f} minutes. Won: {wins}.")


@journal.command("verify")
@JOURNAL_ARGUMENT
def verify_journal(file: Path) -> None:
    """Check that the journal is intact; exit status 1 if it is not.

    The mark file beside it shows whether the newest actions are missing.
    """
    with _open_journal(file) as reader:
        found = reader.damage_findings()
        missing = reader.find_lost_entries()
        games_there = [] if found else list(reader.games())
    if missing is not None:
        found.append(f"missing: {missing}, saved earlier")
    for finding in found:
        click.echo(finding)
    if found:
        raise click.ClickException(
            f"{file}: {len(found)} problem(s). To restore the last backup: `royaltable journal restore {file}`"
        )
    actions = sum(game.actions for game in games_there)
    click.echo(f"{file}: intact; {len(games_there)} games, {actions} actions.")


@journal.command("import")
@click.argument("file", type=FILE_PATH)
@game_logs.LOG_ARGUMENT
def import_log(file: Path, log: BinaryIO) -> None:
    """Add LOG (a file, or -) to the journal FILE as a new game: a log, or a game in notation.

    The rules must allow every action. The journal is created if it does not exist.
    """
    now = datetime.now(UTC).isoformat(timespec="milliseconds")
    all_lines = list(game_logs.read_log_lines(log))
    rules = game_logs.load_game(
        game_name_of_start(game_logs.split_action_and_origin(all_lines[0].value)[0] if all_lines else None)
    )
    play = rules.new_log()
    entries: list[Entry] = []
    for line in game_logs.play_log_lines(all_lines, play):
        if (why := line.refusal) is not None:
            raise click.ClickException(f"line {line.number} is refused ({why.code}): {why} Nothing was imported.")
        summary = rules.summary(play.state)
        action, _ = game_logs.split_action_and_origin(line.value)
        entries.append(Entry(0, play.seq, action, "import", now, summary.castles, summary.outcome))
    if not entries:
        raise click.ClickException("the log has no actions. Nothing was imported.")
    with exit_on_error(JournalError), acting_as_owner_of(file), Journal(file) as journal:
        if journal.fault is not None:
            raise click.ClickException(journal.fault)
        game_id = journal.new_game_id()
        on_the_table = journal.current_game_id()
        journal.append([replace(entry, game_id=game_id) for entry in entries])
        journal.set_current_game(on_the_table)
    click.echo(f"Imported as game {game_id}: {len(entries)} actions. The current game of the table is unchanged.")


@journal.command("backup")
@click.argument("file", type=FILE_PATH, callback=check_file_exists)
@new_file_argument("TO")
def copy_and_verify_journal(file: Path, to: Path) -> None:
    """Copy the journal to TO, even while the table is running, and verify the copy."""
    with exit_on_error(JournalError), acting_as_owner_of(file):
        made, copy = open_verified_copy(file)
    with copy, exit_on_os_error(to, "Free some space, or name another file."), acting_as_owner_of(to):
        write_atomically(to, copy)
    click.echo(f"{to}: verified, {made.byte_count} bytes, {_format_last_action(made)}.")


@journal.command("restore")
@click.argument("file", type=FILE_PATH)
@click.argument("from_", metavar="[BACKUP]", required=False, type=FILE_PATH, callback=check_file_exists)
def restore_journal_from_backup(file: Path, from_: Path | None) -> None:
    """Replace the journal with BACKUP or, without it, with the table's newest backup.

    The previous journal is kept under another name.
    """
    with exit_on_error(JournalError):
        with acting_as_owner_of(from_ or file):
            newest = find_intact_backup(file) if from_ is None else None
            source = from_ or (None if newest is None else newest.path)
            if source is None:
                raise click.ClickException(f"{file}: no intact backup beside it. Give a file.")
            try:
                taken, copy = open_verified_copy(source, refuse_if_cut=True)
            except JournalDamaged as fault:
                raise click.ClickException(
                    f"{source}: this backup is damaged: {fault.seen}. Choose another file."
                ) from None
        with acting_as_owner_of(file):
            kept = restore_journal(file, copy)
    click.echo(f"{file}: restored from {source}, {_format_last_action(taken)}.")
    if kept is not None:
        click.echo(f"The previous journal is kept as {kept}.")


def _format_time(written_utc: str) -> str:
    return f"{shown_utc(written_utc) or 'no date':.19}".ljust(19)


def _format_winners(outcome: Outcome) -> str:
    ending = "" if outcome.ending is None else f" ({outcome.ending})"
    who = " and ".join(outcome.winners) or "nobody"
    return f"{who} {'wins' if len(outcome.winners) < 2 else 'win'}{ending}"


def _format_last_action(backup: JournalBackup) -> str:
    if backup.last is None:
        return "no games"
    return f"up to action {backup.last.actions} of game {backup.last.game_id}, {backup.last.last_utc[:19]}"


def load_entries_of_game(file: Path, game: int | None) -> list[Entry]:
    with _open_journal(file) as reader:
        game = game if game is not None else reader.latest_game_id()
        entries = list(reader.entries(game)) if game is not None else []
    if not entries:
        raise click.ClickException(
            f"{file}: no game {game or ''}".rstrip() + ". To list its games: `royaltable journal list`"
        )
    return entries


def is_journal(file: Path) -> bool:
    with open_regular_file(file) as content:
        return content.read(len(SQLITE_HEADER)) == SQLITE_HEADER


@contextlib.contextmanager
def _open_journal(file: Path) -> Iterator[JournalReader]:
    with exit_on_error(JournalError), JournalReader(file) as reader:
        yield reader


@click.command()
@click.argument("file", type=FILE_PATH)
@click.option("--game", type=int, help="The game's number in a journal.  [default: the newest]")
def verify_draws(file: Path, game: int | None) -> None:
    """Verify the draws of a game in FILE: a journal, or a log from `royaltable journal export --draws FILE`.

    Print each draw with its commitment, which the page showed before. If one does not match, print
    the difference and exit with status 1.
    """
    recorded = list(_load_game_record(file, game))
    proving = proof.DrawVerifier(game_logs.load_game(game_name_of_start(recorded[0]["action"] if recorded else None)))
    found: list[proof.DrawVerification] = []
    try:
        for proved in proving.verify_lines(recorded):
            click.echo(_format_verified_draw(proved))
            found.append(proved)
    except RefusedError as refusal:
        raise click.ClickException(
            f"an action is refused ({refusal.code}): {refusal} "
            f"Only the draws before it were verified{_format_wrong_draw_count(found)}."
        ) from None
    if any(proved.error is not None for proved in found):
        raise click.ClickException(f"draws do not match their commitments{_format_wrong_draw_count(found)}.")
    drawn = [proved for proved in found if proved.n is not None]
    if not drawn:
        raise click.ClickException("no draws in this game. Expected a journal, or a log exported with --draws.")
    if any(proved.given for proved in drawn):
        click.echo("The table ran with a given seed (--seed), so the draws were predictable: this proves nothing.")
    click.echo(f"{len(drawn)} draws match their commitments.")
    click.echo(f"Commitment of the next draw: {proving.next_commitment}")


def _format_wrong_draw_count(found: list[proof.DrawVerification]) -> str:
    wrong = [proved.n for proved in found if proved.error is not None]
    return f": {len(wrong)} wrong, first draw {wrong[0]}" if wrong else ""


def _format_verified_draw(proved: proof.DrawVerification) -> str:
    if proved.n is None:
        return f"          action {proved.seq:4}  {proved.outcome}"
    said = proved.outcome if proved.error is None else f"WRONG: {proved.outcome}: {proved.error}"
    return f"draw {proved.n:4} action {proved.seq:4}  {said}\n    {proved.commitment}"


def load_lines_of_game(file: Path, game: int | None) -> list[game_logs.LogLine]:
    """Return the lines of a log, or of a journal's game: each action with number, origin, time and draw."""
    with (
        exit_on_os_error(file, "Name a journal, or a log from `royaltable journal export`."),
        acting_as_owner_of(file),
    ):
        if not is_journal(file):
            return list(game_logs.read_log_lines(io.BytesIO(read_file(file, limits.GAME_LOG_FILE_BYTES))))
        entries = load_entries_of_game(file, game)
        with _open_journal(file) as reader:
            records = proof.iter_draw_record_lines(entries, reader.draws(entries[0].game_id))
            return [game_logs.LogLine(record["seq"], record) for record in records]


def _load_game_record(file: Path, game: int | None) -> Iterator[dict[str, Any]]:
    for line in load_lines_of_game(file, game):
        if line.refusal is not None:
            raise click.ClickException(f"line {line.number}: {line.refusal}")
        if not isinstance(line.value, dict) or not isinstance(line.value.get("action"), dict):
            raise click.ClickException(
                f"line {line.number}: not an action with its number. "
                "Expected a log from `royaltable journal export --draws FILE`."
            )
        yield line.value
