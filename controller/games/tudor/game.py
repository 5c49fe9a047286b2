"""Tudor's implementation of the game contract."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random
from types import MappingProxyType
from typing import Any, Final

import msgspec

from controller.games.contract.analysis import Analysis
from controller.games.contract.game import Piece
from controller.games.contract.inputs import LEVEL_NAMES, Devices, Gesture, Observation
from controller.games.contract.rules import Choice, Shuffled
from controller.games.contract.values import Action, CastleId, PieceId, RandomDraw
from controller.games.tudor import dealing
from controller.games.tudor.box.edition import PLAYER_COUNTS
from controller.games.tudor.box.reading import standard_edition
from controller.games.tudor.referee import correction, page_actions, referee
from controller.games.tudor.referee import memory as memories
from controller.games.tudor.referee.correction import logged_places, moves_to_logged_places
from controller.games.tudor.referee.memory import Memory
from controller.games.tudor.rules import actions as parsing
from controller.games.tudor.rules.actions import public_action
from controller.games.tudor.rules.engine import GameLog
from controller.games.tudor.rules.state import DrawStep, State
from controller.games.tudor.rules.table import bit_positions
from controller.games.tudor.show import by_ear, offers, picture, scenes, screens
from controller.games.tudor.show import view as views
from controller.games.tudor.show.asking import waiting
from controller.games.tudor.show.summary import course_points, summary

CARD_OPTION: Final = "tudor-cards"
"""Key of the option: a first game's cards, or three drawn ones (TU-0.3, TU-0.4)."""

OPTION_VALUES: Final = MappingProxyType({CARD_OPTION: (dealing.FIRST, dealing.DRAWN)})


class Tudor:
    """The ``Game`` of Tudor; ``options`` are the defaults from the table's settings."""

    name = "tudor"
    title = "Tudor"
    seats = range(PLAYER_COUNTS[0], PLAYER_COUNTS[-1] + 1)
    devices = Devices(uses=frozenset({"arrow", "gates", "tray", "panels", "knob"}), has_turns=True)
    levels = LEVEL_NAMES
    judge = staticmethod(referee.judge)
    settle = staticmethod(memories.memory_after_action)
    waiting = staticmethod(waiting)
    stage = staticmethod(scenes.effects_of_action)
    standings = staticmethod(screens.standings)
    view = staticmethod(views.view)
    seat_view = staticmethod(offers.seat_view)
    may_send = staticmethod(offers.may_send)
    summary = staticmethod(summary)
    public_action = staticmethod(public_action)
    course = staticmethod(course_points)
    lying_pieces = staticmethod(picture.lying_pieces)
    public_face = staticmethod(picture.public_face)
    face_up = staticmethod(picture.face_up_pieces)
    places = staticmethod(logged_places)
    misplaced = staticmethod(moves_to_logged_places)
    redo = staticmethod(correction.redo)
    abandon_redo = staticmethod(correction.abandon_redo)
    judge_page_action = staticmethod(page_actions.judge_page_action)
    correct = staticmethod(page_actions.correct)
    describe_piece = staticmethod(by_ear.describe_piece)
    describe_state = staticmethod(by_ear.describe_state)
    describe_choices = staticmethod(by_ear.describe_choices)
    drawn = staticmethod(picture.draw_view)
    drawn_board = staticmethod(picture.draw_board)
    charted = staticmethod(picture.chart_game)

    def __init__(self, options: Mapping[str, str] = MappingProxyType({})) -> None:
        self._default_options = {key: options.get(key, values[0]) for key, values in OPTION_VALUES.items()}

    def new_log(self) -> GameLog:
        return GameLog()

    def first_memory(self) -> Memory:
        return memories.EMPTY_MEMORY

    def pieces(self) -> Sequence[Piece]:
        edition = standard_edition()
        tokens = [Piece(each.id, "token", {"faction": edition.factions[each.faction]}) for each in edition.tokens]
        rings = [Piece(each.id, "ring", {"faction": edition.factions[each.faction]}) for each in edition.rings]
        return [*tokens, *rings]

    def sectors(self) -> Sequence[tuple[int, int]]:
        """Return equal sectors for the most seats; the arrow draws the start player (TU-0.1)."""
        return dealing.equal_sector_widths_by_seat(PLAYER_COUNTS[-1])

    def sectors_of(self, state: State) -> Sequence[tuple[int, int]]:
        return dealing.equal_sector_widths_by_seat(len(state.players))

    def is_drawn(self, action: Action) -> bool:
        """Whether chance decides the action: the deal (TU-0.5 to TU-0.7) or a token from the bag (TU-7.10)."""
        return action["do"] in {"start", "draw"}

    def round_of(self, state: State) -> int:
        return state.round

    def hand(
        self,
        castle: CastleId,
        see: Callable[[], Observation],
        random: Random,
        lifted: set[PieceId],
        *,
        alone: bool,
        level: str = "",
    ) -> Iterator[Gesture]:
        from controller.games.tudor.bots.hand import BotHand  # not before a bot plays
        from controller.games.tudor.bots.sensible import sensible_move  # not before a bot plays

        del lifted, alone
        return BotHand(castle, see, random, sensible_move, level=level).gestures()

    def analyse(self, play: GameLog, seed: int) -> Analysis:
        from controller.games.tudor.bots.analysis import analyse  # not before a game is analysed

        return analyse(play, seed)

    def actions(self) -> dict[str, Any]:
        shapes = [shape for shapes in parsing.LINE_TYPES.values() for shape in shapes]
        start = dealing.complete_start_action(
            [CastleId("yellow"), CastleId("blue")], dealing.FIRST, {"first": "yellow"}, list
        )
        schemas, components = msgspec.json.schema_components(shapes, ref_template="#/components/schemas/{name}")
        return {
            "schema": {"anyOf": list(schemas)},
            "components": components,
            "examples": [start, *parsing.example_lines()],
        }

    def choices(self) -> Sequence[Choice]:
        return tuple(
            Choice(key, tuple(sorted(values, key=lambda value: value != self._default_options[key])))
            for key, values in OPTION_VALUES.items()
        )

    def setup(
        self, castles: Sequence[CastleId], options: Mapping[str, str], dealt: Mapping[str, Any], shuffled: Shuffled
    ) -> Action | RandomDraw:
        """Deal what players have not dealt (TU-0.5 to TU-0.7); the arrow draws the start player."""
        return dealing.complete_start_action(
            castles, {**self._default_options, **options}[CARD_OPTION], dealt, shuffled
        )

    def resolve(self, state: State | None, action: Action, shuffled: Shuffled) -> Action:
        if action.get("do") != "draw" or "token" in action or state is None:
            return action
        if not state.due or not isinstance(state.due[0], DrawStep) or not any(state.bag):
            return action  # the engine refuses it
        bag = [faction for faction, number in enumerate(state.bag) for _ in range(number)]
        tokens = state.table.pieces.tokens_by_faction[shuffled(bag)[0]] & state.unseen
        return {**action, "token": state.table.pieces.tokens[shuffled(bit_positions(tokens))[0]]}

    def tools(self) -> object:
        from controller.games.tudor.tools import Tools  # not before a command asks

        return Tools()

    def box(self) -> dict[str, Any]:
        return standard_edition().to_mapping()


def make(options: Mapping[str, str]) -> Tudor:
    return Tudor(options)
