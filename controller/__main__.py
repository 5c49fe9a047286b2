"""The command `royaltable`. A subcommand is imported only when it runs."""

import errno
import gc
import importlib
import os
import sys
from typing import Any, Final

import click

COMMAND_SECTIONS: Final = {
    "Play": {
        "sim": ("sim", "Play on a simulated table."),
        "serve": ("serve", "Run the table on a Raspberry Pi and its hardware."),
        "demo": ("demo", "Watch bots play on a simulated table."),
        "act": ("act", "Enter an action at a running table."),
        "faults": ("sim", "List faults that can be simulated, and how the table reacts."),
    },
    "Build a table": {
        "config": ("config", "Create, check or show the settings of a table."),
        "wiring": ("parts.flash", "Print the parts list and the wiring."),
        "flash": ("parts.flash", "Install the firmware on a castle board."),
        "setup": ("parts.setup", "Test each device with your help."),
        "calibrate": ("parts.arrow", "Measure the position of the arrow's home mark."),
        "spin": ("parts.arrow", "Test the arrow with drawn numbers."),
        "record": ("parts.record", "Record what goes over all buses and pins."),
        "compare": ("parts.record", "Compare a recording of real parts with simulated ones."),
        "teach": ("parts.stickers", "Register which sticker is under which piece."),
        "read": ("parts.stickers", "Show the type, UID and content of a tag."),
        "edition": ("game.edition", "Check or show an edition: what is printed on the components."),
    },
    "Look after it": {
        "doctor": ("doctor", "Diagnose the table: problems, causes and cures."),
        "census": ("parts.stickers", "Check the box for missing pieces."),
        "password": ("certificate", "Set the password of the owner's page."),
        "certificate": ("certificate", "Manage the table's own certificate authority for HTTPS."),
        "mqtt": ("mqtt", "Show or clear the messages that the MQTT broker retains."),
        "backup": ("backup", "Back up the whole table to one file."),
        "restore": ("backup", "Restore a table from a backup."),
        "update": ("update", "Update the table between games, or choose the hub that does it."),
        "report": ("doctor", "Write a report for remote support."),
    },
    "Many tables": {
        "join": ("join", "Join a room of many tables."),
        "leave": ("join", "Leave the room."),
        "hub": ("room.hub", "Run the hub of a room: collect its games and show its tables."),
    },
    "Look at games": {
        "games": ("game.explore", "List the games that are installed."),
        "journal": ("game.journal", "List, check, export and copy recorded games."),
        "notation": ("game.exchange", "Print a game as text, a line for each move."),
        "bgstats": ("game.exchange", "Print a link that enters a game's result in BG Stats."),
        "replay": ("game.explore", "Replay a game log and print the result."),
        "why": ("game.explore", "Narrate a game with its numbers and rules."),
        "film": ("game.film", "Render a round of a game as an animated GIF."),
        "analyse": ("game.analyse", "Show who was how likely to win, and which decisions cost most."),
        "options": ("game.explore", "List the legal options after a game log."),
        "advise": ("game.explore", "Recommend a plan for a castle, with reasons."),
        "verify-draws": ("game.journal", "Verify that the draws of a game were fair."),
        "explain": ("game.explore", "Explain a rule in plain words."),
    },
    "Work on it": {
        "selfplay": ("game.selfplay", "Let bots play whole games without a table."),
        "screens": ("screens", "Render every screen of the console."),
    },
}
"""Sections of docs/commands.md: each command's module in ``controller.cli`` and its help line."""

CURE_BY_ERRNO: Final = {
    **dict.fromkeys((errno.EACCES, errno.EPERM), "Run it with sudo."),
    **dict.fromkeys((errno.ENOSPC, errno.EDQUOT), "Free some space, and try again."),
    errno.EROFS: "The disk is read-only: check it, and mount it for writing.",
}

MODULE_AND_HELP: Final = {name: entry for section in COMMAND_SECTIONS.values() for name, entry in section.items()}


class _LazyCommandGroup(click.Group):
    """A group that knows its commands' names and help lines without importing them."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted(MODULE_AND_HELP)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in MODULE_AND_HELP:
            return None
        gc.disable()  # imported modules stay alive; collecting them costs a fifth of the start-up time
        try:
            module = importlib.import_module(f"controller.cli.{MODULE_AND_HELP[cmd_name][0]}")
        finally:
            gc.freeze()  # exclude imported modules from later collections, too
            gc.enable()
        commands = (each for each in vars(module).values() if isinstance(each, click.Command))
        return next(each for each in commands if each.name == cmd_name)

    def invoke(self, ctx: click.Context) -> Any:
        """Turn what the machine refuses into a sentence with a cure, whichever command meets it."""
        try:
            return super().invoke(ctx)
        except click.Abort:
            if sys.stdin.isatty():
                raise
            click.echo(err=True)  # ends the line of the question
            raise click.ClickException(
                "A question was not answered with yes, so the command ended there. Run it on a terminal, "
                "or see which option answers beforehand: --help"
            ) from None
        except OSError as fault:
            cure = CURE_BY_ERRNO.get(fault.errno or 0)
            if cure is None:
                raise
            if isinstance(fault, PermissionError) and os.geteuid() == 0:
                cure = "Check the owner and mode of it and of its folders."
            place = "" if fault.filename is None else f"{fault.filename}: "
            raise click.ClickException(f"{place}{fault.strerror}. {cure}") from None

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        for title, commands in COMMAND_SECTIONS.items():
            with formatter.section(title):
                formatter.write_dl([(f"{name:9}", help_) for name, (_, help_) in commands.items()])


@click.command(cls=_LazyCommandGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="royaltable")
def main() -> None:
    """Controller of a game table.

    Try it without any parts: royaltable sim
    """


if __name__ == "__main__":
    main()
