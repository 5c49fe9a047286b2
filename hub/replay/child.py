"""The process in which games are played again; its parent (``hub.replay.worker``) ends it when it takes too long."""

import ctypes
import os
import resource
import signal
import time
from collections import OrderedDict, deque
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any, Final, Literal

import msgspec
from msgspec import Struct

from controller import limits
from controller.fleet.messages import Word
from controller.games import installed
from controller.games.contract.effects import Announce, Tell
from controller.games.contract.game import Game
from controller.games.contract.rules import Outcome
from controller.games.contract.values import UNDO, RefusedError, Text
from controller.games.game_guard import GameFault
from controller.games.installed import GameUnusable, ours
from controller.games.naming import game_of, sentence, spoken
from controller.games.shelf import GameShelf
from controller.reading import NO_JSON
from controller.texts import translation
from controller.texts.translation import LANGUAGES
from hub.replay import LENGTH

MAX_PAUSE_S: Final = 1800.0
"""A longer pause between two actions is none of the game: it was parked, or the clock was set."""


class UnknownRulesError(Exception):
    """The log cannot be played again here: its game is not installed, is another edition of it, or fails."""


class AnnouncementCount(Struct, frozen=True):
    """How often something was announced in a game that people count: ``words`` by language."""

    words: dict[str, str]
    times: int


class Result(Struct, frozen=True):
    """Of a game whose ``rules`` are "" if unreadable; ``lasted_s`` leaves out long pauses.

    ``why_not`` keeps it from being tried again with the same version of its game.
    """

    replayed: Literal["agrees", "differs", "unknown rules"]
    rules: str
    lasted_s: int
    counted: list[AnnouncementCount]
    why_not: str | None = None


UNKNOWN_RESULT: Final = Result("unknown rules", "", 0, [])
"""What is kept of a game of which nothing else can be."""


def game_name_of(first: str) -> str:
    """Which game a log is of, by its first action (JSON), which may say anything; "" if that is no name."""
    try:
        return msgspec.convert(game_of(msgspec.json.decode(first)), Word)
    except NO_JSON:
        return ""


def playing_time_s(written_utc: Iterable[str]) -> int:
    """For how long people played; what is no time counts nothing."""
    written = [at for text in written_utc if (at := _time(text)) is not None]
    steps = ((after - before).total_seconds() for before, after in pairwise(written))
    return round(sum(step for step in steps if 0 < step <= MAX_PAUSE_S))


def _time(text: str) -> datetime | None:
    try:
        at = datetime.fromisoformat(text)
    except ValueError:
        return None
    return at if at.tzinfo is not None else None


UNKNOWN_RULES_ERRORS: Final = (installed.GameUnusable, RefusedError, GameFault, *NO_JSON)
"""What says that a log is of rules that are not known here."""


class GameReplay:
    """Owner of a game's states, as far as ``seq`` actions of its log."""

    def __init__(self) -> None:
        self.seq = 0
        self._log: Any = None
        self._game: Game | None = None
        self._memory: Any = None
        self._story: deque[Text] = deque(maxlen=limits.REPLAY_SENTENCES)
        self._counted: list[list[Text]] = []

    def tell(self, actions: Iterable[str]) -> None:
        """Play these actions (JSON, in order); raise UnknownRulesError if they cannot be played here."""
        try:
            for text in actions:
                self._tell(msgspec.json.decode(text))
        except UNKNOWN_RULES_ERRORS as fault:
            raise UnknownRulesError(f"action {self.seq + 1}: {fault}") from fault

    @property
    def outcome(self) -> Outcome | None:
        """Return how the game has ended, if it has; raise UnknownRulesError if its code fails."""
        return None if self._game is None else self._asked(self._game.summary, self._log.state).outcome

    @property
    def counted(self) -> list[AnnouncementCount]:
        """What people count, and was not taken back; the same words once."""
        times: dict[str, AnnouncementCount] = {}
        for text in (text for step in self._counted for text in step):
            words = {language: sentence(text, language) for language in LANGUAGES}
            before = times.get(words["en"])
            if before is not None or len(times) < limits.COUNTED_ANNOUNCEMENTS:
                times[words["en"]] = AnnouncementCount(words, 1 if before is None else before.times + 1)
        return list(times.values())

    def view(self, language: str) -> dict[str, Any]:
        """Return what a table's page shows to onlookers; raise UnknownRulesError if that is not possible."""
        if self._game is None:
            raise UnknownRulesError("saw no action, expected one")
        game, state = self._game, self._log.state
        waiting = self._asked(game.waiting, state, self._memory)
        seen: dict[str, Any] = self._asked(game.view, state, self._memory)
        return seen | {
            "game": game.name,
            "seq": self.seq,
            "waiting_for": {
                "text": spoken(waiting.screen, language),
                "color": waiting.castle,
                "step": waiting.step,
                "over": waiting.over,
            },
            "hourglass": {"used": False, "state": "idle", "paused": False, "total_s": 0, "left_s": 0},
            "turn_timer": None,
            "story": [sentence(text, language) for text in self._story],
            "complaints": [],
            "devices": [],
        }

    @property
    def title(self) -> str:
        return "" if self._game is None else self._game.title

    def course(self) -> Sequence[dict[str, Any]]:
        """Return how the game went, for a chart; raise UnknownRulesError if its code fails."""
        return [] if self._game is None else self._asked(self._game.course, self._log.standing)

    def _tell(self, action: Any) -> None:
        if self._game is None:
            self._game = shelf().game(game_of(action))
            self._log, self._memory = self._game.new_log(), self._game.first_memory()
        game, log, before = self._game, self._log, self._log.state
        events = log.accept(log.check(action))
        self._memory = game.settle(log.state, self._memory, action)
        effects = game.stage(before, log.state, events)
        self._story.extend(effect.text for effect in effects if isinstance(effect, Tell))
        announced = [each.counted for each in effects if isinstance(each, Announce) and each.counted is not None]
        if action.get("do") == UNDO["do"]:
            self._counted.pop()
        else:
            self._counted.append(announced)
        self.seq += 1

    def _asked(self, ask: Any, *values: Any) -> Any:
        try:
            return ask(*values)
        except GameFault as fault:
            raise UnknownRulesError(str(fault)) from fault


