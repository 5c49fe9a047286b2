"""Find the moves that fit the taps and answers so far (TU-7, TU-9, TU-12); used by the referee."""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from controller.games.tudor.box.edition import FACTION_COUNT
from controller.games.tudor.referee import choices, memory
from controller.games.tudor.rules import engine, move_groups, moves
from controller.games.tudor.rules.chapters.shared import with_player
from controller.games.tudor.rules.moves import Move
from controller.games.tudor.rules.options import Option, legal_options
from controller.games.tudor.rules.state import EMPTY, EMPTY_HAND, ArrangeRingsStep, DrawStep, State, TakeRingStep
from controller.games.tudor.rules.table import Faction, Path, RingNumber, Seat, Space, Token

BONUS_MOVE: Final = "move"
LEFT_SIDE: Final = "left"
RIGHT_SIDE: Final = "right"


class CandidatePath(Struct, frozen=True):
    """A path that the player may mean, and the action that takes it.

    Attributes:
        what: a letter, the bonus move, or a side of the scenario card.
        activation: the figure to activate first, or None.
        needs: the card for each space, or ``ANY_CARD``; empty for an action without cards.
        returns_card: whether one of the paid cards may come back (TU-10.5).
    """

    what: str
    activation: memory.Activation
    origin: Space
    path: Path
    needs: tuple[Faction, ...] = ()
    returns_card: bool = False


def candidate_paths(options: Iterable[Option], activation: memory.Activation = None) -> list[CandidatePath]:
    found = []
    for option in options:
        match option:
            case moves.Walk(letter=letter, origin=origin, path=path, cards=cards):
                found.append(CandidatePath(letter, activation, origin, path, cards))
            case move_groups.PathPayments(letter=letter, origin=origin, path=path, needs=needs, bonus=bonus):
                found.append(CandidatePath(letter, activation, origin, path, needs, bonus))
            case moves.Stroll(origin=origin, path=path):
                found.append(CandidatePath(LEFT_SIDE, activation, origin, path))
            case moves.JumpOverCourtier(origin=origin, to=to):
                found.append(CandidatePath(RIGHT_SIDE, activation, origin, (to,)))
            case move_groups.BonusMoves(steps=steps):
                found += [CandidatePath(BONUS_MOVE, activation, origin, path) for origin, path in steps]
            case _:
                pass
    return found


def tokens_on_path(state: State, path: Path) -> tuple[Token, ...]:
    """Return the tokens of a path, in order (TU-7.8)."""
    return tuple([state.tokens[space] for space in path if state.tokens[space] != EMPTY])


PATH_FEATURES: Final = (
    ("what", lambda candidate: candidate.what),
    ("origin", lambda candidate: candidate.origin),
    ("path", lambda candidate: candidate.path),
    ("figure", lambda candidate: candidate.activation),
)


def _question_or_offer(
    seat: Seat, fitting: Sequence[CandidatePath], answers: Mapping[str, Hashable], spent: tuple[Token, ...]
) -> memory.NeedsAnswer | memory.NeedsYes:
    left, question = memory.narrow_candidates(fitting, PATH_FEATURES, answers)
    candidate = left[0]
    what = candidate.what if all(each.what == candidate.what for each in left) else ""
    origin = candidate.origin if all(each.origin == candidate.origin for each in left) else None
    if question is not None:
        return memory.NeedsAnswer(question, memory.KnownParts(what, origin, candidate.path, spent=spent))
    cards = list(candidate.needs)
    for place, need in enumerate(candidate.needs):
        if need == move_groups.ANY_CARD:
            card = answers.get(f"pay-{place}")
            known = memory.KnownParts(
                what, origin, candidate.path, tuple(card for card in cards if card != move_groups.ANY_CARD), spent=spent
            )
            if not isinstance(card, int):
                return memory.NeedsAnswer(memory.Question(f"pay-{place}", tuple(range(FACTION_COUNT))), known)
            cards[place] = card
    known = memory.KnownParts(what, origin, candidate.path, tuple(cards), spent=spent)
    bonus: Faction | None = None
    if candidate.returns_card:
        values = (*sorted(set(cards)), None)
        if "bonus" not in answers or answers["bonus"] not in values:
            return memory.NeedsAnswer(memory.Question("bonus", values), known)
        answer = answers["bonus"]
        bonus = answer if isinstance(answer, int) else None
    move = _candidate_to_move(seat, candidate, tuple(cards), bonus, spent)
    return memory.NeedsYes((move,) if candidate.activation is None else (candidate.activation, move), known)


