"""How a game stands, for the list of games and for people who come back to the table."""

from controller.games.contract.ids import CastleId
from controller.games.contract.rules import Outcome, Summary
from controller.games.contract.texts import Text
from controller.games.tudor.rules.state import State
from controller.games.tudor.show import words


def summary(state: State) -> Summary:
    """People compare prestige, and the courtiers in supply, which say how many are on the board."""
    table = state.table
    castles = tuple(CastleId(gate) for gate in table.gates)
    compare = tuple(
        Text(
            "tudor-compare",
            {"player": words.player(color), "prestige": player.prestige, "supply": player.supply},
        )
        for color, player in zip(table.colors, state.players, strict=True)
    )
    return Summary(castles, compare, _outcome(state, castles))


def _outcome(state: State, castles: tuple[CastleId, ...]) -> Outcome | None:
    if state.phase != "over":
        return None
    points = {castle: player.prestige for castle, player in zip(castles, state.players, strict=True)}
    return Outcome(state.round, tuple(castles[seat] for seat in state.winners), points)
