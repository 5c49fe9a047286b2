"""Tudor for people's ears."""

import pytest

from controller.games.contract.values import CastleId, PieceId
from controller.games.naming import sentence
from controller.games.tudor.game import Tudor
from controller.games.tudor.referee.memory import EMPTY
from controller.games.tudor.rules.state import State
from controller.texts.speaking import LANGUAGES
from tests.games.tudor.random_games import play

GAME = Tudor()
SEEDS = (3, 61)
EVERY = 7


def said(state: State | None, castle: str, piece: str) -> tuple[str, bool]:
    told = GAME.told_piece(state, CastleId(castle), PieceId(piece))
    return sentence(told.text, "en"), told.hidden


def with_tokens_behind_screens(seed: int) -> State:
    return next(state for _, state in play(seed) if all(player.tokens for player in state.players))


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_state_and_every_choice_of_a_game_can_be_said(seed: int, language: str) -> None:
    for _, state in play(seed)[::EVERY]:
        told = [*GAME.told_state(state, EMPTY), *GAME.told_choices(state, EMPTY)]
        assert all(sentence(text, language) for text in told)


@pytest.mark.parametrize("seed", SEEDS)
def test_whoever_is_to_act_is_told_something_that_he_may_do(seed: int) -> None:
    for _, state in play(seed)[::EVERY]:
        assert bool(GAME.told_choices(state, EMPTY)) == (state.to_act is not None)


@pytest.mark.parametrize("seed", SEEDS)
def test_every_space_is_told_with_the_faction_of_its_token(seed: int) -> None:
    _, state = play(seed)[0]
    table = state.table
    told = {sentence(text, "en").partition(":")[0]: sentence(text, "en") for text in GAME.told_state(state, EMPTY)}
    for space, name in enumerate(table.board.names):
        assert told[str(name)].startswith(f"{name}: {table.names[table.pieces.token_factions[state.tokens[space]]]}, ")


def test_a_token_of_the_throne_room_is_told_to_all() -> None:
    _, state = play(3)[0]
    pieces = state.table.pieces
    token = pieces.tokens[state.tokens[0]]
    faction = state.table.names[pieces.token_factions[state.tokens[0]]]
    assert said(state, state.table.gates[0], token) == (f"{faction} token, on A1", False)


def test_a_token_behind_the_own_screen_is_for_the_own_ear() -> None:
    """TU-7.8: what lies behind a screen its owner alone knows."""
    state = with_tokens_behind_screens(3)
    seat = 0
    number = (state.players[seat].tokens & -state.players[seat].tokens).bit_length() - 1
    text, hidden = said(state, state.table.gates[seat], state.table.pieces.tokens[number])
    assert hidden
    assert text.endswith(f"behind {state.table.colors[seat].capitalize()}'s screen")


def test_a_token_behind_somebody_else_s_screen_is_told_to_nobody() -> None:
    state = with_tokens_behind_screens(3)
    number = (state.players[1].tokens & -state.players[1].tokens).bit_length() - 1
    text, hidden = said(state, state.table.gates[0], state.table.pieces.tokens[number])
    assert (text, hidden) == (f"It lies behind {state.table.colors[1].capitalize()}'s screen.", False)


def test_before_a_game_a_piece_is_of_none() -> None:
    assert said(None, "blue", "f001") == ("It is not in this game.", False)
