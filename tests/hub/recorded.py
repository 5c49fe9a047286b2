"""Games that bots have played, as journals have them."""

from functools import cache
from random import Random
from typing import Any

import msgspec
from msgspec import Struct

from controller.games.contract.tools.tools import HowToPlay, SelfPlaying, Tooled
from controller.games.shelf import GameShelf
from controller.store.journal import chain
from hub.store.kept_games import Row

FOLLOWS = bytes(8)


class Recorded(Struct, frozen=True):
    """A whole game: its entries, and its outcome as JSON."""

    rows: list[Row]
    outcome: str


@cache
def recorded_game(seed: int = 1, game: int = 1, name: str = "tumult_royale", players: int = 4) -> Recorded:
    log, outcome = _played(seed, name, players)
    before, rows = FOLLOWS, []
    for seq, action in enumerate(log, start=1):
        texts = (action, "page:referee", f"2026-11-22T18:{seq // 60 % 60:02}:{seq % 60:02}+00:00")
        before = chain.entry(before, game, seq, *texts)
        rows.append(Row(seq, *texts, before))
    return Recorded(rows, outcome)


@cache
def _played(seed: int, name: str, players: int) -> tuple[list[str], str]:
    game: Any = GameShelf().game(name)
    tools: Any = game.tools() if isinstance(game, Tooled) else game
    assert isinstance(tools, SelfPlaying)
    options = {choice.key: choice.values[0] for choice in game.choices()}
    how = HowToPlay(players, options, None, tools.bots[0], check=False)
    log = [msgspec.to_builtins(action) for action in tools.played(how, Random(seed)).log]
    replay = game.new_log()
    for action in log:
        replay.accept(replay.check(action))
    outcome = msgspec.json.encode(game.summary(replay.state).outcome).decode()
    return [msgspec.json.encode(action).decode() for action in log], outcome
