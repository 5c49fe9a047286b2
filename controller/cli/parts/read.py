"""`royaltable read`: show any tag that is held to a reader."""

from collections.abc import Awaitable, Callable
from pathlib import Path

import click

from controller.cli.parts.reader_session import ReaderSession, at_a_reader, box, settings_of, where
from controller.devices.sticker_io import describe, next_tag


@click.command()
@where
@click.option("--times", type=click.IntRange(1), default=1, show_default=True, help="How many tags to wait for.")
def read(config_file: Path, castle: str | None, times: int, *, sim: bool) -> None:
    """Show any tag: its type, its UID, and the text written on it. Hold it to the gate."""
    settings = settings_of(config_file, sim=sim, castle=castle)
    at_a_reader(settings, config_file, _reading(times), sim=sim, castle=castle)


def _reading(times: int) -> Callable[[ReaderSession], Awaitable[None]]:
    async def deed(bench: ReaderSession) -> None:
        click.echo(f"Hold a tag to the gate of {bench.name} (Ctrl-C ends).")
        bench.bring(box()[:times])
        for _ in range(times):
            uid = await next_tag(bench.reader, bench.clock, _two_at_once)
            if bench.name not in bench.talkers:
                click.echo(f"{uid.hex()}  its reader tells no more")
                continue
            sticker = await describe(bench.talker, uid)
            text = "nothing written" if sticker.text is None else repr(sticker.text)
            click.echo(f"{sticker.uid.hex()}  {sticker.type}, {text}")

    return deed


def _two_at_once() -> None:
    click.echo("Two tags at once. One at a time, please.", err=True)
