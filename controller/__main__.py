"""The command `royaltable`: a subcommand is imported only when it is called."""

import importlib
from typing import Final

import click

COMMANDS: Final = {
    "act": "Tell a running table by hand what happened.",
    "advise": "Say the best plan for a castle.",
    "backup": "Write all that makes a table this table to one file.",
    "bench": "Print the measured figures.",
    "calibrate": "Find out how a part was built in.",
    "census": "Say which tiles of the box were not seen.",
    "config": "Write, check and show the settings of a table.",
    "demo": "Let bots play rounds on a simulated table.",
    "doctor": "Say what is wrong with the table, and the exact cure.",
    "edition": "Check or show what is printed on the components.",
    "explain": "Say a rule in our own words.",
    "faults": "List what can break, and what the table does about it.",
    "flash": "Put the firmware on a castle board.",
    "journal": "Look into the file of all games, check it, copy it.",
    "options": "List what the one to act may build after a log.",
    "password": "Set the owner's password of the page.",
    "read": "Show any tag that is held to a reader.",
    "replay": "Play a game log and say what it comes to.",
    "report": "Write a report for whoever helps from afar; nothing secret.",
    "restore": "Make this machine's table the one that a backup holds.",
    "screens": "Draw every screen of the console.",
    "selfplay": "Let bots play whole games, rules only.",
    "serve": "Play on the parts that table.toml names.",
    "setup": "Try one device after the other, with hands.",
    "sim": "Play on a simulated table.",
    "spin": "Let the arrow show drawn numbers.",
    "teach": "Tell the table which sticker is under which tile.",
    "wiring": "Print what to buy and where each wire goes.",
    "why": "Tell a whole game, with numbers and rules.",
}
"""Each is ``controller/cli/NAME.py`` with a click command called NAME."""


class _Lazy(click.Group):
    """A group that knows its commands' names and first lines without importing them."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = getattr(importlib.import_module(f"controller.cli.{cmd_name}"), cmd_name)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(sorted(COMMANDS.items()))


@click.command(cls=_Lazy, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="royaltable")
def main() -> None:
    """The controller of a physical game table for Tumult Royale."""


if __name__ == "__main__":
    main()
