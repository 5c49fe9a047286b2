"""The process in which games are played again; its parent (``hub.replay.worker``) ends it when it takes too long."""

import ctypes
import os
import resource
import signal
import time
from collections import OrderedDict
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import msgspec

from controller import limits
from controller.games.contract.rules import Outcome
from controller.games.installed import GameUnusable, ours
from controller.reading import NO_JSON
from controller.texts import speaking
from controller.texts.speaking import LANGUAGES
from hub.replay import LENGTH
from hub.replay.result import UnknownRulesError
from hub.replay.retelling import Retelling, shelf

SLICE_S: Final = 0.5
"""After so long the rest of a log waits, so that other games have their turn."""

PR_SET_PDEATHSIG: Final = 1


class Child:
    """Owner of the games that were told, ``limits.RETOLD`` at most.

    Args:
        octets: of memory that the process may take. When half is taken, other games are forgotten for the next.
    """

    def __init__(self, octets: int) -> None:
        self._octets = octets
        self._told: OrderedDict[str, Retelling] = OrderedDict()

    def load(self, rules: str) -> dict[str, Any]:
        """A game's title; and of one that is not ours all sentences of the page by language, its own among them."""
        title, of_all = shelf().game(rules).title, () if rules in ours() else LANGUAGES
        return {
            "title": title,
            "texts": {language: speaking.of_the_page(language) for language in of_all},
            "rules": {language: speaking.rules(language) for language in of_all},
        }

    def tell(self, game: str, at: int, actions: list[str]) -> int | None:
        """Go on with a game that was told up to ``at``; gives how far it came. None: it is not known here any more."""
        if at == 0:
            self._make_room(game)
            self._told[game] = Retelling()
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
        from hub.people.ratings import rated  # its model is not needed to play

        return rated(rows)

    def _make_room(self, game: str) -> None:
        self._told.pop(game, None)
        pages = int(Path("/proc/self/statm").read_text("ascii").split()[0])
        while len(self._told) >= limits.RETOLD:
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
