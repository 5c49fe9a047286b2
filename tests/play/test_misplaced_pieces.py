"""Misplaced tiles after undos and corrections, and their screens."""

import contextlib
from random import Random
from typing import Any

import pytest

from controller.games.contract.rules import Move
from controller.games.contract.values import CastleId, PieceId, Text
from controller.games.naming import translate_text
from controller.games.tumult_royale.box.words import Color
from controller.games.tumult_royale.game import TumultRoyale
from controller.games.tumult_royale.rules.actions import Refusal
from controller.games.tumult_royale.rules.engine import GameLog
from controller.games.tumult_royale.rules.state import Over, State
from controller.play.on_table import MisplacedPieces
from tests.games.tumult_royale import playing
from tests.games.tumult_royale.playing import about_to_build, castle_ids, do, state_of

GAME = TumultRoyale({"map": "honour"})
BLUE = CastleId("blue")


def read(found: tuple[Move, ...]) -> list[str]:
    return [translate_text(Text("move", {"what": m.what, "before": m.before, "after": m.after}), "en") for m in found]


def built() -> tuple[State, State, list[str]]:
    before = about_to_build(["b1", "m1", "t1"], map_mode="honour")
    tiles = castle_ids(before, Color("blue"), ["b1", "m1"])
    build = {"do": "build", "player": "blue", "kind": "pasture", "adjacent": True, "tiles": tiles}
    return before, do(before, build).state, tiles


def in_the_taxes() -> State:
    chance, play = Random(3), GameLog()
    play.submit(playing.random_start(chance, 2, "classic", "honour"))
    while state_of(play).phase.name != "taxes":
        play.submit(playing.random_move(chance, state_of(play)))
    return state_of(play)


def paid_after_the_count() -> tuple[GameLog, list[str]]:
    for seed in range(100):
        chance, play = Random(seed), GameLog()
        play.submit(playing.random_start(chance, 2, "classic", "honour"))
        state = state_of(play)
        while not isinstance(state.phase, Over):
            action = playing.random_move(chance, state)
            play.submit(action)
            state = state_of(play)
            if action["do"] == "build" and state.phase.name == "statues" and not state.tumults:
                return play, action["tiles"]
    raise AssertionError


def test_an_undone_build_returns_the_paid_tiles_to_their_castle() -> None:
    before, after, _ = built()
    lying = MisplacedPieces(GAME)
    lying.update_after_correction((after, before), {})
    assert read(lying.find_moves_to_put_back(before)) == ["bread 1: people → Blue", "marble 1: people → Blue"]


def test_a_tile_returned_to_its_castle_has_no_other_effect() -> None:
    before, after, (bread, marble) = built()
    lying = MisplacedPieces(GAME)
    lying.update_after_correction((after, before), {})
    assert lying.take_tap_that_puts_back(before, PieceId(bread), BLUE)
    assert read(lying.find_moves_to_put_back(before)) == ["marble 1: people → Blue"]
    assert not lying.take_tap_that_puts_back(before, PieceId(bread), BLUE)  # from now on it pays
    assert not lying.take_tap_that_puts_back(before, PieceId(marble), CastleId("yellow"))
    assert read(lying.find_moves_to_put_back(before)) == ["marble 1: Yellow → Blue"]


def test_amended_pieces_need_not_be_moved() -> None:
    """They amend because the tile lies there."""
    before = in_the_taxes()
    tile, castle = before.table.pool.tile_ids(before.people_tiles)[0], before.table.colors[1]
    after = do(before, {"do": "amend", "move": {"tile": tile, "to": castle}}).state
    lying = MisplacedPieces(GAME)
    lying.update_after_correction((before, after), {PieceId(tile): castle})
    assert lying.find_moves_to_put_back(after) == ()


def test_people_confirm_that_all_pieces_are_moved() -> None:
    before, after, _ = built()
    lying = MisplacedPieces(GAME)
    lying.update_after_correction((after, before), {})
    lying.clear()
    assert lying.find_moves_to_put_back(before) == ()


def test_while_tiles_lie_face_down_they_are_only_counted() -> None:
    """Neither commodity nor value of the taken tiles is shown."""
    before = after = in_the_taxes()
    for tile in before.table.pool.tile_ids(before.people_tiles)[:2]:
        after = do(after, {"do": "rob", "player": before.table.colors[0], "tile": tile}).state
    lying = MisplacedPieces(GAME)
    lying.update_after_correction((after, before), {})
    (line,) = read(lying.find_moves_to_put_back(before))
    assert line == f"2 tiles: {before.table.colors[0].capitalize()} → people"


def test_tiles_that_lay_open_before_a_correction_are_named() -> None:
    """Two tiles were paid after the count; the log goes back before it."""
    play, tiles = paid_after_the_count()
    after = state_of(play)
    while state_of(play).phase.name != "taxes":
        play.submit({"do": "undo"})
    lying = MisplacedPieces(GAME)
    lying.update_after_correction((after, play.state), {})
    moved = read(lying.find_moves_to_put_back(play.state))
    assert len(moved) == len(tiles)
    assert all(line.split(" ")[0] in {"bread", "marble", "tools"} for line in moved)
    assert all(" people → " in line for line in moved)


def test_a_tile_seen_once_is_hidden_in_a_later_correction() -> None:
    """Tiles are mixed between rounds, so their places are unknown."""
    play, tiles = paid_after_the_count()
    after = state_of(play)
    play.submit({"do": "undo"})
    lying = MisplacedPieces(GAME)
    lying.update_after_correction((after, play.state), {})
    lying.clear()
    taxes = in_the_taxes()
    robbed = do(taxes, {"do": "rob", "player": taxes.table.colors[0], "tile": tiles[0]}).state
    lying.update_after_correction((robbed, taxes), {})
    assert [line.split(":")[0] for line in read(lying.find_moves_to_put_back(taxes))] == ["one tile"]


@pytest.mark.parametrize("seed", range(8))
def test_it_follows_a_table_on_which_people_only_do_what_is_played(seed: int) -> None:
    """Where tiles really lie is kept here once more; 8 random games with undos and amendments."""
    chance, play, lying = Random(seed), GameLog(), MisplacedPieces(GAME)
    play.submit(playing.random_start(chance, 2 + seed % 3, "classic" if seed % 2 else "gambler", "honour"))
    really = dict(GAME.places(state_of(play)))
    differed = 0
    while play.seq < 250 and not isinstance(state_of(play).phase, Over):
        before = state_of(play)
        if chance.random() < 0.1 and len(play.standing) > 1:
            play.submit({"do": "undo"})
            lying.update_after_correction((before, play.state), {})
        else:
            action = amendment(chance, before) if chance.random() < 0.05 else playing.random_move(chance, before)
            with contextlib.suppress(Refusal):
                play.submit(action)
                lying.update_after_action(before, play.state)
                was, now = GAME.places(before), GAME.places(state_of(play))
                really |= {tile: place for tile, place in now.items() if was[tile] != place}
                if GAME.round_of(before) != GAME.round_of(state_of(play)):
                    really = dict(now)
        by_the_log = GAME.places(state_of(play))
        assert lying.elsewhere == {tile: place for tile, place in really.items() if by_the_log[tile] != place}
        differed += bool(lying.elsewhere)
    assert differed > 20


def amendment(chance: Random, state: State) -> dict[str, Any]:
    tile = chance.choice(state.table.pool.tiles).id
    return {"do": "amend", "move": {"tile": tile, "to": chance.choice([*state.table.colors, "people"])}}
