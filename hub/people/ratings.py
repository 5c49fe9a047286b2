"""How strong players are: Plackett and Luce's model after Weng and Lin (openskill), from all results in their order."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, Final

import msgspec
from msgspec import Struct
from openskill.models import PlackettLuce

from controller.games.contract.rules import Outcome
from controller.games.contract.values import CastleId
from controller.json_faults import NO_JSON
from hub.people.places import places

FIRST_MU: Final = 25.0
FIRST_SIGMA: Final = FIRST_MU / 3
"""Of who has not played yet."""


Pool = tuple[str, int]
"""A game by its name for programs, and a season; 0 for all time."""


class Placed(Struct, frozen=True):
    """A game as far as it rates anybody: its pool, and the place of each player whose seat is known, from 1."""

    pool: Pool
    places: Mapping[int, int]


class Rating(Struct, frozen=True):
    """How strong a player is: ``mu`` by what was seen, ``sigma`` how sure that is.

    Attributes:
        wins: first places, shared ones too.
    """

    mu: float = FIRST_MU
    sigma: float = FIRST_SIGMA
    games: int = 0
    wins: int = 0

    @property
    def at_least(self) -> float:
        """What a player is surely worth; by it they are listed, so that one lucky game lifts nobody."""
        return self.mu - 3 * self.sigma


def ratings(games: Iterable[Placed]) -> dict[tuple[Pool, int], Rating]:
    """Of all players in each pool; a game of one known player rates nobody.

    Args:
        games: in the order in which they ended.
    """
    rated: dict[tuple[Pool, int], Rating] = {}
    for game in games:
        if len(game.places) < 2:  # it takes two to compare
            continue
        before = [rated.get((game.pool, player), Rating()) for player in game.places]
        after = _model().rate(
            [[_model().rating(mu=each.mu, sigma=each.sigma)] for each in before],
            ranks=list(map(float, game.places.values())),
        )
        for (player, place), old, [new] in zip(game.places.items(), before, after, strict=True):
            wins = old.wins + (place == 1)
            rated[game.pool, player] = Rating(float(new.mu), float(new.sigma), old.games + 1, wins)
    return rated


def rated(rows: Iterable[Sequence[Any]]) -> list[tuple[Any, ...]]:
    """What is kept in the database of all ratings, for its rows of results (``rating_store``)."""
    found = ratings(_placed(rows))
    return [(*pool, player, each.mu, each.sigma, each.games, each.wins) for (pool, player), each in found.items()]


def _placed(rows: Iterable[Sequence[Any]]) -> Iterator[Placed]:
    for rules, told, castles, players, season in rows:
        try:
            outcome = msgspec.json.decode(told, type=Outcome)
        except NO_JSON:
            continue  # a backup may hold anything, and one game holds up no other
        seated = {CastleId(castle): player for castle, player in zip(castles, players, strict=True)}
        placed = places(outcome, seated)
        mine = {player: placed[castle] for castle, player in seated.items()}
        for each in {0, season or 0}:
            yield Placed((rules, each), mine)


@cache
def _model() -> PlackettLuce:
    """Its constants are the paper's."""
    return PlackettLuce(mu=FIRST_MU, sigma=FIRST_SIGMA)
