"""Answer the page's requests at a running table, and build its public view."""

import asyncio
import io
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from msgspec import to_builtins
from msgspec.structs import replace

from controller.background import loop_speed
from controller.games import crashed_game
from controller.games.contract import effects, inputs, rules
from controller.games.contract.game import Advising, Game
from controller.games.contract.inputs import PieceTapped
from controller.games.contract.values import Action, CastleId, PieceId, RefusedError, Text
from controller.games.game_guard import GameFault
from controller.games.installed import GameUnusable
from controller.games.naming import rules_cited, translate_text, waiting_view, without_rules
from controller.games.requests import (
    CorrectGame,
    GameRequest,
    NewGame,
    NotAvailableAtTable,
    ParkAndResume,
    SubmitAction,
)
from controller.play.bots.practice import Practice
from controller.play.bots.seating import Bots
from controller.play.console import Layer
from controller.play.draws import commitment_view
from controller.play.table import Table
from controller.play.viewing import Viewing
from controller.show import console_screens
from controller.show.console_screens import is_reachable_by_phones, seat_url
from controller.show.effect_loop import PointArrow
from controller.signals import Subscribers
from controller.store.journal import GameInfo
from controller.store.journal.times import shown_utc

if TYPE_CHECKING:
    from controller.play.bots.bot_hands import BotHands
    from controller.play.simulated import SimulatedHands
    from hw.testing.faults import Faults
    from hw.testing.table import TwinTable


def public_view(table: Table, language: str) -> dict[str, Any]:
    """Return the game's view (``Game.view``), of the scene's moment while one is shown, with the table's state.

    - ``seq``: number of accepted actions; ``unwritten``: how many of them are not on disk yet;
    - ``waiting_for``: ``text``, ``color`` (or null), ``over`` (people may begin a game), ``step`` (the game's, or
      ``owner`` while the owner tests parts or counts the box), ``knob`` (pressing it is the next step); just before a
      scene or while pieces are moved back, the title of that without castle and step;
    - ``turn_timer``, null unless it runs: ``total_s``, ``left_s``;
    - ``countdown``, the same, of a bot that waits for people, null unless one does;
    - ``resumed``, null after the first action since a restart: ``actions``, ``away_s`` (null if unknown), ``compare``;
    - ``outcome``, null until the game is over: as in ``Summary``;
    - ``question``, null unless one is due: ``step``, ``no`` (whether they may answer no), and ``text`` if there is more
      to say than on the console;
    - ``to_move``: pieces misplaced by a correction, until people confirm moving them;
    - ``complaints`` of this step: ``castle`` (or null), ``text``, ``rule`` (or null);
    - ``bots``: ``castles`` that a bot can play, with its level (null: a person plays), and the names of ``levels``;
    - ``practice``: whether a costly move may be offered to be taken back, which it ``checks`` at present, and its
      ``remark`` on the latest pass (or null);
    - ``pace``: how many of the table's seconds pass in one;
    - ``menu_open``: the knob operates the console's menu;
    - ``scene`` of what happened, null if none is shown: its ``name``, ``title``, ``text`` and ``rules`` (their ids),
      ``hands`` (people move pieces), ``drawn`` (in the game's own shape), ``left`` (scenes with this one);
    - ``called``: names by castle of those who play, as far as the room knows them;
    - ``errands`` that bots ask people for: ``castle``, ``text``, ``done`` (whether people confirm it).
    """
    loop, hourglass = table.loop, table.hourglass
    waiting = loop.current_waiting()
    try:
        name, then = table.game.name, table.console.state_shown
        now = (loop.state, loop.memory) if then is None else (then, table.game.first_memory())
        seen = table.game.view(*now)
        summary = None if loop.state is None else table.game.summary(loop.state)
    except GameFault:  # the loop ends the game
        name, seen, summary = crashed_game.CRASHED_GAME_NAME, {}, None
    return seen | {
        "game": name,
        "seq": loop.seq,
        "draw": commitment_view(loop.on_table.draws.current),
        "unwritten": len(loop.journal_queue.unwritten),
        "resumed": table.resumption.away_and_compare_value(language),
        "question": _question_view(table, language),
        "locked": table.house.current.locked,
        "menu_open": table.console.is_menu_open and table.questions.current is None,
        "outcome": None if summary is None else to_builtins(summary.outcome),
        "waiting_for": waiting_view(waiting, language) | {"knob": waiting.knob} | _before_scene(table, language),
        "hourglass": {
            "used": "hourglass" in table.game.devices.uses,
            "state": "idle" if summary is None or loop.hourglass_to_start is not None else summary.timer,
            "paused": hourglass.is_paused,
            "total_s": hourglass.total_s,
            "left_s": round(hourglass.remaining_s(), 3),
        },
        "turn_timer": turn_timer_view(table),
        "to_move": put_back_sentences(table, language),
        "voice": voice_caption_view(table),
        "scene": _scene_view(table, language),
        "called": table.room.people_of(loop.game_id),
        "story": table.effects.read_story(language),
        "complaints": [
            {"castle": castle, "text": translate_text(complaint.text, language), "rule": complaint.rule}
            for castle, complaint in table.effects.complaints.items()
        ],
        "errands": [
            {"castle": each.castle, "text": translate_text(each.text, language), "done": not each.pieces}
            for each in table.errands.open
        ],
        "devices": [
            {
                "name": device.name,
                "label": translate_text(console_screens.device_label(device.name), language),
                "ok": device.fault is None,
                "text": device.fault or "",
            }
            for device in table.health
        ],
    }


