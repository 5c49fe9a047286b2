"""Actions that bring rings and cards: B, D, F, H, and the exchange (TU-9, TU-10, TU-11.3)."""

from msgspec.structs import replace

from controller.games.tudor.box.words import Letter
from controller.games.tudor.rules import events, moves
from controller.games.tudor.rules.chapters.enhancements import enhanced, ring_counts
from controller.games.tudor.rules.chapters.shared import free_turn, holds, plus, with_player
from controller.games.tudor.rules.chapters.turns import after_letter, judge_letter
from controller.games.tudor.rules.events import Event
from controller.games.tudor.rules.refusal import Refusal
from controller.games.tudor.rules.state import Hand, Player, State
from controller.games.tudor.rules.table import Faction, RingNumber, Seat


def judge_swap_rings(state: State, move: moves.SwapRings) -> None:
    """Action B (TU-9.2, TU-10.2)."""
    judge_letter(state, move.seat, "B")
    table, player = state.table, state.players[move.seat]
    pieces = table.pieces
    if len(move.swaps) > 1 and not enhanced(table, player.hand, "B"):
        raise Refusal("TU-10.2", "swaps-not-enhanced")
    stand, worn, mine = list(state.stand), state.rings_worn, set(player.rings)
    for take, give in move.swaps:
        faction = pieces.ring_factions[take]
        if take in worn:
            raise Refusal("TU-9.2", "ring-worn", ring=pieces.rings[take])
        if not stand[faction]:
            raise Refusal("TU-9.2", "stand-without", ring=pieces.rings[take], faction=table.names[faction])
        if give not in mine:
            raise Refusal("TU-9.2", "ring-not-his", ring=pieces.rings[give], player=table.colors[move.seat])
        stand[faction] -= 1
        stand[pieces.ring_factions[give]] += 1
        worn = worn - {give} | {take}
        mine = mine - {give} | {take}
    taken = [pieces.ring_factions[take] for take, _ in move.swaps]
    if move.card is None:
        if any(state.stacks[faction] for faction in taken):
            raise Refusal("TU-9.2", "swap-card-missing", faction=table.names[taken[0]])
    elif move.card not in taken:
        raise Refusal("TU-9.2", "swap-card-other", faction=table.names[move.card])
    elif not state.stacks[move.card]:
        raise Refusal("TU-9.9", "stack-empty", faction=table.names[move.card])


def swap_rings(state: State, move: moves.SwapRings, happened: list[Event]) -> State:
    """Each ring taken lies where the one given lay; then the card (TU-9.2)."""
    table, seat = state.table, move.seat
    player, pieces = state.players[seat], state.table.pieces
    hand, stand, stacks, cards = player.hand, list(state.stand), state.stacks, player.cards
    for take, give in move.swaps:
        hand = in_place(hand, give, take)
        stand[pieces.ring_factions[take]] -= 1
        stand[pieces.ring_factions[give]] += 1
    named = tuple([(pieces.rings[take], pieces.rings[give]) for take, give in move.swaps])
    happened.append(events.RingsSwapped(table.colors[seat], named))
    if move.card is not None:
        stacks, cards = plus(stacks, (move.card,), -1), plus(cards, (move.card,))
        happened.append(events.CardsGained(table.colors[seat], (table.names[move.card],)))
    player = replace(player, hand=hand, cards=cards)
    return _after_act(state, "B", seat, player, stacks, stand=tuple(stand))


def in_place(hand: Hand, old: RingNumber, new: RingNumber) -> Hand:
    """The hand with one ring in the very place of another."""
    return tuple([tuple([new if ring == old else ring for ring in finger]) for finger in hand])


def _after_act(
    state: State, letter: Letter, seat: Seat, player: Player, stacks: tuple[int, ...], **changes: tuple[int, ...]
) -> State:
    """The state after an action that moves nobody; an office's step is done with it."""
    return replace(
        state,
        players=with_player(state.players, seat, player),
        stacks=stacks,
        done=after_letter(state, letter),
        due=state.due[1:],
        **changes,
    )


def judge_gain_cards(state: State, move: moves.GainCards) -> None:
    """Actions D, F and H (TU-9.4, TU-9.6, TU-9.8)."""
    judge_letter(state, move.seat, move.letter)
    player = state.players[move.seat]
    if move.letter == "D":
        _judge_pair(state, player, move.cards)
    elif move.letter == "F":
        _judge_any(state, player, move)
    elif not ring_counts(state.table, player.hand)[move.cards[0]]:
        raise Refusal("TU-9.8", "no-such-ring", faction=state.table.names[move.cards[0]])
    judge_stacks(state, move.cards)
    if move.back is not None and not holds(plus(player.cards, move.cards), (move.back,)):
        raise Refusal("TU-10.6", "back-not-held", faction=state.table.names[move.back])


