"""The set-up (TU-0), and amendments that correct the state."""

from collections import Counter
from typing import Final

from msgspec.structs import replace

from controller.games.contract.tools.editions import EditionFault
from controller.games.tudor.box import edition as editions
from controller.games.tudor.box.reading import EDITION_FORMAT, standard_edition
from controller.games.tudor.rules import actions, moves
from controller.games.tudor.rules.chapters.shared import CheckMove, PerformMove, with_swapped
from controller.games.tudor.rules.moves import Refusal
from controller.games.tudor.rules.state import EMPTY, NO_SEAT, Player, State
from controller.games.tudor.rules.table import Table
from controller.games.undoable_log import Event, public_event


def perform_start(action: actions.Start) -> tuple[State, tuple[Event, ...]]:
    """Return the first state (TU-0.1 to TU-0.9) and its events; raise Refusal if illegal."""
    edition = _edition_of_start(action)
    colors = _check_and_get_colors(action, edition)
    if (
        len(action.scoring) != 2
        or len(set(action.scoring)) != 2
        or not set(action.scoring) <= set(editions.SCORING_CARD_NUMBERS)
    ):
        raise Refusal("TU-0.3", "scoring-cards", seen=", ".join(str(card) for card in action.scoring))
    if action.scenario not in editions.SCENARIO_CARD_NUMBERS:
        raise Refusal("TU-0.4", "scenario-card", seen=action.scenario)
    first, second = action.scoring
    gates = tuple(player.gate for player in action.players)
    table = Table.from_edition(edition, colors, gates, (first, second), action.scenario)
    _check_spaces_round_tokens(action, table)
    bag = _token_counts_in_play(edition, len(colors), action.scoring)
    state = _first_state(action, table, bag)
    values = {"count": len(colors), "player": state.first, "pair": table.scoring, "scenario": table.scenario}
    return state, (public_event("began", **values),)


def _edition_of_start(action: actions.Start) -> editions.Edition:
    if isinstance(action.edition, str):
        return standard_edition()
    try:
        return EDITION_FORMAT.parse(action.edition)
    except EditionFault as fault:
        first, others = fault.faults[0], len(fault.faults) - 1
        raise Refusal("TU-0.2", "edition", where=first.where, problem=first.problem, others=others) from None


def _check_and_get_colors(action: actions.Start, edition: editions.Edition) -> tuple[editions.Color, ...]:
    count = len(action.players)
    if count not in editions.PLAYER_COUNTS:
        raise Refusal("TU-0.1", "player-count", seen=count)
    colors = tuple(editions.Color(player.color) for player in action.players)
    for color in colors:
        if color not in edition.colors:
            raise Refusal("TU-0.1", "color-unknown", seen=color, colors=", ".join(edition.colors))
        if colors.count(color) > 1:
            raise Refusal("TU-0.1", "color-twice", color=color)
    gates = [player.gate for player in action.players]
    for gate in gates:
        if gates.count(gate) > 1:
            raise Refusal("TU-0.1", "gate-twice", gate=gate)
    if action.first not in colors:
        raise Refusal("TU-0.1", "first-unknown", seen=action.first)
    return colors


def _check_spaces_round_tokens(action: actions.Start, table: Table) -> None:
    """Require the spaces of the board (TU-0.5) and the round tokens in play (TU-0.6)."""
    for name in action.spaces:
        if name not in table.board.numbers:
            raise Refusal("TU-0.5", "space-not-there", space=name)
    for name in table.board.names:
        if name not in action.spaces:
            raise Refusal("TU-0.5", "space-missing", space=name)
    influence = sum(laid.round == "influence" for laid in action.spaces.values())
    expected = table.edition.round_token_counts(len(table.colors))[0]
    if influence != expected:
        raise Refusal("TU-0.6", "round-tokens", seen=influence, expected=expected)


def _token_counts_in_play(edition: editions.Edition, players: int, scoring: tuple[int, ...]) -> list[int]:
    less = edition.less_tokens if players == editions.PLAYER_COUNTS[0] else 0
    return [
        edition.token_count(faction) - less - (essential.remove if editions.ESSENTIALS_CARD in scoring else 0)
        for faction, essential in enumerate(edition.essentials)
    ]


