"""Actions as people send them from a page: a token by its faction; and what depends on a hand waits for its owner."""

import json
from contextlib import suppress
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from controller.games.contract.effects import Complain
from controller.games.contract.inputs import ButtonPressed, KnobTurned, PieceTapped
from controller.games.contract.values import CastleId, PieceId, RefusedError
from controller.games.naming import sentence
from controller.games.tudor.bots.random_play import random_move
from controller.games.tudor.game import Tudor
from controller.games.tudor.referee.meaning import PLENTY
from controller.games.tudor.referee.memory import EMPTY, Memory
from controller.games.tudor.rules import engine
from controller.games.tudor.rules.actions import Refusal, as_line
from controller.games.tudor.rules.engine import GameLog
from controller.games.tudor.rules.state import DrawStep, State
from tests.games.tudor.random_games import play
from tests.games.tudor.test_examples import FOLDER
from tests.games.tudor.test_view import changed

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


def plenty(state: State) -> State:
    tokens = (1 << len(state.table.pieces.tokens)) - 1
    rich = {"cards": (PLENTY,) * len(state.stacks), "tokens": tokens, "influence": PLENTY, "intrigue": PLENTY}
    return replace(state, players=tuple(replace(player, **rich) for player in state.players))


def answered(state: State, action: dict[str, Any]) -> object:
    verdict = GAME.received(state, EMPTY, action, None)
    if verdict.memory.chosen is not None:
        return verdict.proposed, GAME.view(state, verdict.memory)["said"], repr(GAME.waiting(state, verdict.memory))
    (line,) = verdict.proposed
    try:
        engine.apply(state, GameLog.typed(line))
    except Refusal as refusal:
        return refusal.rule, sentence(refusal.text, "en")
    return "accepted"


@pytest.mark.parametrize("seed", [3, 61, 118, 190])
def test_no_answer_to_everybodys_page_depends_on_what_is_behind_a_screen(seed: int) -> None:
    """Whatever a rich hand could do is sent, and amendments of hands; other hands give the same answers."""
    chance, waited = Random(seed), set()
    for _, state in play(seed)[::5]:
        if state.phase != "actions" or (state.due and isinstance(state.due[0], DrawStep)):
            continue
        color = state.table.colors[chance.randrange(len(state.players))]
        few = {"do": "amend", "cards": {color: {chance.choice(state.table.names): chance.choice((-3, -1, 2))}}}
        sent = [as_line(state.table, random_move(plenty(state), chance)) for _ in range(6)]
        for action in [*sent, few]:
            other = replace(changed(state, chance), bag=state.bag, unseen=state.unseen, gone=state.gone)
            here = answered(state, action)
            assert answered(other, action) == here, action
            waited |= {action["do"]} if isinstance(here, tuple) and len(here) == 3 else set()
    assert {"act", "exchange", "amend"} <= waited


def test_what_a_seat_sends_is_judged_at_once_and_so_is_what_no_hand_decides() -> None:
    state = next(state for state in STATES if state.phase == "actions" and not state.due)
    player = state.table.colors[state.at]
    for action, castle in (
        ({"do": "exchange", "player": player, "give": ["red", "red"], "take": "grey"}, CastleId(state.table.gates[0])),
        ({"do": "end_turn", "player": player}, None),
        ({"do": "amend", "cards": {player: {"red": 1}}}, None),
        ({"do": "undo"}, None),
    ):
        verdict = GAME.received(state, EMPTY, action, castle)
        assert (verdict.proposed, verdict.memory) == ((action,), EMPTY)


def asked(state: State) -> tuple[Memory, CastleId, CastleId]:
    action = {"do": "exchange", "player": state.table.colors[state.at], "give": ["red", "red"], "take": "grey"}
    mine, *others = [
        state.table.gates[state.at],
        *(gate for gate in state.table.gates if gate != state.table.gates[state.at]),
    ]
    return GAME.received(state, EMPTY, action, None).memory, CastleId(mine), CastleId(others[0])


QUIET_TURN = next(state for state in STATES if state.phase == "actions" and not state.due)


def test_the_owners_yes_does_it() -> None:
    state = plenty(QUIET_TURN)
    memory, mine, other = asked(state)
    assert memory.chosen is not None
    assert GAME.waiting(state, memory).castle == mine
    assert GAME.waiting(state, memory).step == "confirm"
    for castle, button in ((mine, "yes"), (None, "knob")):
        verdict = GAME.judge(state, memory, ButtonPressed(button, castle, False, 1.0))  # type: ignore[arg-type]
        assert (verdict.proposed, verdict.memory) == ((memory.chosen.action,), EMPTY)
    for nothing in (ButtonPressed("yes", other, False, 1.0), KnobTurned(1, 1.0)):
        assert GAME.judge(state, memory, nothing).memory == memory
        assert GAME.judge(state, memory, nothing).proposed == ()
    for no in (ButtonPressed("no", mine, False, 1.0), ButtonPressed("knob", None, True, 1.0)):
        assert GAME.judge(state, memory, no) == GAME.judge(state, memory, no)
        assert GAME.judge(state, memory, no).memory == EMPTY
    assert GAME.judge(state, memory, PieceTapped(mine, PieceId("q01"), 1.0)).memory.chosen is None


def test_after_the_owners_yes_a_refusal_names_no_card() -> None:
    poor = replace(
        QUIET_TURN, players=tuple(replace(each, cards=(0,) * len(QUIET_TURN.stacks)) for each in QUIET_TURN.players)
    )
    memory, mine, _ = asked(poor)
    verdict = GAME.judge(poor, memory, ButtonPressed("yes", mine, False, 1.0))
    (complaint,) = verdict.effects
    assert isinstance(complaint, Complain)
    assert complaint.rule == "TU-11.3"
    assert sentence(complaint.text, "en") == "What is behind the screen does not do for that."
    assert (verdict.proposed, verdict.memory) == ((), EMPTY)


def test_going_back_takes_no_cards_out_of_a_hand_and_does_not_say_whether_they_are_there() -> None:
    game = GameLog()
    for line in (FOLDER / "4-sideways.jsonl").read_text().splitlines():
        with suppress(Refusal):
            game.submit(json.loads(line))
    assert game.state is not None
    for number in (-1, -9):
        for color in game.state.table.colors:
            with pytest.raises(RefusedError) as refused:
                GAME.corrected(game, None, [{"do": "amend", "cards": {color: {"red": number}}}], by_hand=False)
            assert "owner's yes" in sentence(refused.value.text, "en")
    assert GAME.corrected(game, None, [{"do": "amend", "cards": {"red": {"red": 1}}}], by_hand=False).steps
