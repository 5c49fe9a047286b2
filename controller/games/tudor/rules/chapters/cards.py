"""Rings, fingers and cards (TU-1, TU-2, TU-8 to TU-11.3)."""

from collections.abc import Iterator, Sequence
from itertools import permutations, product
from typing import Final

from msgspec.structs import replace

from controller.games.tudor.box.edition import FINGERS, STARTING_RING_COUNT, Letter
from controller.games.tudor.rules import moves
from controller.games.tudor.rules.chapters import shared, throne, turns
from controller.games.tudor.rules.moves import Refusal
from controller.games.tudor.rules.state import NO_SEAT, ArrangeRingsStep, Hand, Player, State, TakeRingStep
from controller.games.tudor.rules.table import Faction, RingNumber, Seat, Table
from controller.games.undoable_log import Event, hidden_event, public_event


def check_swap_rings(state: State, move: moves.SwapRings) -> None:
    """Judge action B (TU-9.2, TU-10.2)."""
    turns.check_action_open(state, move.seat, "B")
    table, player = state.table, state.players[move.seat]
    pieces = table.pieces
    if len(move.swaps) > 1 and not turns.is_action_enhanced(table, player.hand, "B"):
        raise Refusal("TU-10.2", "swaps-not-enhanced")
    stand, worn, mine = list(state.stand), state.rings_held, set(player.worn_rings)
    for take, give in move.swaps:
        faction = pieces.ring_factions[take]
        if take in worn:
            raise Refusal("TU-9.2", "ring-worn", ring=pieces.rings[take])
        if not stand[faction]:
            raise Refusal("TU-9.2", "stand-without", ring=pieces.rings[take], faction=table.faction_names[faction])
        if give not in mine:
            raise Refusal("TU-9.2", "ring-not-his", ring=pieces.rings[give], player=table.colors[move.seat])
        stand[faction] -= 1
        stand[pieces.ring_factions[give]] += 1
        worn = worn - {give} | {take}
        mine = mine - {give} | {take}
    taken = [pieces.ring_factions[take] for take, _ in move.swaps]
    if move.card is None:
        if any(state.stacks[faction] for faction in taken):
            raise Refusal("TU-9.2", "swap-card-missing", faction=table.faction_names[taken[0]])
    elif move.card not in taken:
        raise Refusal("TU-9.2", "swap-card-other", faction=table.faction_names[move.card])
    elif not state.stacks[move.card]:
        raise Refusal("TU-9.9", "stack-empty", faction=table.faction_names[move.card])


def perform_swap_rings(state: State, move: moves.SwapRings, events: list[Event]) -> State:
    seat, pieces = move.seat, state.table.pieces
    player = state.players[seat]
    hand, stand, stacks, cards = player.hand, list(state.stand), state.stacks, player.cards
    for take, give in move.swaps:
        hand = replace_ring(hand, give, take)
        stand[pieces.ring_factions[take]] -= 1
        stand[pieces.ring_factions[give]] += 1
        events.append(
            public_event("swapped", player=seat, taken=pieces.ring_factions[take], given=pieces.ring_factions[give])
        )
    if move.card is not None:
        stacks, cards = (
            shared.with_counts_changed(stacks, (move.card,), -1),
            shared.with_counts_changed(cards, (move.card,)),
        )
        events.append(hidden_event("gains", player=seat, cards=(move.card,)))
    player = replace(player, hand=hand, cards=cards)
    return _state_after_action(state, "B", seat, player, stacks, stand=tuple(stand))


def replace_ring(hand: Hand, old: RingNumber, new: RingNumber) -> Hand:
    return tuple([tuple([new if ring == old else ring for ring in finger]) for finger in hand])


def _state_after_action(
    state: State, letter: Letter, seat: Seat, player: Player, stacks: tuple[int, ...], **changes: tuple[int, ...]
) -> State:
    """An office step that allowed the action is done."""
    return replace(
        state,
        players=shared.with_player(state.players, seat, player),
        stacks=stacks,
        done=turns.done_letters_after(state, letter),
        due=state.due[1:],
        **changes,
    )