def judge_stacks(state: State, cards: tuple[Faction, ...]) -> None:
    """Refuse cards that the stacks do not have (TU-9.9)."""
    if not holds(state.stacks, cards):
        empty = next(card for card in cards if state.stacks[card] < cards.count(card))
        raise Refusal("TU-9.9", "stack-empty", faction=state.table.names[empty])


def _judge_pair(state: State, player: Player, cards: tuple[Faction, ...]) -> None:
    """D: two cards for two rings (TU-9.4), or for one if enhanced (TU-10.4)."""
    table = state.table
    if len(cards) > 2:
        raise Refusal("TU-9.4", "cards-more-than-two", seen=len(cards))
    rings = ring_counts(table, player.hand)
    for card in cards:
        if not rings[card]:
            raise Refusal("TU-9.4", "no-such-ring", faction=table.names[card])
    twice = enhanced(table, player.hand, "D")
    if len(cards) == 2 and cards[0] == cards[1] and rings[cards[0]] < 2 and not twice:
        raise Refusal("TU-9.4", "one-ring-twice", faction=table.names[cards[0]])
    if len(cards) == 1 and pairs(rings, state.stacks, twice=twice):
        raise Refusal("TU-9.4", "pair-possible")


def pairs(rings: list[int], stacks: tuple[int, ...], *, twice: bool) -> list[tuple[Faction, Faction]]:
    """The pairs of cards that D may bring, each in order of factions (TU-9.4, TU-10.4)."""
    there = [faction for faction, number in enumerate(rings) if number and stacks[faction]]
    return [
        (one, other)
        for place, one in enumerate(there)
        for other in there[place:]
        if one != other or (stacks[one] > 1 and (twice or rings[one] > 1))
    ]


def _judge_any(state: State, player: Player, move: moves.GainCards) -> None:
    """F: one card, or two and one back if enhanced (TU-9.6, TU-10.6)."""
    if len(move.cards) > 2:
        raise Refusal("TU-9.6", "cards-more-than-two", seen=len(move.cards))
    if (move.back is not None) != (len(move.cards) == 2):
        raise Refusal("TU-9.6", "back-with-two")
    if len(move.cards) == 2 and not enhanced(state.table, player.hand, "F"):
        raise Refusal("TU-10.6", "two-not-enhanced")


def gain_cards(state: State, move: moves.GainCards, happened: list[Event]) -> State:
    """The cards come from the stacks, one goes back (TU-9)."""
    table, seat = state.table, move.seat
    player = state.players[seat]
    cards, stacks = list(player.cards), list(state.stacks)
    for card in move.cards:
        cards[card] += 1
        stacks[card] -= 1
    happened.append(events.CardsGained(table.colors[seat], table.factions_named(move.cards)))
    if move.back is not None:
        cards[move.back] -= 1
        stacks[move.back] += 1
        happened.append(events.CardsPaid(table.colors[seat], (table.names[move.back],)))
    return _after_act(state, move.letter, seat, replace(player, cards=tuple(cards)), tuple(stacks))


def judge_exchange(state: State, move: moves.Exchange) -> None:
    """Two cards of the hand against one (TU-11.3)."""
    free_turn(state, move.seat, "TU-11.3", "exchange")
    table = state.table
    if not holds(state.players[move.seat].cards, move.give):
        raise Refusal("TU-11.3", "cards-not-held", cards=", ".join(table.factions_named(move.give)))
    if not state.stacks[move.take] and move.take not in move.give:
        raise Refusal("TU-9.9", "stack-empty", faction=table.names[move.take])


def exchange(state: State, move: moves.Exchange, happened: list[Event]) -> State:
    """Two cards are back on their stacks, one is taken (TU-11.3)."""
    table, seat = state.table, move.seat
    player = state.players[seat]
    happened.append(events.CardsPaid(table.colors[seat], table.factions_named(move.give)))
    happened.append(events.CardsGained(table.colors[seat], (table.names[move.take],)))
    cards = plus(plus(player.cards, move.give, -1), (move.take,))
    stacks = plus(plus(state.stacks, move.give), (move.take,), -1)
    players = with_player(state.players, seat, replace(player, cards=cards))
    return replace(state, players=players, stacks=stacks)
