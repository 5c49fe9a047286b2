"""`royaltable read`: show any tag that is held to a reader."""

import itertools
from pathlib import Path

import click

from controller.cli.parts.reader_session import ReaderSession, at_a_reader, settings_at, which_gate
from controller.cli.shared.chosen_game import chosen
from controller.devices.sticker_io import describe, next_tag
from controller.games.naming import ids, stickers_of


@click.command()
@which_gate
@click.option("--times", type=click.IntRange(1), default=1, show_default=True, help="How many tags to wait for.")
def read(config_file: Path, castle: str | None, times: int, *, sim: bool) -> None:
    """Show any tag that you hold to the gate: its type, its UID, and the text written on it."""
    settings = settings_at(config_file, sim=sim, castle=castle)

    name, game = chosen(None, settings)
    box = stickers_of(name, ids(game))

    async def show(session: ReaderSession) -> None:
        click.echo(f"Hold a tag to the gate of {session.name} (Ctrl-C ends).")
        session.bring(itertools.cycle(box))  # a simulated hand's; one that was missed costs the next
        for _ in range(times):
            uid = await next_tag(session.reader, session.clock, _two_at_once)
            if session.name not in session.talkers:
                click.echo(f"{uid.hex()}  its reader tells no more")
                continue
            sticker = await describe(session.talker, uid)
            text = "nothing written" if sticker.text is None else repr(sticker.text)
            click.echo(f"{sticker.uid.hex()}  {sticker.type}, {text}")

    at_a_reader(settings, config_file, show, sim=sim, castle=castle)


def _two_at_once() -> None:
    click.echo("Two tags at once. One at a time, please.", err=True)
