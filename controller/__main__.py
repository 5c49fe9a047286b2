"""The command `royaltable`: a subcommand is imported only when it is called."""

import gc
import importlib
from typing import Final

import click

SECTIONS: Final = {
    "Play": {
        "sim": ("table.sim", "Play on a simulated table."),
        "serve": ("table.serve", "Play on the parts of a Raspberry Pi."),
        "demo": ("table.demo", "Watch bots play on a simulated table."),
        "act": ("table.act", "Tell a running table by hand what happened."),
        "faults": ("table.faults", "List what can break, and what the table does about it."),
    },
    "Build a table": {
        "config": ("care.config", "Write, check or show the settings of a table."),
        "wiring": ("parts.wiring", "Print what to buy and where each wire goes."),
        "flash": ("parts.flash", "Put the firmware on a castle board."),
        "setup": ("parts.setup", "Try one device after the other."),
        "calibrate": ("parts.calibrate", "Find out where the arrow's home mark is."),
        "spin": ("parts.spin", "Try the arrow: let it show what is drawn."),
        "teach": ("parts.teach", "Tell the table which sticker is under which piece."),
        "read": ("parts.read", "Show what a tag is and what is written on it."),
        "edition": ("game.edition", "Check or show what is printed on the components."),
    },
    "Look after it": {
        "doctor": ("care.doctor", "Find what is wrong with the table, why, and the cure."),
        "census": ("parts.census", "Count the box and name the pieces that are missing."),
        "password": ("care.password", "Set the password of the owner's page."),
        "certificate": ("care.certificate", "Let the page speak HTTPS by an authority of the table's own."),
        "mqtt": ("care.mqtt", "Show what an MQTT broker keeps of the table, or empty it."),
        "backup": ("care.backup", "Save the whole table in one file."),
        "restore": ("care.restore", "Put a table back as a backup has it."),
        "update": ("care.update", "Say whose newer versions this table takes, or how an update stands."),
        "report": ("care.report", "Write a report for somebody who helps you from afar."),
    },
    "Many tables": {
        "join": ("care.join", "Let the table join a room of many tables."),
        "leave": ("care.leave", "Let the table belong to no room any more."),
        "hub": ("room.hub", "Keep the games of many tables, and show how they stand."),
    },
    "Look at games": {
        "games": ("game.games", "List the games that are installed."),
        "journal": ("care.journal", "List, check and copy the games that were played."),
        "replay": ("game.replay", "Play a game log and say how the game stands."),
        "why": ("game.why", "Tell a whole game, with its numbers and rules."),
        "film": ("game.film", "Make an animated picture of a round of a game."),
        "options": ("game.options", "List what may be built after a game log."),
        "advise": ("game.advise", "Name the best plan for a castle, and say why."),
        "verify-draws": ("game.verify_draws", "Prove that nobody chose what chance decided in a game."),
        "explain": ("game.explain", "Explain a rule in plain words."),
    },
    "Work on it": {
        "selfplay": ("game.selfplay", "Let bots play whole games, rules only."),
        "screens": ("table.screens", "Draw every screen of the console."),
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
