"""`royaltable screens`: every screen of the console as a picture, with the longest words that can stand there."""

from pathlib import Path
from typing import Final

import click

from controller.cli.shared.chosen_game import chosen, game_option
from controller.cli.shared.errors import told_of
from controller.cli.shared.languages import language_option
from controller.cli.shared.paths import FOLDER
from controller.cli.table.every_screen import longest
from controller.show.console_screens import MenuScreen, Shown
from controller.show.pictures import fits, picture

LEFT_S: Final = 12.4
TOTAL_S: Final = 20.0
"""How the hourglass is drawn."""

SCALE: Final = 4


@click.command()
@click.option("--out", type=FOLDER, required=True, help="Write the pictures here.")
@game_option
@language_option
def screens(out: Path, game_name: str | None, language: str) -> None:
    """Draw every screen of the console as PNG, four times as large, and name those that cut words off.

    Those of the table itself, and those of a game; of one that does not bring all of its screens, how it begins.
    """
    _, game = chosen(game_name)
    drawn = list(longest(game, language))
    with told_of(out, "Name another folder with --out."):
        out.mkdir(parents=True, exist_ok=True)
        for name, screen in drawn:
            _draw(screen, language, out / f"{name}.png")
    cut = [name for name, screen in drawn if not fits(screen, language)]
    click.echo(f"{len(drawn)} screens of the table and of {game.title} in {out}")
    if cut:
        raise click.ClickException(f"words are cut on {', '.join(cut)}; shorten them in texts/{language}.")


def _draw(screen: Shown | MenuScreen, language: str, file: Path) -> None:
    image = picture(screen, language, LEFT_S, TOTAL_S)
    image.resize((image.width * SCALE, image.height * SCALE)).save(file)
