"""Actions as people send them from a page: they name a token by its faction, and the log has its id."""

from controller.games.tudor.game import Tudor
from controller.games.tudor.referee.memory import EMPTY
from controller.games.tudor.rules.state import DrawStep, State
from tests.games.tudor.random_games import play

GAME = Tudor()
STATES = [state for _, state in play(3)]
DRAWING = next(state for state in STATES if state.due and isinstance(state.due[0], DrawStep))
HOLDING = next(state for state in STATES if state.phase == "actions" and state.players[state.at].tokens.bit_count() > 1)


def sent(state: State, **action: object) -> object:
    (proposed,) = GAME.received(state, EMPTY, action, None).proposed
    return proposed


def faction_of(state: State, token: object) -> str:
    pieces = state.table.pieces
    return state.table.names[pieces.token_factions[pieces.token_numbers[str(token)]]]


def test_a_drawn_token_is_named_by_its_faction() -> None:
    for name, left in zip(DRAWING.table.names, DRAWING.bag, strict=True):
        token = sent(DRAWING, do="draw", token=name)["token"]  # type: ignore[index]
        assert faction_of(DRAWING, token) == name
        assert not left or DRAWING.unseen >> DRAWING.table.pieces.token_numbers[token] & 1


def test_two_tokens_of_one_faction_are_two() -> None:
    color = HOLDING.table.colors[HOLDING.at]
    mine = HOLDING.table.pieces.token_ids(HOLDING.players[HOLDING.at].tokens)
    names = [faction_of(HOLDING, token) for token in mine]
    chosen = sent(HOLDING, do="move", player=color, tokens=names[:2])["tokens"]  # type: ignore[index]
    assert len(set(chosen)) == 2
    assert set(chosen) <= set(mine)
    assert [faction_of(HOLDING, token) for token in chosen] == names[:2]
    twice = sent(HOLDING, do="move", player=color, tokens=[names[0], names[0]])["tokens"]  # type: ignore[index]
    assert len(set(twice)) == 2


def test_ids_and_whatever_names_nothing_are_left_to_the_rules() -> None:
    for action in (
        {"do": "draw", "token": "f001"}, {"do": "draw", "token": "nobody"}, {"do": "draw"}, {"do": "draw", "token": 7},
        {"do": "move", "player": "nobody", "tokens": ["red", "red"]}, {"do": ["draw"]}, {}, {"do": "end_turn"},
    ):  # fmt: skip
        assert sent(DRAWING, **action) == action
