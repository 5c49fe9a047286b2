"""The acting player's legal moves except draws, for referee, bots and page."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final, TypeAlias, get_args

from controller.games.tudor.box.edition import CHAMBER_COUNT, MAX_LORDS_PER_CHAMBER, Letter, Phase
from controller.games.tudor.rules import move_groups, moves
from controller.games.tudor.rules import state as states
from controller.games.tudor.rules.actions import move_to_line
from controller.games.tudor.rules.chapters import turns
from controller.games.tudor.rules.chapters.cards import gainable_card_pairs
from controller.games.tudor.rules.chapters.throne import INFLUENCE, INTRIGUE, swappable_chair_pairs
from controller.games.tudor.rules.chapters.tokens import SIDE_PRICE, banish_price, space_between
from controller.games.tudor.rules.moves import Move
from controller.games.tudor.rules.table import SUPPLY, Faction, Path, Seat, Space, SpaceSet, bit_positions


class CourtierReach:
    """Where the acting player's courtiers are and can step.

    Attributes:
        closed: spaces where no move of the player may end (TU-7.3, TU-7.7).
        origins: spaces of the player's courtiers.
        entries: open spaces of row 1 with a courtier in supply (TU-7.4).
        steps: every move of one step.
    """

    def __init__(self, state: states.State) -> None:
        seat, board = state.turn_seat, state.table.board
        player = state.players[seat]
        self.occupied: SpaceSet = state.occupied_spaces
        closed = self.occupied
        for column, holder in enumerate(state.offices):
            if holder == seat:
                closed |= 1 << board.top_space_by_column[column]
        self.closed = closed
        self.origins = bit_positions(player.courtiers)
        self.entries = [space for space in board.bottom_spaces if not closed >> space & 1] if player.supply else []
        self.steps: list[tuple[Space, Path]] = [
            (origin, (space,))
            for origin in self.origins
            for space in board.neighbours[origin]
            if not closed >> space & 1
        ]
        self.steps += [(SUPPLY, (space,)) for space in self.entries]


def add_ring_walks(
    state: states.State, reach: CourtierReach, rings: list[int], found: list[Move | move_groups.LegalMoveGroup]
) -> None:
    """A: add steps onto tokens that match a ring, onto any if enhanced (TU-9.1, TU-10.1)."""
    seat, tokens = state.turn_seat, state.tokens
    factions = state.table.pieces.token_factions
    freely, any_ring = turns.is_action_enhanced(state.table, state.players[seat].hand, "A"), any(rings)
    for origin, path in reach.steps:
        token = tokens[path[0]]
        if freely or (any_ring if token == states.EMPTY else rings[factions[token]]):
            found.append(moves.Walk(seat, "A", origin, path))


def add_paid_walks(
    state: states.State, letter: Letter, reach: CourtierReach, found: list[Move | move_groups.LegalMoveGroup]
) -> None:
    """C, E or G: add paths straight up that the cards can pay for (TU-9.3, TU-9.5, TU-9.7).

    An enhanced C goes in any direction (TU-10.3).
    """
    board, seat = state.table.board, state.turn_seat
    player = state.players[seat]
    freely = letter == "C" and turns.is_action_enhanced(state.table, player.hand, "C")
    bonus = letter == "E" and turns.is_action_enhanced(state.table, player.hand, "E")
    most = min(turns.ENHANCED_STEPS if freely else turns.MAX_STEPS_BY_LETTER[letter], sum(player.cards))
    if not most:
        return
    closed, top, tokens, factions = reach.closed, board.top_spaces, state.tokens, state.table.pieces.token_factions

    def next_spaces(space: Space) -> Path:
        return board.neighbours[space] if freely else (space + 1,)

    def add_paths_through(
        origin: Space, path: Path, needs: tuple[int, ...], left: states.FactionCounts, space: Space
    ) -> None:
        token = tokens[space]
        need = move_groups.ANY_CARD
        if token != states.EMPTY:
            need = factions[token]
            if not left[need]:
                return
            left = (*left[:need], left[need] - 1, *left[need + 1 :])
        path, needs = (*path, space), (*needs, need)
        if not closed >> space & 1:
            brings = bonus and len(path) >= turns.ENHANCED_STEPS
            if brings or move_groups.ANY_CARD in needs:
                found.append(move_groups.PathPayments(seat, letter, origin, path, needs, left, brings))
            else:
                found.append(moves.Walk(seat, letter, origin, path, needs))
        if len(path) < most and not top >> space & 1:
            for after in next_spaces(space):
                if after != origin and after not in path:
                    add_paths_through(origin, path, needs, left, after)

    for origin in reach.origins:
        for space in next_spaces(origin):
            add_paths_through(origin, (), (), player.cards, space)
    for space in reach.entries:
        add_paths_through(SUPPLY, (), (), player.cards, space)


def add_jumps(
    state: states.State, seat: Seat, reach: CourtierReach, found: list[Move | move_groups.LegalMoveGroup]
) -> None:
    """Card 3, right: add jumps over a courtier to the open space behind it (TU-12.3)."""
    board = state.table.board
    for origin in reach.origins:
        for between in board.neighbours[origin]:
            if reach.occupied >> between & 1:
                found.extend(
                    [
                        moves.JumpOverCourtier(seat, origin, to)
                        for to in board.neighbours[between]
                        if space_between(board, origin, to) == between and not reach.closed >> to & 1
                    ]
                )


def add_strolls(
    state: states.State, seat: Seat, reach: CourtierReach, found: list[Move | move_groups.LegalMoveGroup]
) -> None:
    """Card 5, left: add the paths of one or two steps (TU-12.5)."""
    board = state.table.board
    begins = [(origin, space) for origin in reach.origins for space in board.neighbours[origin]]
    begins += [(SUPPLY, space) for space in reach.entries]
    for origin, space in begins:
        following = () if board.top_spaces >> space & 1 else board.neighbours[space]
        ways: list[Path] = [(space,), *((space, end) for end in following if end != origin)]
        found.extend([moves.Stroll(seat, origin, way) for way in ways if not reach.closed >> way[-1] & 1])


Option: TypeAlias = Move | move_groups.LegalMoveGroup


def moves_of_options(options: Sequence[Option]) -> Iterator[Move]:
    for option in options:
        if isinstance(option, move_groups.LegalMoveGroup):
            yield from option
        else:
            yield option


def legal_moves_as_log_lines(state: states.State) -> Iterator[dict[str, Any]]:
    for move in moves_of_options(legal_options(state)):
        yield move_to_line(state.table, move)


def legal_options(state: states.State) -> list[Option]:
    """Return the acting player's legal moves; none while a draw is due or after the end."""
    if state.due:
        return _options_for_step(state)
    return _OPTIONS_BY_PHASE[state.phase](state)


