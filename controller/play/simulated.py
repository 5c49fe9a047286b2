"""Hands of people on the page and of bots at a simulated table; rounds played by bots alone."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import closing
from functools import partial
from random import Random
from types import MappingProxyType
from typing import Any, Final

from msgspec import Struct
from PIL import Image

from controller import limits
from controller.background import run_concurrently
from controller.config.schema import TableConfig
from controller.devices import stickers
from controller.devices.hardware import Hardware
from controller.devices.part_or_twin import make_twin_table
from controller.devices.stickers import simulated_uid
from controller.games.contract import inputs
from controller.games.contract.game import Game
from controller.games.contract.values import TRAY, CastleId, PieceId, RefusedError, Text
from controller.games.naming import sticker_name
from controller.games.requests import NewGame, NotAvailableAtTable
from controller.games.shelf import GameShelf
from controller.play.bots.lent_hands import make_hand
from controller.play.bots.thinking import Thinker
from controller.play.draws import Chance
from controller.play.table import Table
from controller.store.house_rules import HouseRules
from controller.store.journal import Journal
from hw.castle_link.twin import MakeBoard
from hw.clock import LoopClock
from hw.testing.machine import Costs
from hw.testing.table import TwinTable
from hw.testing.wiring import BOARD_MAKERS
from hw.values import ReaderId

DWELL_S: Final = (0.06, 0.14)
"""How long a piece is in a gate's field, in seconds: at least, at most."""

SHORT_PRESS_S: Final = 0.1
LONG_PRESS_S: Final = 1.2

LOOK_AGAIN_S: Final = 0.3
"""How often a hand checks whether all effects were shown, or a newcomer read on."""