def _candidate_to_move(
    seat: Seat, candidate: CandidatePath, cards: tuple[Faction, ...], bonus: Faction | None, spent: tuple[Token, ...]
) -> Move:
    if candidate.what == BONUS_MOVE:
        return moves.BonusMove(seat, candidate.origin, candidate.path, spent)
    if candidate.what == LEFT_SIDE:
        return moves.Stroll(seat, candidate.origin, candidate.path)
    if candidate.what == RIGHT_SIDE:
        return moves.JumpOverCourtier(seat, candidate.origin, candidate.path[0])
    letter = candidate.what
    assert letter in {"A", "C", "E", "G"}
    return moves.Walk(seat, letter, candidate.origin, candidate.path, cards, bonus)  # type: ignore[arg-type]


PLENTIFUL_COUNT: Final = 9
"""Assumed number of each kind of hidden card or token: more than any action costs."""

NEEDS_NO_FIGURE: Final = {BONUS_MOVE, LEFT_SIDE, RIGHT_SIDE}
"""Options that are the same before and after a figure is activated."""

SWAP_TWICE: Final = "again"
"""Name of the question whether to swap rings a second time (TU-10.2)."""


def state_with_full_hand(state: State) -> State:
    """Return the state with ``PLENTIFUL_COUNT`` of hidden cards and round tokens, to reveal no hand."""
    seat, cards = state.turn_seat, (PLENTIFUL_COUNT,) * len(state.stacks)
    player = replace(state.players[seat], cards=cards, influence=PLENTIFUL_COUNT, intrigue=PLENTIFUL_COUNT)
    return replace(state, players=with_player(state.players, seat, player))


def interpret_inputs(state: State, inputs: tuple[memory.TapOrAnswer, ...]) -> memory.Interpretation:
    """Return what taps and answers so far can mean; the game must not be over."""
    taps = [each for each in inputs if isinstance(each, memory.Tap)]
    step = state.due[0] if state.due else None
    if isinstance(step, DrawStep):
        return memory.NeedsTap("draw")
    if state.phase == "rings":
        return memory.NeedsTap("ring")
    if isinstance(step, TakeRingStep):
        return _interpret_office_ring(state, taps)
    if isinstance(step, ArrangeRingsStep) or state.phase == "hands":
        seat = state.acting_seat
        player = state.players[seat]
        rings = list(player.unworn) if state.phase == "hands" else player.worn_rings
        if not _are_taps_among(state, taps, rings):
            return memory.NoMatch()
        staying_rings = player.hand if not taps and choices.can_rings_stay(player.hand, len(rings)) else EMPTY_HAND
        return choices.lay_tapped_rings(
            rings, _rings_and_detents(state, taps), lambda hand: moves.ArrangeRings(seat, hand), staying_rings
        )
    public = state_with_full_hand(state)
    if taps:
        return _interpret_taps(public, inputs, taps)
    return _interpret_answers(public, legal_options(_state_with_all_tokens(public)), memory.answer_by_feature(inputs))


def _state_with_all_tokens(public: State) -> State:
    """Return the state with all tokens in the hand, to hide whether two can be spent (TU-11.2)."""
    seat = public.turn_seat
    player = replace(public.players[seat], tokens=(1 << len(public.table.pieces.tokens)) - 1)
    return replace(public, players=with_player(public.players, seat, player))


def ring_of_tap(state: State, tap: memory.Tap) -> RingNumber:
    return state.table.pieces.ring_numbers[tap.piece]


def _rings_and_detents(state: State, taps: Sequence[memory.Tap]) -> list[tuple[RingNumber, int]]:
    return [(ring_of_tap(state, tap), tap.turned) for tap in taps]


def _are_taps_among(state: State, taps: Sequence[memory.Tap], rings: Sequence[RingNumber]) -> bool:
    numbers = state.table.pieces.ring_numbers
    return all(numbers.get(tap.piece) in rings for tap in taps)


def _interpret_office_ring(state: State, taps: Sequence[memory.Tap]) -> memory.Interpretation:
    if not taps:
        return memory.NeedsTap("ring")
    if not _are_taps_among(state, taps[:1], move_groups.OfficeRingMoves(state).takeable_rings()):
        return memory.NoMatch()
    seat, ring = state.turn_seat, ring_of_tap(state, taps[0])
    player = state.players[seat]
    rings = [*player.worn_rings, ring]
    if not _are_taps_among(state, taps[1:], rings):
        return memory.NoMatch()
    staying_rings = player.hand if len(taps) == 1 and choices.can_rings_stay(player.hand, len(rings)) else EMPTY_HAND
    again = taps if staying_rings != EMPTY_HAND else taps[1:]
    return choices.lay_tapped_rings(
        rings,
        _rings_and_detents(state, again),
        lambda hand: moves.TakeRing(seat, ring, hand),
        staying_rings,
        taken=ring,
    )


