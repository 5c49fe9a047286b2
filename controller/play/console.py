"""Decide what a press or turn does: wake the dark screen, operate the open menu, or reach the game."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from enum import Enum
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from controller import log
from controller.background import loop_speed
from controller.devices.health import DeviceHealth
from controller.games.contract.effects import (
    Audible,
    ChoiceScreen,
    Complain,
    Notice,
    NumberScreen,
    RowsScreen,
    SeatView,
    Tell,
    TimerScreen,
)
from controller.games.contract.game import Game
from controller.games.contract.inputs import ButtonPressed, Input, KnobTurned, Simulated, bot_levels
from controller.games.contract.values import UNDO, CastleId, RefusedError, Text
from controller.games.requests import CorrectGame, NewGame
from controller.house import KNOB_CONTROLS, HouseSettings
from controller.play import draws, game_loop, resume
from controller.play.errands import Errands
from controller.play.menu import (
    USUAL_BOT,
    Menu,
    MenuAction,
    MenuEntry,
    MenuOrder,
    MenuSettings,
    OtherMenuOrder,
    ParkedGame,
    PlayableGame,
    PlayerChosen,
    menu_screen,
    open_menu,
    press_menu,
    turn_menu,
    with_chosen_game,
)
from controller.play.requests import Question, QuestionSlot
from controller.play.resume import Resumption
from controller.show import console_screens
from controller.show.display_loop import IdleDimmer
from controller.show.effect_loop import EffectLoop
from controller.show.help_call import HelpCall, JoinedRoom, RoomStatus, help_call_announcement, help_coming_announcement
from controller.show.hourglass import Hourglass
from controller.signals import Signal
from controller.store.house_rules import HouseRules
from controller.store.keyring import Keyring, KeyringError
from controller.web.access.sessions import SeatCodes

CLOSES_AFTER_S: Final = 30.0
"""Time after which an untouched menu closes, unless the hourglass is paused while the menu is open."""

SPIN_SHOWN_S: Final = 3.0

PIN_SHOWN_S: Final = 30.0
SEAT_CODE_SHOWN_S: Final = 20.0
SEAT_TAKEN_SHOWN_S: Final = 4.0

MAKES_SURE: Final = "sure"
"""Step of the question after an order of the menu that takes much back."""

ASK_DELAY_S: Final = 1.0
"""How long a new access request ignores the knob, which a player may still be using."""


class Layer(Enum):
    """What the display shows, the topmost first. A press or turn acts on nothing else."""

    TIMER = "the running hourglass"
    ACCESS = "a page's access request"
    SURE = "whether people mean what they chose in the menu"
    MENU = "the menu"
    MOVES = "pieces to move after a correction"
    EFFECT = "a scene or an announcement"
    ARROW = "that the arrow turns"
    STEP = "what the table waits for"


class _AccessQuestion(Struct):
    access_request: console_screens.AccessCodeQuestion
    answer: asyncio.Future[bool]
    accepts_from_s: float
    chosen: int = 0


class Console:
    """The menu and its settings, and the handler of all knob and button inputs.

    In a game, turning or holding the knob opens the menu unless the game uses that input. An open menu
    pauses the hourglass.

    Attributes:
        page_address: None until the page is served.
        own_wifi: the table's own network; None while it is closed.
        stop_requested: set to stop the table.
        starts_again: whether the table then starts again, as the owner's page asks.
        players: returns who plays the castles that a bot could play, see ``MenuSettings``.
        player_chosen: emitted when people choose another player.
    """

    def __init__(
        self,
        *,
        loop: game_loop.GameLoop,
        resumption: Resumption,
        questions: QuestionSlot,
        hourglass: Hourglass,
        chance: draws.Chance,
        castles: Sequence[CastleId],
        house: HouseRules,
        look: IdleDimmer,
        health: DeviceHealth,
        keyring: Keyring | None,
        seat_codes: SeatCodes,
        help_call: HelpCall,
        room: RoomStatus,
        errands: Errands,
        effects: EffectLoop,
        has_voice: bool = False,
        with_gates: frozenset[CastleId] = frozenset(),
    ) -> None:
        self._loop, self._resumption, self._questions, self._hourglass = loop, resumption, questions, hourglass
        self._chance, self._castles, self._house, self._look = chance, castles, house, look
        self._health, self._keyring, self._seat_codes, self._help_call = health, keyring, seat_codes, help_call
        self._effects = effects
        self._room, self._errands, self._has_voice, self._with_gates = room, errands, has_voice, with_gates
        self.page_address: console_screens.PageAddress | None = None
        self.own_wifi: console_screens.WifiScreen | None = None
        self.stop_requested = asyncio.Event()
        self.starts_again = False
        self.players: Callable[[], Mapping[CastleId, str | None]] = dict
        self.player_chosen: Signal[PlayerChosen] = Signal()
        self._menu: Menu | None = None
        self._asked: _AccessQuestion | None = None
        self._move_shown = 0
        self._orders: asyncio.Queue[MenuOrder] = asyncio.Queue()
        self._close_timer: asyncio.TimerHandle | None = None
        playable = self._make_playable_game(self._loop.game_name, self._loop.game)
        self._settings = MenuSettings(
            castles=tuple(self._castles),
            playing=frozenset(self._castles[: playable.seats.stop - 1]),
            games=(playable,),
            game=playable,
            options=playable.default_options,
            with_gates=self._with_gates,
            house=self._house.current,
            has_voice=self._has_voice,
        )

    def own_screen(self) -> console_screens.ShownScreen | None:
        """Return the console's own screen; None while the game's screen is shown.

        Without a game, show the QR code of own network or page, unless the chosen game's board is yet to be set up.
        """
        layer, asked = self.layer, self._asked
        if layer is Layer.ACCESS and asked is not None:
            return asked.access_request.choice_screen(asked.chosen)
        if layer is Layer.SURE:
            return self._loop.current_waiting().screen
        if layer is Layer.MENU and self._menu is not None:
            return self._screen_of_menu(self._menu)
        if layer is Layer.MOVES:
            return self.moves_screen()
        if layer is not Layer.STEP or self._loop.state is not None:
            return None
        if not self._loop.current_waiting().over or self._loop.owner_use() is not None:
            return None
        if self.own_wifi is not None:
            return self.own_wifi
        if self.page_address is None or not console_screens.is_reachable_by_phones(self.page_address.address):
            return None
        return console_screens.QrCodeScreen(self.page_address.address, Text("address-press"), self.page_address.typed)

    def moves_screen(self) -> RowsScreen:
        """Return which pieces are to be moved; only while there are some."""
        moves = self._loop.on_table.misplaced_piece_moves
        return console_screens.misplaced_pieces_screen(moves, self._move_shown % len(moves))

    @property
    def layer(self) -> Layer:
        effects = self._effects
        if self._hourglass.is_running and isinstance(self._loop.current_waiting().screen, TimerScreen):
            return Layer.TIMER
        if (covering := self.covering_layer) is not None:
            return covering
        if effects.scene is not None or effects.announced is not None:
            return Layer.EFFECT
        return Layer.ARROW if effects.next_step_waits_for_arrow and not self._hourglass.is_running else Layer.STEP

    @property
    def covering_layer(self) -> Layer | None:
        """Return what the knob has to deal with before a scene or announcement is shown."""
        question = self._questions.current
        if self._asked is not None:
            return Layer.ACCESS
        if self._menu is not None:
            return Layer.MENU
        if question is not None and question.step == MAKES_SURE:
            return Layer.SURE
        if question is None and self._loop.on_table.misplaced_piece_moves and not self._hourglass.is_running:
            return Layer.MOVES
        return None

    @property
    def state_shown(self) -> Any:
        """The game's state at the scene on the pages; None for the present one, in which pieces are moved back."""
        return None if self.covering_layer is Layer.MOVES else self._effects.state_shown

    def is_covered(self) -> bool:
        return self.covering_layer is not None

    def _screen_of_menu(self, menu: Menu) -> console_screens.ShownScreen:
        shown, state = menu_screen(menu), self._loop.state
        if isinstance(shown, ChoiceScreen):
            return shown
        if shown in console_screens.LEAF_TITLES:
            return console_screens.sentence_screen(
                console_screens.LEAF_TITLES[shown], self._state_or_choices_sentences(shown), menu.leaf
            )
        standings = self._loop.current_waiting().screen if state is None else self._loop.game.standings(state)
        return console_screens.info_screen(shown, standings, self.page_address, self._room.state)

    def _state_or_choices_sentences(self, which: console_screens.InfoScreenKind) -> Sequence[Text]:
        game, state, memory = self._loop.game, self._loop.state, self._loop.memory
        if state is None or not isinstance(game, Audible):
            return ()
        told = game.describe_state if which is console_screens.InfoScreenKind.TOLD_STATE else game.describe_choices
        return told(state, memory)

    def set_page_address(self, address: console_screens.PageAddress) -> None:
        if address != self.page_address:
            self.page_address = address
            self._look.request_redraw()

    def set_own_wifi(self, wifi: console_screens.WifiScreen | None) -> None:
        self.own_wifi = wifi
        self._look.wake_and_check_was_dark()
        self._loop.show_effects()

    def handle_input(self, input_: Input) -> None:
        """Handle a press or turn; the first on a dark screen only wakes it."""
        if self._look.wake_and_check_was_dark():
            return
        if self._menu is not None and self._hourglass.is_running:  # the page resumed the hourglass
            self._set_menu_and_redraw(None)
        if not self._act_on(self.layer, input_):
            self._loop.ignored.emit(input_)

    def _act_on(self, layer: Layer, input_: Input) -> bool:
        """Let what is on the display take the press or turn; return False if it has no use for it."""
        is_knob = isinstance(input_, KnobTurned) or (isinstance(input_, ButtonPressed) and input_.castle is None)
        if layer in {Layer.TIMER, Layer.STEP}:
            self._act_on_step(input_, is_knob=is_knob)
            return True
        match layer, input_:
            case Layer.EFFECT, ButtonPressed():
                return self._end_effect(input_)
            case _ if not is_knob:
                return False
            case Layer.ACCESS, _:
                return self._answer_access_request(input_)
            case Layer.MENU, _ if self._menu is not None:
                return self._operate_menu(self._menu, input_)
            case Layer.SURE, ButtonPressed(long=long):
                return self._questions.answer_current(yes=not long)
            case Layer.SURE, _:
                return False
            case Layer.MOVES, _ if self._scroll_or_clear_piece_moves(input_):
                self._loop.show_effects()
                return True
            case _, ButtonPressed(long=False):
                return False
            case _, KnobTurned() if self._loop.current_waiting().knob_turns:
                return False
        self.open_menu_and_pause()
        return True

    def _act_on_step(self, input_: Input, *, is_knob: bool) -> None:
        if (is_knob and self._try_answer_question(input_)) or self._try_confirm_errand(input_):
            return
        if is_knob and self._opens_menu(input_):
            self.open_menu_and_pause()
        else:
            self._loop.put_input(input_)

    @property
    def is_menu_open(self) -> bool:
        """Whether the knob operates the menu or answers its last question; not once the page resumed the hourglass."""
        return self.layer in {Layer.MENU, Layer.SURE} and not self._hourglass.is_running

    @property
    def is_making_sure(self) -> bool:
        """Whether people are asked whether they mean what they chose in the menu; nothing comes before that."""
        return self.layer is Layer.SURE

    async def ask_to_grant_access(self, knocking: console_screens.AccessCodeQuestion, patience_s: float) -> bool | None:
        """Ask at the knob to grant an access request: people turn to the page's code and press.

        Ignore the knob for ``ASK_DELAY_S``. Return None without an answer, or if asking is impossible now.
        """
        if self._asked is not None or self._hourglass.is_running:
            return None
        loop = asyncio.get_running_loop()
        asked = self._asked = _AccessQuestion(knocking, loop.create_future(), accepts_from_s=loop.time() + ASK_DELAY_S)
        self._look.wake_and_check_was_dark()
        self._loop.show_effects()
        try:
            async with asyncio.timeout(patience_s):
                return await asked.answer
        except TimeoutError:
            return None
        finally:
            self._asked = None
            self._loop.show_effects()

    def _answer_access_request(self, input_: Input) -> bool:
        asked = self._asked
        if asked is None or asked.answer.done() or asyncio.get_running_loop().time() < asked.accepts_from_s:
            return False
        before = asked.chosen
        if isinstance(input_, KnobTurned):
            asked.chosen = min(max(0, asked.chosen + input_.steps), len(asked.access_request.codes))
            self._look.request_redraw()
            return asked.chosen != before
        if isinstance(input_, ButtonPressed):
            asked.answer.set_result(not input_.long and asked.access_request.is_granted(asked.chosen))
        return True

    async def run_menu_orders(self) -> None:
        while True:
            await self._carry_out_order(await self._orders.get())

    def close_menu(self, _: None = None) -> None:
        self._set_menu_and_redraw(None)

    def cancel_close_timer(self) -> None:
        if self._close_timer is not None:
            self._close_timer.cancel()

    def _try_answer_question(self, input_: Input) -> bool:
        if self._questions.current is None or not isinstance(input_, ButtonPressed):
            return False
        return self._questions.answer_current(yes=not input_.long)

    def _try_confirm_errand(self, input_: Input) -> bool:
        if self._questions.current is not None or not isinstance(input_, ButtonPressed):
            return False
        return self._errands.confirm_by_press(input_, self._loop.current_waiting())

    def _end_effect(self, press: ButtonPressed) -> bool:
        """End what is shown, but no scene by No; holding the knob skips all scenes."""
        is_scene = self._effects.scene is not None
        return not (is_scene and press.button == "no") and self._effects.go_on(skip=is_scene and press.long)

    def _scroll_or_clear_piece_moves(self, input_: Input) -> bool:
        match input_:
            case KnobTurned(steps=steps):
                self._move_shown += steps * console_screens.MOVES_SHOWN
            case ButtonPressed(long=False):
                self._loop.on_table.misplaced.clear()
                self._move_shown = 0
            case _:
                return False
        return True

    def _opens_menu(self, input_: Input) -> bool:
        waiting = self._loop.current_waiting()
        if waiting.over:
            return True
        if isinstance(input_, KnobTurned):
            return not waiting.knob_turns and not self._hourglass.is_running
        return isinstance(input_, ButtonPressed) and input_.long and not waiting.knob_holds

    @property
    def _names(self) -> Mapping[CastleId, Text]:
        """Who plays at a castle, if not named like it."""
        return {} if self._loop.state is None else self._loop.on_table.summary.names

    def open_menu_and_pause(self) -> None:
        game_on = self._loop.state is not None
        self._effects.forget_complaints()
        self._hourglass.pause()
        has_authority = self.page_address is not None and self.page_address.certificate is not None
        settings = replace(
            self._settings,
            house=self._house.current,
            seats=tuple(self._loop.castles) if isinstance(self._loop.game, SeatView) else (),
            players=self.players(),
            names=self._names,
            tells_choices=isinstance(self._loop.game, Audible),
            has_picture=self._loop.current_waiting().over and self._has_course_picture(),
            has_authority=has_authority,
            calls=self._help_call.is_called if self._help_call.is_offered else None,
            in_room=isinstance(self._room.state, JoinedRoom) if self._room.is_offered else None,
        )
        settings = self._with_installed_games(settings)
        titles = {game.name: game.title for game in settings.games} if len(settings.games) > 1 else {}
        games = self._loop.journal_queue.parked_games
        parked = tuple(
            ParkedGame(game.game_id, resume.parked_game_text(game), titles.get(game.game, "")) for game in games
        )
        self._set_menu_and_redraw(
            open_menu(settings, game_on=game_on, over=self._loop.current_waiting().over, parked=parked)
        )

    def _has_course_picture(self) -> bool:
        from controller.games.contract.tools.drawing import Charting  # needed only after a game

        return self._loop.state is not None and isinstance(self._loop.game, Charting)

    def _with_installed_games(self, settings: MenuSettings) -> MenuSettings:
        games = {
            name: self._make_playable_game(name, game)
            for name, game in self._loop.on_table.games.make_all_games().items()
        }
        for name, fault in self._loop.on_table.games.fault_by_game.items():
            self._health.report_fault_or_recovery("games", fault)
            log.warning("game_unusable", game=name, fault=fault)
        settings = replace(settings, games=tuple(games.values()))
        known = games.get(settings.game.name, settings.game)
        if known != settings.game:  # a room has changed the choices that it fixes
            settings = with_chosen_game(settings, known)
        begun = self._loop.game_name
        if self._loop.state is None or settings.game.name == begun:
            return settings
        return with_chosen_game(settings, games[begun])

    def _make_playable_game(self, name: str, game: Game) -> PlayableGame:
        choices = self._loop.on_table.fixed_choices(name).restrict(game.choices())
        devices = game.devices
        levels = (bot_levels(game) or (USUAL_BOT,)) if isinstance(game, Simulated) else ()
        return PlayableGame(name, game.title, choices, game.seats, devices.uses, devices.has_turns, levels)

    def _operate_menu(self, menu: Menu, input_: Input) -> bool:
        """Turn or press the menu; return whether a press changed anything."""
        self._effects.forget_complaints()
        order: MenuOrder | None = None
        after: Menu | None = menu
        if isinstance(input_, KnobTurned):
            after = turn_menu(menu, input_.steps)
        elif isinstance(input_, ButtonPressed):
            after, order = press_menu(menu, long=input_.long)
        settings = menu.settings if after is None else after.settings
        if after is None or not after.is_editing:  # save a number when it is confirmed
            settings = replace(settings, house=self._save_house_rules(settings.house))
            after = None if after is None else replace(after, settings=settings)
        self._settings = settings
        question = None if order is None else self._question_before(order)
        exchanges = isinstance(order, NewGame) or (isinstance(order, MenuEntry) and order.does is MenuAction.TAKE_UP)
        if after is None and not exchanges and question is None:
            self._hourglass.resume()
        if question is not None:
            self._questions.replace_question(question)
        self._set_menu_and_redraw(after)
        if order is not None and question is None:
            self._orders.put_nowait(order)
        return isinstance(input_, KnobTurned) or after != menu or order is not None

    def _question_before(self, order: MenuOrder) -> Question | None:
        """Return what to ask before an order that leaves the running game, or takes several steps of it back."""
        game_id = self._loop.game_id
        if self._loop.state is None or self._loop.current_waiting().over:
            return None
        match order:
            case NewGame():
                screen = console_screens.NEW_GAME_QUESTION
            case MenuEntry(MenuAction.GO_BACK) if correction := self._loop.on_table.plan_go_back():
                steps, standing = len(correction.steps), self._loop.on_table.play.standing
                goal_round = self._loop.game.round_of(standing[-1 - steps])
                screen = console_screens.go_back_question(steps, goal_round, correction.goal)
            case _:
                return None

        def carry_out() -> None:
            if not isinstance(order, NewGame):
                self._hourglass.resume()
            self._orders.put_nowait(order)

        return Question(MAKES_SURE, screen, carry_out, self._hourglass.resume, lambda: self._loop.game_id == game_id)

    def _save_house_rules(self, wanted: HouseSettings) -> HouseSettings:
        """Leave out a room's; return the rules in force."""
        wishes = {name: getattr(wanted, name) for name in (*KNOB_CONTROLS, "listeners")}
        changes = {name: value for name, value in wishes.items() if value != getattr(self._house.current, name)}
        if self._house.would_change_room_settings(**changes):
            self._loop.show_effects((Complain(None, Text("complaint-room-sets")),))
        self._health.report_fault_or_recovery("house", self._house.change_and_save(**changes))
        return self._house.current

    def _set_menu_and_redraw(self, menu: Menu | None) -> None:
        self._menu = menu
        self.cancel_close_timer()
        at_the_door = menu is not None and menu.sheet is console_screens.InfoScreenKind.ROOM and self._room.is_joining
        if menu is not None and not self._hourglass.is_paused and not at_the_door:
            loop = asyncio.get_running_loop()
            self._close_timer = loop.call_later(CLOSES_AFTER_S * loop_speed(), self._set_menu_and_redraw, None)
        self._loop.show_effects()

    async def _carry_out_order(self, order: MenuOrder) -> None:
        match order:
            case MenuEntry(MenuAction.TAKE_UP, game):
                self._show_refusal((await self._resumption.resume_or_park_game(int(game))).refusal)
            case NewGame():
                self._show_refusal((await self._loop.submit(order, "knob")).refusal)
            case MenuEntry(MenuAction.UNDO):
                self._show_refusal((await self._loop.propose_action(UNDO, "knob")).refusal)
            case MenuEntry(MenuAction.GO_BACK):
                self._show_refusal((await self._loop.submit(CorrectGame(None, by_hand=True), "knob")).refusal)
            case MenuEntry(MenuAction.ROOM):
                self._room.request_join()
            case OtherMenuOrder.ROOM_YES | OtherMenuOrder.ROOM_NO:
                self._room.answer_join(yes=order is OtherMenuOrder.ROOM_YES)
            case MenuEntry(MenuAction.CALL):
                self.toggle_help_call()
            case MenuEntry(MenuAction.SPIN) if not self._loop.game.sectors():
                self._loop.show_effects((Complain(None, Text("complaint-game-cannot")),))
            case MenuEntry(MenuAction.SPIN):
                stop = self._chance.draw_trial_arrow_stop(self._loop.game.sectors())
                shown = Notice(NumberScreen(stop.value, Text("caption-try")), SPIN_SHOWN_S)
                self._loop.show_effects((stop, shown))
            case MenuEntry(MenuAction.PIN):
                await self._make_and_show_pin()
            case MenuEntry(MenuAction.SEAT, castle):
                self._show_seat_code(CastleId(castle))
            case PlayerChosen():
                self.player_chosen.emit(order)
            case OtherMenuOrder.TOO_FEW:
                few = Text("complaint-too-few-castles", {"fewest": self._settings.game.seats.start})
                self._loop.show_effects((Complain(None, few),))
            case OtherMenuOrder.TOO_MANY:
                many = Text("complaint-too-many-castles", {"most": self._settings.game.seats.stop - 1})
                self._loop.show_effects((Complain(None, many),))
            case MenuEntry(MenuAction.SHUT_DOWN):
                self.request_stop()

    def request_stop(self, *, starts_again: bool = False) -> None:
        self.starts_again = starts_again
        self.stop_requested.set()

    async def _make_and_show_pin(self) -> None:
        if self._keyring is None:
            self._loop.show_effects((Complain(None, Text("address-none")),))
            return
        try:
            pin = await asyncio.to_thread(self._keyring.store_new_pin)
        except KeyringError as fault:
            self._health.report_lost("keys", str(fault))
            self._loop.show_effects((Complain(None, Text("complaint-no-pin")),))
        else:
            self._loop.show_effects((Notice(NumberScreen(pin, Text("caption-pin")), PIN_SHOWN_S),))

    def _show_seat_code(self, castle: CastleId) -> None:
        if self.page_address is None:
            self._loop.show_effects((Complain(None, Text("address-none")),))
            return
        screen = console_screens.seat_code_screen(
            self._names.get(castle, Text(castle)), self._seat_codes.draw_code_and_end_seat(castle), self.page_address
        )
        self._loop.show_effects((Notice(screen, SEAT_CODE_SHOWN_S),))

    def on_seat_taken(self, castle: CastleId) -> None:
        screen = console_screens.seat_taken_screen(self._names.get(castle, Text(castle)))
        self._loop.show_effects((*map(Tell, screen.lines), Notice(screen, SEAT_TAKEN_SHOWN_S)))

    def on_room_changed(self, _: None) -> None:
        if self._menu is not None and self._menu.sheet is console_screens.InfoScreenKind.ROOM:
            self._look.wake_and_check_was_dark()
            self._set_menu_and_redraw(self._menu)

    def toggle_help_call(self) -> None:
        self._help_call.toggle()
        self._loop.show_effects((help_call_announcement(called=self._help_call.is_called),))

    def on_help_call_changed(self, _: None) -> None:
        if self._menu is not None and self._menu.settings.calls is not None:
            settings = replace(self._menu.settings, calls=self._help_call.is_called)
            self._menu = replace(self._menu, settings=settings)
            self._look.request_redraw()

    def on_help_answered(self, _: None) -> None:
        self._loop.show_effects((help_coming_announcement(),))

    def _show_refusal(self, refusal: RefusedError | None) -> None:
        if refusal is not None:
            self._loop.show_effects((Complain(None, refusal.text),))
