"""Replay finished games for the page: the public view after each step. Its work is done in a process for viewers."""

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from controller.games import installed
from controller.games.contract.analysis import Analysing
from controller.games.contract.effects import Revealing
from controller.games.contract.rules import GameLog
from controller.games.decisions import Decisions
from controller.games.naming import game_name_of_start, spectator_view
from controller.store.journal.entry import Entry
from controller.store.journal.reader import JournalReader
from controller.store.journal.times import shown_utc
from controller.web.static_files import game_scripts_folder_name


class ReplayedGame(Struct, frozen=True):
    """A finished game.

    Attributes:
        rules: the game, without a guard.
        states: the state after each step, corrections and undone steps included.
        decisions: which steps are one, and what happened at them.
        played_utc: when the game ended; None if the clock was not set.
        course: as in `Game.course`.
        bg_stats: link that enters the result in BG Stats; None if the journal has no date of the game.
    """

    game_id: int
    rules: Any
    states: list[Any]
    decisions: Decisions
    played_utc: str | None
    course: list[dict[str, Any]]
    bg_stats: str | None

    def step_view(self, number: int, language: str) -> dict[str, Any]:
        """Return the public view after a step, counted from 1, and what is told of each decision."""
        number = min(max(number, 1), len(self.states))
        state, memory = self.states[number - 1], self.rules.first_memory()
        view = spectator_view(self.rules, state, memory, number, language)
        if isinstance(self.rules, Revealing):
            view |= self.rules.view_afterwards(state, memory)
        view["waiting_for"]["over"] = False
        return {
            "game": self.game_id,
            "name": self.rules.name,
            "title": self.rules.title,
            "step": number,
            "steps": len(self.states),
            "decisions": self.decisions.last_steps,
            "marks": self.decisions.marks(language),
            "told": self.decisions.told(language),
            "names": self.decisions.names,
            "played_utc": self.played_utc,
            "view": view,
            "course": self.course,
            "analysable": isinstance(self.rules, Analysing),
            "bg_stats": self.bg_stats,
            "page": game_scripts_folder_name(self.rules.name),
        }


class LoggedGame(Struct, frozen=True):
    """A game, and the last checksum of its log, which is the version of all that is computed from it."""

    game_id: int
    checksum: bytes


def find_finished_game(journal: Path, game_id: int) -> LoggedGame | None:
    """Return a finished game, for 0 the newest; None if it has not ended."""
    with JournalReader(journal) as reader:
        found = reader.finished_game(game_id)
    return None if found is None else LoggedGame(*found)


def read_last_checksums(journal: Path, games: Sequence[int]) -> tuple[bytes, ...]:
    with JournalReader(journal) as reader:
        return tuple(reader.last_checksum(game_id) for game_id in games)


def read_actions(journal: Path, game_id: int) -> list[Any]:
    with JournalReader(journal) as reader:
        return [entry.action for entry in reader.entries(game_id)]


def replay_log(rules: Any, actions: Iterable[Any]) -> GameLog:
    """Return the log of a game that has taken these actions; raise RefusedError if one is refused."""
    log: GameLog = rules.new_log()
    for action in actions:
        log.accept(log.check(action))
    return log


def replay_step_json(
    journal: Path, game: LoggedGame, number: int, language: str, _goes_on: Callable[[], bool]
) -> bytes | None:
    """Return a step's view; None if the game's package is not installed."""
    with suppress(installed.GameUnusable):
        return msgspec.json.encode(_replay_game(journal, game).step_view(number, language))
    return None


@lru_cache(maxsize=1)
def _replay_game(journal: Path, game: LoggedGame) -> ReplayedGame:
    with JournalReader(journal) as reader:
        entries = list(reader.entries(game.game_id))
    actions = [entry.action for entry in entries]
    rules: Any = installed.make_game(game_name_of_start(actions[0]))
    log, states = rules.new_log(), list[Any]()
    decisions = Decisions(rules)
    for action in actions:
        before = log.state
        events = log.accept(log.check(action))
        states.append(log.state)
        decisions.note(before, log.state, action, rules.stage(before, log.state, events))
    from controller.play.bg_stats import make_bg_stats_link  # slow import

    times = [entry.written_utc for entry in entries]
    link = make_bg_stats_link(rules, log, actions, times, {})
    course = rules.course(log.standing)
    return ReplayedGame(game.game_id, rules, states, decisions, shown_utc(times[-1]), course, link)


def compute_standing(guarded: Any, entries: Iterable[Entry]) -> dict[str, Any]:
    """Return round and points of an unfinished game; nothing if its rules are missing or fail.

    Avoid the rules' guard, which belongs to the table's thread and reports faults there.
    """
    rules: Any = getattr(guarded, "inner", guarded)
    if rules is None:
        return {}
    try:
        log = replay_log(rules, (entry.action for entry in entries))
        return {"round": rules.round_of(log.state), "points": dict(rules.summary(log.state).points)}
    except Exception:  # noqa: BLE001  # a bug of a game must not hide the list
        return {}


def parked_game_points_json(journal: Path, parked: Sequence[tuple[int, str]], _goes_on: Callable[[], bool]) -> bytes:
    """Return each game's points by castle; nothing for those that cannot be played again."""
    with JournalReader(journal) as reader:
        standings = [compute_standing(_make_or_none(name), reader.entries(game_id)) for game_id, name in parked]
    return msgspec.json.encode([standing.get("points", {}) for standing in standings])


def _make_or_none(name: str) -> Any:
    try:
        return installed.make_game(name)
    except installed.GameUnusable:
        return None