def _interpret_answers(public: State, listed: list[Option], answers: Mapping[str, Hashable]) -> memory.Interpretation:
    """Interpret answers without any tap."""
    by_name: dict[Hashable, list[Option]] = {}
    for option in listed:
        by_name.setdefault(choices.option_name(option), []).append(option)
    names = sorted(by_name, key=choices.option_rank)
    (what, *others) = names
    if others:
        if answers.get("what") not in by_name:
            return memory.NeedsAnswer(memory.Question("what", tuple(names)))
        what = answers["what"]
    if isinstance(what, moves.ActivateFigure):
        return memory.NeedsYes((what,))
    assert isinstance(what, str)
    return _interpret_named_option(public, what, by_name[what], answers)


def _interpret_named_option(
    public: State, what: str, listed: list[Option], answers: Mapping[str, Hashable]
) -> memory.Interpretation:
    known = memory.KnownParts(what)
    candidates = candidate_paths(listed)
    if candidates:
        if what == BONUS_MOVE:
            return memory.NeedsTap("spent", known)
        without_tokens = [each for each in candidates if not tokens_on_path(public, each.path)]
        if not without_tokens:
            return memory.NeedsTap("path", known)
        return _question_or_offer(public.turn_seat, without_tokens, {**answers, "what": what}, ())
    if isinstance(listed[0], move_groups.StandRingSwaps | move_groups.RingTrades):
        return memory.NeedsTap("rings", known)
    if isinstance(listed[0], move_groups.TokenSwaps):
        return memory.NeedsTap("tokens", known)
    return _narrow_moves([move for option in listed for move in choices.moves_of_option(option)], answers, known)


def _narrow_moves(
    meant: Sequence[moves.Move], answers: Mapping[str, Hashable], known: memory.KnownParts
) -> memory.Interpretation:
    left, question = memory.narrow_candidates(meant, choices.question_features_of_move(type(meant[0])), answers)
    return memory.NeedsYes((left[0],), known) if question is None else memory.NeedsAnswer(question, known)


def _interpret_taps(
    public: State, inputs: tuple[memory.TapOrAnswer, ...], taps: Sequence[memory.Tap]
) -> memory.Interpretation:
    numbers = public.table.pieces.token_numbers
    tokens = [numbers[tap.piece] for tap in taps if tap.piece in numbers]
    if len(tokens) == len(taps):
        return _interpret_tokens(public, tokens, memory.answer_by_feature(inputs))
    return (
        memory.NoMatch()
        if tokens
        else _interpret_rings(public, inputs, tuple(ring_of_tap(public, tap) for tap in taps))
    )


def _options_by_figure(public: State) -> list[tuple[memory.Activation, list[Option]]]:
    listed = legal_options(public)
    found: list[tuple[memory.Activation, list[Option]]] = [(None, listed)]
    for figure in listed:
        if isinstance(figure, moves.ActivateFigure):
            after = legal_options(engine.perform_move(public, figure, []))
            found.append((figure, [each for each in after if choices.option_name(each) not in NEEDS_NO_FIGURE]))
    return found


def _interpret_tokens(public: State, tokens: Sequence[Token], answers: Mapping[str, Hashable]) -> memory.Interpretation:
    mine = public.players[public.turn_seat].tokens
    spent = tuple(token for token in tokens if mine >> token & 1)
    entered = tuple(token for token in tokens if not mine >> token & 1)
    where = {token: space for space, token in enumerate(public.tokens) if token != EMPTY}
    if any(token not in where for token in entered):
        return memory.NoMatch()
    path = tuple(where[token] for token in entered)
    listed = _options_by_figure(public)
    for option in listed[0][1]:
        if isinstance(option, move_groups.TokenSwaps) and not spent and len(path) < 3:
            known = memory.KnownParts(RIGHT_SIDE, path=path)
            if len(path) < 2:
                return memory.NeedsTap("tokens", known)
            return memory.NeedsYes((moves.SwapTokens(public.turn_seat, path),), known)
    if spent:
        return _interpret_bonus_move(public, spent, entered, path, listed[0][1], answers)
    found = [path for activation, each in listed for path in candidate_paths(each, activation)]
    candidates = [each for each in found if each.what != BONUS_MOVE]
    return _match_paths(public, candidates, entered, path, answers, ())


def _interpret_bonus_move(
    public: State,
    spent: tuple[Token, ...],
    entered: tuple[Token, ...],
    path: tuple[int, ...],
    listed: list[Option],
    answers: Mapping[str, Hashable],
) -> memory.Interpretation:
    """Interpret tapped tokens as a bonus move: two of the player's own and a step (TU-11.2)."""
    found = [option for option in listed if isinstance(option, move_groups.BonusMoves)]
    known = memory.KnownParts(BONUS_MOVE, path=path, spent=spent)
    if not found or len(spent) > 2 or any(token not in found[0].tokens for token in spent):
        return memory.NoMatch()
    if len(spent) < 2:
        return memory.NeedsTap("spent", known) if len(path) < 2 else memory.NoMatch()
    return _match_paths(public, candidate_paths(found), entered, path, answers, spent)


