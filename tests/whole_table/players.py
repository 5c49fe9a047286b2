"""Several players who act at a real daemon at once, by hand entry, and what they were told is in the journal."""

import contextlib
import http.client
import json
import random
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from controller.games.tumult_royale.bots.bots import random_bot
from controller.games.tumult_royale.rules.actions import to_mapping
from controller.games.tumult_royale.rules.engine import GameLog
from controller.games.tumult_royale.rules.options import as_action
from controller.games.tumult_royale.rules.state import Over
from controller.store.journal import JournalReader
from tests.whole_table.daemons import Daemon

AT_ONCE: Final = 3
PATIENCE_S: Final = 60.0
GONE: Final = (http.client.HTTPException, OSError)
"""What a client meets whose daemon goes away before it answered."""


@dataclass
class Tally:
    """What came of all actions; added to by one thread at a time for each table."""

    acknowledged: int = 0
    refused: int = 0
    not_kept: int = 0
    lost: list[str] = field(default_factory=list)
    doubled: list[str] = field(default_factory=list)


class Players:
    """Who plays the castles of one game; all of them act whenever somebody may.

    Attributes:
        play: the game as far as it was acknowledged without a gap.
        asked: the actions that were sent and not answered yet.
    """

    def __init__(self, seed: int, tally: Tally) -> None:
        self.play = GameLog()
        self.asked: list[dict[str, Any]] = []
        self._tally = tally
        self._acknowledged: dict[int, dict[str, Any]] = {}
        self._not_kept: set[int] = set()
        self._chances = [random.Random(seed * AT_ONCE + n) for n in range(AT_ONCE)]
        self._lock = threading.Lock()
        self._acted = threading.Event()
        self._life: int | None = 0

    @property
    def over(self) -> bool:
        return self.play.state is not None and isinstance(self.play.state.phase, Over)

    def begin(self, daemon: Daemon) -> None:
        """Begin the game; what lies in the journal then is for ``look``."""
        wanted = {"castles": ["blue", "yellow"], "options": {"map": "tracked"}, "bots": []}
        with _client(daemon) as client:
            status, answer = _post(client, "/api/game", wanted)
        assert status == 204, answer

    def act(self, daemon: Daemon, life: int | None, longer_s: float) -> None:
        """Act, all at once, until the daemon is killed: after ``life`` actions and a moment, or after the game."""
        self._acted.clear()
        self._life = life
        with ThreadPoolExecutor(AT_ONCE) as crew:
            playing = [crew.submit(self._act, daemon, chance) for chance in self._chances]
            self._acted.wait(PATIENCE_S if life is not None else None)
            time.sleep(longer_s)
            daemon.kill()
            for each in playing:
                each.result()

    def look(self, journal: Path) -> None:
        """What was acknowledged is in the journal, once; of what was not, only what was asked for may be."""
        with JournalReader(journal) as reader:
            game = reader.current_game()
            assert game is not None
            kept = [entry.action for entry in reader.entries(game)]
            assert reader.findings() == []
        begun = self.play.state is not None
        unanswered, self.asked = self.asked, []
        for seq, action in self._acknowledged.items():
            if kept[seq - 1 : seq] != [action] and seq not in self._not_kept:
                self._tally.lost.append(f"game {game}, action {seq}: {action}")
        for seq, action in enumerate(kept, start=1):
            if not begun or self._acknowledged.get(seq) == action:
                continue
            if action in unanswered:
                unanswered.remove(action)
            else:
                self._tally.doubled.append(f"game {game}, action {seq}: {action}")
        for action in kept[self.play.seq :]:
            self.play.submit(action)
        self._acknowledged = dict(enumerate(kept, start=1))
        self._not_kept.clear()

    def _act(self, daemon: Daemon, chance: random.Random) -> None:
        with contextlib.suppress(*GONE), _client(daemon) as client:
            while not self.over:
                with self._lock:
                    state = self.play.state
                assert state is not None
                action = to_mapping(as_action(random_bot(state, chance)))
                with self._lock:
                    self.asked.append(action)
                status, answer = _post(client, "/api/actions", action)
                with self._lock:
                    self._answered(action, status, answer)

    def _answered(self, action: dict[str, Any], status: int, answer: dict[str, Any]) -> None:
        assert status in {200, 409}, answer
        self.asked.remove(action)
        if status == 409:  # another player was faster
            self._tally.refused += 1
            return
        seq = answer["seq"]
        assert seq not in self._acknowledged, f"action {seq} was acknowledged twice"
        self._acknowledged[seq] = action
        if answer["kept"]:
            self._tally.acknowledged += 1
        else:
            self._tally.not_kept += 1
            self._not_kept.add(seq)
        while (following := self._acknowledged.get(self.play.seq + 1)) is not None:
            self.play.submit(following)
        if self._life is not None:
            self._life -= 1
        if self._life == 0 or self.over:
            self._acted.set()


def _client(daemon: Daemon) -> contextlib.closing[http.client.HTTPConnection]:
    return contextlib.closing(http.client.HTTPConnection(daemon.host, daemon.port, timeout=PATIENCE_S))


def _post(client: http.client.HTTPConnection, path: str, body: dict[str, Any]) -> tuple[int, dict[str, Any]]:
    client.request("POST", path, json.dumps(body), {"content-type": "application/json"})
    answer = client.getresponse()
    said = answer.read()
    return answer.status, json.loads(said) if said else {}
