"""A game that bots have played, as a table's journal would have it."""

from datetime import UTC, datetime, timedelta
from functools import cache
from random import Random
from typing import Any, Final

import msgspec

from controller.games import installed
from controller.games.contract.tools.tools import HowToPlay, SelfPlaying, Tooled

ORIGINS: Final = ("gate:blue", "yes:grey", "knob", "page:referee", "hourglass")
BEGUN: Final = datetime(2026, 11, 22, 18, tzinfo=UTC)


@cache
def actions() -> list[str]:
    """All of it, as JSON texts."""
    game: Any = installed.game()
    tools: Any = game.tools() if isinstance(game, Tooled) else game
    assert isinstance(tools, SelfPlaying)
    how = HowToPlay(4, {choice.key: choice.values[0] for choice in game.choices()}, None, tools.bots[0], check=False)
    played = tools.played(how, Random(1))  # noqa: S311  # a repeatable game
    return [msgspec.json.encode(action).decode() for action in played.log]


@cache
def texts(seq: int) -> tuple[str, str, str]:
    """Of the action with this number: what was done, who brought it about, when. After its end it begins again."""
    return actions()[seq % len(actions())], ORIGINS[seq % len(ORIGINS)], written(seq)


def written(seq: int) -> str:
    """An action every eight seconds, or so."""
    return (BEGUN + timedelta(seconds=8 * seq + Random(seq).uniform(-4, 4))).isoformat(timespec="milliseconds")  # noqa: S311  # repeatable