def _options_for_step(state: states.State) -> list[Option]:
    step, seat = state.due[0], state.turn_seat
    if isinstance(step, states.DrawStep):
        return []
    if isinstance(step, states.TakeRingStep):
        return [move_groups.OfficeRingMoves(state)]
    if isinstance(step, states.RoundTokenStep):
        return [moves.DeclineStep(seat), *_round_token_uses(state, step.kind)]
    if isinstance(step, states.OfficeActionStep):
        found: list[Option] = [moves.DeclineStep(seat)]
        _add_letter_options(state, "ABCDEF", CourtierReach(state), found)
        return found
    return [move_groups.HandLayouts(step.seat, state.players[step.seat].worn_rings)]


def _round_token_uses(state: states.State, kind: int) -> Iterator[Option]:
    """Yield immediate uses of a round token (TU-12.1, TU-12.2, TU-13.6)."""
    seat, table = state.turn_seat, state.table
    if 6 in table.scoring and state.players[seat].supply:
        yield moves.SendAmbassador(seat)
    if table.scenario == 1 and kind == INTRIGUE and len(state.tokens) - state.tokens.count(states.EMPTY) > 1:
        yield move_groups.TokenSwaps(seat, state.tokens)
    if table.scenario == 2 and kind == INFLUENCE:
        yield from [moves.GiveTokenForCard(seat, card) for card, number in enumerate(state.stacks) if number]
    if table.scenario == 2 and kind == INTRIGUE:
        yield from [
            moves.SwapChairs(seat, chamber, (upper, upper + 1)) for chamber, upper in swappable_chair_pairs(state, seat)
        ]


def _choose_ring_options(state: states.State) -> list[Option]:
    return [moves.ChooseRing(state.turn_seat, ring) for ring in state.takeable_stand_rings()]


def _hand_layout_options(state: states.State) -> list[Option]:
    return [move_groups.HandLayouts(state.turn_seat, list(state.players[state.turn_seat].unworn))]


def _assignment_options(state: states.State) -> list[Option]:
    seat = state.turn_seat
    player = state.players[seat]
    if not player.supply:
        return [moves.PassPlacement(seat), *_recall_options(seat, player)]
    room = state.table.bench
    return [moves.AssignCourtier(seat, chamber) for chamber, bench in enumerate(state.benches) if len(bench) < room]


def _recall_options(seat: Seat, player: states.Player) -> list[Option]:
    return [moves.RecallCourtier(seat, space) for space in bit_positions(player.courtiers)]


def _lord_options(state: states.State) -> list[Option]:
    return [
        moves.PlaceLord(state.turn_seat, chamber)
        for chamber, inside in enumerate(state.lords)
        if len(inside) < MAX_LORDS_PER_CHAMBER
    ]


