"""A game played again from its log, as whoever looked on at the table saw it."""

from collections import deque
from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any, Final

import msgspec

from controller import limits
from controller.games import installed
from controller.games.contained import GameFault
from controller.games.contract.effects import Announce, Tell
from controller.games.contract.game import Game
from controller.games.contract.rules import Outcome
from controller.games.contract.values import UNDO, RefusedError, Text
from controller.games.naming import game_of, sentence, spoken
from controller.games.shelf import GameShelf
from controller.reading import NO_JSON
from controller.texts.speaking import LANGUAGES
from hub.replay.result import Counted, UnknownRulesError

NOT_KNOWN: Final = (installed.GameUnusable, RefusedError, GameFault, *NO_JSON)
"""What says that a log is of rules that are not known here."""


class Retelling:
    """Owner of a game's states, as far as its log was told.

    Attributes:
        seq: how many actions were told.
    """

    def __init__(self) -> None:
        self.seq = 0
        self._log: Any = None
        self._game: Game | None = None
        self._memory: Any = None
        self._story: deque[Text] = deque(maxlen=limits.RETOLD_SENTENCES)
        self._counted: list[list[Text]] = []

    def tell(self, actions: Iterable[str]) -> None:
        """Go on with these actions (JSON, in order).

        Raises:
            UnknownRulesError: they cannot be played here; nothing more can be told.
        """
        try:
            for text in actions:
                self._tell(msgspec.json.decode(text))
        except NOT_KNOWN as fault:
            raise UnknownRulesError(f"action {self.seq + 1}: {fault}") from fault

    @property
    def outcome(self) -> Outcome | None:
        """How it has ended.

        Raises:
            UnknownRulesError: the game's own code failed.
        """
        return None if self._game is None else self._asked(self._game.summary, self._log.state).outcome

    @property
    def counted(self) -> list[Counted]:
        """What people count, and was not taken back; the same words once."""
        times: dict[str, Counted] = {}
        for text in (text for step in self._counted for text in step):
            words = {language: sentence(text, language) for language in LANGUAGES}
            before = times.get(words["en"])
            if before is not None or len(times) < limits.COUNTED_KINDS:
                times[words["en"]] = Counted(words, 1 if before is None else before.times + 1)
        return list(times.values())

    def view(self, language: str) -> dict[str, Any]:
        """What a table's page shows to who looks on (``TablePort``), without what only the table itself knows.

        Raises:
            UnknownRulesError: there is no action yet, or the game's own code failed.
        """
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
        """The game's, for people."""
        return "" if self._game is None else self._game.title

    def course(self) -> Sequence[dict[str, Any]]:
        """How it went, for a chart.

        Raises:
            UnknownRulesError: the game's own code failed.
        """
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
    """The games that are installed here; each is made once."""
    return GameShelf()
