"""What people see and hear: view, staging, signs, and the game by ear."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from controller.games.contract.effects import Announce, Effect, NumberScreen, Scene, Sound, Tell
from controller.games.contract.referee import Waiting
from controller.games.contract.values import CastleId, PieceId, RefusedError
from controller.games.naming import screen_to_speech, translate_text
from controller.games.tumult_royale.bots.bots import draw_start_action, random_bot_move
from controller.games.tumult_royale.box.words import Color, MapMode, Variant
from controller.games.tumult_royale.game import TumultRoyale
from controller.games.tumult_royale.referee import memory as memories
from controller.games.tumult_royale.referee.memory import EMPTY_MEMORY
from controller.games.tumult_royale.rules import actions, engine, options
from controller.games.tumult_royale.rules.engine import GameLog
from controller.games.tumult_royale.rules.state import Over, Placing, Player, SettingAside, State
from controller.games.tumult_royale.show.staging import effects_of_action
from controller.games.tumult_royale.show.view import view
from controller.games.tumult_royale.show.waiting import waiting
from controller.texts.translation import LANGUAGES
from tests.games.tumult_royale import playing
from tests.hub.recorded import recorded_game


def blue_has_robbed(variant: str = "classic") -> State:
    return playing.do(
        playing.state_of(playing.robbing(variant=variant)), {"do": "rob", "player": "blue", "tile": "t07"}
    ).state


def words_of(value: Any) -> set[str]:
    """Every string in a JSON value, keys included."""
    return set(json.dumps(value).replace('"', " ").replace(",", " ").split())


@pytest.mark.parametrize("variant", ["classic", "gambler"])
def test_while_the_hourglass_runs_a_castle_shows_how_many_tiles_it_has(variant: str) -> None:
    seen = view(blue_has_robbed(variant), EMPTY_MEMORY)
    blue, yellow = seen["players"]
    assert (blue["tiles"], blue["castle"]) == (1, None)
    assert (yellow["tiles"], yellow["castle"]) == (0, None)
    assert (seen["people"], seen["set_aside"]) == ({"tiles": 14, "faces": None, "left": None}, 6)
    assert not words_of(seen) & {f"t{n:02}" for n in range(1, 40)}


def test_while_tiles_are_set_aside_before_the_spin_sums_are_hidden_too() -> None:
    """TR-2.1: from round 2 on tiles are set aside in ``sentiment`` already."""
    state = playing.do(playing.state_of(playing.in_round_one(playing.TWO)), {"do": "set_aside", "tile": "t01"}).state
    seen = view(state, EMPTY_MEMORY)
    assert seen["people"] == {"tiles": 20, "faces": None, "left": None}
    assert not words_of(seen) & {f"t{n:02}" for n in range(1, 40)}


def test_a_later_placement_round_is_named() -> None:
    """TR-4.8, TR-4.9."""
    state = playing.about_to_build(["m2", "t3"], fields=["B3"])
    assert view(state, EMPTY_MEMORY)["placement_round"] == 1
    tiles = playing.castle_ids(state, "yellow", ["b1", "m1"])
    state = playing.do(state, {"do": "pass", "player": "blue"}).state
    state = playing.do(state, {"do": "build", "player": "yellow", "field": "D4", "tiles": tiles}).state
    assert view(state, EMPTY_MEMORY)["placement_round"] == 2
    said = screen_to_speech(waiting(state, EMPTY_MEMORY).screen, "en")
    assert said == "Blue builds. Placement round 2: pay over your gate."
    state = playing.do(state, {"do": "pass", "player": "blue"}).state
    assert view(state, EMPTY_MEMORY)["placement_round"] is None


def test_after_the_count_all_tiles_but_those_set_aside_are_seen() -> None:
    """TR-2.6."""
    state = playing.about_to_count(playing.TWO, {"blue": ["b1", "m1"]}, ["b3", "b2", "m3", "t3"], (2, 2, 2))
    seen = view(playing.do(state, {"do": "count"}).state, EMPTY_MEMORY)
    assert [(tile["commodity"], tile["value"]) for tile in seen["players"][0]["castle"]] == [
        ("bread", 1),
        ("marble", 1),
    ]
    assert seen["people"]["left"] == {"bread": 5, "marble": 3, "tools": 3}


def test_each_way_to_pay_is_offered_and_the_least_wasteful_first() -> None:
    seen = view(playing.about_to_build(["b1", "b3", "m1"], map_mode="honour"), EMPTY_MEMORY)
    assert [(each["kind"], each["adjacent"]) for each in seen["payable"]] == [("pasture", True)]
    assert [(len(way["tiles"]), way["gains"]) for way in seen["payable"][0]["ways"]] == [(2, 0), (2, 2)]
    assert "field" not in seen["payable"][0]


def test_what_the_tapped_tiles_pay_for_is_offered_first_and_in_that_way_alone() -> None:
    state = playing.about_to_build(["b2", "m2", "t2"], map_mode="honour")
    bits = state.table.pool.bits
    tapped = memories.Memory(
        tapped=sum(bits[PieceId(tile)] for tile in playing.castle_ids(state, "blue", ["b2", "m2"]))
    )
    paid = view(state, tapped)["payable"]
    assert [(each["kind"], len(each["ways"])) for each in paid[:2]] == [("village", 1), ("pasture", 1)]
    assert {each["kind"] for each in paid} == {each["kind"] for each in view(state, EMPTY_MEMORY)["payable"]}


def test_a_player_with_nothing_to_build_is_told_what_is_missing() -> None:
    """TR-4.8: no pasture touches blue, but a forest."""
    blue, yellow = view(playing.about_to_build(["m1"], others_castle=["b1", "m1"]), EMPTY_MEMORY)["players"]
    assert (blue["lacks"], yellow["lacks"]) == ({"bread": 1, "tools": 1}, None)
    assert view(playing.about_to_build([]), EMPTY_MEMORY)["players"][0]["lacks"] is None
    assert view(blue_has_robbed(), EMPTY_MEMORY)["players"][0]["lacks"] is None


def test_builds_are_listed_by_statues_and_prices_are_those_of_the_edition() -> None:
    """TR-4.3; the last statue is placed alone."""
    seen = view(playing.about_to_build(["b2", "m2", "t2"], map_mode="honour"), EMPTY_MEMORY)
    assert [
        (each["kind"], each["statues"], each["ways"][0]["gains"]) for each in seen["payable"] if each["adjacent"]
    ] == [
        ("village", 2, 0),
        ("forest", 1, 3),
        ("pasture", 1, 2),
        ("mountain", 1, 2),
    ]
    last = view(playing.about_to_build(["b2", "m2"], map_mode="honour", placed=24), EMPTY_MEMORY)
    assert {each["statues"] for each in last["payable"]} == {1}
    assert seen["prices"][4] == {"kind": "palace", "statues": 3, "cost": {"bread": 0, "marble": 2, "tools": 3}}


def test_no_event_names_a_tile_that_lies_face_down() -> None:
    """TR-2.1, TR-2.6: all that is told is made of events."""
    play = playing.after_spin()
    events = [event for n in range(1, 7) for event in play.submit({"do": "set_aside", "tile": f"t0{n}"})]
    events += play.submit({"do": "collect"})
    events += play.submit({"do": "rob", "player": "blue", "tile": "t07"})
    events += play.submit({"do": "amend", "move": {"tile": "t07", "to": "people"}})
    assert len(events) == 9
    assert not re.findall(r"t\d\d", str(events))


def test_before_a_game_there_is_a_view_too() -> None:
    assert view(None, EMPTY_MEMORY) == {"phase": "none", "players": [], "rounds": 10, "statues_each": 25}


def story(effects: tuple[Effect, ...], language: str = "en") -> list[str]:
    return [translate_text(effect.text, language) for effect in effects if isinstance(effect, Tell)]


def test_the_number_of_the_arrow_is_told_and_shown() -> None:
    before = playing.state_of(playing.in_round_one(playing.TWO))
    step = playing.do(before, {"do": "spin", "demand": 4})
    effects = effects_of_action(before, step.state, step.events)
    assert story(effects) == ["The people want 4 of each commodity (TR-1.1)."]
    assert [
        effect.screen.number
        for effect in effects
        if isinstance(effect, Announce) and isinstance(effect.screen, NumberScreen)
    ] == [4]


def test_new_ranks_tell_hands_which_cards_to_swap_before_the_crown() -> None:
    """TR-4.10, TR-5.1, TR-6.1: both are consoled with 2; yellow's 23 beat 22, and then 5 are paid."""
    before = playing.about_to_count(
        playing.TWO, {}, ["b3", "m3", "t3"], (2, 2, 2), supporters={"blue": 20, "yellow": 21}
    )
    step = playing.do(before, {"do": "count"})
    (ranks,) = [
        effect
        for effect in effects_of_action(before, step.state, step.events)
        if isinstance(effect, Scene) and effect.name == "ranks"
    ]
    assert (screen_to_speech(ranks.screen, "en"), ranks.hands) == ("Swap the rank cards. 1 Yellow, 2 Blue.", True)
    assert "Yellow 23" in translate_text(ranks.sentence, "en")