def check_gain_cards(state: State, move: moves.GainCards) -> None:
    """Judge D, F and H (TU-9.4, TU-9.6, TU-9.8)."""
    turns.check_action_open(state, move.seat, move.letter)
    player = state.players[move.seat]
    if move.letter == "D":
        _check_gain_of_card_pair(state, player, move.cards)
    elif move.letter == "F":
        _check_gain_of_any_cards(state, player, move)
    elif not turns.ring_count_by_faction(state.table, player.hand)[move.cards[0]]:
        raise Refusal("TU-9.8", "no-such-ring", faction=state.table.faction_names[move.cards[0]])
    check_stacks_have(state, move.cards)
    if move.back is not None and not shared.has_all_cards(
        shared.with_counts_changed(player.cards, move.cards), (move.back,)
    ):
        raise Refusal("TU-10.6", "back-not-held", faction=state.table.faction_names[move.back])


def check_stacks_have(state: State, cards: tuple[Faction, ...]) -> None:
    """Refuse cards that the stacks lack (TU-9.9)."""
    if not shared.has_all_cards(state.stacks, cards):
        empty = next(card for card in cards if state.stacks[card] < cards.count(card))
        raise Refusal("TU-9.9", "stack-empty", faction=state.table.faction_names[empty])


def _check_gain_of_card_pair(state: State, player: Player, cards: tuple[Faction, ...]) -> None:
    """D: require a matching ring for each card (TU-9.4); if enhanced, one may match both (TU-10.4)."""
    table = state.table
    if len(cards) > 2:
        raise Refusal("TU-9.4", "cards-more-than-two", seen=len(cards))
    rings = turns.ring_count_by_faction(table, player.hand)
    for card in cards:
        if not rings[card]:
            raise Refusal("TU-9.4", "no-such-ring", faction=table.faction_names[card])
    twice = turns.is_action_enhanced(table, player.hand, "D")
    if len(cards) == 2 and cards[0] == cards[1] and rings[cards[0]] < 2 and not twice:
        raise Refusal("TU-9.4", "one-ring-twice", faction=table.faction_names[cards[0]])
    if len(cards) == 1 and gainable_card_pairs(rings, state.stacks, twice=twice):
        raise Refusal("TU-9.4", "pair-possible")


def gainable_card_pairs(rings: list[int], stacks: tuple[int, ...], *, twice: bool) -> list[tuple[Faction, Faction]]:
    """Return the card pairs that D can bring, each in order of factions (TU-9.4, TU-10.4)."""
    there = [faction for faction, number in enumerate(rings) if number and stacks[faction]]
    return [
        (one, other)
        for place, one in enumerate(there)
        for other in there[place:]
        if one != other or (stacks[one] > 1 and (twice or rings[one] > 1))
    ]


def _check_gain_of_any_cards(state: State, player: Player, move: moves.GainCards) -> None:
    """F: allow one card or, if enhanced, two while one is given back (TU-9.6, TU-10.6)."""
    if len(move.cards) > 2:
        raise Refusal("TU-9.6", "cards-more-than-two", seen=len(move.cards))
    if (move.back is not None) != (len(move.cards) == 2):
        raise Refusal("TU-9.6", "back-with-two")
    if len(move.cards) == 2 and not turns.is_action_enhanced(state.table, player.hand, "F"):
        raise Refusal("TU-10.6", "two-not-enhanced")


def perform_gain_cards(state: State, move: moves.GainCards, events: list[Event]) -> State:
    seat = move.seat
    player = state.players[seat]
    cards, stacks = list(player.cards), list(state.stacks)
    for card in move.cards:
        cards[card] += 1
        stacks[card] -= 1
    if move.back is None:
        events.append(public_event(f"cards-{move.letter}", player=seat, count=len(move.cards)))
    else:
        events.append(public_event("cards-two", player=seat))
    events.append(hidden_event("gains", player=seat, cards=move.cards))
    if move.back is not None:
        cards[move.back] -= 1
        stacks[move.back] += 1
        events.append(hidden_event("pays", player=seat, cards=(move.back,)))
    return _state_after_action(state, move.letter, seat, replace(player, cards=tuple(cards)), tuple(stacks))


def check_exchange_cards(state: State, move: moves.ExchangeCards) -> None:
    shared.check_turn_no_step_due(state, move.seat, "TU-11.3", "exchange")
    table = state.table
    if not shared.has_all_cards(state.players[move.seat].cards, move.give):
        raise Refusal("TU-11.3", "cards-not-held", cards=", ".join(table.faction_names_of(move.give)))
    if not state.stacks[move.take] and move.take not in move.give:
        raise Refusal("TU-9.9", "stack-empty", faction=table.faction_names[move.take])


