"""The command `royaltable`: a subcommand is imported only when it is called."""

import gc
import importlib
from typing import Final

import click

SECTIONS: Final = {
    "Play": {
        "sim": ("sim", "Play on a simulated table."),
        "serve": ("serve", "Play on the parts of a Raspberry Pi."),
        "demo": ("demo", "Watch bots play on a simulated table."),
        "act": ("act", "Tell a running table by hand what happened."),
        "faults": ("sim", "List what can break, and what the table does about it."),
    },
    "Build a table": {
        "config": ("config", "Write, check or show the settings of a table."),
        "wiring": ("parts.flash", "Print what to buy and where each wire goes."),
        "flash": ("parts.flash", "Put the firmware on a castle board."),
        "setup": ("parts.setup", "Try one device after the other."),
        "calibrate": ("parts.arrow", "Find out where the arrow's home mark is."),
        "spin": ("parts.arrow", "Try the arrow: let it show what is drawn."),
        "teach": ("parts.stickers", "Tell the table which sticker is under which piece."),
        "read": ("parts.stickers", "Show what a tag is and what is written on it."),
        "edition": ("game.edition", "Check or show what is printed on the components."),
    },
    "Look after it": {
        "doctor": ("doctor", "Find what is wrong with the table, why, and the cure."),
        "census": ("parts.stickers", "Count the box and name the pieces that are missing."),
        "password": ("certificate", "Set the password of the owner's page."),
        "certificate": ("certificate", "Let the page speak HTTPS by an authority of the table's own."),
        "mqtt": ("mqtt", "Show what an MQTT broker keeps of the table, or empty it."),
        "backup": ("backup", "Save the whole table in one file."),
        "restore": ("backup", "Put a table back as a backup has it."),
        "update": ("join", "Say whose newer versions this table takes, or how an update stands."),
        "report": ("doctor", "Write a report for somebody who helps you from afar."),
    },
    "Many tables": {
        "join": ("join", "Let the table join a room of many tables."),
        "leave": ("join", "Let the table belong to no room any more."),
        "hub": ("room.hub", "Keep the games of many tables, and show how they stand."),
    },
    "Look at games": {
        "games": ("game.explore", "List the games that are installed."),
        "journal": ("journal", "List, check and copy the games that were played."),
        "replay": ("game.explore", "Play a game log and say how the game stands."),
        "why": ("game.explore", "Tell a whole game, with its numbers and rules."),
        "film": ("game.film", "Make an animated picture of a round of a game."),
        "options": ("game.explore", "List what may be built after a game log."),
        "advise": ("game.explore", "Name the best plan for a castle, and say why."),
        "verify-draws": ("journal", "Prove that nobody chose what chance decided in a game."),
        "explain": ("game.explore", "Explain a rule in plain words."),
    },
    "Work on it": {
        "selfplay": ("game.selfplay", "Let bots play whole games, rules only."),
        "screens": ("screens", "Draw every screen of the console."),
    },
}
"""The commands as docs/commands.md has them, by name: where below ``controller.cli`` each is, and what it does."""

COMMANDS: Final = {name: entry for section in SECTIONS.values() for name, entry in section.items()}


class _Lazy(click.Group):
    """A group that knows its commands' names and first lines without importing them."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        gc.disable()  # what is imported stays: to look for garbage in it takes a fifth of a table's start
        try:
            module = importlib.import_module(f"controller.cli.{COMMANDS[cmd_name][0]}")
        finally:
            gc.freeze()  # nor later
            gc.enable()
        command: click.Command = getattr(module, cmd_name.replace("-", "_"))
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        for title, commands in SECTIONS.items():
            with formatter.section(title):
                formatter.write_dl([(f"{name:9}", help_) for name, (_, help_) in commands.items()])


@click.command(cls=_Lazy, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="royaltable")
def main() -> None:
    """The controller of a game table.

    Try it without any parts: royaltable sim
    """


if __name__ == "__main__":
    main()
