"""A bot's hand at a simulated table, which enters moves by gates and knob alone, as a player would."""

from collections.abc import Callable, Generator, Hashable, Iterator, Sequence
from functools import partial
from random import Random
from typing import Final, TypeAlias

from controller.games.contract.inputs import Carry, Gesture, Observation, PressKnob, Rest, Think, TurnKnob
from controller.games.contract.values import CastleId, PieceId
from controller.games.tudor.bots import errands, random_play, search
from controller.games.tudor.referee import choices, interpretation
from controller.games.tudor.referee.interpretation import SWAP_TWICE, interpret_inputs
from controller.games.tudor.referee.memory import Answer, HandInProgress, Memory, NeedsAnswer, NeedsYes, Tap
from controller.games.tudor.rules import moves
from controller.games.tudor.rules.moves import Move
from controller.games.tudor.rules.state import Hand as Rings
from controller.games.tudor.rules.state import State
from controller.games.tudor.rules.table import RingNumber

PAUSE_S: Final = 0.15
"""Pause between two gestures."""

VISIT_S: Final = 1.5
"""Pause before repeating a gesture: a gate counts a piece again only after a second without it."""

ONCE_TO_WAKE: Final = 1
"""Expected repetitions of a gesture: the first attempt may only wake the dark screen."""

THINK_S: Final = (0.2, 0.4)
"""Shortest and longest pause before a move: a turn of six takes about eight seconds."""

THINKING_S: Final = 0.8
"""Time to look ahead; then the best move so far counts."""

NO_ANSWER: Final = "-"
"""A value that no question offers."""

FIGURE_QUESTION: Final = "figure"
"""Name of the question which figure acts; the bot gives the first answer."""

Strategy: TypeAlias = Callable[[State, Random], Move]
"""Chooses a legal move, or a token to draw."""


class BotHand:
    """One player's hand; ``gestures`` runs until the game ends.

    Args:
        wants: chooses what the level does not look ahead for.
        level: one of ``search.LEVELS``; "" for a bot that does not look ahead.
    """

    def __init__(
        self,
        castle: CastleId,
        see: Callable[[], Observation],
        random: Random,
        wants: Strategy = random_play.random_move,
        *,
        level: str = "",
    ) -> None:
        self._castle = castle
        self._see = see
        self._random = random
        self._choose = wants
        self._level = level

    def gestures(self) -> Iterator[Gesture]:
        """Yield one gesture after another, each chosen from the table after the last one."""
        while not self._current_state.is_over:
            seat = self._current_state.seat_to_act
            if seat is not None and self._current_state.table.gates[seat] == self._castle:
                yield Rest(PAUSE_S if self._current_state.due else self._random.uniform(*THINK_S))
                yield from self._enter_move()
            yield Rest(PAUSE_S)

    @property
    def _current_state(self) -> State:
        state: State = self._see().state
        return state

    def _enter_move(self) -> Iterator[Gesture]:
        begun = self._current_state
        seat = begun.seat_to_act
        if seat is None or begun.table.gates[seat] != self._castle:
            return
        wanted = yield from self._decide(begun)
        latest: Gesture | None = None
        repeated = 0
        while self._current_state is begun:
            seen = self._see()
            following = next_gesture(begun, seen.memory, wanted)
            if seen.helped:
                due = [piece for piece, _ in taps_for_move(begun, wanted)]
                following = errands.as_errand(begun, seen.memory, wanted, following, due)
            repeated = repeated + 1 if following == latest else 0
            latest = following
            if repeated:
                yield Rest(VISIT_S if isinstance(following, Carry) else PAUSE_S)
            if repeated > ONCE_TO_WAKE and isinstance(following, TurnKnob):
                following = PressKnob()  # a turn only pages through the list of misplaced pieces
            yield following
            yield Rest(PAUSE_S)

    def _decide(self, state: State) -> Generator[Gesture, None, Move]:
        thought: list[Move | None] = []
        if self._level and search.is_searched(state):
            seed = self._random.getrandbits(32)
            yield Think(partial(search.thought_move, self._level, state, seed), thought.append, THINKING_S)
        return (thought[0] if thought else None) or self._choose(state, self._random)


def next_gesture(state: State, memory: Memory, wanted: Move) -> Gesture:
    reading = interpret_inputs(state, memory.inputs_with_detents)
    due = taps_for_move(state, wanted)
    tapped = [tap.piece for tap in memory.taps]
    if tapped != [piece for piece, _ in due[: len(tapped)]] or not _do_answers_lead_to(wanted, memory):
        return PressKnob(long=True)
    if (
        isinstance(reading, NeedsAnswer)
        and reading.question.feature == SWAP_TWICE
        and isinstance(wanted, moves.SwapRings)
    ):
        return _answer_gesture(reading.question.values, len(wanted.swaps) > 1, memory.turned)
    if isinstance(reading, HandInProgress) and tapped and (finger := due[len(tapped) - 1][1]) is not None:
        steps = reading.fingers.index(finger) - memory.turned % len(reading.fingers)
        if steps:
            return TurnKnob(steps)
    if isinstance(reading, HandInProgress) and reading.move == wanted:
        return PressKnob()
    if len(tapped) < len(due):
        return Carry(due[len(tapped)][0])
    match reading:
        case NeedsAnswer(question=question):
            value = (
                question.values[0] if question.feature == FIGURE_QUESTION else _wanted_answer(question.feature, wanted)
            )
            return (
                _answer_gesture(question.values, value, memory.turned)
                if value in question.values
                else PressKnob(long=True)
            )
        case NeedsYes(moves=offered) if offered[-1] == wanted:
            return PressKnob()
        case _:
            return PressKnob(long=True)


