"""Replay finished games for the page: the public view after each step."""

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from msgspec import Struct

from controller.games.contract.analysis import Analysing
from controller.games.contract.effects import Tell
from controller.games.contract.game import Game
from controller.games.contract.values import Text
from controller.games.naming import game_name_of_start, spectator_view, translate_text
from controller.show.effect_loop import KEPT_SENTENCES
from controller.store.journal.entry import Entry, GameInfo, GameResult
from controller.store.journal.reader import JournalReader

LATEST_GAME: Final = 0
"""Stands for the latest finished game."""


class ReplayedGame(Struct, frozen=True):
    """A finished game.

    Attributes:
        rules: the game without its guard, which only the loop's thread may use.
        states: the state after each step, corrections and undone steps included.
        told: the story's new sentences at each step.
        course: as in `Game.course`.
        bg_stats: link that enters the result in BG Stats; None if the journal has no date of the game.
    """

    game_id: int
    rules: Any
    states: list[Any]
    told: list[list[Text]]
    course: list[dict[str, Any]]
    bg_stats: str | None

    def step_view(self, number: int, language: str) -> dict[str, Any]:
        """Return the public view after a step, counted from 1, and the story up to it."""
        number = min(max(number, 1), len(self.states))
        view = spectator_view(self.rules, self.states[number - 1], self.rules.first_memory(), number, language)
        view["waiting_for"]["over"] = False
        told = [translate_text(text, language) for told in self.told[:number] for text in told]
        return {
            "game": self.game_id,
            "name": self.rules.name,
            "title": self.rules.title,
            "step": number,
            "steps": len(self.states),
            "view": view | {"story": told[-KEPT_SENTENCES:]},
            "course": self.course,
            "analysable": isinstance(self.rules, Analysing),
            "bg_stats": self.bg_stats,
        }


class ReplayCache:
    """Finished games of a journal; the latest requested one stays in memory."""

    def __init__(self, journal: Path) -> None:
        self._journal = journal
        self._replaying = asyncio.Lock()
        self._latest: ReplayedGame | None = None

    async def step_view(
        self, games: Mapping[str, Game], game_id: int, number: int, language: str
    ) -> dict[str, Any] | None:
        """Return a step of a game; None if it has not ended or ``games`` lacks its rules.

        Raises:
            JournalError: the journal cannot be read.
            RefusedError: the rules refuse an action of the journal.
        """
        async with self._replaying:
            return await asyncio.to_thread(self._find_step_view, games, game_id, number, language)

    def _find_step_view(
        self, games: Mapping[str, Game], game_id: int, number: int, language: str
    ) -> dict[str, Any] | None:
        if self._latest is None or self._latest.game_id != game_id:
            result = read_game_result(self._journal, game_id)
            self._latest = None if result is None else _replay_game(self._journal, games, result.game_id)
        return None if self._latest is None else self._latest.step_view(number, language)


def read_game_result(journal: Path, game_id: int) -> GameResult | None:
    """Return a game's result, ``LATEST_GAME`` for the newest; None if it has not ended."""
    with JournalReader(journal) as reader:
        over = {result.game_id: result for result in reader.results()}
    return over.get(max(over, default=0) if game_id == LATEST_GAME else game_id)


def read_actions(journal: Path, game_id: int) -> list[Any]:
    with JournalReader(journal) as reader:
        return [entry.action for entry in reader.entries(game_id)]


def _replay_game(journal: Path, games: Mapping[str, Game], game_id: int) -> ReplayedGame | None:
    with JournalReader(journal) as reader:
        entries = list(reader.entries(game_id))
    actions = [entry.action for entry in entries]
    guarded = games.get(game_name_of_start(actions[0]))
    if guarded is None:
        return None
    rules: Any = getattr(guarded, "inner", guarded)
    log, states, told = rules.new_log(), list[Any](), list[list[Text]]()
    for action in actions:
        before = log.state
        events = log.accept(log.check(action))
        states.append(log.state)
        told.append([effect.text for effect in rules.stage(before, log.state, events) if isinstance(effect, Tell)])
    from controller.play.bg_stats import make_bg_stats_link  # wanted after the first game

    times = [entry.written_utc for entry in entries]
    link = make_bg_stats_link(rules, log, actions, times, {})
    return ReplayedGame(game_id, rules, states, told, rules.course(log.standing), link)


def compute_standing(guarded: Any, entries: Iterable[Entry]) -> dict[str, Any]:
    """Return round and points of an unfinished game; nothing if its rules are missing or fail.

    Avoid the rules' guard, which belongs to the table's thread and reports faults there.
    """
    rules: Any = getattr(guarded, "inner", guarded)
    if rules is None:
        return {}
    try:
        log = rules.new_log()
        for entry in entries:
            log.accept(log.check(entry.action))
        return {"round": rules.round_of(log.state), "points": dict(rules.summary(log.state).points)}
    except Exception:  # noqa: BLE001  # a bug of a game must not hide the list
        return {}


def parked_game_points(journal: Path, games: Mapping[str, Game], parked: Sequence[GameInfo]) -> list[dict[str, int]]:
    """Return each game's points by castle; nothing for those that cannot be played again."""
    if not parked:
        return []
    with JournalReader(journal) as reader:
        standings = [compute_standing(games.get(game.game), reader.entries(game.game_id)) for game in parked]
    return [standing.get("points", {}) for standing in standings]