def perform_exchange_cards(state: State, move: moves.ExchangeCards, events: list[Event]) -> State:
    seat = move.seat
    player = state.players[seat]
    events.append(public_event("exchanged", player=seat))
    events.append(hidden_event("pays", player=seat, cards=move.give))
    events.append(hidden_event("gains", player=seat, cards=(move.take,)))
    cards = shared.with_counts_changed(shared.with_counts_changed(player.cards, move.give, -1), (move.take,))
    stacks = shared.with_counts_changed(shared.with_counts_changed(state.stacks, move.give), (move.take,), -1)
    players = shared.with_player(state.players, seat, replace(player, cards=cards))
    return replace(state, players=players, stacks=stacks)


FULL_HAND_RINGS = 6
"""With this many rings or more, no finger is bare and fingers may wear several (TU-2.2)."""


def check_choose_ring(state: State, move: moves.ChooseRing) -> None:
    """Require the player's turn and a ring in the stand (TU-1.1, TU-1.2)."""
    shared.check_phase_and_turn(state, move.seat, "rings", "TU-1.1", "choose_ring")
    _check_ring_in_stand(state, move.ring, "TU-1.2")


def perform_choose_ring(state: State, move: moves.ChooseRing, events: list[Event]) -> State:
    table, seat = state.table, move.seat
    player = state.players[seat]
    player = replace(player, unworn=(*player.unworn, move.ring))
    players = shared.with_player(state.players, seat, player)
    faction = table.pieces.ring_factions[move.ring]
    events.append(public_event("ring-chosen", player=seat, faction=faction))
    chosen = sum([len(each.unworn) for each in players])
    order, count = table.seats_in_turn_order(state.first), len(players)
    stand = shared.with_value(state.stand, faction, state.stand[faction] - 1)
    after = replace(state, players=players, stand=stand)
    if chosen == STARTING_RING_COUNT * count:
        return replace(after, phase="hands", turn_seat=state.first)
    return replace(after, turn_seat=order[chosen] if chosen < count else order[2 * count - 1 - chosen])


def _check_ring_in_stand(state: State, ring: RingNumber, rule: str) -> None:
    pieces = state.table.pieces
    if ring in state.rings_held:
        raise Refusal(rule, "ring-worn", ring=pieces.rings[ring])
    faction = pieces.ring_factions[ring]
    if not state.stand[faction]:
        raise Refusal(rule, "stand-without", ring=pieces.rings[ring], faction=state.table.faction_names[faction])


def check_arrange_rings(state: State, move: moves.ArrangeRings) -> None:
    """Allow laying the rings at the start (TU-1.3) and after losing one (TU-8.3)."""
    player = state.players[move.seat]
    if state.due and type(state.due[0]) is ArrangeRingsStep:
        robbed = state.due[0].seat
        if robbed != move.seat:
            colors = state.table.colors
            raise Refusal("TU-2.3", "turn", do="wear", seen=colors[move.seat], due=colors[robbed])
        rings = player.worn_rings
    else:
        if state.phase != "hands":
            raise shared.phase_refusal(state, "TU-2.3", "wear")
        shared.check_phase_and_turn(state, move.seat, "hands", "TU-2.3", "wear")
        rings = list(player.unworn)
    check_ring_layout(state.table, move.seat, move.hand, rings)


def check_ring_layout(table: Table, seat: Seat, hand: Hand, rings: list[RingNumber]) -> None:
    """Refuse a layout of other rings, or one that fingers may not wear (TU-2.1, TU-2.2)."""
    laid = [ring for finger in hand for ring in finger]
    if sorted(laid) != sorted(rings):
        ids = table.pieces.rings
        expected = ", ".join(ids[ring] for ring in sorted(rings))
        raise Refusal("TU-2.1", "not-his-rings", player=table.colors[seat], expected=expected)
    if len(rings) < FULL_HAND_RINGS:
        if any(len(finger) > 1 for finger in hand):
            raise Refusal("TU-2.1", "finger-of-two", rings=len(rings))
    elif not all(hand):
        raise Refusal("TU-2.2", "finger-bare", rings=len(rings))


