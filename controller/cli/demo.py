"""`royaltable demo`: bots play on a simulated table, narrated in the terminal."""

import asyncio
import errno
import sys
import tempfile
from pathlib import Path
from typing import Final

import click
from msgspec.structs import replace
from PIL import Image

from controller import config
from controller.cli.options import FILE_PATH, FOLDER_PATH, exit_on_error, exit_on_os_error, language_option
from controller.cli.sim import apply_board_options, board_options
from controller.games import installed
from controller.games.contract.inputs import Simulated
from controller.games.contract.values import Text
from controller.games.naming import DEFAULT_GAME, translate_text
from controller.play.simulated import PlayedRounds, play_rounds
from controller.store.journal import Journal, JournalError
from hw.testing.clock import ThreadlessLoop, run_virtual
from hw.testing.machine import Costs

OLED_SCALE: Final = 4


@click.command()
@click.option("--players", type=click.IntRange(2, 4), default=4, show_default=True)
@click.option("--rounds", type=click.IntRange(1, 10), default=1, show_default=True)
@click.option("--seed", type=int, default=1, show_default=True, help="The same seed gives the same story.")
@click.option("--game", default=DEFAULT_GAME, show_default=True, help="A name from `royaltable games`.")
@click.option("--variant", help="Variant of the game.  [default: the usual one]")
@click.option("--fast", is_flag=True, help="Play as fast as this machine can.")
@click.option("--oled", type=FOLDER_PATH, help="Save each new screen to this folder as PNG.")
@click.option("--journal", "journal_file", type=FILE_PATH, help="Save the game to this journal.")
@click.option("--costs", is_flag=True, help="Print what the hardware did: transfers, bytes, steps.")
@board_options
@language_option
def demo(
    players: int,
    rounds: int,
    seed: int,
    game: str,
    variant: str | None,
    *,
    fast: bool,
    oled: Path | None,
    journal_file: Path | None,
    costs: bool,
    nodes: str | None,
    tray: bool,
    language: str,
) -> None:
    """Watch bots play rounds on a simulated table, narrated as for a spectator.

    The bots carry pieces over simulated gates; all between gate and screen is real code.
    """
    options = _checked_variant_options(game, variant)
    full = config.simulator()
    table = replace(full.table, language=language, game=game)
    plain = replace(full, castle=full.castle[:players], table=table, game={"map": "honour"})
    settings, make_board = apply_board_options(plain, nodes, tray=tray)
    if oled is not None:
        with exit_on_os_error(oled, "Choose another folder with --oled."):
            oled.mkdir(parents=True, exist_ok=True)
    show = _DemoOutput(settings.table.language, oled)

    async def play() -> PlayedRounds:
        with tempfile.TemporaryDirectory() as folder, Journal(journal_file or Path(folder) / "demo.journal") as journal:
            return await play_rounds(
                settings,
                journal,
                rounds=rounds,
                seed=seed,
                options=options,
                make_board=make_board,
                tell=show.print_sentence,
                screen=None if oled is None else show.save_screen,
            )

    try:
        with exit_on_error(JournalError):
            played = run_virtual(play(), ThreadlessLoop) if fast else asyncio.run(play())
    except KeyboardInterrupt:
        click.echo("Stopped; coils and RF fields are off.")
        sys.exit(130)
    except ExceptionGroup as failed:
        if failed.subgroup(BrokenPipeError) is None:
            raise
        raise BrokenPipeError(errno.EPIPE, "the reader of our output has exited") from None  # click ends quietly on it
    if costs:
        _print_hardware_use(played.costs, played.passes)
    if not played.complete:
        raise click.ClickException("the rounds did not finish, or were not saved. See the output above.")


def _checked_variant_options(name: str, variant: str | None) -> dict[str, str]:
    with exit_on_error(installed.GameUnusable):
        game = installed.make_game(name)
    if not isinstance(game, Simulated):
        raise click.ClickException(f"{game.title} has no bots. To play it yourself: `royaltable sim`")
    if variant is None:
        return {}
    variants = next((choice.values for choice in game.choices() if choice.key == "variant"), ())
    if variant not in variants:
        expected = f"one of {', '.join(variants)}" if variants else f"none: {game.title} has no variants"
        raise click.ClickException(f"--variant: saw {variant!r}, expected {expected}.")
    return {"variant": variant}


class _DemoOutput:
    """Print each sentence; save each new screen."""

    def __init__(self, language: str, folder: Path | None) -> None:
        self._language = language
        self._folder = folder
        self._screens = 0
        self._last: bytes | None = None

    def print_sentence(self, now_s: float, text: Text) -> None:
        minutes, seconds = divmod(now_s, 60)
        click.echo(f"{int(minutes):2}:{seconds:04.1f}  {translate_text(text, self._language)}")

    def save_screen(self, picture: Image.Image) -> None:
        if self._folder is not None and picture.tobytes() != self._last:
            self._last = picture.tobytes()
            size = (picture.width * OLED_SCALE, picture.height * OLED_SCALE)
            self._screens += 1
            picture.resize(size).save(self._folder / f"{self._screens:04}.png")


def _print_hardware_use(costs: Costs, passes: int) -> None:
    click.echo()
    for name, value in (
        ("pieces carried over gates", f"{passes:,}"),
        ("SPI transfers", f"{costs.spi_transfers:,}"),
        ("SPI bytes", f"{costs.spi_bytes:,}"),
        ("airtime", f"{costs.airtime_s:,.3f} s"),
        ("guard time violations", f"{costs.guard_violations:,}"),
        ("I2C messages", f"{costs.i2c_messages:,}"),
        ("I2C bytes", f"{costs.i2c_bytes:,}"),
        ("motor half-steps", f"{costs.half_steps:,}"),
    ):
        click.echo(f"{name:26} {value:>12}")