def test_ranks_that_stay_the_same_ask_nothing_of_hands() -> None:
    before = playing.about_to_count(
        playing.TWO, {}, ["b3", "m3", "t3"], (2, 2, 2), supporters={"blue": 25, "yellow": 21}
    )
    step = playing.do(before, {"do": "count"})
    effects = effects_of_action(before, step.state, step.events)
    (ranks,) = [effect for effect in effects if isinstance(effect, Scene) and effect.name == "ranks"]
    assert (screen_to_speech(ranks.screen, "en"), ranks.hands) == ("Same ranks. 1 Blue, 2 Yellow.", False)


def test_a_build_is_told_with_the_tiles_that_go_back_and_waits_for_hands() -> None:
    before = playing.about_to_build(["b1", "b3", "m1"], map_mode="honour")
    tiles = playing.castle_ids(before, Color("blue"), ["b3", "m1"])
    build = {"do": "build", "player": "blue", "kind": "pasture", "adjacent": True, "tiles": tiles}
    step = playing.do(before, build)
    effects = effects_of_action(before, step.state, step.events)
    (built,) = [effect for effect in effects if isinstance(effect, Scene) and effect.name == "built"]
    words = screen_to_speech(built.screen, "en")
    assert (words, built.hands) == ("Blue builds. pasture: one statue, +2. back: bread 3, marble 1.", True)
    assert translate_text(built.sentence, "en").endswith("The tiles go back to the people.")


