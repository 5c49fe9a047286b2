"""Child process that replays games; its parent (``hub.replay.worker``) kills it after a deadline."""

import ctypes
import os
import resource
import signal
from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from importlib import import_module
from typing import Any, Final, Literal

import msgspec
from msgspec import Struct

from controller import limits
from controller.fleet.messages import Word
from controller.games import installed
from controller.games.contract.effects import Announce, Scene, Tell
from controller.games.contract.game import Game
from controller.games.contract.rules import Outcome, Summary
from controller.games.contract.tools.drawing import BoardDrawable, Drawable
from controller.games.contract.values import UNDO, CastleId, RefusedError, Text
from controller.games.decisions import Decisions
from controller.games.game_guard import GameFault
from controller.games.installed import GameUnusable, bundled_game_names
from controller.games.naming import calling_people, game_name_of_start, spectator_view, translate_text
from controller.games.shelf import GameShelf
from controller.reading import JSON_ERRORS
from controller.texts import translation
from controller.texts.translation import LANGUAGES
from hub.replay import LENGTH_PREFIX
from hub.replay.board_picture import drawing_to_svg


class UnknownRulesError(Exception):
    """The log cannot be replayed: its game is missing, of another edition, or fails."""


class AnnouncementCount(Struct, frozen=True):
    """``words`` maps languages to the announcement's text."""

    words: dict[str, str]
    times: int


class ReplayResult(Struct, frozen=True):
    """A replay's result; ``game`` is its name, "" if unreadable; ``lasted_s`` is the time played.

    ``colors`` are those of its `Summary`. ``why_not`` is why it failed; the same version of the game does not retry
    this log.
    """

    verdict: Literal["agrees", "differs", "unknown rules"]
    game: str
    lasted_s: int
    announcement_counts: list[AnnouncementCount]
    colors: Mapping[str, str] = {}
    why_not: str | None = None


UNKNOWN_RULES_RESULT: Final = ReplayResult("unknown rules", "", 0, [])
"""Stored for a game whose replay crashed the hub's own code."""


def parse_game_name(first: str) -> str:
    """Return the game's name from a log's first action (untrusted JSON); "" if it has none."""
    try:
        return msgspec.convert(game_name_of_start(msgspec.json.decode(first)), Word)
    except JSON_ERRORS:
        return ""


UNKNOWN_RULES_ERRORS: Final = (installed.GameUnusable, RefusedError, GameFault, *JSON_ERRORS)


class GameReplay:
    """A game replayed up to its action ``seq``; raise UnknownRulesError if an action does not fit.

    ``shown``: note its decisions, for a page.
    """

    def __init__(self, actions: Iterable[str] = (), *, shown: bool = False) -> None:
        self._shown = shown
        self.seq = 0
        self._log: Any = None
        self.decisions: Decisions | None = None
        self._game: Game | None = None
        self._memory: Any = None
        self._story: deque[Text] = deque(maxlen=limits.REPLAY_SENTENCES)
        self._counted: list[list[Text]] = []
        self.apply_actions(actions)

    def apply_actions(self, actions: Iterable[str]) -> None:
        """Apply actions (JSON, in order); raise UnknownRulesError if one does not fit."""
        try:
            for text in actions:
                self._apply_action(msgspec.json.decode(text))
        except UNKNOWN_RULES_ERRORS as fault:
            raise UnknownRulesError(f"action {self.seq + 1}: {fault}") from fault

    @property
    def summary(self) -> Summary | None:
        """Return the summary, None before the first action; raise UnknownRulesError if the game's code fails."""
        return None if self._game is None else self._call_game(self._game.summary, self._log.state)

    @property
    def colors(self) -> Mapping[CastleId, str]:
        return {} if self.summary is None else self.summary.colors

    @property
    def counted_announcements(self) -> list[AnnouncementCount]:
        """Leave out undone ones; those with the same English text count together."""
        times: dict[str, AnnouncementCount] = {}
        for text in (text for step in self._counted for text in step):
            words = {language: translate_text(text, language) for language in LANGUAGES}
            before = times.get(words["en"])
            if before is not None or len(times) < limits.COUNTED_ANNOUNCEMENTS:
                times[words["en"]] = AnnouncementCount(words, 1 if before is None else before.times + 1)
        return list(times.values())

    def spectator_view(self, language: str) -> dict[str, Any]:
        """Return what a table's page shows spectators; raise UnknownRulesError if there is none."""
        if self._game is None:
            raise UnknownRulesError("saw no action, expected one")
        seen: dict[str, Any] = self._call_game(
            spectator_view, self._game, self._log.state, self._memory, self.seq, language
        )
        return seen | {
            "turn_timer": None,
            "story": [translate_text(text, language) for text in self._story],
            "complaints": [],
            "devices": [],
        }

    def decisions_view(self, language: str) -> dict[str, Any]:
        if self.decisions is None:
            return {"decisions": [], "marks": [], "told": [], "names": []}
        of = self.decisions
        told = of.told(language)
        return {"decisions": of.last_steps, "marks": of.marks(language), "told": told, "names": of.names}

    @property
    def title(self) -> str:
        return "" if self._game is None else self._game.title

    def course_for_chart(self) -> Sequence[dict[str, Any]]:
        """Raise UnknownRulesError if the game's code fails."""
        return [] if self._game is None else self._call_game(self._game.course, self._log.standing)

    def _apply_action(self, action: Any) -> None:
        if self._game is None:
            self._game = game_shelf().get_or_make_game(game_name_of_start(action))
            self._log, self._memory = self._game.new_log(), self._game.first_memory()
            self.decisions = Decisions(self._game) if self._shown else None
        game, log, before = self._game, self._log, self._log.state
        events = log.accept(log.check(action))
        self._memory = game.settle(log.state, self._memory, action, "")
        effects = game.stage(before, log.state, events)
        if self.decisions is not None:
            self.decisions.note(before, log.state, action, effects)
        self._story.extend(effect.text for effect in effects if isinstance(effect, Tell))
        announced = [
            each.counted for each in effects if isinstance(each, Announce | Scene) and each.counted is not None
        ]
        if action.get("do") == UNDO["do"]:
            self._counted.pop()
        else:
            self._counted.append(announced)
        self.seq += 1

    def _call_game(self, ask: Any, *values: Any) -> Any:
        try:
            return ask(*values)
        except GameFault as fault:
            raise UnknownRulesError(str(fault)) from fault


