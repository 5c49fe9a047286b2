"""A player who enters all actions by hand at a real daemon and records acknowledged ones."""

import random
from pathlib import Path
from typing import Any

import httpx

from controller.games.tumult_royale.bots.bots import random_bot_move
from controller.games.tumult_royale.rules import actions, engine, options, state
from controller.store.journal import JournalReader


class Lost(Exception):
    """The daemon went away before it answered."""


class Player:
    """Plays all castles by hand entry, and remembers what was acknowledged.

    Attributes:
        play: the game as acknowledged; at most one action farther after a look at the journal.
        asked: the action that was sent and not answered yet.
    """

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.play = engine.GameLog()
        self.asked: dict[str, Any] | None = None

    @property
    def over(self) -> bool:
        return self.play.state is not None and isinstance(self.play.state.phase, state.Over)

    def begin(self, client: httpx.Client) -> None:
        answer = client.post(
            "/api/game", json={"castles": ["blue", "yellow"], "options": {"map": "tracked"}, "bots": []}
        )
        assert answer.status_code == 204, answer.text

    def step(self, client: httpx.Client) -> None:
        assert self.play.state is not None
        self.asked = actions.action_to_mapping(options.move_to_action(random_bot_move(self.play.state, self.chance)))
        try:
            answer = client.post("/api/actions", json=self.asked)
        except httpx.TransportError as gone:
            raise Lost from gone
        assert answer.status_code == 200, answer.text
        assert answer.json()["seq"] == self.play.seq + 1
        self.play.submit(self.asked)
        self.asked = None

    def look(self, journal: Path) -> None:
        """Check that the journal has all acknowledged actions, and at most one more: the action under way."""
        with JournalReader(journal) as reader:
            game = reader.current_game_id()
            assert game is not None
            kept = [entry.action for entry in reader.entries(game)]
            assert reader.damage_findings() == []
        acknowledged = self.play.actions
        assert kept[: len(acknowledged)] == acknowledged
        rest = kept[len(acknowledged) :]
        assert rest in ([], [self.asked]) or not acknowledged, rest
        for action in rest:
            self.play.submit(action)
        self.asked = None