def test_at_the_count_castles_are_revealed_then_each_commodity_is_judged() -> None:
    """TR-3: blue robbed 3 bread and has mercy, which leaves a greed of 2."""
    before = playing.about_to_count(
        {"blue": 2, "yellow": 1}, {"blue": ["b1", "b2", "m1"]}, ["m3", "m2", "t3"], (3, 3, 3), merciful=["blue"]
    )
    step = playing.do(before, {"do": "count"})
    assert story(effects_of_action(before, step.state, step.events))[:7] == [
        "Blue took bread 3, marble 1, tools 0 (TR-2.6).",
        "Yellow took bread 0, marble 0, tools 0 (TR-2.6).",
        "Left with the people: bread 0, marble 5, tools 3 (TR-2.6).",
        (
            "Tumult over bread: 0 left, 3 wanted (TR-3.1). Blue is the greediest with 2 (TR-3.4)"
            " and pays 3 supporters (TR-3.5)."
        ),
        "Blue robbed 3; mercy deducts one (TR-3.3).",
        "Blue keeps bread 1 and gives back 2 (TR-3.6).",
        "No tumult over marble: 5 left, 3 wanted (TR-3.1).",
    ]


def test_who_would_be_blamed_without_mercy_is_named() -> None:
    """TR-3.3: the king's 3 bread count as 2, so yellow with 3 is the greediest."""
    castles = {"blue": ["b1", "b2"], "yellow": ["b1", "b2"]}
    before = playing.about_to_count({"blue": 1, "yellow": 2}, castles, ["m3", "m2", "t3"], (3, 3, 3), merciful=["blue"])
    step = playing.do(before, {"do": "count"})
    effects = effects_of_action(before, step.state, step.events)
    assert "Blue robbed 3, but mercy deducts one (TR-3.3)." in story(effects)
    (tumult,) = [effect for effect in effects if isinstance(effect, Scene) and effect.name == "tumult"]
    blamed = "Yellow is the greediest with 3, as mercy takes one off the 3 of Blue (TR-3.3), pays 3 supporters"
    assert blamed in translate_text(tumult.sentence, "en")