@cache
def shelf() -> GameShelf:
    return GameShelf()


SLICE_S: Final = 0.5
"""After so long the rest of a log waits, so that other games have their turn."""

PR_SET_PDEATHSIG: Final = 1


class Child:
    """Owner of the games that were told; half of ``octets`` of memory taken, it forgets them."""

    def __init__(self, octets: int) -> None:
        self._octets = octets
        self._told: OrderedDict[str, GameReplay] = OrderedDict()

    def load(self, rules: str) -> dict[str, Any]:
        """A game's title; and of one that is not ours all sentences of the page by language, its own among them."""
        title, of_all = shelf().game(rules).title, () if rules in ours() else LANGUAGES
        return {
            "title": title,
            "texts": {language: translation.page_texts(language) for language in of_all},
            "rules": {language: translation.rule_texts(language) for language in of_all},
        }

    def tell(self, game: str, at: int, actions: list[str]) -> int | None:
        """Go on with a game that was told up to ``at``; gives how far it came. None: it is not known here any more."""
        if at == 0:
            self._make_room(game)
            self._told[game] = GameReplay()
        told = self._told.get(game)
        if told is None or told.seq != at:
            return None
        self._told.move_to_end(game)
        until_s = time.monotonic() + SLICE_S
        for action in actions:
            told.tell([action])
            if time.monotonic() >= until_s:
                break
        return told.seq

    def shown(self, game: str, language: str) -> dict[str, Any] | None:
        """What people see of it; None: it is not known here any more."""
        told = self._told.get(game)
        if told is None:
            return None
        course = [dict(each) for each in told.course()]
        return {"view": told.view(language), "course": course, "title": told.title}

    def result(self, game: str, outcome: str) -> dict[str, Any] | None:
        """Whether it ended as its table told (JSON), and what people count; then it is forgotten."""
        if (told := self._told.pop(game, None)) is None:
            return None
        try:
            agrees = told.outcome is not None and told.outcome == msgspec.json.decode(outcome, type=Outcome)
        except NO_JSON:
            agrees = False
        return {"agrees": agrees, "counted": told.counted}

    def ratings(self, rows: list[Any]) -> list[Any]:
        from hub.players.ratings import rating_rows  # its model is not needed to play

        return rating_rows(rows)

    def _make_room(self, game: str) -> None:
        self._told.pop(game, None)
        pages = int(Path("/proc/self/statm").read_text("ascii").split()[0])
        while len(self._told) >= limits.REPLAYS_CACHED:
            self._told.popitem(last=False)
        if pages * resource.getpagesize() > self._octets // 2:
            self._told.clear()


def main(octets: int) -> None:
    """Answer until the parent is gone; what a game prints or reads is nobody's."""
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    for what, most in ((resource.RLIMIT_AS, octets), (resource.RLIMIT_FSIZE, 0), (resource.RLIMIT_CORE, 0)):
        resource.setrlimit(what, (most, most))
    questions, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nothing, stream)
    child = Child(octets)
    while len(header := questions.read(LENGTH.size)) == LENGTH.size:
        method, args = msgspec.json.decode(questions.read(*LENGTH.unpack(header)))
        answer = _answer(getattr(child, method), args)
        answers.write(LENGTH.pack(len(answer)) + answer)
        answers.flush()


def _answer(method: Callable[..., Any], args: list[Any]) -> bytes:
    try:
        return msgspec.json.encode(("came", method(*args)))
    except (UnknownRulesError, GameUnusable) as fault:
        return msgspec.json.encode(("unknown", str(fault)))
    except Exception as fault:  # noqa: BLE001  # what a game has broken is its own
        return msgspec.json.encode(("failed", type(fault).__name__))