def _answer_gesture(values: Sequence[Hashable], value: Hashable, turned: int) -> Gesture:
    steps = values.index(value) - turned % len(values)
    return TurnKnob(steps) if steps else PressKnob()


def _do_answers_lead_to(wanted: Move, memory: Memory) -> bool:
    """Another player may have pressed the knob."""
    given = [each for each in memory.inputs if isinstance(each, Answer) and each.feature != FIGURE_QUESTION]
    return all(pick.value == _wanted_answer(pick.feature, wanted) for pick in given)


def _wanted_answer(feature: str, wanted: Move) -> Hashable:
    """Return the answer that leads to ``wanted``, else ``NO_ANSWER``."""
    if feature == "what":
        return choices.option_name(wanted)
    if isinstance(wanted, moves.SwapRings):
        return {SWAP_TWICE: len(wanted.swaps) > 1, "card-1": wanted.card}.get(feature, NO_ANSWER)
    if feature.startswith("pay-"):
        place = int(feature.removeprefix("pay-"))
        return wanted.cards[place] if isinstance(wanted, moves.Walk) and place < len(wanted.cards) else NO_ANSWER
    if isinstance(wanted, moves.JumpOverCourtier) and feature == "path":
        return (wanted.to,)
    asked = dict(choices.question_features_of_move(type(wanted)))
    answer: Hashable = asked[feature](wanted) if feature in asked else getattr(wanted, feature, NO_ANSWER)
    return answer


DueTap: TypeAlias = tuple[PieceId, int | None]
"""A piece to tap, and the finger that it goes to, if any."""


def taps_for_move(state: State, wanted: Move) -> list[DueTap]:
    pieces = state.table.pieces

    def token_taps(*numbers: int) -> list[DueTap]:
        return [(pieces.tokens[number], None) for number in numbers]

    def ring_taps(*numbers: int) -> list[DueTap]:
        return [(pieces.rings[number], None) for number in numbers]

    match wanted:
        case moves.PlaceDrawnToken(token=token):
            return token_taps(token)
        case moves.ChooseRing(ring=ring):
            return ring_taps(ring)
        case moves.Walk(path=path) | moves.Stroll(path=path):
            return token_taps(*interpretation.tokens_on_path(state, path))
        case moves.JumpOverCourtier(to=to):
            return token_taps(*interpretation.tokens_on_path(state, (to,)))
        case moves.BonusMove(path=path, tokens=spent):
            return token_taps(*spent, *interpretation.tokens_on_path(state, path))
        case moves.SwapTokens(spaces=spaces):
            return token_taps(*(state.tokens[space] for space in spaces))
        case moves.SwapRings(swaps=swaps):
            return ring_taps(*(ring for swap in swaps for ring in swap))
        case moves.TradeRings(mine=mine, theirs=theirs):
            return ring_taps(theirs, mine)
        case moves.TakeRing(ring=ring, hand=hand):
            return _taps_for_office_ring(state, ring, hand)
        case moves.ArrangeRings(hand=hand):
            return _taps_for_layout(state, hand)
        case _:
            return []


def _taps_for_office_ring(state: State, ring: RingNumber, hand: Rings) -> list[DueTap]:
    """Return the tap of an office's ring: with its finger if the others stay, else a full layout (TU-8.4)."""
    (id_, finger) = next((state.table.pieces.rings[ring], place) for place, worn in enumerate(hand) if ring in worn)
    others = tuple(tuple(each for each in worn if each != ring) for worn in hand)
    reading = interpret_inputs(state, (Tap(id_),))
    hand_now = state.players[state.turn_seat].hand
    if isinstance(reading, HandInProgress) and not reading.left and others == hand_now and hand[finger][-1] == ring:
        return [(id_, finger)]
    return [(id_, None), *_taps_for_layout(state, hand, not_first=ring)]


def _taps_for_layout(state: State, hand: Rings, not_first: RingNumber | None = None) -> list[DueTap]:
    """Return taps that lay out the hand anew, finger by finger; ``not_first``, just taken, cannot be first."""
    ids = state.table.pieces.rings
    first = next(finger for finger, worn in enumerate(hand) if worn and worn[0] != not_first)
    order = [(first + step) % len(hand) for step in range(len(hand))]
    return [(ids[ring], finger) for finger in order for ring in hand[finger]]
