"""`royaltable games`: which games are installed."""

import click

from controller.games import installed


@click.command()
def games() -> None:
    """List the games that are installed: name, title, how many play, the package that brought it, or what is wrong.

    The name is what `[table] game` in table.toml and `--game` take.
    """
    for each in installed.listed():
        if each.game is None:
            click.echo(f"{each.name:16}  {each.package}: {each.fault}")
            continue
        fewest, most = each.game.seats.start, each.game.seats.stop - 1
        seats = f"{fewest}" if fewest == most else f"{fewest} to {most}"
        click.echo(f"{each.name:16}  {each.game.title}, {seats} players, {each.package}")
