"""What a seat of Tudor may send: what is its own player's, and a draw from the bag that names no token."""

from typing import Any

import pytest

from controller.games.contract.effects import SeatView
from controller.games.contract.values import CastleId
from controller.games.tudor.game import Tudor
from controller.games.tudor.rules.state import DrawStep, State
from tests.games.tudor.random_games import play

GAME = Tudor()
STATES = [state for _, state in play(3)]


def seat_of(state: State, seat: int) -> tuple[CastleId, str]:
    return CastleId(state.table.gates[seat]), state.table.colors[seat]


def test_tudor_has_seats() -> None:
    assert isinstance(GAME, SeatView)


def test_each_player_sends_his_own_actions_from_his_own_castle() -> None:
    state = STATES[0]
    for seat in range(len(state.players)):
        castle, _ = seat_of(state, seat)
        for other in range(len(state.players)):
            action = {"do": "end_turn", "player": seat_of(state, other)[1]}
            assert GAME.may_send(state, action, castle) == (other == seat)


@pytest.mark.parametrize(
    "action", [{}, {"do": "undo"}, {"do": "amend", "prestige": {}}, {"do": "start"}, {"do": 7, "player": ["red"]}]
)
def test_nobody_sends_what_is_all_peoples_or_nothing_at_all(action: dict[str, Any]) -> None:
    assert not GAME.may_send(STATES[0], action, seat_of(STATES[0], 0)[0])
    assert not GAME.may_send(STATES[0], {"do": "pass", "player": "red"}, CastleId("nowhere"))
    assert not GAME.may_send(None, {"do": "pass", "player": "red"}, seat_of(STATES[0], 0)[0])


def test_whoever_must_draw_does_so_blindly() -> None:
    state = next(state for state in STATES if state.due and isinstance(state.due[0], DrawStep))
    assert state.to_act is not None
    for seat in range(len(state.players)):
        castle, _ = seat_of(state, seat)
        assert GAME.may_send(state, {"do": "draw"}, castle) == (seat == state.to_act)
        assert not GAME.may_send(state, {"do": "draw", "token": "f001"}, castle)
