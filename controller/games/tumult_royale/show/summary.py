"""How a game stands, for the list of games and for people who come back to the table."""

from controller.games.contract.ids import CastleId
from controller.games.contract.rules import Outcome, Summary
from controller.games.tumult_royale.box.words import Seat
from controller.games.tumult_royale.rules.state import Over, Robbing, State


def summary(state: State) -> Summary:
    """Tiles on castles, the hourglass by the log, and the outcome: points are placed statues (TR-8.3)."""
    piles = {CastleId(state.color(Seat(seat))): player.castle.bit_count() for seat, player in enumerate(state.players)}
    return Summary(piles, isinstance(state.phase, Robbing), _outcome(state))


def _outcome(state: State) -> Outcome | None:
    if not isinstance(state.phase, Over):
        return None
    placed = {CastleId(state.color(Seat(seat))): player.placed for seat, player in enumerate(state.players)}
    return Outcome(state.round, CastleId(state.color(state.phase.winner)), state.phase.ending, placed)
