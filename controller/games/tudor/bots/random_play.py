"""Random legal moves, and random draws from the bag."""

from collections.abc import Sequence
from random import Random

from controller.games.tudor.box.edition import FINGERS
from controller.games.tudor.rules import move_groups, moves, options, table
from controller.games.tudor.rules.chapters.cards import hand_from_places
from controller.games.tudor.rules.moves import Move
from controller.games.tudor.rules.state import DrawStep, Hand, State


def random_move(state: State, chance: Random) -> Move:
    """Return a legal move or a draw; the game must not be over."""
    if state.due and type(state.due[0]) is DrawStep:
        return random_draw(state, chance)
    return random_move_of_options(options.legal_options(state), chance)


def random_move_of_options(listed: Sequence[options.Option], chance: Random) -> Move:
    """Return a random move: options are equally likely, and every move of a group is possible."""
    option = listed[int(chance.random() * len(listed))]
    return _random_move_of_group(option, chance) if isinstance(option, move_groups.LegalMoveGroup) else option


def random_draw(state: State, chance: Random) -> moves.PlaceDrawnToken:
    nth = int(chance.random() * sum(state.bag))
    faction = 0
    while nth >= state.bag[faction]:
        nth -= state.bag[faction]
        faction += 1
    tokens = state.unseen & state.table.pieces.tokens_by_faction[faction]
    for _ in range(int(chance.random() * tokens.bit_count())):
        tokens &= tokens - 1
    return moves.PlaceDrawnToken((tokens & -tokens).bit_length() - 1)


def _random_move_of_group(group: move_groups.LegalMoveGroup, chance: Random) -> Move:
    """Make no list: the group can be very large."""
    match group:
        case move_groups.PathPayments():
            return _random_payment(group, chance)
        case move_groups.BonusMoves(seat=seat, steps=steps, tokens=tokens):
            origin, path = chance.choice(steps)
            return moves.BonusMove(seat, origin, path, tuple(chance.sample(tokens, 2)))
        case move_groups.HandLayouts(seat=seat, rings=rings):
            return moves.ArrangeRings(seat, _random_layout(rings, chance))
        case move_groups.OfficeRingMoves(state=state):
            ring = chance.choice(group.takeable_rings())
            return moves.TakeRing(
                state.turn_seat, ring, _random_layout([*state.players[state.turn_seat].worn_rings, ring], chance)
            )
        case _:
            return chance.choice(list(group))


def _random_payment(group: move_groups.PathPayments, chance: Random) -> Move:
    left, cards = list(group.left), []
    for need in group.needs:
        card = need
        if need == move_groups.ANY_CARD:
            card = chance.choice([faction for faction, number in enumerate(left) if number])
            left[card] -= 1
        cards.append(card)
    bonus = chance.choice(cards) if group.bonus and chance.random() < 0.9 else None
    return moves.Walk(group.seat, group.letter, group.origin, group.path, tuple(cards), bonus)


def _random_layout(rings: list[table.RingNumber], chance: Random) -> Hand:
    places = chance.sample(range(len(FINGERS)), min(len(rings), len(FINGERS)))
    more = [chance.randrange(len(FINGERS)) for _ in rings[len(places) :]]
    return hand_from_places(chance.sample(rings, len(rings)) if more else rings, (*places, *more))
