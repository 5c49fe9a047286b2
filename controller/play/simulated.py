"""Hands of people on the page at a simulated table; rounds played by bots alone."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import partial
from random import Random
from types import MappingProxyType
from typing import Any, Final

from msgspec import Struct
from PIL import Image

from controller.config.schema import TableConfig
from controller.devices import stickers
from controller.devices.hardware import Hardware
from controller.devices.part_or_twin import make_twin_table
from controller.devices.stickers import simulated_uid
from controller.games import naming, requests, shelf
from controller.games.contract import inputs
from controller.games.contract.game import Game
from controller.games.contract.values import CastleId, PieceId, RefusedError, Text
from controller.play.bots.bot_hands import LONG_PRESS_S, SHORT_PRESS_S, BotHands
from controller.play.draws import Chance
from controller.play.table import Table
from controller.show.console_screens import screen_texts
from controller.store.house_rules import HouseRules
from controller.store.journal import Journal
from hw.castle_link.twin import MakeBoard
from hw.clock import LoopClock
from hw.testing.machine import Costs
from hw.testing.table import TwinTable
from hw.testing.wiring import BOARD_MAKERS
from hw.values import ReaderId

KNOB: Final = "knob"

REACTION_S: Final = 0.5
"""Time in which the table handles a press or passage; longer than the wait for a castle's other button."""


class SimulatedHands:
    """What people do at a simulated table by the page; ``bots`` returns the hands of bots there, if any play."""

    def __init__(self, table: Table, twins: TwinTable, bots: Callable[[], BotHands | None]) -> None:
        self._table = table
        self._bots = bots
        self.twins = twins
        self._handles: dict[PieceId, str] = {}
        self._handles_of: tuple[int, int] | None = None

    @property
    def _game(self) -> inputs.Simulated | None:
        return self._table.loop.on_table.simulated

    @property
    def bot_castles(self) -> Sequence[CastleId]:
        """Castles whose bots play now, with simulated hands."""
        hands = self._bots()
        return () if hands is None else hands.castles

    def pieces_view(self) -> list[dict[str, Any]]:
        """Return the pieces in play as people see them, each with its handle."""
        self._deal_handles()
        shown = self._lying_pieces(self._table.console.state_shown) if self._handles else ()
        pieces = {each.piece: each for each in shown}
        return [_piece_view(handle, pieces[piece]) for piece, handle in self._handles.items()]

    def piece_by_handle(self, handle: str) -> PieceId:
        """Return the piece with this handle now; raise NotAvailableAtTable if none."""
        self._deal_handles()
        for piece, known in self._handles.items():
            if known == handle:
                return piece
        raise requests.NotAvailableAtTable(f"saw the piece {handle!r}; pieces get new handles each round, look again")

    def face_of_lifted_piece(self, handle: str) -> dict[str, Any]:
        piece = self.piece_by_handle(handle)
        if self._game is None:
            return next(dict(each.face or {}) for each in self._lying_pieces() if each.piece == piece)
        return dict(self._game.public_face(self._table.loop.state, piece))

    def _lying_pieces(self, state: Any = None) -> Sequence[inputs.LyingPiece]:
        """Return the pieces in play, now or in ``state``; if no game says where they lie, its box in a heap."""
        if self._game is None:
            box = self._table.game.pieces()
            return [inputs.LyingPiece(each.id, "heap", None, each.printed or {"id": each.id}) for each in box]
        return self._game.lying_pieces(self._table.loop.state if state is None else state)

    async def pass_tile(self, handle: str, castle: str, dwell_s: float) -> None:
        readers = self.twins.readers
        if ReaderId(castle) not in readers:
            _refuse_absent_device("gates", castle in self._castle_colors)
            raise requests.NotAvailableAtTable(f"saw the castle {castle!r}, expected one of {', '.join(readers)}")
        sticker = naming.sticker_name(self._table.loop.game_name, self.piece_by_handle(handle))
        counts = self._table.counts[castle]
        before = counts.total()
        passing = self.twins.pass_tile(ReaderId(castle), simulated_uid(sticker), dwell_s)
        await self._do_and_check_effect(f"gate:{castle}", passing, lambda: counts.total() != before)

    async def operate_control(self, control: str, *, long: bool) -> None:
        controls = self._control_functions(LONG_PRESS_S if long else SHORT_PRESS_S)
        origin = KNOB if control in {KNOB, f"{KNOB}:left", f"{KNOB}:right"} else control
        button, _, castle = control.partition(":")
        if control not in controls:
            _refuse_absent_device(KNOB, origin == KNOB)
            _refuse_absent_device("panels", button in {"yes", "no"} and castle in self._castle_colors)
            raise requests.NotAvailableAtTable(f"saw the control {control!r}, expected one of {', '.join(controls)}")
        heard: list[str] = []
        with self._table.hardware.controls.operated.connect_during(lambda input_: heard.append(input_.origin)):
            await self._do_and_check_effect(origin, controls[control](), lambda: origin in heard)

    async def _do_and_check_effect(self, origin: str, deed: Awaitable[object], was_noticed: Callable[[], bool]) -> None:
        ignored: list[str] = []
        with self._table.loop.ignored.connect_during(lambda input_: ignored.append(input_.origin)):
            await deed
            await self._table.clock.sleep_until(self._table.clock.now_s() + REACTION_S)
        if not was_noticed():
            message = f"{origin} noticed nothing: it has failed, or the action was too short. See the table's devices."
            raise RefusedError(None, message, Text("press-not-noticed"))
        if origin in ignored:
            raise RefusedError(None, f"{origin} has no effect at this moment.", self._why_no_effect())

    def _why_no_effect(self) -> Text:
        """Return that an input did nothing, and what the table waits for instead."""
        waiting = self._table.loop.current_waiting()
        if self._table.hourglass.is_running:
            return Text("press-no-effect-hourglass")
        if waiting.over:
            return Text("press-no-effect")
        return Text("press-no-effect-due", {"due": screen_texts(waiting.screen)[0]})

    @property
    def _castle_colors(self) -> Sequence[str]:
        return [castle.color for castle in self._table.config.castle]

    def set_newcomer_seq(self, seq: int | None) -> None:
        """Let bots play once a newcomer has read step ``seq``, and wait at the next; None: no newcomer reads.

        A step before the present one changes nothing: the page must still show what happened since.
        """
        hands = self._bots()
        if hands is not None and seq in {None, self._table.loop.seq}:
            hands.read_seq = seq

    def _control_functions(self, held_s: float) -> dict[str, Callable[[], Awaitable[None]]]:
        knob = self.twins.knob
        controls: dict[str, Callable[[], Awaitable[None]]] = {}
        if knob is not None:
            controls["knob"] = partial(knob.press, held_s)
            controls |= {"knob:left": partial(knob.turn, -1), "knob:right": partial(knob.turn, 1)}
        for castle, panel in self.twins.panels.items():
            controls[f"yes:{castle}"] = partial(panel.yes.press, held_s)
            controls[f"no:{castle}"] = partial(panel.no.press, held_s)
        return controls

    def _deal_handles(self) -> None:
        loop = self._table.loop
        if loop.state is None:
            self._handles = {}
            return
        number = (loop.game_id or 0, self._table.game.round_of(loop.state))
        if self._handles_of == number:
            return
        pieces = [each.piece for each in self._lying_pieces()]
        mixed = pieces if self._game is None else self._table.chance.shuffled(pieces)
        self._handles = {piece: f"{number[1]}-{place}" for place, piece in enumerate(mixed)}
        self._handles_of = number


