"""`royaltable replay`: play a game log and say what it comes to."""

import sys
from typing import BinaryIO

import click
import msgspec

from controller.cli.shared.game_logs import LOG, AnyLog, lines, played
from controller.cli.shared.game_tools import tools_of
from controller.games.contract.tools.tools import Replayable
from controller.games.contract.values import RefusedError


@click.command()
@LOG
@click.option("--states", is_flag=True, help="Print the state after each action, as canonical JSON.")
@click.option("--keep-going", is_flag=True, help="Go on after refused actions, which change nothing; exit with 0.")
def replay(log: BinaryIO, *, states: bool, keep_going: bool) -> None:
    """Play the game log LOG (a file, or - for standard input) and say how the game stands.

    A log has one JSON object a line; blank lines are skipped. At the first refused action it says why and stops with
    exit status 1.
    """
    play, refused = AnyLog(), 0
    out = sys.stdout.buffer
    for line in played(lines(log), play):
        if line.refusal is None:
            if states and play.state is not None:
                out.write(tools_of(play.game, Replayable).canonical(play.state, play.seq) + b"\n")
            continue
        refused += 1
        if states:
            out.write(_as_json(line.number, line.refusal) + b"\n")
        else:
            click.echo(f"line {line.number}: {line.refusal.code}: {line.refusal}")
        if not keep_going:
            break
    out.flush()
    if not states:
        click.echo(_summary(play, refused))
    if refused and not keep_going:
        sys.exit(1)


def _as_json(line: int, refusal: RefusedError) -> bytes:
    return msgspec.json.encode({"refused": {"rule": refusal.code, "message": str(refusal)}, "line": line})


def _summary(play: AnyLog, refused: int) -> str:
    told = f"{play.seq} accepted, {refused} refused"
    if play.state is None:
        return f"{told}: no game has begun"
    first, *others = tools_of(play.game, Replayable).standing(play.state)
    return "\n".join([f"{told}; {first}", *others])
