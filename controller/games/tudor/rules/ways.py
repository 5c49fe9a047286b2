"""Where the courtiers of the one to act can go: all paths, by the action that allows them."""

from controller.games.tudor.box.words import Letter
from controller.games.tudor.rules import moves
from controller.games.tudor.rules.board import SUPPLY, Path, Space, SpaceSet, each_bit
from controller.games.tudor.rules.chapters.acting import ENHANCED_STEPS, MOST_STEPS
from controller.games.tudor.rules.chapters.enhancements import enhanced
from controller.games.tudor.rules.chapters.scenario import behind
from controller.games.tudor.rules.lots import ANY_CARD, Lot, Payments
from controller.games.tudor.rules.moves import Move
from controller.games.tudor.rules.state import EMPTY, State
from controller.games.tudor.rules.table import Seat


class Ways:
    """Where the courtiers of the one to act can go.

    Attributes:
        closed: the spaces on which no move of his may end (TU-7.3, TU-7.7).
        origins: where his courtiers stand.
        entries: the open spaces of row 1, if he has a courtier in supply (TU-7.4).
        steps: all moves of one step.
    """

    def __init__(self, state: State) -> None:
        seat, board = state.at, state.table.board
        player = state.players[seat]
        self.occupied: SpaceSet = state.occupied
        closed = self.occupied
        for column, holder in enumerate(state.offices):
            if holder == seat:
                closed |= 1 << board.tops[column]
        self.closed = closed
        self.origins = each_bit(player.courtiers)
        self.entries = [space for space in board.bottom if not closed >> space & 1] if player.supply else []
        ways, entries = board.ways[0], board.entries[0]
        self.steps: list[tuple[Space, Path]] = [
            (origin, path) for origin in self.origins for path in ways[origin] if not closed >> path[0] & 1
        ]
        self.steps += [(SUPPLY, entries[space][0]) for space in self.entries]


def steps_to_rings(state: State, ways: Ways, rings: list[int], found: list[Move | Lot]) -> None:
    """A: one step onto a token that matches a ring, onto any if enhanced (TU-9.1, TU-10.1)."""
    seat, tokens = state.at, state.tokens
    factions = state.table.pieces.token_factions
    freely, any_ring = enhanced(state.table, state.players[seat].hand, "A"), any(rings)
    for origin, path in ways.steps:
        token = tokens[path[0]]
        if freely or (any_ring if token == EMPTY else rings[factions[token]]):
            found.append(moves.Walk(seat, "A", origin, path))


def climb(state: State, letter: Letter, ways: Ways, found: list[Move | Lot]) -> None:
    """C, E or G: straight up, as far as the cards go (TU-9.3, TU-9.5, TU-9.7)."""
    board, seat = state.table.board, state.at
    player = state.players[seat]
    most = min(MOST_STEPS[letter], sum(player.cards))
    if not most:
        return
    closed, top, tokens, factions = ways.closed, board.top, state.tokens, state.table.pieces.token_factions
    bonus = letter == "E" and enhanced(state.table, player.hand, "E")
    begins = [(origin, origin + 1) for origin in ways.origins]
    begins += [(SUPPLY, space) for space in ways.entries]
    for origin, begin in begins:
        left = list(player.cards)
        path: Path = ()
        needs: tuple[int, ...] = ()
        for space in range(begin, begin + most):
            token = tokens[space]
            need = ANY_CARD
            if token != EMPTY:
                need = factions[token]
                left[need] -= 1
                if left[need] < 0:
                    break
            path, needs = (*path, space), (*needs, need)
            if not closed >> space & 1:
                brings = bonus and len(path) >= ENHANCED_STEPS
                if brings or ANY_CARD in needs:
                    found.append(Payments(seat, letter, origin, path, needs, tuple(left), brings))
                else:
                    found.append(moves.Walk(seat, letter, origin, path, needs))
            if top >> space & 1:
                break


def wander(state: State, ways: Ways, found: list[Move | Lot]) -> None:
    """An enhanced C: up to three spaces, each in any direction (TU-10.3)."""
    board, seat = state.table.board, state.at
    cards = state.players[seat].cards
    most = min(ENHANCED_STEPS, sum(cards))
    if not most:
        return
    closed, top, beside = ways.closed, board.top, board.beside
    tokens, factions = state.tokens, state.table.pieces.token_factions

    def enter(origin: Space, path: Path, needs: tuple[int, ...], left: tuple[int, ...], space: Space) -> None:
        token = tokens[space]
        need = ANY_CARD
        if token != EMPTY:
            need = factions[token]
            if not left[need]:
                return
            left = (*left[:need], left[need] - 1, *left[need + 1 :])
        path, needs = (*path, space), (*needs, need)
        if not closed >> space & 1:
            if ANY_CARD in needs:
                found.append(Payments(seat, "C", origin, path, needs, left, bonus=False))
            else:
                found.append(moves.Walk(seat, "C", origin, path, needs))
        if len(path) < most and not top >> space & 1:
            for following in beside[space]:
                if following != origin and following not in path:
                    enter(origin, path, needs, left, following)

    for origin in ways.origins:
        for space in beside[origin]:
            enter(origin, (), (), cards, space)
    for space in ways.entries:
        enter(SUPPLY, (), (), cards, space)


def jumps(state: State, seat: Seat, ways: Ways, found: list[Move | Lot]) -> None:
    """Card 3, right: over a courtier to the open space straight behind (TU-12.3)."""
    board = state.table.board
    for origin in ways.origins:
        for between in board.beside[origin]:
            if ways.occupied >> between & 1:
                found.extend(
                    [
                        moves.Jump(seat, origin, to)
                        for to in board.beside[between]
                        if behind(board, origin, to) == between and not ways.closed >> to & 1
                    ]
                )


def strolls(state: State, seat: Seat, ways: Ways, found: list[Move | Lot]) -> None:
    """Card 5, left: one or two steps (TU-12.5)."""
    board, closed = state.table.board, ways.closed
    for origin in ways.origins:
        found.extend([moves.Stroll(seat, origin, way) for way in board.ways[1][origin] if not closed >> way[-1] & 1])
    for space in ways.entries:
        entries = board.entries[1][space]
        found.extend([moves.Stroll(seat, SUPPLY, way) for way in entries if not closed >> way[-1] & 1])