def _refuse_absent_device(device: inputs.Device, is_requested: bool) -> None:  # noqa: FBT001
    if is_requested:
        message = f"This table has no {device}: table.toml names no simulated one. Add it, or use another way."
        raise RefusedError(None, message, Text("press-absent", {"device": Text(f"needs-{device}")}))


def _piece_view(handle: str, piece: inputs.LyingPiece) -> dict[str, Any]:
    face = {} if piece.face is None else {"face": piece.face}
    return {"handle": handle, "where": piece.where, "color": piece.castle, **face}


class PlayedRounds(Struct, frozen=True):
    """Result of ``play_rounds``.

    Attributes:
        complete: all rounds, or the game, were played to their end and are on disk.
        costs: work of the hardware.
        passes: how often pieces passed a gate.
        actions: actions in the journal.
        seconds: duration by the loop's clock.
    """

    complete: bool
    costs: Costs
    passes: int
    actions: int
    seconds: float


def _pass_on_display_picture(machine: TwinTable, screen: Callable[[Image.Image], None]) -> None:
    if machine.oled is not None:
        screen(machine.oled.image())


async def play_rounds(
    settings: TableConfig,
    journal: Journal,
    *,
    rounds: int,
    seed: int,
    options: Mapping[str, str] = MappingProxyType({}),
    make_board: MakeBoard = BOARD_MAKERS["cpython"],
    machine: TwinTable | None = None,
    tell: Callable[[float, Text], None] = lambda _now_s, _text: None,
    screen: Callable[[Image.Image], None] | None = None,
) -> PlayedRounds:
    """Play ``rounds`` rounds of a new game of all castles; equal seeds give equal rounds.

    ``options`` override the settings'; ``machine`` must be wired as the settings say. Call ``tell`` with
    the time and each sentence of the story, and ``screen`` with the display's memory after each picture.
    """
    clock = LoopClock()
    machine = machine or make_twin_table(settings, clock, make_board)
    book = stickers.simulated_tag_map(shelf.GameShelf(settings.table.game, settings.game).all_sticker_names())
    table = Table(settings, Hardware(settings, machine, clock), book, journal, Chance(seed), HouseRules(settings.table))
    begins_s = clock.now_s()
    unheard: list[Exception] = []

    def tell_caller_and_keep_fault(text: Text) -> None:
        try:
            tell(clock.now_s() - begins_s, text)
        except Exception as fault:  # noqa: BLE001  # a fault of the caller ends the rounds, not the table
            unheard.append(fault)

    table.effects.story_told.connect(tell_caller_and_keep_fault)

    if screen is not None:
        table.display.picture_drawn.connect(lambda _: _pass_on_display_picture(machine, screen))

    seen: Any = None
    played = False

    def are_rounds_over() -> bool:
        nonlocal seen, played
        if (state := table.loop.state) is not seen:  # bots call this a dozen times in each state
            seen, played = state, table.game.round_of(state) > rounds
        return bool(unheard) or played

    async with table.open_and_run():
        castles = [CastleId(castle.color) for castle in settings.castle]
        answer = await table.loop.submit(
            requests.NewGame(castles, _options_known_to_game(table.game, {**settings.game, **options})), "demo"
        )
        if answer.refusal is not None:
            raise answer.refusal
        hands = BotHands(table, machine, Random(seed), castles)  # noqa: S311  # moods of bots, no secrets
        await hands.play_until_over(are_rounds_over)
    if unheard:
        raise unheard[0]
    over = table.loop.current_waiting().over
    return PlayedRounds(
        complete=(are_rounds_over() or over) and not table.loop.journal_queue.unwritten,
        costs=machine.costs(),
        passes=hands.passes,
        actions=table.loop.seq,
        seconds=clock.now_s() - begins_s,
    )


def _options_known_to_game(game: Game, options: Mapping[str, str]) -> dict[str, str]:
    choices = {choice.key for choice in game.choices()}
    return {key: value for key, value in options.items() if key in choices}
