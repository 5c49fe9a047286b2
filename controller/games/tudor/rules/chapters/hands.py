"""Rings and fingers: the choice at the start, layouts, rings for offices (TU-1, TU-2, TU-8)."""

from msgspec.structs import replace

from controller.games.tudor.box.words import RINGS_AT_THE_START
from controller.games.tudor.rules import events, moves
from controller.games.tudor.rules.chapters import chambers
from controller.games.tudor.rules.chapters.shared import in_phase, not_due, plus, with_one, with_player, wrong_phase
from controller.games.tudor.rules.events import Event
from controller.games.tudor.rules.refusal import Refusal
from controller.games.tudor.rules.state import NOBODY, Hand, RingStep, State, WearStep
from controller.games.tudor.rules.table import RingNumber, Seat, Table

FULL_HAND = 6
"""From so many rings on no finger is bare, and fingers may wear several (TU-2.2)."""


def judge_choose_ring(state: State, move: moves.ChooseRing) -> None:
    """A ring of the stand, in turn (TU-1.1, TU-1.2)."""
    in_phase(state, move.seat, "rings", "TU-1.1", "choose_ring")
    _judge_in_stand(state, move.ring, "TU-1.2")


def choose_ring(state: State, move: moves.ChooseRing, happened: list[Event]) -> State:
    """The ring waits to be worn; from the start player on, and back again (TU-1.1)."""
    table, seat = state.table, move.seat
    player = state.players[seat]
    player = replace(player, unworn=(*player.unworn, move.ring))
    players = with_player(state.players, seat, player)
    faction = table.pieces.ring_factions[move.ring]
    happened.append(events.RingChosen(table.colors[seat], table.pieces.rings[move.ring]))
    chosen = sum([len(each.unworn) for each in players])
    order, count = table.seats_from(state.first), len(players)
    stand = with_one(state.stand, faction, state.stand[faction] - 1)
    after = replace(state, players=players, stand=stand)
    if chosen == RINGS_AT_THE_START * count:
        return replace(after, phase="hands", at=state.first)
    return replace(after, at=order[chosen] if chosen < count else order[2 * count - 1 - chosen])


def _judge_in_stand(state: State, ring: RingNumber, rule: str) -> None:
    pieces = state.table.pieces
    if ring in state.rings_worn:
        raise Refusal(rule, "ring-worn", ring=pieces.rings[ring])
    faction = pieces.ring_factions[ring]
    if not state.stand[faction]:
        raise Refusal(rule, "stand-without", ring=pieces.rings[ring], faction=state.table.names[faction])


def judge_wear(state: State, move: moves.Wear) -> None:
    """At the start (TU-1.3), and when a ring was lost (TU-8.3)."""
    player = state.players[move.seat]
    if state.due and type(state.due[0]) is WearStep:
        robbed = state.due[0].seat
        if robbed != move.seat:
            colors = state.table.colors
            raise Refusal("TU-2.3", "turn", do="wear", seen=colors[move.seat], due=colors[robbed])
        rings = player.rings
    else:
        if state.phase != "hands":
            raise wrong_phase(state, "TU-2.3", "wear")
        in_phase(state, move.seat, "hands", "TU-2.3", "wear")
        rings = list(player.unworn)
    judge_layout(state.table, move.seat, move.hand, rings)


def judge_layout(table: Table, seat: Seat, hand: Hand, rings: list[RingNumber]) -> None:
    """Refuse a layout that does not hold exactly these rings as fingers may wear them (TU-2.1, TU-2.2)."""
    laid = [ring for finger in hand for ring in finger]
    if sorted(laid) != sorted(rings):
        ids = table.pieces.rings
        expected = ", ".join(ids[ring] for ring in sorted(rings))
        raise Refusal("TU-2.1", "not-his-rings", player=table.colors[seat], expected=expected)
    if len(rings) < FULL_HAND:
        if any(len(finger) > 1 for finger in hand):
            raise Refusal("TU-2.1", "finger-of-two", rings=len(rings))
    elif not all(hand):
        raise Refusal("TU-2.2", "finger-bare", rings=len(rings))


def wear(state: State, move: moves.Wear, happened: list[Event]) -> State:
    """The rings are worn; at the start a card comes with each (TU-1.3)."""
    table, seat = state.table, move.seat
    player = state.players[seat]
    happened.append(_laid(table, seat, move.hand))
    if state.due:
        players = with_player(state.players, seat, replace(player, hand=move.hand))
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
        happened.append(events.CardsGained(table.colors[seat], table.factions_named(tuple(gained))))
    player = replace(player, hand=move.hand, unworn=(), cards=tuple(cards))
    after = replace(state, players=with_player(state.players, seat, player), stacks=tuple(stacks))
    following = (seat + 1) % len(state.players)
    if following != state.first:
        return replace(after, at=following)
    return chambers.begin_assignment(after, happened)


def _laid(table: Table, seat: Seat, hand: Hand) -> events.HandLaid:
    ids = table.pieces.rings
    return events.HandLaid(table.colors[seat], tuple([tuple([ids[ring] for ring in finger]) for finger in hand]))


def judge_take_ring(state: State, move: moves.TakeRing) -> None:
    """The ring that an office brings, and the whole layout with it (TU-8.2 to TU-8.4)."""
    table, seat = state.table, move.seat
    if not state.due or type(state.due[0]) is not RingStep:
        raise not_due(state, "TU-8.2", "take_ring")
    if seat != state.at:
        due = table.colors[state.at]
        raise Refusal("TU-8.2", "turn", do="take_ring", seen=table.colors[seat], due=due)
    step = state.due[0]
    if step.source == NOBODY:
        _judge_in_stand(state, move.ring, "TU-8.2")
    elif move.ring not in state.players[step.source].rings:
        ring = table.pieces.rings[move.ring]
        raise Refusal("TU-8.3", "ring-not-robbed", ring=ring, player=table.colors[step.source])
    judge_layout(table, seat, move.hand, [*state.players[seat].rings, move.ring])


def take_ring(state: State, move: moves.TakeRing, happened: list[Event]) -> State:
    """The ring is worn; who was robbed lays his hand anew before anything else (TU-8.3)."""
    table, seat = state.table, move.seat
    step = state.due[0]
    assert isinstance(step, RingStep)
    players = with_player(state.players, seat, replace(state.players[seat], hand=move.hand))
    due = state.due[1:]
    stand = state.stand
    robbed = None if step.source == NOBODY else table.colors[step.source]
    happened.append(events.RingTaken(table.colors[seat], table.pieces.rings[move.ring], robbed))
    happened.append(_laid(table, seat, move.hand))
    if step.source == NOBODY:
        stand = plus(stand, (table.pieces.ring_factions[move.ring],), -1)
    else:
        loser = players[step.source]
        hand = tuple([tuple([ring for ring in finger if ring != move.ring]) for finger in loser.hand])
        players = with_player(players, step.source, replace(loser, hand=hand))
        due = (WearStep(step.source), *due)
    return replace(state, players=players, stand=stand, due=due)
