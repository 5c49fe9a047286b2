"""Deal a game by chance: the start player, the cards, and the tokens on the board."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from controller.games.contract.rules import Shuffled
from controller.games.contract.tools.editions import EditionFault
from controller.games.contract.values import Action, CastleId, PieceId, RandomDraw
from controller.games.tudor.box import edition as editions
from controller.games.tudor.box.reading import EDITION_FORMAT, standard_edition
from controller.games.tudor.referee.memory import FIRST_GAME_CARDS, castle_colors
from controller.games.tudor.rules.actions import SeatedPlayer
from controller.games.tudor.rules.table import board_from_columns

FIRST, DRAWN = "first", "drawn"
"""Values of the card option: a first game's cards, or three drawn ones (TU-0.3, TU-0.4)."""

FULL_TURN_DEG: Final = 360


class PartsDealtByHand(Struct, frozen=True):
    """What players have chosen and the deal depends on; ``scoring`` may name only one card."""

    players: tuple[SeatedPlayer, ...] = ()
    scoring: tuple[int, ...] = ()


def complete_start_action(
    castles: Sequence[CastleId], cards: str, dealt: Mapping[str, Any], shuffled: Shuffled
) -> Action | RandomDraw:
    """Complete a start action, of which players have ``dealt`` a part: any JSON, which the rules judge later.

    Without ``first`` the arrow draws the start player (TU-0.1).
    """
    try:
        settled = msgspec.convert(dealt, PartsDealtByHand)
    except msgspec.ValidationError:
        settled = PartsDealtByHand()
    try:
        edition = EDITION_FORMAT.parse(dealt["edition"])
    except (KeyError, EditionFault):
        edition = standard_edition()
    if len(settled.players) != len(castles):
        settled = replace(settled, players=())
    made = _deal_start_fields(edition, castles, cards, shuffled, settled)
    begun = {**made, "edition": "standard", **dealt, **({"scoring": made["scoring"]} if settled.scoring else {})}
    if "first" in dealt:
        return begun
    colors = tuple(player.color for player in settled.players) or tuple(castle_colors(edition, castles))
    return RandomDraw(begun, "first", equal_sector_widths_by_seat(len(colors)), colors)


def equal_sector_widths_by_seat(number: int) -> tuple[tuple[int, int], ...]:
    """Return each seat with its sector's width in degrees (TU-0.1)."""
    return tuple((seat, FULL_TURN_DEG // number) for seat in range(1, number + 1))


def _deal_start_fields(
    edition: editions.Edition, castles: Sequence[CastleId], cards: str, shuffled: Shuffled, settled: PartsDealtByHand
) -> dict[str, Any]:
    colors = [player.color for player in settled.players] or castle_colors(edition, castles)
    scoring, scenario = list(FIRST_GAME_CARDS[:2]), FIRST_GAME_CARDS[2]
    if cards == DRAWN:
        scoring, scenario = shuffled(editions.SCORING_CARD_NUMBERS)[:2], shuffled(editions.SCENARIO_CARD_NUMBERS)[0]
    if settled.scoring:
        others = [card for card in scoring if card not in settled.scoring]
        scoring = [*settled.scoring, *others[: max(0, 2 - len(settled.scoring))]]
    return {
        "do": "start",
        "game": "tudor",
        "players": [{"color": color, "gate": gate} for color, gate in zip(colors, castles, strict=False)],
        "scoring": scoring,
        "scenario": scenario,
        "spaces": _deal_board_tokens(edition, len(castles), scoring, shuffled),
    }


def _deal_board_tokens(
    edition: editions.Edition, players: int, scoring: Sequence[int], shuffled: Shuffled
) -> dict[str, Any]:
    """Deal a round and a faction token to every space, without those that leave the game (TU-0.5 to TU-0.7)."""
    place = editions.PLAYER_COUNTS.index(players)
    names = board_from_columns(edition.columns[place]).names
    kinds = [
        kind
        for kind, number in zip(editions.ROUND_TOKEN_KINDS, edition.round_token_counts(players), strict=True)
        for _ in range(number)
    ]
    bag: list[PieceId] = []
    for faction, essential in enumerate(edition.essentials):
        without = (edition.less_tokens if place == 0 else 0) + (
            essential.remove if editions.ESSENTIALS_CARD in scoring else 0
        )
        tokens = shuffled([token.id for token in edition.tokens if token.faction == faction])
        bag += tokens[without:]
    laid = zip(names, shuffled(kinds), shuffled(bag), strict=False)
    return {name: {"round": kind, "token": token} for name, kind, token in laid}