def _match_paths(
    public: State,
    candidates: Sequence[CandidatePath],
    entered: tuple[Token, ...],
    path: tuple[int, ...],
    answers: Mapping[str, Hashable],
    spent: tuple[Token, ...],
) -> memory.Interpretation:
    """If none takes exactly these tokens, wait for a longer path's."""
    order = sorted(candidates, key=lambda each: (choices.option_rank(each.what), len(each.path)))
    fitting = [each for each in order if tokens_on_path(public, each.path) == entered]
    if fitting:
        return _question_or_offer(public.turn_seat, fitting, answers, spent)
    if any(tokens_on_path(public, each.path)[: len(entered)] == entered for each in order):
        return memory.NeedsTap("path", memory.KnownParts(path=path, spent=spent))
    return memory.NoMatch()


def _interpret_rings(
    public: State, inputs: tuple[memory.TapOrAnswer, ...], rings: tuple[RingNumber, ...]
) -> memory.Interpretation:
    answers = memory.answer_by_feature(inputs)
    swaps: list[tuple[memory.Activation, move_groups.StandRingSwaps]] = []
    trade: memory.Interpretation = memory.NoMatch()
    for activation, listed in _options_by_figure(public):
        for option in listed:
            if isinstance(option, move_groups.StandRingSwaps):
                swaps.append((activation, option))
            elif isinstance(option, move_groups.RingTrades) and activation is None:
                trade = _interpret_ring_trade(option, rings)
    swap = _interpret_ring_swaps(public, swaps, rings, answers) if swaps else memory.NoMatch()
    if isinstance(swap, memory.NoMatch) or answers.get("what") == LEFT_SIDE:
        return swap if isinstance(trade, memory.NoMatch) else trade
    return swap


def _interpret_ring_trade(group: move_groups.RingTrades, rings: tuple[RingNumber, ...]) -> memory.Interpretation:
    """Interpret tapped rings as a trade: the player's and another player's, in any order (TU-12.4)."""
    mine = [ring for ring in rings if ring in group.mine]
    theirs = [ring for ring in rings if ring in group.theirs]
    if len(mine) > 1 or len(theirs) > 1 or len(mine) + len(theirs) < len(rings):
        return memory.NoMatch()
    known = memory.KnownParts(LEFT_SIDE, rings=rings)
    if len(rings) < 2:
        return memory.NeedsTap("rings", known)
    return memory.NeedsYes((moves.TradeRings(group.seat, mine[0], theirs[0]),), known)


def _interpret_ring_swaps(
    public: State,
    swaps: Sequence[tuple[memory.Activation, move_groups.StandRingSwaps]],
    rings: tuple[RingNumber, ...],
    answers: Mapping[str, Hashable],
) -> memory.Interpretation:
    """Interpret pairs of a stand's and a worn ring as swaps; two only if B is enhanced (TU-9.2, TU-10.2)."""
    group = swaps[0][1]
    free, mine = public.takeable_stand_rings(), public.players[public.turn_seat].worn_rings
    known = memory.KnownParts("B", rings=rings)
    pairs: list[tuple[RingNumber, RingNumber]] = []
    for place in range(0, len(rings), 2):
        pair = rings[place : place + 2]
        took = [ring for ring in pair if ring in free]
        gave = [ring for ring in pair if ring in mine]
        if place > 2 or (place == 2 and not group.twice) or len(took) > 1 or len(gave) > 1:
            return memory.NoMatch()
        if len(took) + len(gave) < len(pair):
            return memory.NoMatch()
        if len(pair) == 1:
            return memory.NeedsTap("rings", known)
        swap = (took[0], gave[0])
        pairs.append(swap)
        free, mine = group.stand_rings_after_swap(swap), group.hand_after_swap(mine, swap)
    if answers.get(SWAP_TWICE) is True and len(pairs) == 1:
        return memory.NeedsTap("rings", known)
    features = (("figure", lambda each: each[0]), (SWAP_TWICE, lambda each: each[2]), ("card-1", lambda each: each[1]))
    more = (False, True) if group.twice and len(pairs) == 1 else (False,)
    meant = [
        (activation, card, again)
        for again in more
        for activation, _ in swaps
        for card in group.possible_cards(tuple(pairs))
    ]
    left, question = memory.narrow_candidates(meant, features, answers)
    if question is not None:
        return memory.NeedsAnswer(question, known)
    activation, card, _ = left[0]
    move = moves.SwapRings(public.turn_seat, tuple(pairs), card)
    return memory.NeedsYes((move,) if activation is None else (activation, move), known)
