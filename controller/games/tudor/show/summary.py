"""A game's summary, and its prestige over the rounds."""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any, Final

from controller.games.contract.rules import Outcome, Summary
from controller.games.contract.values import CastleId, Text
from controller.games.tudor.rules import words
from controller.games.tudor.rules.state import State


def summary(state: State) -> Summary:
    """Summarise a game; to resume it, players compare only the prestige track with the board."""
    table = state.table
    castles = tuple(CastleId(gate) for gate in table.gates)
    players = [words.player_word(color) for color in table.colors]
    prestige = zip(players, (player.prestige for player in state.players), strict=True)
    points = {castle: player.prestige for castle, player in zip(castles, state.players, strict=True)}
    names = {
        castle: player if isinstance(player, Text) else Text("tudor-say-it", {"it": player})
        for castle, player in zip(castles, players, strict=True)
    }
    compare = (prestige_comparison_text(tuple(prestige)),)
    colors = dict(zip(castles, table.colors, strict=True))
    return Summary(castles, compare, _outcome(state, castles, points), points=points, names=names, colors=colors)


def prestige_comparison_text(prestige: Sequence[tuple[words.Word, int]]) -> Text:
    each = tuple(Text("tudor-compare-one", {"player": player, "prestige": has}) for player, has in prestige)
    return Text("tudor-compare", {"players": each})


def _outcome(state: State, castles: tuple[CastleId, ...], points: Mapping[CastleId, int]) -> Outcome | None:
    if not state.is_over:
        return None
    return Outcome(state.round, tuple(castles[seat] for seat in state.winners), points)


PRESTIGE_SOURCES: Final = ("offices", "crowded", "corrected")
"""Sources of prestige during a game, in order: scoring card 4 (TU-13.4), card 5 (TU-13.5), amendments."""

OFFICES_CARD_NUMBER: Final = 4


def course_points(states: Sequence[State]) -> list[dict[str, Any]]:
    """Return prestige before the first round (round 0), after each round, and at the end.

    Each has ``round``, ``prestige`` by colour, and ``sources``: by colour, the prestige so far from each of
    ``PRESTIGE_SOURCES``. The last ``prestige`` includes the scores at the end (``final`` of the view).
    """
    points: list[dict[str, Any]] = []
    by_source: dict[str, dict[str, int]] = {}
    for before, state in pairwise((None, *states)):
        assert state is not None
        by_source = add_prestige_to_sources(by_source, before, state)
        if not state.phase_traits.is_setup and len(points) < state.round:
            points.append(_course_point(state.round - 1, state, by_source))
    if states and states[-1].is_over:
        points.append(_course_point(states[-1].round, states[-1], by_source))
    return points


def add_prestige_to_sources(
    by_source: dict[str, dict[str, int]], before: State | None, after: State
) -> dict[str, dict[str, int]]:
    """Add the prestige gained by an action to its source, found from what else changed."""
    colors = after.table.colors
    if before is None:
        return {color: dict.fromkeys(PRESTIGE_SOURCES, 0) for color in colors}
    if before.players == after.players:
        return by_source
    found = {color: dict(each) for color, each in by_source.items()}
    ended = after.round != before.round or after.is_over
    for seat, color in enumerate(colors):
        came = after.players[seat].prestige - before.players[seat].prestige
        if after.final:
            came -= sum(after.final[seat].scoring) + after.final[seat].garter
        office = after.offices != before.offices and OFFICES_CARD_NUMBER in after.table.scoring
        found[color]["crowded" if ended else "offices" if office else "corrected"] += came
    return found


def _course_point(number: int, state: State, by_source: dict[str, dict[str, int]]) -> dict[str, Any]:
    players = zip(state.table.colors, state.players, strict=True)
    return {"round": number, "prestige": {color: player.prestige for color, player in players}, "sources": by_source}