def perform_arrange_rings(state: State, move: moves.ArrangeRings, events: list[Event]) -> State:
    table, seat = state.table, move.seat
    player = state.players[seat]
    events.append(public_event("hand", player=seat))
    if state.due:
        players = shared.with_player(state.players, seat, replace(player, hand=move.hand))
        return replace(state, players=players, due=state.due[1:])
    stacks, cards = list(state.stacks), list(player.cards)
    gained = []
    for ring in player.unworn:
        faction = table.pieces.ring_factions[ring]
        if stacks[faction]:
            stacks[faction] -= 1
            cards[faction] += 1
            gained.append(faction)
    if gained:
        events.append(hidden_event("gains", player=seat, cards=tuple(gained)))
    player = replace(player, hand=move.hand, unworn=(), cards=tuple(cards))
    after = replace(state, players=shared.with_player(state.players, seat, player), stacks=tuple(stacks))
    following = (seat + 1) % len(state.players)
    if following != state.first:
        return replace(after, turn_seat=following)
    return throne.begin_assignment(after, events)


def check_take_ring(state: State, move: moves.TakeRing) -> None:
    """Judge the ring an office brings, and the whole layout with it (TU-8.2 to TU-8.4)."""
    table, seat = state.table, move.seat
    if not state.due or type(state.due[0]) is not TakeRingStep:
        raise shared.step_not_due_refusal(state, "TU-8.2", "take_ring")
    if seat != state.turn_seat:
        due = table.colors[state.turn_seat]
        raise Refusal("TU-8.2", "turn", do="take_ring", seen=table.colors[seat], due=due)
    step = state.due[0]
    if step.source == NO_SEAT:
        _check_ring_in_stand(state, move.ring, "TU-8.2")
    elif move.ring not in state.players[step.source].worn_rings:
        ring = table.pieces.rings[move.ring]
        raise Refusal("TU-8.3", "ring-not-robbed", ring=ring, player=table.colors[step.source])
    check_ring_layout(table, seat, move.hand, [*state.players[seat].worn_rings, move.ring])


def perform_take_ring(state: State, move: moves.TakeRing, events: list[Event]) -> State:
    seat, faction = move.seat, state.table.pieces.ring_factions[move.ring]
    step = state.due[0]
    assert isinstance(step, TakeRingStep)
    players = shared.with_player(state.players, seat, replace(state.players[seat], hand=move.hand))
    due = state.due[1:]
    stand = state.stand
    if step.source == NO_SEAT:
        events.append(public_event("ring", player=seat, faction=faction))
        stand = shared.with_counts_changed(stand, (faction,), -1)
    else:
        events.append(public_event("ring-robbed", player=seat, other=step.source, faction=faction))
        loser = players[step.source]
        hand = tuple([tuple([ring for ring in finger if ring != move.ring]) for finger in loser.hand])
        players = shared.with_player(players, step.source, replace(loser, hand=hand))
        due = (ArrangeRingsStep(step.source), *due)
    events.append(public_event("hand", player=seat))
    return replace(state, players=players, stand=stand, due=due)


def hand_layouts(rings: list[RingNumber]) -> Iterator[Hand]:
    """Yield every way to wear the rings: 20 for two, 120 for five, 1,800 for six."""
    fingers = range(len(FINGERS))
    if len(rings) < FULL_HAND_RINGS:
        for places in permutations(fingers, len(rings)):
            yield hand_from_places(rings, places)
        return
    for places in product(fingers, repeat=len(rings)):
        if len(set(places)) == len(fingers):
            yield hand_from_places(rings, places)


def hand_from_places(rings: Sequence[RingNumber], places: Sequence[int]) -> Hand:
    hand: list[tuple[RingNumber, ...]] = [()] * len(FINGERS)
    for ring, place in zip(rings, places, strict=True):
        hand[place] = (*hand[place], ring)
    return tuple(hand)


RULES: Final[dict[type, tuple[shared.CheckMove, shared.PerformMove]]] = {
    moves.ChooseRing: (check_choose_ring, perform_choose_ring),
    moves.ArrangeRings: (check_arrange_rings, perform_arrange_rings),
    moves.TakeRing: (check_take_ring, perform_take_ring),
    moves.SwapRings: (check_swap_rings, perform_swap_rings),
    moves.GainCards: (check_gain_cards, perform_gain_cards),
    moves.ExchangeCards: (check_exchange_cards, perform_exchange_cards),
}
