"""`royaltable replay`: play a game log and say what it comes to."""

import sys
from typing import BinaryIO

import click
import msgspec

from controller.cli.shared.game_logs import LOG, lines, played
from controller.games.contract.actions import RefusedError
from controller.games.tumult_royale.rules.game_log import GameLog
from controller.games.tumult_royale.rules.state import Over, State, canonical


@click.command()
@LOG
@click.option("--states", is_flag=True, help="Print the state after each action, as canonical JSON.")
@click.option("--keep-going", is_flag=True, help="Go on after refused actions, which change nothing; exit with 0.")
def replay(log: BinaryIO, *, states: bool, keep_going: bool) -> None:
    """Play the game log LOG (a file, or - for standard input) and say how the game stands.

    A log has one JSON object a line; blank lines are skipped. At the first refused action it says why and stops with
    exit status 1.
    """
    play = GameLog()
    refused = 0
    out = sys.stdout.buffer
    for line in played(lines(log), play):
        if line.refusal is None:
            if states and play.state is not None:
                out.write(canonical(play.state, play.seq) + b"\n")
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
        click.echo(_summary(play.state, play.seq, refused))
    if refused and not keep_going:
        sys.exit(1)


def _as_json(line: int, refusal: RefusedError) -> bytes:
    return msgspec.json.encode({"refused": {"rule": refusal.code, "message": str(refusal)}, "line": line})


def _summary(state: State | None, accepted: int, refused: int) -> str:
    told = f"{accepted} accepted, {refused} refused"
    if state is None:
        return f"{told}: no game has begun"
    lines = [f"{told}; round {state.round}, {state.phase.name}", "rank  player  statues  supporters"]
    for rank, seat in enumerate(state.ranked, start=1):
        player = state.players[seat]
        lines.append(f"{rank:4}  {state.color(seat):6}  {player.placed:7}  {player.supporters:10}")
    if isinstance(state.phase, Over):
        lines.append(f"{state.color(state.phase.winner)} wins: {state.phase.ending}")
    elif state.to_act is not None:
        lines.append(f"{state.color(state.to_act)} is to act")
    return "\n".join(lines)
