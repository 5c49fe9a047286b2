"""The command `royaltable`: a subcommand is imported only when it is called."""

import importlib
from typing import Final

import click

COMMANDS: Final = {
    "act": ("table.act", "Tell a running table by hand what happened."),
    "advise": ("game.advise", "Say the best plan for a castle."),
    "backup": ("care.backup", "Write all that makes a table this table to one file."),
    "bench": ("bench", "Print the measured figures."),
    "calibrate": ("parts.calibrate", "Find out how a part was built in."),
    "census": ("parts.census", "Say which tiles of the box were not seen."),
    "config": ("care.config", "Write, check and show the settings of a table."),
    "demo": ("table.demo", "Let bots play rounds on a simulated table."),
    "doctor": ("care.doctor", "Say what is wrong with the table, and the exact cure."),
    "edition": ("game.edition", "Check or show what is printed on the components."),
    "explain": ("game.explain", "Say a rule in our own words."),
    "faults": ("table.faults", "List what can break, and what the table does about it."),
    "flash": ("parts.flash", "Put the firmware on a castle board."),
    "journal": ("care.journal", "Look into the file of all games, check it, copy it."),
    "options": ("game.options", "List what the one to act may build after a log."),
    "password": ("care.password", "Set the owner's password of the page."),
    "read": ("parts.read", "Show any tag that is held to a reader."),
    "replay": ("game.replay", "Play a game log and say what it comes to."),
    "report": ("care.report", "Write a report for whoever helps from afar; nothing secret."),
    "restore": ("care.restore", "Make this machine's table the one that a backup holds."),
    "screens": ("table.screens", "Draw every screen of the console."),
    "selfplay": ("game.selfplay", "Let bots play whole games, rules only."),
    "serve": ("table.serve", "Play on the parts that table.toml names."),
    "setup": ("parts.setup", "Try one device after the other, with hands."),
    "sim": ("table.sim", "Play on a simulated table."),
    "spin": ("parts.spin", "Let the arrow show drawn numbers."),
    "teach": ("parts.teach", "Tell the table which sticker is under which tile."),
    "wiring": ("parts.wiring", "Print what to buy and where each wire goes."),
    "why": ("game.why", "Tell a whole game, with numbers and rules."),
}
"""By name: where below ``controller.cli`` a click command of that name is, and what it does."""


class _Lazy(click.Group):
    """A group that knows its commands' names and first lines without importing them."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = getattr(importlib.import_module(f"controller.cli.{COMMANDS[cmd_name][0]}"), cmd_name)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(sorted((name, help_) for name, (_, help_) in COMMANDS.items()))


@click.command(cls=_Lazy, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="royaltable")
def main() -> None:
    """The controller of a physical game table for Tumult Royale."""


if __name__ == "__main__":
    main()
