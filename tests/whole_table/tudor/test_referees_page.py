"""The shared page's answers are the same bytes for any hands.

The referee of a table with real parts sends every action that hands pay for, and amendments of hands, and reads all
routes after each. Tables that differ only in their hands must give the same answers and the same journal.
"""

import asyncio
import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from controller.games.requests import NewGame, SubmitAction
from controller.games.tudor.bots.random_play import random_move
from controller.games.tudor.referee import page_actions
from controller.games.tudor.referee.memory import EMPTY_MEMORY
from controller.games.tudor.rules.actions import move_to_line
from controller.games.tudor.rules.state import State
from tests.support.soak import SOAK
from tests.whole_table.hidden_worlds import put_on_table
from tests.whole_table.seated import BLUE, REFEREE, VISITOR, YELLOW, Seated, seated

DEALT = {"scoring": [1, 4], "scenario": 3}
"""A card for two influence, a jump for two intrigue (TU-12.3)."""

RUNS_ON = re.compile(r'"(left_s|received_ms)":[0-9.]+')


async def into_a_turn(table: Seated) -> State:
    """Play until a figure is active and no step is due."""
    chance = Random(4)
    while True:
        state: State = table.play.table.loop.state
        if state.phase == "actions" and state.figure is not None and not state.due:
            return state
        action = move_to_line(state.table, random_move(state, chance))
        await table.page.submit(
            SubmitAction(action, castle=table.play.table.loop.castles[state.turn_seat]), "page", "en"
        )


def hands(state: State, number: int) -> State:
    """Put ``number`` of each card and round token behind each screen, with unseen tokens or none."""
    lying = {*state.tokens}
    free = [token for token in range(len(state.table.pieces.tokens)) if token not in lying]
    shares = [free[seat :: len(state.players)] if number else [] for seat in range(len(state.players))]
    players = tuple(
        replace(
            player, cards=(number,) * len(state.stacks), influence=number, intrigue=number,
            tokens=sum(1 << token for token in share),
        )
        for player, share in zip(state.players, shares, strict=True)
    )  # fmt: skip
    return replace(state, players=players)


def all_that_hands_decide(state: State) -> Iterator[tuple[str, dict[str, Any]]]:
    """Return requests by route: payments with cards, round tokens or tokens, and corrections of cards."""
    me = {"player": state.table.colors[state.turn_seat]}
    names = state.table.faction_names
    for name in names:
        yield "/api/actions", {"do": "exchange", **me, "give": [name, name], "take": names[0]}
        for color in state.table.colors:
            fewer = {"do": "amend", "cards": {color: {name: -1}}}
            yield "/api/actions", fewer
            yield "/api/corrections", {"back_to": None, "amend": [fewer]}
        for space in state.table.board.bottom_spaces:
            walk = {"from": "supply", "path": [state.table.board.names[space]], "cards": [name]}
            yield "/api/actions", {"do": "act", **me, "action": "G", **walk}
            yield "/api/actions", {"do": "move", **me, "from": "supply", "path": walk["path"], "tokens": [name, name]}
    yield "/api/actions", {"do": "scenario", **me, "side": "left", "card": names[0]}
    for token in state.table.pieces.tokens[::7]:
        walk = {"from": "supply", "path": [state.table.board.names[0]]}
        yield "/api/actions", {"do": "move", **me, **walk, "tokens": [token, state.table.pieces.tokens[1]]}


async def answers(folder: Path) -> list[list[tuple[str, int, str, str]]]:
    """Of three tables: whose hands are as they were played, rich, and empty."""
    found = []
    async with seated(folder, "tudor") as table:
        await table.everybody()
        await table.page.submit(NewGame((BLUE, YELLOW), dealt=DEALT), "page", "en")
        real = await into_a_turn(table)
        loop = table.play.table.loop
        seq, referee = loop.seq, table.people[REFEREE]
        for state in (real, hands(real, 4), hands(real, 0)):
            answers = []
            for route, body in list(all_that_hands_decide(real))[:: 1 if SOAK else 3]:
                put_on_table(loop, state, EMPTY_MEMORY)
                answer = await referee.post(route, body)
                seen = (await table.people[VISITOR].get("/api/view")).text
                answers.append((str(body), answer.status_code, answer.text, RUNS_ON.sub("", seen)))
                if loop.seq != seq:  # the game has gone on: that tells enough
                    break
            found.append(answers)
            if loop.seq != seq:
                found.append([])
                break
        put_on_table(loop, real, EMPTY_MEMORY)
    return found


def test_answers_to_the_referees_page_do_not_depend_on_hands(tmp_path: Path) -> None:
    real, rich, poor = asyncio.run(answers(tmp_path))
    assert len(real) > (100 if SOAK else 33)
    assert real == rich == poor
    assert {status for _, status, _, _ in real} == {200, 409}


def test_the_check_finds_a_page_that_reveals_hands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a confirmation, the refusal would name the missing cards."""
    monkeypatch.setattr(page_actions, "confirming_seats", lambda *_: ())
    real, *others = asyncio.run(answers(tmp_path))
    assert any(other != real for other in others)
