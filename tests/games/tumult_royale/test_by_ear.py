"""Tumult Royale for people's ears."""

from random import Random

import pytest

from controller.games.contract.values import CastleId, PieceId
from controller.games.naming import sentence
from controller.games.tumult_royale.bots.bots import deal, random_bot
from controller.games.tumult_royale.box.words import MapMode, Variant
from controller.games.tumult_royale.game import TumultRoyale
from controller.games.tumult_royale.referee.memory import EMPTY
from controller.games.tumult_royale.rules.actions import to_mapping
from controller.games.tumult_royale.rules.engine import GameLog
from controller.games.tumult_royale.rules.options import as_action, options
from controller.games.tumult_royale.rules.state import Over, Placing, State
from controller.texts.speaking import LANGUAGES
from tests.games.tumult_royale.playing import about_to_build, about_to_count
from tests.games.tumult_royale.test_view import robbing

GAME = TumultRoyale()
EVERY = 5


def states(seed: int, variant: Variant, map_mode: MapMode) -> list[State]:
    """Those of a game by chance."""
    chance, play = Random(seed), GameLog()
    play.submit(to_mapping(deal(chance, 2 + seed % 3, variant=variant, map_mode=map_mode)))
    found: list[State] = []
    while play.state is not None and not isinstance(play.state.phase, Over):
        play.submit(to_mapping(as_action(random_bot(play.state, chance))))
        found.append(play.state)
    return found


def said(state: State | None, piece: str) -> tuple[str, bool]:
    told = GAME.told_piece(state, CastleId("blue"), PieceId(piece))
    return sentence(told.text, "en"), told.hidden


@pytest.mark.parametrize(("variant", "map_mode"), [("classic", "tracked"), ("gambler", "honour")])
def test_every_state_and_every_choice_of_a_game_can_be_said(variant: Variant, map_mode: MapMode) -> None:
    for state in states(1, variant, map_mode)[::EVERY]:
        told = [*GAME.told_state(state, EMPTY), *GAME.told_choices(state, EMPTY)]
        assert len(told) > len(state.players)
        assert all(sentence(text, language) for text in told for language in LANGUAGES)


@pytest.mark.parametrize("map_mode", ["tracked", "honour"])
def test_each_way_to_build_is_told_with_each_payment(map_mode: MapMode) -> None:
    """TR-4.5, TR-4.6."""
    for state in states(2, "classic", map_mode):
        if isinstance(state.phase, Placing):
            told = {sentence(text, "en") for text in GAME.told_choices(state, EMPTY)}
            builds = {text for text in told if " gaining " in text}
            prices = {(option.kind, option.adjacent): option.payments for option in options(state)}
            assert len(builds) == sum(map(len, prices.values()))
            assert "Hold the knob to pass." in told


def test_a_payment_is_told_by_the_values_of_its_tiles() -> None:
    told = [
        sentence(text, "en") for text in GAME.told_choices(about_to_build(["b1", "b3", "m1"], map_mode="honour"), EMPTY)
    ]
    assert told == [
        "pasture for bread 1, marble 1, gaining 0.",
        "pasture for bread 3, marble 1, gaining 2.",
        "Hold the knob to pass.",
    ]


def test_while_the_hourglass_runs_a_tile_of_the_people_is_for_the_ear_of_whoever_lifts_it() -> None:
    """TR-2.3."""
    text, hidden = said(robbing(), "t08")
    assert hidden
    assert text.endswith(", with the people")


def test_a_tile_on_a_castle_is_told_to_nobody_until_all_are_turned_up() -> None:
    """TR-2.6."""
    assert said(robbing(), "t07") == ("It lies closed, at Blue.", False)
    state = about_to_count({"blue": 1, "yellow": 2}, {"blue": ["b1"]}, [], (2, 2, 2))
    (tile,) = state.table.pool.ids(state.players[0].castle)
    assert said(state, tile) == ("It lies closed, at Blue.", False)
    state = about_to_build(["b1", "m1"], map_mode="honour")
    assert [said(state, tile) for tile in state.table.pool.ids(state.players[0].castle)] == [
        ("bread 1, at Blue", False),
        ("marble 1, at Blue", False),
    ]


def test_a_tile_that_is_set_aside_is_told_to_nobody() -> None:
    """TR-2.1."""
    assert said(robbing(), "t01") == ("It lies closed, set aside.", False)


def test_while_tiles_lie_closed_only_their_number_is_told() -> None:
    told = [sentence(text, "en") for text in GAME.told_state(robbing(), EMPTY)]
    assert "Blue: one tile." in told
    assert "the people: 14 tiles." in told
    assert not any("bread 1" in text or "marble 2" in text for text in told)


def test_before_a_game_a_tile_is_of_none() -> None:
    assert said(None, "t01") == ("It is not in this game.", False)