@pytest.mark.parametrize(
    ("language", "expected"),
    [
        (
            "en",
            (
                "Blue builds on B3, a pasture: one statue (TR-4.3) for bread 2 and marble 1, at the single price, as"
                " the field is adjacent (TR-4.4), and gains one supporter (TR-4.7). Placed so far: 2."
            ),
        ),
        (
            "de",
            (
                "Blau baut auf B3 (Wiese): eine Statue (TR-4.3) für Brot 2 und Marmor 1, zum einfachen Preis, da das"
                " Feld angrenzt (TR-4.4), und gewinnt einen Anhänger (TR-4.7). Bisher gestellt: 2."
            ),
        ),
        (
            "es",
            (
                "Azul construye en B3 (pradera): una estatua (TR-4.3) por pan 2 y mármol 1, a precio sencillo, porque"
                " el campo es contiguo (TR-4.4), y gana un partidario (TR-4.7). Colocadas: 2."
            ),
        ),
    ],
)
def test_a_build_is_told_in_the_house_s_language(language: str, expected: str) -> None:
    before = playing.about_to_build(["b2", "m1"], fields=["A3"])
    tiles = playing.castle_ids(before, "blue", ["b2", "m1"])
    step = playing.do(before, {"do": "build", "player": "blue", "field": "B3", "tiles": tiles})
    assert story(effects_of_action(before, step.state, step.events), language)[0] == expected


LOGS = sorted(
    file
    for file in (Path(__file__).parent / "playthroughs").glob("*.jsonl")
    if not file.name.endswith(".expected.jsonl")
)


def tapped_for(state: State | None, action: dict[str, Any]) -> memories.Memory:
    """What lies on the desk when people build: the tiles that they have tapped."""
    if state is None or action["do"] != "build":
        return memories.EMPTY_MEMORY
    return memories.Memory(tapped=sum(state.table.pool.bits[tile] for tile in action["tiles"]))


def steps(log: Path) -> Iterator[tuple[dict[str, Any], tuple[Effect, ...], Waiting, Waiting]]:
    """Each accepted action, its effects, and what the table waited for before it and after."""
    play = engine.GameLog()
    for action in map(json.loads, log.read_text(encoding="utf-8").splitlines()):
        before = play.state
        waited = waiting(before, tapped_for(before, action))
        try:
            events = play.submit(action)
        except RefusedError:
            continue
        assert play.state is not None
        yield action, effects_of_action(before, play.state, events), waited, waiting(play.state, memories.EMPTY_MEMORY)


@pytest.mark.parametrize("log", LOGS, ids=lambda log: log.stem)
def test_with_every_sound_something_else_comes_on_the_screen(log: Path) -> None:
    sounds_so_far: set[str] = set()
    for action, effects, before, after in steps(log):
        sounds = {effect.pattern for effect in effects if isinstance(effect, Sound)}
        sounds_so_far |= sounds
        shown = any(isinstance(effect, Announce) for effect in effects) or before.screen != after.screen
        assert shown or not sounds, action
    assert {"accepted", "timer_starts", "timer_ends"} <= sounds_so_far


