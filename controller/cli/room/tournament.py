"""`royaltable hub draw`, `tournament` and `feed`: verify a tournament, fill it, take it to another hub, publish it."""

import os
from pathlib import Path

import click
from msgspec.structs import replace

from controller import limits
from controller.cli.options import FILE_PATH, exit_on_error, exit_on_os_error, new_file_argument
from controller.cli.room.hub_folder import folder_option, hub_command, run_with_database
from controller.reading import read_file, strip_byte_order_mark
from controller.store.atomic_files import open_new_file
from controller.store.certificates.certificate import OpensslError
from controller.texts.translation import translate
from hub import RefusedError
from hub.page.access import Role
from hub.settings import SettingsError, load_settings
from hub.store.connection import migrate, open_connection
from hub.tournament import actions, draw, exchange
from hub.tournament_service.entrants import NAME_ERASED_CHANNEL
from hub.tournament_service.exchange import export_newest_tournament, import_tournament
from hub.tournament_service.feed import FeedKey
from hub.tournament_service.lists import read_entrants, read_results
from hub.tournament_service.service import DatabaseUnavailableError, TournamentService


@click.command("draw")
@folder_option
@click.option("--verify", "file", type=FILE_PATH, required=True, help="A tournament's file, downloaded from its page.")
def verify_tournament_draws(file: Path) -> None:
    """Repeat the draw of each round of a tournament and compare the results; this needs no running hub.

    The commitment printed first was published before anyone entered. If a round does not follow from its seed, print
    the difference and exit with status 1.
    """
    with exit_on_os_error(file, "Name the file from the tournament's page."):
        data = strip_byte_order_mark(read_file(file, limits.TOURNAMENT_RECORD_BYTES))
    wrong = 0
    with exit_on_error(exchange.TournamentRecordError):
        begun, acts = exchange.decode_tournament_record(data)
        click.echo(f"{begun.name}: commitment {begun.commitment}")
        for each in draw.verify_draws(begun, acts):
            wrong += bool(each.wrong)
            click.echo(f"draw {each.draw}, a {each.stage} of {each.people}: {each.wrong or 'matches the commitment'}")
    if wrong:
        raise click.ClickException(f"draws that do not follow from their seeds: {wrong}.")


@click.command("feed")
@hub_command("change")
def print_feed_key(folder: Path) -> None:
    """Print the key that signs the public feed of tournaments, which `[feed]` in hub.toml turns on.

    Publish the feed's page with it behind its address: browsers then refuse a page with another key.
    """
    with exit_on_error(OpensslError, SettingsError), exit_on_os_error(folder, "Choose another folder."):
        section = load_settings(folder).feed
        key = FeedKey(folder).load_or_create_public_key()
    where = "none: set folder under [feed] in hub.toml" if section.folder is None else str(folder / section.folder)
    click.echo(f"Folder: {where}\nDelay: {section.delay_minutes} min\nBehind the address of its page: #{key}")


@click.group("tournament")
@folder_option
def tournament_group() -> None:
    """Enter lists into a tournament, and take it from one hub to another."""


@tournament_group.command("export")
@new_file_argument()
@hub_command("read")
def write_newest_tournament(folder: Path, to: Path) -> None:
    """Write the newest tournament to FILE, even while the hub is running.

    FILE has the root of all draws: keep it secret until the tournament is over.
    """

    async def work(url: str) -> bytes | None:
        async with open_connection(url) as connection:
            return await export_newest_tournament(connection)

    content = run_with_database(folder, work)
    if content is None:
        raise click.ClickException("This hub has no tournament. Begin one on the room's page.")
    with exit_on_os_error(to, "Choose another file."), os.fdopen(open_new_file(to, 0o600), "wb") as file:
        file.write(content)
    click.echo(f"{to}: {len(content)} bytes. Keep it secret until the tournament is over.")


@tournament_group.command("import")
@click.argument("file", type=FILE_PATH)
@hub_command("begin")
def store_tournament(folder: Path, file: Path) -> None:
    """Add the tournament in FILE to this hub, which shows and continues it from now on.

    Entrants lose their links to registered players, whose numbers belong to the other hub.
    """
    with exit_on_os_error(file, "Name a file from `royaltable hub tournament export`, or from a tournament's page."):
        content = strip_byte_order_mark(read_file(file, limits.TOURNAMENT_RECORD_BYTES))

    async def work(url: str, record: exchange.TournamentRecord) -> None:
        async with open_connection(url) as connection:
            await migrate(connection)
            await import_tournament(connection, record)

    with exit_on_error(exchange.TournamentRecordError):
        record = exchange.decode_complete_record(content)
        run_with_database(folder, lambda url: work(url, record))
    click.echo(f"{len(record.acts)} actions imported: {record.overview['name']}")


@tournament_group.command("enter")
@click.argument("file", type=FILE_PATH)
@click.option("--here", is_flag=True, help="The people are all present.")
@click.option("--results", is_flag=True, help="Enter places or points of the latest round instead of people.")
@click.option("--yes", is_flag=True, help="Do not ask for confirmation.")
@hub_command("change")
def enter_list(folder: Path, file: Path, *, here: bool, results: bool, yes: bool) -> None:
    """Enter people or results from a list in FILE, such as CSV or FIDE's report, after showing what was understood.

    The page can correct what columns are taken for.
    """
    with exit_on_os_error(file, "Name a list that can be read."):
        content = read_file(file, limits.TOURNAMENT_LIST_BYTES)

    async def work(url: str) -> None:
        service = TournamentService(url)
        await service.reload_if_stale()
        if (tournament := service.tournament) is None:
            raise click.ClickException("This hub has no tournament. Begin one on the room's page.")
        acts: list[actions.Action] = []
        if results:
            read, scored = await read_results(tournament, content)
            people = tournament.entrants
            rows = [", ".join(f"{each.place}. {people[each.entrant].name}" for each in act.scores) for act in scored]
            acts += scored
        else:
            read, entered = await service.run_with_connection(lambda each: read_entrants(each, tournament, content))
            rows = [f"line {row.line}: {', '.join(filter(None, (row.name, row.club)))}" for row in read.rows]
            acts += [] if entered is None else [replace(entered, here=here)]
        for heading, column in zip(read.headings, read.columns, strict=True):
            click.echo(f"column {heading!r}: {column}", err=True)
        for remark in (*read.others, *read.doubtful):
            why = translate("en", f"page-list-why-{remark.why}", {"about": remark.about})
            click.echo(f"line {remark.line} is not entered: {remark.text!r} {why}", err=True)
        if not rows:
            raise click.ClickException("Saw nothing to enter in this list.")
        click.echo("\n".join(rows))
        if not yes:
            click.confirm(f"Enter these {len(rows)}, without {len(read.doubtful)} doubtful lines?", abort=True)
        for act in acts:
            await service.apply_and_store(act, Role.OWNER)
        await service.run_with_connection(lambda each: each.execute("select pg_notify($1, '')", NAME_ERASED_CHANNEL))
        click.echo(f"Entered: {len(rows)}")

    with exit_on_error(RefusedError, DatabaseUnavailableError):
        run_with_database(folder, work)