@cache
def game_shelf() -> GameShelf:
    return GameShelf()


PR_SET_PDEATHSIG: Final = 1


def load_title_and_texts(rules: str) -> dict[str, Any]:
    """Return a game's title, and a third-party game's texts and rules by language."""
    title, of_all = game_shelf().get_or_make_game(rules).title, () if rules in bundled_game_names() else LANGUAGES
    return {
        "title": title,
        "texts": {language: translation.page_texts(language) for language in of_all},
        "rules": {language: translation.rule_texts(language) for language in of_all},
    }


def replay_to_spectator_view(actions: list[str], language: str, people: dict[CastleId, str]) -> dict[str, Any]:
    """Return the public view, course, title, colours, decisions and marks of a game with these actions."""
    replay = GameReplay(actions, shown=True)
    course = [dict(each) for each in replay.course_for_chart()]
    found = {"course": course, "title": replay.title, "colors": replay.colors}
    with calling_people(people, {} if replay.summary is None else replay.summary.names):
        view = replay.spectator_view(language) | {"called": people}
        return found | {"view": view} | replay.decisions_view(language)


def draw_board_svg(rules: str, view: dict[str, Any], language: str) -> str:
    game = game_shelf().get_or_make_game(rules)
    return drawing_to_svg(game.drawn(view), language) if isinstance(game, Drawable) else ""


def draw_board_alone_svg(rules: str, view: dict[str, Any], language: str) -> str:
    """Return the board without the players, or with them if the game does not draw it alone."""
    game = game_shelf().get_or_make_game(rules)
    if isinstance(game, BoardDrawable):
        return drawing_to_svg(game.drawn_board(view), language)
    return draw_board_svg(rules, view, language)


def replay_and_compare(actions: list[str], outcome: str) -> dict[str, Any]:
    """Return whether the outcome equals the table's (JSON), the counted announcements and the players' colours."""
    replay = GameReplay(actions)
    ended = None if replay.summary is None else replay.summary.outcome
    try:
        agrees = ended is not None and ended == msgspec.json.decode(outcome, type=Outcome)
    except JSON_ERRORS:
        agrees = False
    return {"agrees": agrees, "counted": replay.counted_announcements, "colors": replay.colors}


def _import_on_call(module: str, name: str) -> Callable[..., Any]:
    """Return a function that imports another when it is called: replays need none of them."""

    def call(*args: Any) -> Any:
        return getattr(import_module(module), name)(*args)

    return call


METHOD_BY_NAME: Final[dict[str, Callable[..., Any]]] = {
    "load": load_title_and_texts,
    "view": replay_to_spectator_view,
    "board": draw_board_svg,
    "board alone": draw_board_alone_svg,
    "result": replay_and_compare,
    "ratings": _import_on_call("hub.players.ratings", "compute_rating_rows"),
    "tournament": _import_on_call("hub.tournament.page_value", "compute_page_value"),
    "standings": _import_on_call("hub.tournament.page_value", "compute_standings_csv"),
    "record": _import_on_call("hub.tournament.page_value", "compute_record"),
    "qr": _import_on_call("controller.web.qr_code", "render_qr_svg"),
}


def serve_requests(max_bytes: int) -> None:
    """Answer requests until the parent closes the pipe; send the game's standard streams to /dev/null."""
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    for what, most in ((resource.RLIMIT_AS, max_bytes), (resource.RLIMIT_FSIZE, 0), (resource.RLIMIT_CORE, 0)):
        resource.setrlimit(what, (most, most))
    requests, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nothing, stream)
    while len(header := requests.read(LENGTH_PREFIX.size)) == LENGTH_PREFIX.size:
        method, args = msgspec.json.decode(requests.read(*LENGTH_PREFIX.unpack(header)))
        answer = call_and_encode(METHOD_BY_NAME[method], args)
        answers.write(LENGTH_PREFIX.pack(len(answer)) + answer)
        answers.flush()


def call_and_encode(method: Callable[..., Any], args: list[Any]) -> bytes:
    """Return the answer that `Worker.call_method` decodes."""
    try:
        return msgspec.json.encode(("came", method(*args)))
    except (UnknownRulesError, GameUnusable) as fault:
        return msgspec.json.encode(("unknown", str(fault)))
    except Exception as fault:  # noqa: BLE001  # a failure of the game's code
        return msgspec.json.encode(("failed", type(fault).__name__))
