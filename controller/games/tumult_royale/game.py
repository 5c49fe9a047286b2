"""Tumult Royale for the table: rules, referee, staging and view behind the protocol ``Game``."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random
from types import MappingProxyType
from typing import Any, Final

import msgspec

from controller.games.contract.analysis import Analysis, MoveToJudge
from controller.games.contract.effects import Screen
from controller.games.contract.game import Piece
from controller.games.contract.inputs import EVERY_DEVICE, LEVEL_NAMES, Devices, Gesture, Observation
from controller.games.contract.rules import Choice, Correction, Shuffled
from controller.games.contract.tools.editions import EditionFault
from controller.games.contract.values import Action, CastleId, PieceId, Text
from controller.games.tumult_royale.box.edition import Edition
from controller.games.tumult_royale.box.reading import EDITION_FORMAT, standard_edition
from controller.games.tumult_royale.referee import correction, referee
from controller.games.tumult_royale.referee import memory as memories
from controller.games.tumult_royale.referee.correction import logged_places, moves_to_logged_places
from controller.games.tumult_royale.referee.memory import Memory
from controller.games.tumult_royale.rules import actions
from controller.games.tumult_royale.rules.actions import Refusal, public_action
from controller.games.tumult_royale.rules.country import Country
from controller.games.tumult_royale.rules.engine import GameLog
from controller.games.tumult_royale.rules.state import State
from controller.games.tumult_royale.show import screens, staging
from controller.games.tumult_royale.show import view as views
from controller.games.tumult_royale.show.summary import course_points, summary
from controller.games.tumult_royale.show.waiting import waiting
from controller.games.tumult_royale.tools import ACTION_EXAMPLES
from controller.games.undoable_log import lazy_import_method

QUARTER_TURNS = (0, 1, 2, 3)

OPTION_VALUES: Final = MappingProxyType({"variant": ("classic", "gambler"), "map": ("tracked", "honour")})
WITHOUT_PAGE: Final = MappingProxyType({"map": "honour"})
"""A map that is kept needs the page for first statues and new land."""


class TumultRoyale:
    """Implements ``Game``; ``options`` set defaults of ``variant`` (TR-10) and ``map`` (TR-11)."""

    name = "tumult-royale"
    title = "Tumult Royale"
    seats = range(2, 5)
    devices = Devices(uses=EVERY_DEVICE)
    levels = LEVEL_NAMES
    judge = staticmethod(referee.judge)
    settle = staticmethod(memories.memory_after_action)
    waiting = staticmethod(waiting)
    stage = staticmethod(staging.effects_of_action)
    view = staticmethod(views.view)
    view_afterwards = staticmethod(views.view_afterwards)
    summary = staticmethod(summary)
    public_action = staticmethod(public_action)
    course = staticmethod(course_points)
    public_face = staticmethod(views.public_face)
    face_up = staticmethod(views.face_up_pieces)
    is_open_moment = staticmethod(views.is_open_moment)
    lying_pieces = staticmethod(views.lying_pieces)
    places = staticmethod(logged_places)
    misplaced = staticmethod(moves_to_logged_places)
    redo = staticmethod(correction.redo)
    abandon_redo = staticmethod(correction.abandon_redo)
    describe_piece = lazy_import_method(f"{__package__}.show.by_ear", "describe_piece")
    describe_state = lazy_import_method(f"{__package__}.show.by_ear", "describe_state")
    describe_choices = lazy_import_method(f"{__package__}.show.by_ear", "describe_choices")
    advise = lazy_import_method(f"{__package__}.bots.advice", "advise")
    drawn = lazy_import_method(f"{__package__}.show.picture", "draw_view")
    drawn_board = lazy_import_method(f"{__package__}.show.picture", "draw_board")
    charted = lazy_import_method(f"{__package__}.show.summary", "chart_game")
    tools = lazy_import_method(f"{__package__}.tools", "Tools")

    def __init__(self, options: Mapping[str, str] = MappingProxyType({})) -> None:
        self._usual = {key: options.get(key, values[0]) for key, values in OPTION_VALUES.items()}

    def new_log(self) -> GameLog:
        return GameLog()

    def first_memory(self) -> Memory:
        return memories.EMPTY_MEMORY

    def standings(self, state: State) -> Screen:
        """Return the ranks, with placed statues and supporters (TR-5)."""
        return screens.ranks_screen(
            [
                (Text(state.color(seat)), state.players[seat].placed, state.players[seat].supporters)
                for seat in state.ranked
            ]
        )

    def pieces(self) -> Sequence[Piece]:
        return [
            Piece(tile.id, "tile", {"commodity": tile.commodity, "value": tile.value, "frame": tile.frame})
            for tile in standard_edition().tiles
        ]

    def sectors(self) -> Sequence[tuple[int, int]]:
        return [(sector.demand, sector.degrees) for sector in standard_edition().spinner]

    def sectors_of(self, state: State) -> Sequence[tuple[int, int]]:
        """Return the sectors of the edition in play (TR-1.1)."""
        return referee.spinner_sectors(state)

    def is_drawn(self, action: Action) -> bool:
        """Return True for the deal (TR-0.1, TR-0.3), a spin (TR-1.1) and turned-up region tiles (TR-6.3)."""
        return action["do"] in {"start", "spin"} or (action["do"] == "reveal" and bool(action["tiles"]))

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
        from controller.games.tumult_royale.bots.hand import BotHand  # slow to import

        return BotHand(castle, see, random, lifted, alone=alone, level=level).gestures()

    def analyse(self, play: GameLog, seed: int) -> Analysis:
        from controller.games.tumult_royale.bots.analysis import analyse  # not at the table's start

        return analyse(play, seed)

    def judge_move(self, play: GameLog, seed: int) -> MoveToJudge | None:
        from controller.games.tumult_royale.bots.analysis import move_to_judge  # only where people practise

        return move_to_judge(play, seed)

    def correct(self, play: GameLog, back_to: int | None, amendments: Sequence[Action], *, by_hand: bool) -> Correction:
        before = correction.latest_count_seq(play) if back_to is None else back_to
        return correction.go_back(play, before) if by_hand else correction.correct(play, before, amendments)

    def actions(self) -> dict[str, Any]:
        (schema,), components = msgspec.json.schema_components(
            [actions.Action], ref_template="#/components/schemas/{name}"
        )
        return {"schema": schema, "components": components, "examples": list(ACTION_EXAMPLES)}

    def choices(self) -> Sequence[Choice]:
        """Return the variants (TR-10) and maps (TR-11), the defaults first."""
        return tuple(
            Choice(key, tuple(sorted(values, key=lambda value: value != self._usual[key])), WITHOUT_PAGE.get(key))
            for key, values in OPTION_VALUES.items()
        )

    def setup(
        self, castles: Sequence[CastleId], options: Mapping[str, str], dealt: Mapping[str, Any], shuffled: Shuffled
    ) -> Action:
        """Deal ranks and region tiles (TR-0.1, TR-0.3), from the shipped edition unless ``dealt`` has one."""
        chosen = {**self._usual, **options}
        ranks = shuffled(range(1, len(castles) + 1))
        return {
            "do": "start",
            "edition": "standard",
            "variant": chosen["variant"],
            "map": chosen["map"],
            "players": [{"color": color, "rank": rank} for color, rank in zip(castles, ranks, strict=True)],
            "regions": _deal_regions(_dealt_or_standard_edition(dealt), len(castles), shuffled)
            if chosen["map"] == "tracked"
            else [],
            **dealt,
        }

    def resolve(self, state: State | None, action: Action, shuffled: Shuffled) -> Action:
        """Draw the region tiles of a ``reveal`` with slots only (TR-6.3); raise Refusal without a game."""
        match action:
            case {"do": "reveal", "tiles": [*lies]} if all(
                isinstance(lie, Mapping) and "tile" not in lie for lie in lies
            ):
                pass
            case _:
                return action
        if state is None:
            raise Refusal("LOG", "not-started")
        lying = {lie.tile for lie in state.land.slots} if isinstance(state.land, Country) else set()
        free = shuffled([region.id for region in state.table.edition.regions if region.id not in lying])
        return {
            "player": state.color(state.king),
            **action,
            "tiles": [
                {**lie, "tile": tile, "turns": shuffled(QUARTER_TURNS)[0]}
                for lie, tile in zip(lies, free, strict=False)  # the engine refuses surplus slots
            ],
        }

    def box(self) -> dict[str, Any]:
        return standard_edition().to_mapping()


def make(options: Mapping[str, str]) -> TumultRoyale:
    return TumultRoyale(options)


def _dealt_or_standard_edition(dealt: Mapping[str, Any]) -> Edition:
    try:
        return EDITION_FORMAT.parse(dealt["edition"])
    except (KeyError, EditionFault):
        return standard_edition()


def _deal_regions(edition: Edition, players: int, shuffled: Shuffled) -> list[dict[str, Any]]:
    face_down = edition.frame[str(players)].face_down
    drawn = iter(shuffled([region.id for region in edition.regions]))
    return [
        {"slot": slot, "tile": None, "turns": 0}
        if slot in face_down
        else {"slot": slot, "tile": next(drawn), "turns": shuffled(QUARTER_TURNS)[0]}
        for slot in range(2 * players)
    ]
