"""What the one to act may do: every legal move, those that differ only in what is paid as one lot.

Draws are chance and no option.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final, TypeAlias

from controller.games.tudor.box.words import CHAMBERS, LORDS_IN_A_CHAMBER, Phase
from controller.games.tudor.rules import moves
from controller.games.tudor.rules.actions import to_mapping
from controller.games.tudor.rules.board import each_bit
from controller.games.tudor.rules.chapters.acting import spendable
from controller.games.tudor.rules.chapters.enhancements import enhanced, ring_counts
from controller.games.tudor.rules.chapters.scenario import PRICE, banish_price
from controller.games.tudor.rules.chapters.throne import INFLUENCE, INTRIGUE, neighbours
from controller.games.tudor.rules.chapters.turns import open_letters
from controller.games.tudor.rules.lots import (
    AnyCards,
    BonusMoves,
    CardPairs,
    Exchanges,
    Layouts,
    Lot,
    OfficeRings,
    RingSwaps,
    TokenSwaps,
    Trades,
)
from controller.games.tudor.rules.moves import Move
from controller.games.tudor.rules.state import (
    EMPTY,
    LEFT,
    LORD,
    RIGHT,
    DrawStep,
    OfficeStep,
    Player,
    RingStep,
    State,
    TokenStep,
)
from controller.games.tudor.rules.table import Seat
from controller.games.tudor.rules.telling import as_action
from controller.games.tudor.rules.ways import Ways, climb, jumps, steps_to_rings, strolls, wander

Option: TypeAlias = Move | Lot


def each(options: Sequence[Option]) -> Iterator[Move]:
    """All moves of the options."""
    for option in options:
        if isinstance(option, Lot):
            yield from option
        else:
            yield option


def to_mappings(state: State) -> Iterator[dict[str, Any]]:
    """All moves as actions of the log."""
    for move in each(options(state)):
        yield to_mapping(as_action(state.table, move))


def options(state: State) -> list[Option]:
    """What the one to act may do; nothing while a draw is due and when the game is over."""
    if state.due:
        return _for_step(state)
    return _BY_PHASE[state.phase](state)


def _for_step(state: State) -> list[Option]:
    step, seat = state.due[0], state.at
    if isinstance(step, DrawStep):
        return []
    if isinstance(step, RingStep):
        return [OfficeRings(state)]
    if isinstance(step, TokenStep):
        return [moves.Decline(seat), *_for_token(state, step.kind)]
    if isinstance(step, OfficeStep):
        found: list[Option] = [moves.Decline(seat)]
        _act(state, "ABCDEF", Ways(state), found)
        return found
    return [Layouts(step.seat, state.players[step.seat].rings)]


def _for_token(state: State, kind: int) -> Iterator[Option]:
    """The immediate uses of a round token (TU-12.1, TU-12.2, TU-13.6)."""
    seat, table = state.at, state.table
    if 6 in table.scoring and state.players[seat].supply:
        yield moves.Ambassador(seat)
    if table.scenario == 1 and kind == INTRIGUE and len(state.tokens) - state.tokens.count(EMPTY) > 1:
        yield TokenSwaps(seat, state.tokens)
    if table.scenario == 2 and kind == INFLUENCE:
        yield from [moves.TokenForCard(seat, card) for card, number in enumerate(state.stacks) if number]
    if table.scenario == 2 and kind == INTRIGUE:
        yield from [moves.ChangeChairs(seat, chamber, (upper, upper + 1)) for chamber, upper in neighbours(state, seat)]


def _rings(state: State) -> list[Option]:
    return [moves.ChooseRing(state.at, ring) for ring in state.in_stand()]


def _hands(state: State) -> list[Option]:
    return [Layouts(state.at, list(state.players[state.at].unworn))]


def _assignment(state: State) -> list[Option]:
    seat = state.at
    player = state.players[seat]
    if not player.supply:
        return [moves.Pass(seat), *_recalls(seat, player)]
    room = state.table.bench
    return [moves.Assign(seat, chamber) for chamber, bench in enumerate(state.benches) if len(bench) < room]


def _recalls(seat: Seat, player: Player) -> list[Option]:
    return [moves.Recall(seat, space) for space in each_bit(player.courtiers)]


def _lords(state: State) -> list[Option]:
    return [
        moves.PlaceLord(state.at, chamber)
        for chamber, inside in enumerate(state.lords)
        if len(inside) < LORDS_IN_A_CHAMBER
    ]


def _turn(state: State) -> list[Option]:
    seat = state.at
    player = state.players[seat]
    ways = Ways(state)
    found: list[Option] = []
    if state.figure is None and state.has_unused(seat):
        figure = 2 * seat
        for chamber in range(CHAMBERS):
            for chair, sitting in enumerate(state.chairs[chamber]):
                if sitting == figure:
                    found.append(moves.Activate(seat, chamber, chair))
            if figure in state.lords[chamber]:
                found.append(moves.Activate(seat, chamber, LORD))
    else:
        found.append(moves.EndTurn(seat))
        letters = open_letters(state)
        if letters:
            _act(state, letters, ways, found)
    if not player.moved and player.tokens:
        tokens = each_bit(player.tokens)
        if 2 in state.table.scoring:
            tokens = [token for token in tokens if spendable(state.table, token)]
        if len(tokens) > 1 and ways.steps:
            found.append(BonusMoves(seat, ways.steps, tokens))
    if sum(player.cards) > 1:
        found.append(Exchanges(seat, player.cards, state.stacks))
    if not player.supply:
        found.extend(_recalls(seat, player))
    if player.influence or player.intrigue:
        _at_any_time(state, seat, player, ways, found)
    return found


def _act(state: State, letters: str, ways: Ways, found: list[Option]) -> None:
    """The actions of these letters (TU-9, TU-10)."""
    table, seat = state.table, state.at
    player, stacks = state.players[seat], state.stacks
    rings = ring_counts(table, player.hand)
    for letter in letters:
        if letter == "A":
            steps_to_rings(state, ways, rings, found)
        elif letter == "B":
            if any(state.stand):
                found.append(RingSwaps(state, enhanced(table, player.hand, "B")))
        elif letter == "C":
            if enhanced(table, player.hand, "C"):
                wander(state, ways, found)
            else:
                climb(state, "C", ways, found)
        elif letter == "D":
            if any(number and stack for number, stack in zip(rings, stacks, strict=True)):
                found.append(CardPairs(seat, rings, stacks, enhanced(table, player.hand, "D")))
        elif letter == "F":
            if any(stacks):
                found.append(AnyCards(seat, player.cards, stacks, enhanced(table, player.hand, "F")))
        elif letter == "H":
            for card, number in enumerate(rings):
                if number and stacks[card]:
                    found.append(moves.GainCards(seat, "H", (card,)))
        else:
            climb(state, "E" if letter == "E" else "G", ways, found)


def _at_any_time(state: State, seat: Seat, player: Player, ways: Ways, found: list[Option]) -> None:
    """The sides of the scenario card that may be used at any time (TU-12)."""
    card = state.table.scenario
    if card == 1 and player.influence >= PRICE:
        room = [to for to, bench in enumerate(state.benches) if len(bench) < state.table.bench]
        for chamber, row in enumerate(state.chairs):
            for chair, sitting in enumerate(row):
                if sitting >> 1 == seat:
                    found.extend([moves.Bench(seat, chamber, chair, to) for to in room])
    elif card == 3:
        if player.influence >= PRICE:
            found.extend([moves.BuyCard(seat, taken) for taken, number in enumerate(state.stacks) if number])
        if player.intrigue >= PRICE:
            jumps(state, seat, ways, found)
    elif card == 4 and player.influence and player.intrigue:
        others = [
            ring for other, each_player in enumerate(state.players) if other != seat for ring in each_player.rings
        ]
        found.append(Trades(seat, player.rings, others))
    elif card == 5:
        if player.influence >= PRICE and not state.sides & LEFT:
            strolls(state, seat, ways, found)
        if player.intrigue >= PRICE and not state.sides & RIGHT:
            board = state.table.board
            others = each_bit(ways.occupied & ~player.courtiers)
            found.extend(
                [moves.Banish(seat, space) for space in others if player.intrigue >= banish_price(board, space)]
            )


_BY_PHASE: Final[dict[Phase, Callable[[State], list[Option]]]] = {
    "rings": _rings,
    "hands": _hands,
    "assignment": _assignment,
    "lords": _lords,
    "actions": _turn,
    "over": lambda _: [],
}