def turn_timer_view(table: Table) -> dict[str, Any] | None:
    timer = table.turn_timer
    return {"total_s": timer.total_s, "left_s": round(timer.remaining_s(), 3)} if timer.is_running else None


def voice_caption_view(table: Table) -> dict[str, str] | None:
    caption = None if table.voice is None else table.voice.caption
    return None if caption is None else {"text": caption.text, "language": caption.language}


def put_back_sentences(table: Table, language: str) -> list[str]:
    """Return one sentence for all pieces that go the same way."""
    moves = console_screens.move_texts("move", table.loop.on_table.misplaced_piece_moves)
    return [translate_text(each, language) for each in moves]


def _before_scene(table: Table, language: str) -> dict[str, Any]:
    console, coming = table.console, table.effects.scene_to_come
    screen: console_screens.ShownScreen
    if console.covering_layer is Layer.MOVES:
        moves = table.loop.on_table.misplaced_piece_moves
        title = console_screens.move_texts("said-move", moves)[0] if len(moves) == 1 else Text("moves-title")
        return _titled(translate_text(title, language))
    if coming is not None and coming.state is not None and not console.is_making_sure:
        screen = coming.screen
    else:
        return {}
    return _titled(translate_text(console_screens.screen_texts(screen)[0], language))


def _titled(title: str) -> dict[str, Any]:
    return {"text": title, "color": None, "over": False, "step": "", "knob": False}


def _scene_view(table: Table, language: str) -> dict[str, Any] | None:
    scene = table.effects.scene
    if scene is None or table.console.is_making_sure:
        return None
    told = translate_text(scene.sentence, language)
    return {
        "name": scene.name,
        "title": translate_text(console_screens.screen_texts(scene.screen)[0], language),
        "text": without_rules(told),
        "rules": rules_cited(told),
        "hands": scene.hands,
        "drawn": scene.drawn,
        "left": table.effects.scenes_left,
    }


def _question_view(table: Table, language: str) -> dict[str, Any] | None:
    question = table.questions.current
    if question is not None:
        more = {} if question.sentence is None else {"text": translate_text(question.sentence, language)}
        places = {}
        if (judged := question.judged) is not None:
            places = {"castle": judged.castle, "done_at": judged.done_at, "better_at": judged.better_at}
        return {"step": question.step, "no": question.no is not None, **more, **places}
    return (
        {"step": table.loop.current_waiting().step, "no": False, "starts_hourglass": True}
        if table.loop.hourglass_to_start is not None
        else None
    )


