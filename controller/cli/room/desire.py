"""`royaltable hub desire`: settings that the room applies at its tables."""

from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, BinaryIO, Final, TypeVar

import click
import msgspec
from msgspec.structs import replace

from controller.cli.game.edition import EDITION_FILE, load_edition
from controller.cli.game.game_logs import load_game, require_tools
from controller.cli.options import exit_on_error, exit_on_os_error
from controller.cli.room.hub_folder import folder_option, hub_command
from controller.config.schema import TableSection
from controller.fleet.messages import SettingsPart
from controller.fleet.topics import TABLE_ID_RE
from controller.games.contract.tools.editions import Edited
from controller.reading import JSON_ERRORS
from controller.service.fleet.room_settings import options_fault
from controller.store.house_rules import HouseRules
from hub import table_management

CommandT = TypeVar("CommandT", bound=Callable[..., Any])

SETTINGS_FIELD: Final[Mapping[SettingsPart, str]] = {"settings": "settings", "rules": "rules", "edition": "editions"}


@click.group("desire")
@folder_option
def desire_group() -> None:
    """Set how games are played at the tables of the room, starting with each table's next game.

    Each table checks them, applies them or reports why not, and keeps them even without a network. They override
    table.toml and the table's menu until the room stops setting them. A table's owner can forbid this
    with the list `may` under [hub].
    """


def table_option(command: CommandT) -> CommandT:
    return click.option("--table", "table_id", default="", help="Only at this table.  [default: all tables]")(command)


@desire_group.command("settings")
@click.argument("values", nargs=-1, required=True, metavar="NAME=VALUE...")
@table_option
@hub_command("begin")
def impose_settings(folder: Path, values: tuple[str, ...], table_id: str) -> None:
    """Set settings that override table.toml and the menu, such as language=de."""
    wanted: dict[str, Any] = dict(_parse_name_value_pairs(values))
    for name, value in wanted.items():
        with suppress(*JSON_ERRORS):
            wanted[name] = msgspec.json.decode(value)
    with exit_on_error(ValueError):
        HouseRules(TableSection()).check_room_settings(wanted)
    _change_and_save_room_settings(folder, table_id, lambda now: replace(now, settings={**now.settings, **wanted}))


@desire_group.command("rules")
@click.argument("game")
@click.argument("values", nargs=-1, required=True, metavar="NAME=VALUE...")
@table_option
@hub_command("begin")
def impose_game_options(folder: Path, game: str, values: tuple[str, ...], table_id: str) -> None:
    """Set options of GAME, such as variant=gambler."""
    wanted = dict(_parse_name_value_pairs(values))
    if (fault := options_fault(load_game(game), wanted)) is not None:
        raise click.ClickException(fault)
    _change_and_save_room_settings(
        folder, table_id, lambda now: replace(now, rules={**now.rules, game: {**now.rules.get(game, {}), **wanted}})
    )


@desire_group.command("edition")
@click.argument("game")
@click.argument("file", type=EDITION_FILE)
@table_option
@hub_command("begin")
def impose_edition(folder: Path, game: str, file: BinaryIO, table_id: str) -> None:
    """Play GAME with the edition FILE (or -), which must match the pieces of the boxes."""
    wanted = load_edition(require_tools(load_game(game), Edited), file)
    _change_and_save_room_settings(folder, table_id, lambda now: replace(now, editions={**now.editions, game: wanted}))


@desire_group.command("let-go")
@click.argument("part", type=click.Choice(list(SETTINGS_FIELD)))
@click.argument("name", required=False)
@table_option
@hub_command("change")
def stop_imposing(folder: Path, part: SettingsPart, name: str | None, table_id: str) -> None:
    """Stop imposing all settings, rules or editions, or only the setting or game NAME."""
    field = SETTINGS_FIELD[part]

    def without(now: table_management.TableSettings) -> table_management.TableSettings:
        wanted = getattr(now, field)
        if not wanted or (name is not None and name not in wanted):
            seen = ", ".join(wanted) or "nothing"
            raise click.ClickException(f"the room does not set {part} {name or ''}. It sets: {seen}")
        return replace(now, **{field: {} if name is None else {key: of for key, of in wanted.items() if key != name}})

    _change_and_save_room_settings(folder, table_id, without)


@desire_group.command("show")
@hub_command("read")
def print_imposed_settings(folder: Path) -> None:
    """Print what the room sets, as JSON. The room's page shows the state at each table."""
    with exit_on_error(table_management.RoomSettingsError):
        click.echo(msgspec.json.format(msgspec.json.encode(table_management.load_room_settings(folder))).decode())


def _change_and_save_room_settings(
    folder: Path, table_id: str, change: Callable[[table_management.TableSettings], table_management.TableSettings]
) -> None:
    if table_id and TABLE_ID_RE.fullmatch(table_id) is None:
        raise click.ClickException(
            f"--table: saw {table_id!r}, expected a table's id. To list them: royaltable hub table list"
        )
    with exit_on_error(table_management.RoomSettingsError), exit_on_os_error(folder, "Choose another folder."):
        now = table_management.load_room_settings(folder)
        if table_id:
            tables = {**now.tables, table_id: change(now.tables.get(table_id, table_management.NO_TABLE_SETTINGS))}
            wanted = table_management.RoomSettings(
                now.everywhere, {table: of for table, of in tables.items() if of != table_management.NO_TABLE_SETTINGS}
            )
        else:
            wanted = table_management.RoomSettings(change(now.everywhere), now.tables)
        table_management.save_room_settings(folder, wanted)
    click.echo(f"{table_id or 'Every table'} receives this within seconds and applies it from the next game.")


def _parse_name_value_pairs(values: tuple[str, ...]) -> list[tuple[str, str]]:
    found = [value.partition("=") for value in values]
    for name, sign, _ in found:
        if not name or not sign:
            raise click.UsageError(f"saw {name!r}, expected NAME=VALUE.")
    return [(name, value) for name, _, value in found]