def _first_state(action: actions.Start, table: Table, bag: list[int]) -> State:
    """Return the state with the board laid and other tokens in the bag (TU-0.5, TU-0.7)."""
    pieces, board = table.pieces, table.board
    laid = Counter(space.token for space in action.spaces.values())
    tokens, influence = [], 0
    for space, name in enumerate(board.names):
        id_ = action.spaces[name].token
        token = pieces.token_numbers.get(id_)
        if token is None:
            raise Refusal("TU-0.7", "token-not-there", space=name, token=id_)
        if laid[id_] > 1:
            raise Refusal("TU-0.7", "token-twice", token=id_)
        faction = pieces.token_factions[token]
        bag[faction] -= 1
        if bag[faction] < 0:
            raise Refusal("TU-0.7", "bag-empty-of", faction=table.faction_names[faction])
        tokens.append(token)
        if action.spaces[name].round == "influence":
            influence |= 1 << space
    seen = sum(1 << token for token in tokens)
    edition, count = table.edition, len(table.colors)
    seat = table.seats[action.first]
    each = edition.rings_each[editions.PLAYER_COUNTS.index(count)]
    factions = len(edition.factions)
    return State(
        table=table,
        round=1,
        phase="rings",
        first=seat,
        turn_seat=seat,
        players=(Player(supply=edition.courtiers),) * count,
        tokens=tuple(tokens),
        influence=influence,
        intrigue=(1 << len(tokens)) - 1 & ~influence,
        offices=(NO_SEAT,) * len(board.columns),
        benches=((),) * editions.CHAMBER_COUNT,
        chairs=((EMPTY,) * table.chairs,) * editions.CHAMBER_COUNT,
        lords=((),) * editions.CHAMBER_COUNT,
        stand=(each,) * factions,
        stacks=(edition.cards,) * factions,
        bag=tuple(bag),
        unseen=(1 << len(pieces.tokens)) - 1 & ~seen,
        gone=0,
    )


def check_amend_cards(state: State, move: moves.AmendCards) -> None:
    """Refuse changes that in sum leave fewer than 0 cards in a hand or stack."""
    table = state.table
    hands, stacks = _amended_hands_and_stacks(state, move)
    for seat, faction, change in move.cards:
        if hands[seat][faction] < 0:
            has = state.players[seat].cards[faction]
            raise Refusal(
                "LOG",
                "amend-hand",
                player=table.colors[seat],
                faction=table.faction_names[faction],
                change=change,
                has=has,
            )
    for faction, number in enumerate(stacks):
        if number < 0:
            raise Refusal("LOG", "amend-stack", faction=table.faction_names[faction], has=state.stacks[faction])


def _amended_hands_and_stacks(state: State, move: moves.AmendCards) -> tuple[list[list[int]], list[int]]:
    hands, stacks = [list(player.cards) for player in state.players], list(state.stacks)
    for seat, faction, change in move.cards:
        hands[seat][faction] += change
        stacks[faction] -= change
    return hands, stacks


def perform_amend_cards(state: State, move: moves.AmendCards, events: list[Event]) -> State:
    hands, stacks = _amended_hands_and_stacks(state, move)
    events.append(public_event("amended-cards", players=tuple(dict.fromkeys(seat for seat, *_ in move.cards))))
    players = tuple(replace(player, cards=tuple(hand)) for player, hand in zip(state.players, hands, strict=True))
    return replace(state, players=players, stacks=tuple(stacks))


def check_amend_prestige(state: State, move: moves.AmendPrestige) -> None:
    for seat, change in move.prestige:
        has = state.players[seat].prestige
        if has + change < 0:
            raise Refusal("LOG", "amend-prestige", player=state.table.colors[seat], change=change, has=has)


def perform_amend_prestige(state: State, move: moves.AmendPrestige, events: list[Event]) -> State:
    players = list(state.players)
    for seat, change in move.prestige:
        prestige = players[seat].prestige + change
        players[seat] = replace(players[seat], prestige=prestige)
        events.append(public_event("amended-prestige", player=seat, prestige=prestige))
    return replace(state, players=tuple(players))


def check_amend_swap(state: State, move: moves.AmendSwappedTokens) -> None:
    names = state.table.board.names
    one, other = move.swap
    if one == other:
        raise Refusal("LOG", "space-twice", space=names[one])
    for space in move.swap:
        if state.tokens[space] == EMPTY:
            raise Refusal("LOG", "space-without-token", space=names[space])


def perform_amend_swap(state: State, move: moves.AmendSwappedTokens, events: list[Event]) -> State:
    events.append(public_event("amended-swap", spaces=move.swap))
    return replace(state, tokens=with_swapped(state.tokens, *move.swap))


RULES: Final[dict[type, tuple[CheckMove, PerformMove]]] = {
    moves.AmendCards: (check_amend_cards, perform_amend_cards),
    moves.AmendPrestige: (check_amend_prestige, perform_amend_prestige),
    moves.AmendSwappedTokens: (check_amend_swap, perform_amend_swap),
}