LOOK_EVERY_S: Final = 0.1
"""How often the page gets a simulated table's moving parts."""


FIELD_SHOWN_S: Final = 1.0


class PageService:
    """A running table for the page; ``twins`` is None for real parts, ``bots`` the file of bots' seats.

    Answers are JSON values. Only ``seat_view``, for a castle's own people, contains what the game hides.
    ``watch_...`` yield the present state, then that after changes; quick changes are merged.

    Raises:
        NotAvailableAtTable: a request names something that this table lacks.
        RefusedError: the rules, or the moment, do not allow a request.
    """

    def __init__(self, table: Table, twins: "TwinTable | None", bots: Path | None = None) -> None:
        self._views: dict[str, dict[str, Any]] = {}
        self._table = table
        self._twins = twins
        table.effects.simulates_hands = self.is_simulated
        self.bots = Bots(table, twins, bots)
        table.effects.plays_by_itself = self.bots.plays_by_itself
        self._practice = Practice(table, twins, self.bots)
        self._hands = None if twins is None else _make_hands(table, twins, lambda: self.bots.simulated_hands)
        self._subscribers = Subscribers()
        self._closed = asyncio.Event()
        self._woken = asyncio.Event()
        self.viewing = Viewing(table.journal_path)
        self._seq_of_arrow = 0
        self._field_on_s: dict[str, float] = {}
        self._speed = 1.0
        self._begun: NewGame | None = None
        table.loop.begun.connect(self._note_begun)
        table.changed.connect(self._on_table_changed)
        table.loop.effects.connect(self._note_arrow)
        for ends in (table.loop.cleared, table.loop.journal_queue.game_ended):  # in a hurry the display soon sleeps
            ends.connect(self._return_to_normal_speed)

    @property
    def language(self) -> str:
        return self._table.house.language

    @property
    def game_name(self) -> str:
        return self._table.game.name

    @property
    def table_name(self) -> str:
        """What a room calls the table; "" for one that stands alone."""
        config = self._table.config
        return self._table.room.table_name or ("" if config.mqtt is None else config.table.name)

    @property
    def is_simulated(self) -> bool:
        return self._twins is not None

    def view(self, language: str) -> dict[str, Any]:
        if language not in self._views:
            levels, remark = _levels_view(self._table.game, language), self._practice.remark
            bots = {"castles": self.bots.players(), "levels": levels}
            with self._table.calling_people():
                public = public_view(self._table, language)
            self._views[language] = public | {
                "bots": bots,
                "practice": self._practice.is_on,
                "checks": self._practice.is_on and self._practice.is_busy,
                "remark": None if remark is None else translate_text(remark, language),
            }
        view = self._views[language]
        hourglass = view["hourglass"] | {"left_s": round(self._table.hourglass.remaining_s(), 3)}
        timers = {"turn_timer": turn_timer_view(self._table), "countdown": self._countdown_view()}
        return view | {"hourglass": hourglass, "pace": _running_pace()} | timers

    async def watch_view(self, language: str) -> AsyncIterator[dict[str, Any]]:
        async for _ in self.watch_changes():
            yield self.view(language)

    @property
    def has_private_views(self) -> bool:
        return isinstance(self._table.game, effects.SeatView)

    @property
    def seat_url(self) -> str | None:
        page_address = self._table.console.page_address
        if not self.has_private_views or page_address is None or not is_reachable_by_phones(page_address.address):
            return None
        return seat_url(page_address)

    def seat_qr_svg(self) -> bytes | None:
        from controller.web.qr_code import render_qr_svg  # slow import

        return None if self.seat_url is None else render_qr_svg(self.seat_url)

    @property
    def open_seat(self) -> CastleId | None:
        """The castle whose hand a simulated table's own page shows: the only person's; None where several play."""
        return self.bots.lone_person if self.is_simulated else None

    def seat_view(self, castle: CastleId) -> dict[str, Any] | None:
        loop = self._table.loop
        with suppress(GameFault):  # the loop ends the game
            if isinstance(loop.game, effects.SeatView) and castle in loop.castles:
                return loop.game.seat_view(loop.state, loop.memory, castle)
        return None

    def may_send(self, action: Action, castle: CastleId) -> bool:
        loop = self._table.loop
        if not isinstance(loop.game, effects.SeatView) or castle not in loop.castles:
            return False
        return loop.game.may_send(loop.state, action, castle)

    async def watch_changes(self) -> AsyncIterator[None]:
        was_due = self._table.effects.has_unfinished_arrow
        with self._subscribers.subscribe() as changed:
            while not self._closed.is_set():
                changed.clear()
                yield
                await changed.wait()
                while not was_due and self._is_arrow_spinning():  # do not show the result before the arrow does
                    changed.clear()
                    await changed.wait()
                was_due = self._table.effects.has_unfinished_arrow
                if loop_speed() > 1:
                    await self._wait_for_next_update()

    def _is_arrow_spinning(self) -> bool:
        """Whether it turns to what the latest action drew; in a game's first action it only shows who begins."""
        is_latest = 1 < self._seq_of_arrow == self._table.loop.seq
        return is_latest and self._table.effects.has_unfinished_arrow and not self._closed.is_set()

    def _seq_that_arrow_delays(self) -> int | None:
        """Return the action that is shown, or can be made, only once the arrow rests; None if it rests."""
        if self._is_arrow_spinning():
            return self._seq_of_arrow
        waits = self._table.loop.current_waiting().after_arrow and self._table.effects.has_unfinished_arrow
        return self._table.loop.seq + 1 if waits else None

    def simulated_table_view(self) -> dict[str, Any] | None:
        resting, moving = self.resting_view(), self.moving_view()
        return None if resting is None or moving is None else resting | moving

    def moving_view(self) -> dict[str, Any] | None:
        """Return what changes many times a second at a simulated table: arrow, lamps, fields and display."""
        if self._twins is None:
            return None
        return {
            "arrow_deg": round(self._twins.rotor.angle_deg, 1) if self._twins.rotor is not None else None,
            "oled_version": self.oled_version,
            "oled_text": [translate_text(text, self._table.house.language) for text in self._table.display.page_texts],
            "lamps": {name: panel.lamps_lit for name, panel in self._twins.panels.items()},
            "rf": {name: self._shows_field(name, chip.rf_on) for name, chip in self._twins.readers.items()},
        }

    def _shows_field(self, name: str, on: bool) -> bool:  # noqa: FBT001  # what was read
        """Whether a reader's field was on lately; between two polls it is off."""
        now_s = asyncio.get_running_loop().time()
        if on:
            self._field_on_s[name] = now_s
        return now_s - self._field_on_s.get(name, -FIELD_SHOWN_S) < FIELD_SHOWN_S

    def resting_view(self) -> dict[str, Any] | None:
        """Return what else there is of a simulated table: its pieces, and what is broken."""
        if self._twins is None or self._hands is None:
            return None
        return {
            "arrow_turns_for": self._seq_that_arrow_delays(),
            "sectors": [{"number": number, "degrees": degrees} for number, degrees in self._spinner_sectors()],
            "bots": list(self._hands.bot_castles),
            "tiles": self._hands.pieces_view(),
            "faults": self.simulated_faults_view(),
            "mistakes": self.wiring_mistakes_view(),
            "speed": self._speed,
        }

    def _spinner_sectors(self) -> Sequence[tuple[int, int]]:
        game, state = self._table.loop.on_table, self._table.loop.state
        if state is None or game.provable is None:
            return game.game.sectors()
        return game.provable.sectors_of(state)

    async def watch_simulated(self, view: Callable[[], dict[str, Any] | None]) -> AsyncIterator[dict[str, Any]]:
        """Yield ``view()``, one of the views of a simulated table, now and after each change."""
        last: dict[str, Any] | None = None
        while not self._closed.is_set():
            now = view()
            if now is None:
                return
            if now != last:
                yield now
                last = now
            await self._wait_for_next_update()

    @property
    def oled_version(self) -> int:
        if self._twins is not None and self._twins.oled is not None:
            return self._twins.oled.changes
        return self._table.display.picture_count

    def oled_png(self) -> bytes:
        """Return the display's pixels on twins; on parts, which cannot be read back, the picture sent.

        While the display may show a secret, return a neutral picture, except in an open house.
        """
        readable = self._is_open_house or not self._table.display.shows_secret
        if self._twins is not None and self._twins.oled is not None and readable:
            picture = self._twins.oled.image()
        else:
            picture = self._table.display.page_picture
        file = io.BytesIO()
        picture.save(file, "PNG")
        return file.getvalue()

    @property
    def _is_open_house(self) -> bool:
        """Whether every visitor has the owner's rights, so nothing at the table is secret."""
        open_house = self._twins is not None and self._twins.is_all_twins and self._table.config.page.open_house
        return open_house and not self._table.house.current.locked

    def advice(self, castle: str, language: str) -> dict[str, Any]:
        loop = self._table.loop
        if castle not in loop.castles:
            playing = ", ".join(loop.castles) or "none, since no game has begun"
            raise NotAvailableAtTable(f"Saw the castle {castle!r}. Expected a castle that plays ({playing}).")
        if (
            not isinstance(self._table.game, Advising) or self.has_private_views
        ):  # the best plan for a hand would reveal the hand
            raise RefusedError(None, "This game cannot do that.", Text("complaint-game-cannot"))
        advised = self._table.game.advise(loop.state, CastleId(castle))
        return {"text": [translate_text(line, language) for line in advised.lines], "plan": dict(advised.plan)}

    async def submit(self, request: GameRequest, origin: str, language: str) -> dict[str, Any]:
        """Submit a request to the game loop; return when it is on disk.

        ``accepted`` is false while a yes at the table is due, ``kept`` if the disk failed; ``told`` are
        the new sentences. A correction also returns ``dropped``, actions that became illegal, and ``to_move``.
        """
        if isinstance(request, NewGame):
            self._check_new_game(request)
        if isinstance(request, SubmitAction) and self.is_simulated:  # at a real table, people enter what they drew
            request = replace(request, complete=True)
        if isinstance(request, ParkAndResume):
            answer = await self._table.resumption.resume_or_park_game(request.game)
        else:
            answer = await self._table.loop.submit(request, origin)
        if answer.refusal is not None:
            raise answer.refusal
        told = {
            "accepted": not answer.needs_yes,
            "kept": answer.is_on_disk,
            "seq": answer.seq,
            "told": [translate_text(text, language) for text in answer.story],
        }
        if not isinstance(request, CorrectGame):
            return told
        dropped = [
            {
                "seq": each.seq,
                "action": dict(each.action),
                "rule": each.refusal.code,
                "message": translate_text(each.refusal.text, language),
            }
            for each in answer.dropped
        ]
        return told | {"dropped": dropped, "to_move": put_back_sentences(self._table, language)}

    def confirm_errand(self, castle: CastleId) -> None:
        """Take people's word that a castle's errand is done."""
        if not self._table.errands.confirm(castle):
            raise NotAvailableAtTable(f"saw {castle!r}, which waits for nothing that people can confirm")

    def enter_piece(self, castle: CastleId, piece: PieceId) -> None:
        """Take a piece of the game as if a castle's gate had read it now."""
        castles = [one.color for one in self._table.config.castle]
        if castle not in castles:
            raise NotAvailableAtTable(f"saw the castle {castle!r}, expected one of {', '.join(castles)}")
        if all(piece != one.id for one in self._table.game.pieces()):
            raise NotAvailableAtTable(f"saw the piece {piece!r}, which {self._table.game.title} does not have")
        self._table.passages.take_tap(PieceTapped(castle, piece, asyncio.get_running_loop().time()))

    def forget_misplaced_pieces(self) -> None:
        self._table.loop.on_table.misplaced.clear()
        self._table.loop.show_effects()

    def action_schema(self) -> dict[str, Any]:
        return self._table.game.actions()

    def set_hourglass_paused(self, *, on: bool) -> None:
        if on:
            self._table.hourglass.pause()
        else:
            self._table.hourglass.resume()
        self._table.loop.show_effects()

    def box_view(self) -> dict[str, Any]:
        game = self._table.game
        choices = self._offered_choices(self._table.loop.game_name, game)
        return (
            {"pieces": [{"id": piece.id, "kind": piece.kind, **piece.printed} for piece in game.pieces()]}
            | game.box()
            | {
                "castles": [castle.color for castle in self._table.config.castle],
                "choices": {choice.key: list(choice.values) for choice in choices},
                "game": self._table.loop.game_name,
                "games": [{"name": name, "title": each.title} for name, each in self._installed_games().items()],
            }
        )

    def playable_game_view(self, name: str, language: str) -> dict[str, Any]:
        games = self._installed_games()
        if name not in games:
            raise NotAvailableAtTable(f"saw the game {name!r}, expected one of {', '.join(games)}")
        game = games[name]
        words = {
            choice.key: {value: translate_text(Text(f"menu-{choice.key}-{value}"), language) for value in choice.values}
            for choice in self._offered_choices(name, game)
        }
        castles = [castle.color for castle in self._table.config.castle]
        return {
            "name": name,
            "title": game.title,
            "seats": [game.seats.start, game.seats.stop - 1],
            "choices": words,
            "castles": castles,
            "bots": (possible := self.bots.castles_for_bots(game)),
            "unhelped": [castle for castle in possible if not self.bots.is_helped(castle)],
            "sitters": self.bots.usual_sitters(game),
            "levels": _levels_view(game, language),
            "level": self.bots.usual_level(game),
            "practice": self._practice.is_possible(game),
            "box": game.box(),
        }

    def _offered_choices(self, name: str, game: Game) -> Sequence[rules.Choice]:
        return self._table.loop.on_table.fixed_choices(name).restrict(game.choices())

    def _installed_games(self) -> Mapping[str, Game]:
        """While the hourglass runs, do not search for new ones, which delays gates."""
        games = self._table.games
        return games.games_made_so_far if self._table.hourglass.is_running else games.make_all_games()

    def course_view(self) -> list[dict[str, Any]]:
        return self._table.game.course(self._table.loop.on_table.play.standing)

    @property
    def game_id(self) -> int | None:
        """Return the journal's number of the game on the table; None before its first action."""
        return self._table.loop.game_id if self._table.loop.seq else None

    def draws_view(self) -> dict[str, Any]:
        loop = self._table.loop
        return loop.on_table.draws.public_view() | {"coming": commitment_view(loop.on_table.next_game_draw)}

    def set_language(self, language: str) -> None:
        self._table.house.change_and_save(language=language)

    def set_simulation_speed(self, speed: float) -> None:
        from hw.testing.clock import ScaledLoop  # twins only

        loop = asyncio.get_running_loop()
        if not isinstance(loop, ScaledLoop):
            raise NotAvailableAtTable("this table runs in real time; only `royaltable sim` can be sped up")
        loop.set_speed(speed)
        self._speed = speed
        self._woken.set()  # a pause that began at a high speed would be long now
        self._woken.clear()
        self._table.changed.emit(None)

    def _keep_peoples_hourglass_real(self) -> None:
        """Run the hourglass in real time while people play, and all else at the chosen speed."""
        from hw.testing.clock import ScaledLoop  # twins only

        loop = asyncio.get_running_loop()
        people = set(self._table.loop.castles) - set(self.simulated_hands.bot_castles)
        speed = 1 if people and self._table.hourglass.is_running else self._speed
        if isinstance(loop, ScaledLoop) and loop.speed != speed:
            loop.set_speed(speed)

    def _note_begun(self, new: NewGame) -> None:
        self._begun = new

    def make_rematch(self) -> NewGame:
        """Return the latest game once more: same castles and bots, and the same choices unless the table was restarted.

        Raises:
            NotAvailableAtTable: there was no game.
        """
        loop, begun = self._table.loop, self._begun
        if not loop.castles:
            raise NotAvailableAtTable("saw no game to play again; begin one with POST /api/game")
        same = begun is not None and begun.game in {None, loop.game_name}
        return NewGame(
            tuple(loop.castles),
            begun.options if begun is not None and same else {},
            bots=tuple(self.bots.levels),
            game=loop.game_name,
            levels={castle: level for castle, level in self.bots.levels.items() if level},
            practice=begun is not None and same and begun.practice,
        )

    def _return_to_normal_speed(self, _: None) -> None:
        if self._speed > 1:
            self.set_simulation_speed(1)

    def answer_question(self, *, yes: bool, scene: int | None = None) -> None:
        """Answer the table's question; go on from a scene, or skip all with ``yes=False``.

        An answer to a ``scene``, as many as were left, counts only while that one is shown.
        """
        effects = self._table.effects
        if scene is not None or (self._table.questions.current is None and effects.scene is not None):
            if scene in {None, effects.scenes_left}:
                effects.go_on(skip=not yes)
            return
        if not self._table.loop.answer_or_start_hourglass(yes=yes):
            raise NotAvailableAtTable(
                f"saw the answer {'yes' if yes else 'no'}, but the table asks no question that takes it"
            )

    def parked_games_view(self, games: Sequence[GameInfo], points: Sequence[Any]) -> list[dict[str, Any]]:
        titles = {name: game.title for name, game in self._installed_games().items()}
        return [
            {
                "game": game.game_id,
                "title": titles.get(game.game, game.game),
                "last_utc": shown_utc(game.last_utc),
                "points": points_by_castle,
            }
            for game, points_by_castle in zip(games, points, strict=True)
        ]

    @property
    def parked_games(self) -> Sequence[GameInfo]:
        return self._table.loop.journal_queue.parked_games

    def simulated_faults_view(self) -> list[dict[str, Any]]:
        return [] if self._twins is None else _faults_to_dicts(self._twins.faults)

    def wiring_mistakes_view(self) -> list[dict[str, Any]]:
        return [] if self._twins is None else _faults_to_dicts(self._twins.mistakes)

    def set_simulated_fault(self, name: str, place: str, *, on: bool) -> None:
        """Begin or end a fault, or a mistake in the wiring."""
        twins = self.simulated_hands.twins
        faults = twins.mistakes if name in twins.mistakes.known else twins.faults
        from hw.testing.faults import UnknownFault  # twins only

        try:
            faults.switch(name, place, on=on)
        except UnknownFault as fault:
            raise NotAvailableAtTable(str(fault)) from None

    def close(self) -> None:
        self._closed.set()
        self._woken.set()
        self.viewing.close()
        self._on_table_changed()
        self.bots.stop()
        self._practice.stop()

    def _countdown_view(self) -> dict[str, Any] | None:
        countdown = None if self.bots.simulated_hands is None else self.bots.simulated_hands.countdown
        if countdown is None or countdown.seq != self._table.loop.seq:
            return None
        left_s = max(0.0, countdown.ends_s - self._table.clock.now_s())
        return {"total_s": countdown.total_s, "left_s": round(left_s, 3)}

    async def _wait_for_next_update(self) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(LOOK_EVERY_S * loop_speed()):
                await self._woken.wait()

    def _check_new_game(self, new: NewGame) -> None:
        """Check the table's part; the game judges the rest."""
        game = self._requested_game(new)
        seats = game.seats
        if len(new.castles) < seats.start:
            too_few = Text("complaint-too-few-castles", {"fewest": seats.start})
            raise RefusedError(None, f"At least {seats.start} castles.", too_few)
        if len(new.castles) >= seats.stop:
            too_many = Text("complaint-too-many-castles", {"most": seats.stop - 1})
            raise RefusedError(None, f"At most {seats.stop - 1} castles.", too_many)
        known = [castle.color for castle in self._table.config.castle]
        for castle in new.castles:
            if castle not in known:
                raise NotAvailableAtTable(f"saw the castle {castle!r}, expected one of {', '.join(known)}")
        choices = {choice.key: choice.values for choice in game.choices()}
        for key, value in new.options.items():
            if value not in choices.get(key, ()):
                offered = "; ".join(f"{name}: {', '.join(values)}" for name, values in choices.items())
                raise NotAvailableAtTable(
                    f"saw the option {key!r}: {value!r}, expected one that the game offers: {offered}"
                )
        if new.bots and not isinstance(game, inputs.Simulated):
            raise NotAvailableAtTable(f"saw a bot for {new.bots[0]!r}, expected none: this game has no bots")
        if new.bots and (lacking := self.bots.devices_refusal(game, new.bots)) is not None:
            raise lacking
        if new.practice and not self._practice.is_possible(game):
            raise NotAvailableAtTable("saw practice, which needs a simulated table and a game that judges moves")
        for castle, level in new.levels.items():
            if castle not in new.bots or level not in inputs.bot_levels(game):
                levels = ", ".join(inputs.bot_levels(game)) or "this game has none"
                raise NotAvailableAtTable(f"saw the level {level!r} for {castle!r}, expected a bot's level: {levels}")
        possible = self.bots.castles_for_bots(game)
        for castle in new.bots:
            if castle not in possible:
                gates = ", ".join(possible) or "there is none"
                raise NotAvailableAtTable(f"saw a bot for {castle!r}, expected one at a castle with a gate: {gates}")

    def _requested_game(self, new: NewGame) -> Game:
        games = self._table.games
        try:
            return games.get_or_make_game(new.game or self._table.loop.game_name)
        except GameUnusable as fault:
            raise NotAvailableAtTable(str(fault)) from None

    @property
    def simulated_hands(self) -> "SimulatedHands":
        """The simulated hands; raise NotAvailableAtTable if the table has real parts."""
        if self._hands is None:
            raise NotAvailableAtTable("this table has real parts; use them")
        return self._hands

    def _note_arrow(self, shown: Sequence[object]) -> None:
        if any(isinstance(effect, PointArrow) for effect in shown):
            self._seq_of_arrow = self._table.loop.seq

    def _on_table_changed(self, _: None = None) -> None:
        if self._speed > 1:
            self._keep_peoples_hourglass_real()
        self._views.clear()
        self._subscribers.notify()


def _running_pace() -> float:
    """Return how many of the loop's seconds pass in one; more than one only where `royaltable sim` is sped up."""
    return float(getattr(asyncio.get_running_loop(), "speed", 1))


def _levels_view(game: Game, language: str) -> dict[str, str]:
    return {each: translate_text(Text(f"bot-{each}"), language) for each in inputs.bot_levels(game)}


def _make_hands(table: Table, twins: "TwinTable", bots: "Callable[[], BotHands | None]") -> "SimulatedHands":
    from controller.play.simulated import SimulatedHands  # twins only

    return SimulatedHands(table, twins, bots)


def _faults_to_dicts(faults: "Faults") -> list[dict[str, Any]]:
    def places_with_fault(name: str) -> list[str]:
        return sorted(place for known, place in faults.current_faults if known == name)

    return [
        {"name": name, "places": list(places), "present": places_with_fault(name)}
        for name, places in faults.possible_faults.items()
    ]
