"""How a game stands, for the list of games and for people who come back to the table."""

from collections.abc import Mapping, Sequence

from controller.games.contract.ids import CastleId
from controller.games.contract.rules import Outcome, Summary
from controller.games.contract.texts import Text
from controller.games.tudor.rules.state import State
from controller.games.tudor.show import words


def summary(state: State) -> Summary:
    """People compare the prestige track; all else they see on the board, and all of it on the page."""
    table = state.table
    castles = tuple(CastleId(gate) for gate in table.gates)
    prestige = zip(map(words.player, table.colors), (player.prestige for player in state.players), strict=True)
    points = {castle: player.prestige for castle, player in zip(castles, state.players, strict=True)}
    return Summary(castles, (comparison(tuple(prestige)),), _outcome(state, castles, points), points=points)


def comparison(prestige: Sequence[tuple[words.Word, int]]) -> Text:
    """Everybody's prestige in one line."""
    each = tuple(Text("tudor-compare-one", {"player": player, "prestige": has}) for player, has in prestige)
    return Text("tudor-compare", {"players": each})


def _outcome(state: State, castles: tuple[CastleId, ...], points: Mapping[CastleId, int]) -> Outcome | None:
    if state.phase != "over":
        return None
    return Outcome(state.round, tuple(castles[seat] for seat in state.winners), points)