GAME = TumultRoyale()
EVERY = 5


GAME = TumultRoyale()
EVERY = 5


def states(seed: int, variant: Variant, map_mode: MapMode) -> list[State]:
    """Those of a game by chance."""
    chance, play = Random(seed), engine.GameLog()
    play.submit(actions.action_to_mapping(draw_start_action(chance, 2 + seed % 3, variant=variant, map_mode=map_mode)))
    found: list[State] = []
    while play.state is not None and not isinstance(play.state.phase, Over):
        play.submit(actions.action_to_mapping(options.move_to_action(random_bot_move(play.state, chance))))
        found.append(play.state)
    return found


@pytest.mark.parametrize(
    ("variant", "map_mode"), [("classic", "tracked"), ("gambler", "tracked"), ("classic", "honour")]
)
def test_the_last_scene_of_an_action_shows_what_it_led_to(variant: Variant, map_mode: MapMode) -> None:
    shown = 0
    for seed in range(3):
        chance, play = Random(seed), engine.GameLog()
        play.submit(actions.action_to_mapping(draw_start_action(chance, 2 + seed, variant=variant, map_mode=map_mode)))
        while (before := playing.state_of(play)).phase.name != "over":
            events = play.submit(actions.action_to_mapping(options.move_to_action(random_bot_move(before, chance))))
            after = playing.state_of(play)
            scenes = [each for each in effects_of_action(before, after, events) if isinstance(each, Scene)]
            if not scenes:
                continue
            shown += 1
            then = scenes[-1].state
            assert (then.ranked, then.crowned, then.land) == (after.ranked, after.crowned, after.land)
            assert [what_is_owned(each) for each in then.players] == [what_is_owned(each) for each in after.players]
    assert shown > 20


def what_is_owned(player: Player) -> tuple[int, ...]:
    return player.supporters, player.placed, player.castle, player.fields, player.pairs, player.triples


def describe(state: State | None, piece: str) -> tuple[str, bool]:
    described = GAME.describe_piece(state, CastleId("blue"), PieceId(piece))
    return translate_text(described.text, "en"), described.hidden


@pytest.mark.parametrize(("variant", "map_mode"), [("classic", "tracked"), ("gambler", "honour")])
def test_every_state_and_choice_of_a_game_can_be_spoken(variant: Variant, map_mode: MapMode) -> None:
    for state in states(1, variant, map_mode)[::EVERY]:
        texts = [*GAME.describe_state(state, EMPTY_MEMORY), *GAME.describe_choices(state, EMPTY_MEMORY)]
        assert len(texts) > len(state.players)
        assert all(translate_text(text, language) for text in texts for language in LANGUAGES)


@pytest.mark.parametrize("map_mode", ["tracked", "honour"])
def test_each_build_is_told_with_each_payment(map_mode: MapMode) -> None:
    """TR-4.5, TR-4.6."""
    for state in states(2, "classic", map_mode):
        if isinstance(state.phase, Placing):
            texts = {translate_text(text, "en") for text in GAME.describe_choices(state, EMPTY_MEMORY)}
            builds = {text for text in texts if ", for " in text}
            prices = {(option.kind, option.adjacent): option.payments for option in options.build_options(state)}
            assert len(builds) == sum(map(len, prices.values()))
            assert "Hold the knob to pass." in texts


def test_a_payment_is_told_by_the_values_of_its_tiles() -> None:
    texts = [
        translate_text(text, "en")
        for text in GAME.describe_choices(playing.about_to_build(["b1", "b3", "m1"], map_mode="honour"), EMPTY_MEMORY)
    ]
    assert texts == [
        "pasture, one statue, for bread 1, marble 1.",
        "pasture, one statue, for bread 3, marble 1, and takes 2 supporters.",
        "Hold the knob to pass.",
    ]


