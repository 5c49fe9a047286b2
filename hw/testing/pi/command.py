"""The command `royaltable-pi`: run any Python program on a simulated Pi, in real time."""

import atexit
import contextlib
import json
import os
import shutil
import signal
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import click

from hw.testing.pi.hands import HANDS
from hw.testing.pi.limit import END_S, GRACE_S
from hw.testing.pi.machine import HEADER, SETTINGS, SimulatedPi, child_environment


@click.group()
def main() -> None:
    """A Raspberry Pi with reader, display, stepper, knob and buttons, simulated."""


@main.command(context_settings={"ignore_unknown_options": True})
@click.argument("command", nargs=-1, required=True, type=click.UNPROCESSED)
@click.option("--wiring", "-w", type=click.Path(exists=True, path_type=Path), help="TOML file: keys of TableWiring.")
@click.option("--wire", multiple=True, metavar="TOML", help="A line of it, such as 'oled = [1, 0x3D]'.")
@click.option(
    "--script", "-s", type=click.Path(exists=True, path_type=Path), help=f"What people do: {', '.join(HANDS)}."
)
@click.option("--at", multiple=True, metavar="LINE", help="A line of it, such as '1.5 place 04a1b2c3d4e580'.")
@click.option("--tag", multiple=True, metavar="UID", help="A tag that lies on the first reader from the start.")
@click.option("--fault", multiple=True, metavar="NAME[=PLACE]", help="A fault from the start.")
@click.option("--nasty", type=int, metavar="SEED", help="Bounces, noise and tags that flicker, by a seed.")
@click.option("--seconds", type=click.FloatRange(min=0.1), help="End the program as by Ctrl-C after this time.")
@click.option("--trace", type=click.Path(path_type=Path), help="Write all buses and pins as VCD.")
@click.option("--picture", type=click.Path(path_type=Path), help="Draw them as PNG.")
@click.option("--record", type=click.Path(path_type=Path), help="Record all buses and pins, to replay or compare.")
@click.option("--screen", type=click.Path(path_type=Path), help="Write what the display shows at the end as PNG.")
def run(command: tuple[str, ...], seconds: float | None, **options: Any) -> None:
    """Run COMMAND, such as `python program.py`, with stand-ins for what it meets on a Pi."""
    settings = _settings(**options)
    try:
        _prepare(settings).close()
    except ValueError as error:
        raise click.UsageError(str(error)) from error
    if shutil.which(command[0]) is None:
        raise click.UsageError(f"saw the program {command[0]!r}, expected one that can be started")
    environment = os.environ | child_environment(settings) | {"PYTHONUNBUFFERED": "1", "PYTHONFAULTHANDLER": "1"}
    with subprocess.Popen(command, env=environment, start_new_session=True) as program:  # noqa: S603  # what was asked for
        try:
            sys.exit(program.wait(seconds))
        except (subprocess.TimeoutExpired, KeyboardInterrupt):
            os.killpg(program.pid, signal.SIGINT)
        try:
            program.wait(GRACE_S)
        except subprocess.TimeoutExpired:
            click.echo(
                f"royaltable-pi: it did not end within {GRACE_S:.0f} s after Ctrl-C and was killed; it stood at:",
                err=True,
            )
            os.killpg(program.pid, signal.SIGABRT)  # Python's fault handler writes the lines
            with contextlib.suppress(subprocess.TimeoutExpired):
                program.wait(END_S)
            os.killpg(program.pid, signal.SIGKILL)
            sys.exit(1)


@main.command()
def wiring() -> None:
    """Print the usual wiring as TOML, to begin with."""
    for key, value in HEADER.items():
        if isinstance(value, dict):
            text = "{ " + ", ".join(f"{name} = {_toml(each)}" for name, each in value.items()) + " }"
        else:
            text = _toml(value)
        click.echo(f"{key} = {text}")


def _toml(value: Any) -> str:
    return str(list(value)) if isinstance(value, tuple) else str(value).lower()


def _settings(**options: Any) -> dict[str, Any]:
    """Return the options as values of JSON, files read."""
    lines = [options["wiring"].read_text(encoding="utf-8")] if options["wiring"] else []
    try:
        wiring = tomllib.loads("\n".join([*lines, *options["wire"]]))
    except tomllib.TOMLDecodeError as error:
        raise click.UsageError(f"the wiring is no TOML: {error}") from error
    script = options["script"].read_text(encoding="utf-8") if options["script"] else ""
    script += "".join(f"\n{line}" for line in options["at"])
    script += "".join(f"\n0 place {uid}" for uid in options["tag"])
    script += "".join(f"\n0 fault {name.replace('=', ' ')}" for name in options["fault"])
    outputs = {name: str(options[name].resolve()) for name in ("trace", "picture", "record", "screen") if options[name]}
    return {"wiring": wiring, "script": script, "outputs": outputs, "nasty": options["nasty"]}


def _prepare(settings: dict[str, Any]) -> SimulatedPi:
    pi = SimulatedPi(settings["wiring"], real_time=True, nasty=settings["nasty"])
    try:
        pi.script(settings["script"])
    except ValueError:
        pi.close()
        raise
    return pi


def begin_in_program() -> None:
    """Put the program that starts in this process on the Pi of the command."""
    if SETTINGS not in os.environ:
        return
    # A shell's background job ignores Ctrl-C, and hands that down to what it starts.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    settings = json.loads(os.environ[SETTINGS])
    pi = _prepare(settings)
    using = pi.in_use()
    using.__enter__()
    atexit.register(_write, using, pi, settings["outputs"])


def _write(_using: object, pi: SimulatedPi, outputs: dict[str, str]) -> None:
    if not pi.trace.events:
        return  # a further process of the program, which has met no part
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the end of --seconds, which may come while this writes
    if "trace" in outputs:
        pi.trace.write_vcd(outputs["trace"])
    if "picture" in outputs:
        pi.trace.write_picture(outputs["picture"])
    if "record" in outputs:
        Path(outputs["record"]).write_bytes(pi.trace.to_file(pi.wiring))
    if "screen" in outputs and pi.table.oled is not None:
        pi.table.oled.image().save(outputs["screen"])
    if pi.trace.dropped:
        print(f"royaltable-pi: the trace lacks the last {pi.trace.dropped} events", file=sys.stderr)


if __name__ == "__main__":
    main()
