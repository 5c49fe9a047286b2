"""`royaltable replay`: play a game log and say what it comes to."""

import sys
from typing import TextIO

import click
import msgspec

from controller.cli.loglines import LOG, played
from controller.games.tumult_royale.log import Play
from controller.games.tumult_royale.state import Over, State, canonical


@click.command()
@LOG
@click.option("--states", is_flag=True, help="One state a line for each accepted action, canonical JSON.")
@click.option("--keep-going", is_flag=True, help="Go on after a refused action.")
def replay(log: TextIO, *, states: bool, keep_going: bool) -> None:
    """Play the game log LOG (a file, or - for standard input) and say what it comes to.

    Exit status 1 if an action was refused.
    """
    play, refused = Play(), False
    for line, refusal in played(log, play):
        if refusal is not None:
            refused = True
            answer = {"refused": {"rule": refusal.rule, "message": str(refusal)}, "line": line}
            click.echo(msgspec.json.encode(answer) if states else f"line {line}: {refusal.rule}: {refusal}")
            if not keep_going:
                break
        elif states and play.state is not None:
            click.echo(canonical(play.state, play.seq))
    if not states:
        click.echo(_summary(play.state, play.seq))
    sys.exit(refused)


def _summary(state: State | None, seq: int) -> str:
    if state is None:
        return "no game: the log has no `start` that was accepted"
    lines = [f"{seq} actions, round {state.round}, phase {state.phase.name}"]
    for seat in state.ranked:
        player = state.players[seat]
        lines.append(
            f"{state.rank(seat)}  {state.color(seat):7} {player.placed:2} placed, {player.supporters:3} supporters"
        )
    if isinstance(state.phase, Over):
        lines.append(f"{state.color(state.phase.winner)} wins: {state.phase.ending}")
    return "\n".join(lines)