def test_what_can_be_set_aside_is_told_with_what_follows_from_it() -> None:
    state = next(state for state in states(1, "classic", "tracked") if isinstance(state.phase, SettingAside))
    people = state.people_tiles.bit_count()
    told = [translate_text(text, "en") for text in GAME.describe_choices(state, EMPTY_MEMORY)]
    assert told[0].startswith(f"Set aside any of the people's {people} tiles, without looking. It counts for nobody")
    assert "tiles are still due." in told[1]


def test_what_brings_most_statues_is_told_first() -> None:
    tiles = [f"{commodity}{value}" for commodity in "bmt" for value in (1, 2, 3)]
    state = playing.about_to_build(tiles, map_mode="honour")
    told = [translate_text(text, "en") for text in GAME.describe_choices(state, EMPTY_MEMORY)]
    counts = [re.search(r", (one statue|\d statues), for ", text) for text in told[:-1]]
    statues = [0 if found is None else int(found[1].replace("one", "1")[0]) for found in counts]
    assert statues == sorted(statues, reverse=True)
    assert {statues[0], statues[-1]} == {3, 1}


def test_while_the_hourglass_runs_a_lifted_tile_is_told_in_private() -> None:
    """TR-2.3."""
    text, hidden = describe(blue_has_robbed(), "t08")
    assert hidden
    assert text.endswith(", with the people")


def test_a_tile_on_a_castle_is_secret_until_all_are_turned_up() -> None:
    """TR-2.6."""
    assert describe(blue_has_robbed(), "t07") == ("It lies face down, on Blue's castle.", False)
    state = playing.about_to_count({"blue": 1, "yellow": 2}, {"blue": ["b1"]}, [], (2, 2, 2))
    (tile,) = state.table.pool.tile_ids(state.players[0].castle)
    assert describe(state, tile) == ("It lies face down, on Blue's castle.", False)
    state = playing.about_to_build(["b1", "m1"], map_mode="honour")
    assert [describe(state, tile) for tile in state.table.pool.tile_ids(state.players[0].castle)] == [
        ("bread 1, on Blue's castle", False),
        ("marble 1, on Blue's castle", False),
    ]


def test_a_tile_set_aside_is_secret() -> None:
    """TR-2.1."""
    assert describe(blue_has_robbed(), "t01") == ("It lies face down, set aside.", False)


def test_while_tiles_lie_face_down_only_their_number_is_told() -> None:
    texts = [translate_text(text, "en") for text in GAME.describe_state(blue_has_robbed(), EMPTY_MEMORY)]
    assert "Blue: one tile." in texts
    assert "the people: 14 tiles." in texts
    assert not any("bread 1" in text or "marble 2" in text for text in texts)


def test_before_a_game_no_tile_is_in_play() -> None:
    assert describe(None, "t01") == ("It is not in this game.", False)


def test_everyone_gets_after_the_tumult_that_one_cannot_pay_for() -> None:
    """TR-9.1: after two tumults yellow has 2 supporters and owes 3; the supply gives 5 to each, then they are paid."""
    log = GameLog()
    for row in recorded_game(seed=3).rows:
        before = log.state
        applied = log.accept(log.check(json.loads(row.action)))
        assert log.state is not None
        staged = effects_of_action(before, log.state, applied)
        scenes = [each for each in staged if isinstance(each, Scene)]
        if any(scene.name == "shared" for scene in scenes):
            break
    assert [scene.name for scene in scenes] == ["count", "tumult", "tumult", "tumult", "shared"]
    had = [[player.supporters for player in scene.state.players] for scene in scenes if scene.state is not None]
    assert had[-3:] == [[4, 2, 9, 4], [4, 2, 9, 4], [9, 4, 14, 9]]
    assert "(TR-3.1). Grey robbed as much as Yellow but ranks higher" in translate_text(scenes[2].sentence, "en")