class BotHands:
    """The bots of some castles in one game.

    Attributes:
        castles: those that the bots play.
        passes: how often pieces passed a gate.
        read_seq: bots play only while this is the table's ``seq``; None if no newcomer reads.
    """

    def __init__(
        self,
        table: Table,
        twins: TwinTable,
        random: Random,
        castles: Sequence[CastleId],
        levels: Mapping[CastleId, str] = MappingProxyType({}),
    ) -> None:
        self.passes = 0
        self.read_seq: int | None = None
        self._table = table
        self._twins = twins
        self._random = random
        self.castles = castles
        self._levels = levels
        self._lifted: set[PieceId] = set()

    async def play_until_over(self, done: Callable[[], bool] = lambda: False) -> None:
        """Play until the game is over, or ``done`` returns true after a gesture."""
        alone = set(self.castles) >= set(self._table.loop.castles)
        moods = [Random(self._random.random()) for _ in self.castles]  # noqa: S311  # moods of bots, no secrets
        with closing(Thinker()) as self._thinker:
            await run_concurrently(
                *(
                    self._play_castle(castle, own, done, alone=alone)
                    for castle, own in zip(self.castles, moods, strict=True)
                )
            )

    async def _play_castle(self, castle: CastleId, moods: Random, done: Callable[[], bool], *, alone: bool) -> None:
        level = self._levels.get(castle, "")
        deeds = make_hand(self._table.game, castle, self._observe, moods, self._lifted, alone=alone, level=level)
        while True:
            await self._wait_until_newcomer_has_read()
            while self._table.questions.holds_bots():
                await self._sleep(LOOK_AGAIN_S)
            if done() or (deed := next(deeds, None)) is None:
                return
            if alone:
                await self._start_idle_hourglass(castle, moods)
            await self._wait_until_ready_for_gesture(deed)
            if not done():
                await self._perform_gesture(castle, deed, moods)

    async def _wait_until_newcomer_has_read(self) -> None:
        closed_s = self._table.clock.now_s() + limits.NEWCOMER_READS_S
        while self.read_seq not in {None, self._table.loop.seq}:
            await self._sleep(LOOK_AGAIN_S)
            if self._table.clock.now_s() >= closed_s:
                self.read_seq = None

    def _observe(self) -> inputs.Observation:
        return inputs.Observation(self._table.loop.state, self._table.loop.memory)

    async def _start_idle_hourglass(self, castle: CastleId, moods: Random) -> None:
        while self._table.loop.hourglass_to_start is not None:
            await self._wait_until_shown()
            idle = self._table.loop.hourglass_to_start
            if idle is not None and idle.waiting.castle == castle:
                await self._perform_gesture(castle, inputs.PressKnob(), moods)

    async def _wait_until_ready_for_gesture(self, deed: inputs.Gesture) -> None:
        match deed:
            case inputs.PressKnob():
                await self._wait_until_shown()
            case inputs.TurnKnob():
                await self._wait_for_access_answer()

    async def _perform_gesture(self, castle: CastleId, deed: inputs.Gesture, moods: Random) -> None:
        knob = self._twins.knob
        match deed:
            case inputs.Rest(seconds=seconds):
                await self._sleep(seconds)
            case inputs.Carry(piece=piece):
                self.passes += 1
                await self._twins.pass_tile(
                    self._gate_to_use(castle),
                    simulated_uid(sticker_name(self._table.loop.game_name, piece)),
                    moods.uniform(*DWELL_S),
                )
            case inputs.PressKnob(long=long) if knob is not None:
                await knob.press(LONG_PRESS_S if long else SHORT_PRESS_S)
                await self._wait_until_shown()
            case inputs.TurnKnob(steps=steps) if knob is not None:
                await knob.turn(steps)
            case inputs.PressKnob() | inputs.TurnKnob():
                raise LookupError(f"a bot of {self._table.game.name} uses a knob, and its devices.for_bots names none")
            case inputs.PointAtPage(action=action):
                await self._table.loop.propose_action(action, "hand")
            case inputs.Think():
                await self._thinker.think(deed)

    def _gate_to_use(self, castle: CastleId) -> ReaderId:
        paying = self._table.loop.current_waiting().castle == castle
        return ReaderId(TRAY if paying and ReaderId(TRAY) in self._twins.readers else castle)

    async def _wait_until_shown(self) -> None:
        await self._sleep(LOOK_AGAIN_S)
        while self._table.effects.is_busy:
            await self._sleep(LOOK_AGAIN_S)
        await self._wait_for_access_answer()

    async def _wait_for_access_answer(self) -> None:
        while self._table.console.is_asking_for_access:
            await self._sleep(LOOK_AGAIN_S)

    async def _sleep(self, seconds: float) -> None:
        clock = self._table.clock
        await clock.sleep_until(clock.now_s() + seconds)


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
        return self._table.game if isinstance(self._table.game, inputs.Simulated) else None

    @property
    def bot_castles(self) -> Sequence[CastleId]:
        """Castles whose bots play now, with simulated hands."""
        hands = self._bots()
        return () if hands is None else hands.castles

    def pieces_view(self) -> list[dict[str, Any]]:
        """Return the pieces in play as people see them, each with its handle."""
        self._deal_handles()
        pieces = {each.piece: each for each in self._lying_pieces()} if self._handles else {}
        return [_piece_view(handle, pieces[piece]) for piece, handle in self._handles.items()]

    def piece_by_handle(self, handle: str) -> PieceId:
        """Return the piece with this handle now; raise NotAvailableAtTable if none."""
        self._deal_handles()
        for piece, known in self._handles.items():
            if known == handle:
                return piece
        raise NotAvailableAtTable(f"saw the piece {handle!r}; pieces get new handles each round, look again")

    def face_of_lifted_piece(self, handle: str) -> dict[str, Any]:
        piece = self.piece_by_handle(handle)
        if self._game is None:
            return next(dict(each.face or {}) for each in self._lying_pieces() if each.piece == piece)
        return dict(self._game.public_face(self._table.loop.state, piece))

    def _lying_pieces(self) -> Sequence[inputs.LyingPiece]:
        """Return the pieces in play; if the game does not say where they lie, its whole box, face up in a heap."""
        if self._game is None:
            box = self._table.game.pieces()
            return [inputs.LyingPiece(each.id, "heap", None, each.printed or {"id": each.id}) for each in box]
        return self._game.lying_pieces(self._table.loop.state)

    async def pass_tile(self, handle: str, castle: str, dwell_s: float) -> None:
        readers = self.twins.readers
        if ReaderId(castle) not in readers:
            _refuse_absent_device("gates", castle in self._castle_colors)
            raise NotAvailableAtTable(f"saw the castle {castle!r}, expected one of {', '.join(readers)}")
        sticker = sticker_name(self._table.loop.game_name, self.piece_by_handle(handle))
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
            raise NotAvailableAtTable(f"saw the control {control!r}, expected one of {', '.join(controls)}")
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
            raise RefusedError(None, f"{origin} has no effect at this moment.", Text("press-no-effect"))

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
    tell: Callable[[float, Text], None] = lambda _now_s, _text: None,
    screen: Callable[[Image.Image], None] | None = None,
) -> PlayedRounds:
    """Play ``rounds`` rounds of a new game of all castles; equal seeds give equal rounds.

    ``options`` override the settings'. Call ``tell`` with the time and each sentence of the story, and ``screen``
    with the display's memory after each picture.
    """
    clock = LoopClock()
    machine = make_twin_table(settings, clock, make_board)
    book = stickers.simulated_tag_map(GameShelf(settings.table.game, settings.game).all_sticker_names())
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
            NewGame(castles, _options_known_to_game(table.game, {**settings.game, **options})), "demo"
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
