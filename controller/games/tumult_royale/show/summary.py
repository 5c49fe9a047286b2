"""How a game stands, for the list of games and for people who come back to the table."""

from collections.abc import Mapping

from controller.games.contract.ids import CastleId
from controller.games.contract.rules import Outcome, Summary
from controller.games.contract.texts import Text
from controller.games.tumult_royale.box.words import Seat
from controller.games.tumult_royale.rules.state import Over, State, hourglass
from controller.games.tumult_royale.show.screens import castle_tiles


def summary(state: State) -> Summary:
    """People compare tiles on castles, if there are any; points are placed statues (TR-8.3)."""
    castles = tuple(CastleId(state.color(Seat(seat))) for seat in range(len(state.players)))
    tiles = [player.castle.bit_count() for player in state.players]
    compare = castle_tiles(list(zip(map(Text, castles), tiles, strict=True))) if any(tiles) else ()
    placed = {castle: player.placed for castle, player in zip(castles, state.players, strict=True)}
    return Summary(castles, compare, _outcome(state, placed), hourglass(state.phase), placed)


def _outcome(state: State, placed: Mapping[CastleId, int]) -> Outcome | None:
    if not isinstance(state.phase, Over):
        return None
    return Outcome(state.round, (CastleId(state.color(state.phase.winner)),), placed, state.phase.ending)
