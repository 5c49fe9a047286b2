"""Who came first, second, ... in a game, by its outcome alone: the hub knows no game."""

from collections.abc import Collection, Mapping

from controller.games.contract.rules import Outcome
from controller.games.contract.values import CastleId


def places(outcome: Outcome, castles: Collection[CastleId]) -> Mapping[CastleId, int]:
    """From 1; whoever shares one has the same, and the next place is left out.

    Who won comes first, the others follow by their points, where the game measures them. Where nobody won all share the
    first place: a game that all have lost ranks nobody.
    """
    if not outcome.winners:
        return dict.fromkeys(castles, 1)
    ranks = {each: (True, 0) if each in outcome.winners else (False, outcome.points.get(each, 0)) for each in castles}
    return {castle: 1 + sum(other > mine for other in ranks.values()) for castle, mine in ranks.items()}