def _turn_options(state: states.State) -> list[Option]:
    seat = state.turn_seat
    player = state.players[seat]
    reach = CourtierReach(state)
    found: list[Option] = []
    if state.figure is None and state.has_unused_figure(seat):
        figure = 2 * seat
        for chamber in range(CHAMBER_COUNT):
            for chair, sitting in enumerate(state.chairs[chamber]):
                if sitting == figure:
                    found.append(moves.ActivateFigure(seat, chamber, chair))
            if figure in state.lords[chamber]:
                found.append(moves.ActivateFigure(seat, chamber, states.LORD_CHAIR))
    else:
        found.append(moves.EndTurn(seat))
        letters = turns.open_action_letters(state)
        if letters:
            _add_letter_options(state, letters, reach, found)
    if not player.moved and player.tokens:
        tokens = bit_positions(player.tokens)
        if 2 in state.table.scoring:
            tokens = [token for token in tokens if turns.is_token_spendable(state.table, token)]
        if len(tokens) > 1 and reach.steps:
            found.append(move_groups.BonusMoves(seat, reach.steps, tokens))
    if sum(player.cards) > 1:
        found.append(move_groups.CardExchanges(seat, player.cards, state.stacks))
    if not player.supply:
        found.extend(_recall_options(seat, player))
    if player.influence or player.intrigue:
        _add_scenario_options(state, seat, player, reach, found)
    return found


def _add_letter_options(state: states.State, letters: str, reach: CourtierReach, found: list[Option]) -> None:
    table, seat = state.table, state.turn_seat
    player, stacks = state.players[seat], state.stacks
    rings = turns.ring_count_by_faction(table, player.hand)
    for letter in filter(letters.__contains__, get_args(Letter)):
        if letter == "A":
            add_ring_walks(state, reach, rings, found)
        elif letter == "B":
            if any(state.stand):
                found.append(move_groups.StandRingSwaps(state, turns.is_action_enhanced(table, player.hand, "B")))
        elif letter == "D":
            pairs = gainable_card_pairs(rings, stacks, twice=turns.is_action_enhanced(table, player.hand, "D"))
            found.extend([moves.GainCards(seat, "D", pair) for pair in pairs or _cards_matching_rings(rings, stacks)])
        elif letter == "F":
            if any(stacks):
                found.append(
                    move_groups.AnyCardGains(
                        seat, player.cards, stacks, turns.is_action_enhanced(table, player.hand, "F")
                    )
                )
        elif letter == "H":
            found.extend([moves.GainCards(seat, "H", card) for card in _cards_matching_rings(rings, stacks)])
        else:
            add_paid_walks(state, letter, reach, found)


def _cards_matching_rings(rings: list[int], stacks: states.FactionCounts) -> list[tuple[Faction]]:
    return [(card,) for card, number in enumerate(rings) if number and stacks[card]]


def _add_scenario_options(
    state: states.State, seat: Seat, player: states.Player, reach: CourtierReach, found: list[Option]
) -> None:
    """Add the scenario card's moves possible at any time in a turn (TU-12)."""
    card = state.table.scenario
    if card == 1 and player.influence >= SIDE_PRICE:
        room = [to for to, bench in enumerate(state.benches) if len(bench) < state.table.bench]
        for chamber, row in enumerate(state.chairs):
            for chair, sitting in enumerate(row):
                if sitting >> 1 == seat:
                    found.extend([moves.BenchCourtier(seat, chamber, chair, to) for to in room])
    elif card == 3:
        if player.influence >= SIDE_PRICE:
            found.extend([moves.BuyCard(seat, taken) for taken, number in enumerate(state.stacks) if number])
        if player.intrigue >= SIDE_PRICE:
            add_jumps(state, seat, reach, found)
    elif card == 4 and player.influence and player.intrigue:
        others = [
            ring for other, each_player in enumerate(state.players) if other != seat for ring in each_player.worn_rings
        ]
        found.append(move_groups.RingTrades(seat, player.worn_rings, others))
    elif card == 5:
        if player.influence >= SIDE_PRICE and not state.used_sides & states.LEFT_SIDE_BIT:
            add_strolls(state, seat, reach, found)
        if player.intrigue >= SIDE_PRICE and not state.used_sides & states.RIGHT_SIDE_BIT:
            board = state.table.board
            others = bit_positions(reach.occupied & ~player.courtiers)
            found.extend(
                [moves.BanishCourtier(seat, space) for space in others if player.intrigue >= banish_price(board, space)]
            )


_OPTIONS_BY_PHASE: Final[dict[Phase, Callable[[states.State], list[Option]]]] = {
    "rings": _choose_ring_options,
    "hands": _hand_layout_options,
    "assignment": _assignment_options,
    "lords": _lord_options,
    "actions": _turn_options,
    "over": lambda _: [],
}
