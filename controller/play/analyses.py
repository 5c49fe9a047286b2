"""Analyses of finished games for the page, each computed in a process that the table can end."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any, Final

import msgspec

from controller.games import installed
from controller.games.contract.analysis import Analysing, Analysis, NotAnalysable, changes_of
from controller.games.naming import game_name_of_start, translate_text
from controller.play.replays import read_actions, read_game_result

WITHIN_S: Final = 60.0
"""A Pi needs half of it."""

SEED: Final = 1


class Analyses:
    """One analysis at a time; the latest one stays in memory."""

    def __init__(self, journal: Path) -> None:
        self._journal = journal
        self._computing = asyncio.Lock()
        self._latest: tuple[Any, dict[str, Any] | None] = (None, None)

    async def view(self, game_id: int, language: str) -> dict[str, Any] | None:
        """Return a finished game's chances and decisions; None if it has not ended or cannot be analysed.

        Raises:
            JournalError: the journal cannot be read.
        """
        async with self._computing:
            result = await asyncio.to_thread(read_game_result, self._journal, game_id)
            if result is None:
                return None
            key = result.game_id, result.actions, language
            if key != self._latest[0]:
                from controller.play.bots.thinking import Thinker  # slow import

                actions = await asyncio.to_thread(read_actions, self._journal, result.game_id)
                with closing(Thinker()) as thinker:
                    self._latest = key, await thinker.compute(partial(_analyse, actions, language), WITHIN_S)
            return self._latest[1]

    def computed_moments(self, game_id: int | None, actions: int) -> Sequence[Mapping[str, Any]]:
        """Return the moments of a finished game as JSON values if its analysis is in memory, else ()."""
        key, view = self._latest
        return view["moments"] if view is not None and key[:2] == (game_id, actions) else ()


def _analyse(actions: Sequence[Any], language: str, _goes_on: Callable[[], bool]) -> dict[str, Any] | None:
    rules = installed.make_game(game_name_of_start(actions[0]))
    if not isinstance(rules, Analysing):
        return None
    play = rules.new_log()
    for action in actions:
        play.accept(play.check(action))
    try:
        return analysis_view(rules.analyse(play, SEED), language)
    except NotAnalysable:
        return None


def analysis_view(found: Analysis, language: str) -> dict[str, Any]:
    """Return an analysis as JSON values, its sentences in one language."""
    view: dict[str, Any] = msgspec.to_builtins(found)
    for shown, decision in zip(view["decisions"], found.decisions, strict=True):
        shown["done"], shown["better"] = (translate_text(text, language) for text in (decision.done, decision.better))
    view["note"] = None if found.note is None else translate_text(found.note, language)
    castles = found.moments[0].chances
    return view | {"changes": {castle: msgspec.to_builtins(changes_of(castle, found.moments)) for castle in castles}}
