"""No sound is the only sign of anything: whoever is deaf, or has a silent house, sees it."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from controller.games.contract.effects import Announce, Effect, Sound
from controller.games.contract.referee import Waiting
from controller.games.contract.values import RefusedError
from controller.games.tumult_royale.referee import memory as memories
from controller.games.tumult_royale.referee.waiting import waiting
from controller.games.tumult_royale.rules.engine import GameLog
from controller.games.tumult_royale.rules.state import State
from controller.games.tumult_royale.show.staging import stage

LOGS = sorted(
    file
    for file in (Path(__file__).parent / "playthroughs").glob("*.jsonl")
    if not file.name.endswith(".expected.jsonl")
)


def tapped_for(state: State | None, action: dict[str, Any]) -> memories.Memory:
    """What lies on the desk when people build: the tiles that they have tapped."""
    if state is None or action["do"] != "build":
        return memories.EMPTY
    return memories.Memory(tapped=sum(state.table.pool.bits[tile] for tile in action["tiles"]))


def steps(log: Path) -> Iterator[tuple[dict[str, Any], tuple[Effect, ...], Waiting, Waiting]]:
    """Each accepted action, its effects, and what the table waited for before it and after."""
    play = GameLog()
    for action in map(json.loads, log.read_text(encoding="utf-8").splitlines()):
        before = play.state
        waited = waiting(before, tapped_for(before, action))
        try:
            events = play.submit(action)
        except RefusedError:
            continue
        assert play.state is not None
        yield action, stage(before, play.state, events), waited, waiting(play.state, memories.EMPTY)


@pytest.mark.parametrize("log", LOGS, ids=lambda log: log.stem)
def test_with_every_sound_something_else_comes_on_the_screen(log: Path) -> None:
    heard: set[str] = set()
    for action, effects, before, after in steps(log):
        sounds = {effect.pattern for effect in effects if isinstance(effect, Sound)}
        heard |= sounds
        shown = any(isinstance(effect, Announce) for effect in effects) or before.screen != after.screen
        assert shown or not sounds, action
    assert {"accepted", "timer_starts", "timer_ends"} <= heard
