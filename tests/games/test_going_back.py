"""Games drawn by chance are gone back in, anywhere."""

from typing import Any

import pytest

from controller.games.contract.rules import Correction
from controller.games.contract.values import RefusedError
from controller.games.tudor.referee.correction import BACK as BACK_IN_TUDOR
from controller.games.tumult_royale.referee.correction import BACK as BACK_IN_TUMULT_ROYALE
from controller.games.undoable_log import GoingBack, UndoableLog
from tests.games.test_against_the_oracles import Tudor, TumultRoyale
from tests.soak import SOAK

GAMES = pytest.mark.parametrize(
    ("game", "back"), [(Tudor, BACK_IN_TUDOR), (TumultRoyale, BACK_IN_TUMULT_ROYALE)], ids=["tudor", "tumult_royale"]
)
SEEDS = pytest.mark.parametrize("seed", range(40 if SOAK else 2))
BACKS_A_GAME = 10


def played(game: type[Tudor | TumultRoyale], seed: int) -> Tudor | TumultRoyale:
    """Some 150 actions of bots, with amendments and undos among them."""
    drawn = game(seed)
    play: UndoableLog[Any] = drawn.play
    play.submit(drawn.start())
    for number in range(1, 150):
        state: Any = play.state
        if drawn.shown(state, 0)["phase"] == "over":
            break
        try:
            play.submit(drawn.amendment(state) if number % 30 == 0 else drawn.legal(state))
            if number % 25 == 0:
                play.submit({"do": "undo"})
        except RefusedError:
            assert number % 30 == 0
    return drawn


def carried_out(play: UndoableLog[Any], found: Correction) -> None:
    for step in found.steps:
        play.submit(step.action)


def assert_its_log_leads_there(play: UndoableLog[Any]) -> None:
    again = type(play)()
    for action in play.actions:
        again.submit(action)
    assert again.state == play.state


@SEEDS
@GAMES
def test_going_back_and_amending_nothing_does_everything_again_to_the_same_state(
    game: type[Tudor | TumultRoyale], back: GoingBack, seed: int
) -> None:
    drawn = played(game, seed)
    play: UndoableLog[Any] = drawn.play
    for _ in range(BACKS_A_GAME):
        before, length = play.state, len(play.standing)
        found = back.corrected(play, drawn.chance.choice(play.upright[1:])[0], ())
        assert not found.dropped
        assert not any(step.tell for step in found.steps)  # nothing came out differently
        carried_out(play, found)
        assert (play.state, len(play.standing)) == (before, length)
    assert_its_log_leads_there(play)


@SEEDS
@GAMES
def test_whatever_is_amended_the_log_stays_legal_and_nothing_is_lost_without_a_name(
    game: type[Tudor | TumultRoyale], back: GoingBack, seed: int
) -> None:
    drawn = played(game, seed)
    play: UndoableLog[Any] = drawn.play
    for _ in range(BACKS_A_GAME):
        back_to, before = drawn.chance.choice(play.upright[1:])[0], play.state
        state: Any = play.state
        undone = [seq for seq, _ in play.upright if seq >= back_to]
        try:
            found = back.corrected(play, back_to, [drawn.amendment(state)])
        except RefusedError:
            assert play.state is before
            continue
        done = [step.of for step in found.steps if step.of is not None]
        assert sorted([*done, *(each.seq for each in found.dropped)]) == undone
        carried_out(play, found)
    assert_its_log_leads_there(play)
