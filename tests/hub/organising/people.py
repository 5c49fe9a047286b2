"""People at a real table: they know the rules, what its journal says, and how its page is used."""

from collections.abc import Callable, Mapping
from pathlib import Path
from random import Random
from typing import Any, Final

import httpx

from controller.games.contract.rules import Outcome
from controller.games.shelf import GameShelf
from controller.games.tudor.bots.random_play import random_move
from controller.games.tudor.rules.actions import as_line
from controller.games.tumult_royale.bots.bots import random_bot
from controller.games.tumult_royale.rules.actions import to_mapping as in_tumult_royale
from controller.games.tumult_royale.rules.options import as_action as told_in_tumult_royale
from controller.store.journal.reader import JournalReader
from tests.web.real_table import RealTable

MOVES: Final[Mapping[str, Callable[[Any, Random], dict[str, Any]]]] = {
    "tumult_royale": lambda state, chance: in_tumult_royale(told_in_tumult_royale(random_bot(state, chance))),
    "tudor": lambda state, chance: as_line(state.table, random_move(state, chance)),
}
"""What somebody does who wants nothing in particular, as the page is told it."""


class People:
    """All who play the game on a table.

    Args:
        table: where they sit.
        journal: its file.
        game: its name for programs.
        chance: their moods.
    """

    def __init__(self, table: RealTable, journal: Path, game: str, chance: Random) -> None:
        self._table = table
        self._journal = journal
        self._game: Any = GameShelf().game(game)
        self._move = MOVES[game]
        self._chance = chance
        self._log = self._game.new_log()

    @property
    def outcome(self) -> Outcome | None:
        """By the rules, from the journal alone; None while the game goes on."""
        outcome: Outcome | None = self._game.summary(self._log.state).outcome
        return outcome

    def play(self, actions: int) -> int:
        """So many actions, or until the game is over; gives how many there are by now."""
        self._look()
        until = self._log.seq + actions
        while self._log.seq < until and self.outcome is None:
            answer = self._table.post("/api/actions", self._move(self._log.state, self._chance))
            # The table may have acted by itself meanwhile, as when an hourglass has run out.
            assert answer.status_code in {httpx.codes.OK, httpx.codes.CONFLICT}, answer.text
            self._look()
        return int(self._log.seq)

    def _look(self) -> None:
        with JournalReader(self._journal) as reader:
            game = reader.current_game()
            assert game is not None
            entries = list(reader.entries(game))
        for entry in entries[self._log.seq :]:
            self._log.accept(self._log.check(entry.action))
