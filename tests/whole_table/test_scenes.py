"""What happened, scene by scene: on the display, by voice and on the page alike, while the game goes on."""

from pathlib import Path
from typing import Any

import pytest

from controller.games.contract.effects import Scene, TextScreen
from controller.games.contract.values import CastleId, Text
from controller.games.naming import translate_text
from controller.games.requests import NewGame
from controller.games.tumult_royale.show.screens import passed_over_screen
from controller.house import ScenePace
from controller.play.page_service import PageService, public_view
from hw.values import ReaderId
from tests.support.playing import Playing, heard, playing, speaking

ROBBED = [("blue", tile) for tile in ("t04", "t05", "t07", "t12", "t13")] + [("yellow", "t11")]
"""Blue robs 7 of 10 bread, so 3 are left of 4, and marble to build with."""


async def count(play: Playing, *, undoes: bool = False) -> None:
    """Rob and count, so that there is a tumult over bread and Blue can build; with ``undoes``, Yellow robs nothing."""
    await play.begin()
    actions: list[dict[str, Any]] = [
        *({"do": "place_first", "player": color} for color in ("yellow", "blue")),
        {"do": "spin", "demand": 4},
        *({"do": "set_aside", "tile": tile} for tile in ("t01", "t02", "t08", "t09", "t15", "t16")),
        {"do": "collect"},
        *({"do": "rob", "player": color, "tile": tile} for color, tile in ROBBED),
        *([{"do": "undo"}] if undoes else []),
        {"do": "stop"},
    ]
    for action in actions:
        answer = await play.table.loop.propose_action(action, "page")
        assert answer.refusal is None, (action, answer.refusal)
    await play.until_shown()
    assert (await play.table.loop.propose_action({"do": "count"}, "page")).refusal is None
    await play.wait(1)


def display(play: Playing) -> list[str]:
    return [translate_text(text, "en") for text in play.table.display.page_texts]


def told_on_the_page(play: Playing) -> str | None:
    scene = public_view(play.table, "en")["scene"]
    return None if scene is None else str(scene["text"])


LEFT = "The people want 4 of each and have bread 3, marble 4 and tools 10 left. No tumult over marble and tools."
TUMULT = (
    "Tumult over bread: 3 left, 4 wanted. Blue is the greediest with 7, pays 3 supporters and gives back "
    "bread 2 and bread 3."
)


async def test_a_game_that_begins_during_another_one_s_scene_is_shown_at_once(tmp_path: Path) -> None:
    async with playing(tmp_path, castles=2, scenes="knob") as play:
        await count(play)
        assert told_on_the_page(play) == LEFT
        seen: list[tuple[str, str | None]] = []
        play.table.loop.cleared.connect(
            lambda _: seen.append((public_view(play.table, "en")["game"], told_on_the_page(play)))
        )
        begun = NewGame((CastleId("blue"), CastleId("yellow")), game="tudor")
        assert (await play.table.loop.submit(begun, "page")).refusal is None
        assert seen == [("tudor", None)]


async def test_each_scene_waits_for_the_knob_or_yes_on_display_and_page(tmp_path: Path) -> None:
    async with playing(tmp_path, castles=2, scenes="knob") as play:
        await count(play)
        await play.wait(60)
        assert told_on_the_page(play) == LEFT
        left = ["Left with the people", "bread", "3 of 4", "marble", "4 of 4", "tools", "10 of 4", "Knob: go on"]
        assert display(play) == left
        await play.press()
        await play.wait(60)
        assert told_on_the_page(play) == TUMULT
        assert display(play) == [
            "Tumult: bread",
            "Blue pays 3 supporters",
            "gives back bread 2, 3",
            "Done? Knob or Yes.",
        ]
        await play.twins.panels[ReaderId("yellow")].yes.press(0.1)
        await play.wait(1)
        assert told_on_the_page(play) is None
        assert display(play)[0] == "Blue builds"


async def test_pieces_to_move_back_come_before_the_scenes(tmp_path: Path) -> None:
    async with playing(tmp_path, castles=2, scenes="knob") as play:
        await count(play, undoes=True)
        await play.wait(60)
        assert (display(play)[0], told_on_the_page(play)) == ("Move, then press", None)
        view = public_view(play.table, "en")
        assert view["to_move"] != []
        assert view["waiting_for"]["text"] == "Move marble 2 from Yellow to people."
        assert view["waiting_for"]["step"] == ""
        assert on_the_board(play) == ([(27, 3), (30, 0)], 12), "as they lie then"
        await play.twins.panels[ReaderId("yellow")].yes.press(0.1)
        await play.wait(1)
        assert display(play)[0] == "Move, then press"
        await play.press()
        await play.wait(1)
        assert (display(play)[0], display(play)[3:5]) == ("Left with the people", ["marble", "6 of 4"])
        assert str(told_on_the_page(play)).startswith("The people want 4 of each")


async def test_a_scene_behind_the_menu_gets_its_time_once_the_menu_is_left(tmp_path: Path) -> None:
    async with playing(tmp_path, castles=2, scenes="pause") as play:
        await count(play)
        await play.turn(1)
        await play.wait(20)
        await play.press()
        await play.wait(2)
        assert display(play)[0] == "Left with the people"


def on_the_board(play: Playing) -> tuple[list[tuple[int, int]], int]:
    """Supporters and tiles of Blue and Yellow, and the people's tiles, as every page shows them."""
    view = public_view(play.table, "en")
    return [(each["supporters"], each["tiles"]) for each in view["players"]], view["people"]["tiles"]


async def test_the_board_shows_each_scene_s_own_moment(tmp_path: Path) -> None:
    async with playing(tmp_path, castles=2, scenes="knob") as play:
        await count(play)
        page = PageService(play.table, play.twins)
        (blue, yellow), people = on_the_board(play)
        lying = [tile["where"] for tile in (page.resting_view() or {})["tiles"]]
        assert (blue, yellow, people, lying.count("people")) == ((30, 5), (30, 1), 9, 9)
        assert page.view("en")["people"]["left"] == {"bread": 3, "marble": 4, "tools": 10}
        assert not any(any(panel.lamps_lit) for panel in play.twins.panels.values())
        await play.press()
        await play.wait(1)
        assert on_the_board(play) == ([(27, 3), (30, 1)], 11)
        await play.press()
        await play.wait(1)
        assert any(play.twins.panels[ReaderId("blue")].lamps_lit)


async def test_a_game_whose_scenes_give_no_state_shows_the_present_one(tmp_path: Path) -> None:
    async with playing(tmp_path, castles=2, scenes="knob") as play:
        await play.begin()
        scene = Scene("seen", TextScreen(Text("scene-go-on")), Text("scene-go-on"), 5.0)
        play.table.loop.show_effects((scene,))
        await play.wait(1)
        view = public_view(play.table, "en")
        assert (view["scene"]["name"], view["phase"]) == ("seen", "first_statues")


async def test_before_the_first_scene_nothing_is_offered(tmp_path: Path) -> None:
    async with playing(tmp_path, castles=2, scenes="knob") as play:
        play.table.effects.holds.append(lambda: play.state.phase.name == "statues")
        await count(play)
        view = public_view(play.table, "en")
        assert (view["scene"], view["waiting_for"]) == (
            None, {"text": "Left with the people", "color": None, "over": False, "step": "", "knob": False}
        )  # fmt: skip
        assert on_the_board(play) == ([(30, 5), (30, 1)], 9)


async def test_holding_the_knob_skips_all_scenes_and_the_log_is_as_ever(tmp_path: Path) -> None:
    async with playing(tmp_path, castles=2, scenes="knob") as play:
        await count(play)
        before = play.table.loop.seq
        await play.press(1.2)
        await play.wait(1)
        assert (told_on_the_page(play), play.table.loop.seq, display(play)[0]) == (None, before, "Blue builds")


@pytest.mark.parametrize("bot", ["yellow", "blue"])
async def test_skipping_goes_on_to_the_next_step_of_people(tmp_path: Path, bot: str) -> None:
    """It is yellow's turn to place a statue; a bot does so at once."""
    async with playing(tmp_path, castles=2, scenes="knob") as play:
        await play.begin()
        play.table.effects.plays_by_itself = lambda castle: castle == bot
        scene = Scene("seen", TextScreen(Text("scene-go-on")), Text("scene-go-on"), 5.0)
        shown = []
        for _ in range(3):
            play.table.loop.show_effects((scene,))
            await play.wait(1)
            shown.append(told_on_the_page(play) is not None)
            if shown[-1]:
                await play.press(1.2)
                await play.wait(1)
        assert shown == [True, bot != "yellow", True]


async def test_what_hands_must_do_is_said_even_if_its_scene_is_skipped(tmp_path: Path) -> None:
    async with speaking(tmp_path, scenes="knob") as play:
        await count(play)
        await play.press(1.2)
        await play.wait(30)
        assert heard(play)[-2:] == [TUMULT, "Blue builds. Pay with tiles over your gate. Hold the knob to pass."]


async def test_a_press_as_a_scene_appears_was_meant_for_the_step_before(tmp_path: Path) -> None:
    async with playing(tmp_path, castles=2, scenes="knob") as play:
        await count(play)
        await play.press()
        await play.press()
        assert told_on_the_page(play) == TUMULT


async def test_a_scene_is_left_once_however_often_the_page_asks(tmp_path: Path) -> None:
    async with playing(tmp_path, castles=2, scenes="knob") as play:
        await count(play)
        page, seq = PageService(play.table, play.twins), play.table.loop.seq
        told = []
        for left in (2, 2, 1, 1):
            page.answer_question(yes=True, scene=left)
            await play.wait(3)
            told.append(told_on_the_page(play))
        assert told == [TUMULT, TUMULT, None, None]
        assert play.table.loop.seq == seq


async def test_with_pauses_only_what_hands_must_do_waits(tmp_path: Path) -> None:
    async with playing(tmp_path, castles=2, scenes="pause") as play:
        await count(play)
        assert told_on_the_page(play) == LEFT
        await play.wait(60)
        assert told_on_the_page(play) == TUMULT
        await play.press()
        await play.wait(20)
        assert told_on_the_page(play) is None


async def test_people_who_go_on_leave_only_what_hands_must_do(tmp_path: Path) -> None:
    async with playing(tmp_path, castles=2, scenes="knob") as play:
        await count(play)
        assert (await play.table.loop.propose_action({"do": "pass", "player": "blue"}, "page")).refusal is None
        await play.wait(2)
        assert told_on_the_page(play) == TUMULT


async def test_at_once_nothing_waits(tmp_path: Path) -> None:
    async with playing(tmp_path, castles=2, scenes="at_once") as play:
        await count(play)
        assert told_on_the_page(play) is None
        await play.until_shown()
        assert display(play)[0] == "Blue builds"


async def test_a_scene_that_waits_goes_by_once_the_house_wants_all_at_once(tmp_path: Path) -> None:
    async with playing(tmp_path, castles=2, scenes="knob") as play:
        await count(play)
        assert told_on_the_page(play) == LEFT
        play.table.house.change_and_save(scenes="at_once")
        await play.wait(15)
        assert told_on_the_page(play) is None


async def test_what_asks_for_no_hands_is_told_in_passing_at_a_real_table_too(tmp_path: Path) -> None:
    async with playing(tmp_path, castles=2, scenes="knob") as play:
        screen, said = passed_over_screen(["blue"]), Text("told-passed", {"color": Text("blue")})
        play.table.loop.show_effects((Scene("passed-over", screen, said, 5.0, hands_alone=True),))
        await play.wait(1)
        assert display(play)[0] == "Nothing to build"
        await play.wait(5)
        assert not play.table.effects.is_busy


async def test_bots_wait_for_the_scenes_of_a_game_with_people_and_for_none_among_themselves(tmp_path: Path) -> None:
    async with playing(tmp_path, castles=2, scenes="knob") as play:
        await count(play)
        assert play.table.questions.holds_bots()
        await play.press(1.2)
        assert not play.table.questions.holds_bots()


@pytest.mark.parametrize("scenes", ["knob", "pause"])
async def test_the_voice_says_each_scene_as_it_appears_and_loses_none(tmp_path: Path, scenes: ScenePace) -> None:
    async with speaking(tmp_path, says=("story", "console"), scenes=scenes) as play:
        await count(play)
        await play.wait(30)
        said = heard(play)
        left = f"{LEFT} Knob: go on." if scenes == "knob" else LEFT
        assert said[-1] == (left if scenes == "knob" else f"{TUMULT} Done? Knob or Yes.")
        if scenes == "knob":
            await play.press()
            await play.wait(30)
        await play.press()
        await play.wait(30)
        said = heard(play)
    assert said[said.index(left) :] == [
        left,
        f"{TUMULT} Done? Knob or Yes.",
        "Blue builds. Pay with tiles over your gate. Hold the knob to pass.",
    ]


async def test_a_press_ends_a_scene_s_sentence_for_the_next_one(tmp_path: Path) -> None:
    async with speaking(tmp_path, says=("story", "console"), scenes="knob") as play:
        await count(play)
        await play.wait(5)
        await play.press()
        gone_on_s = play.now_s()
        await play.wait(30)
        begun = {each.spoken.text: (each.began_s, each.whole) for each in play.twins.loudspeaker.heard}
    assert begun[f"{LEFT} Knob: go on."][1] is False
    assert begun[f"{TUMULT} Done? Knob or Yes."][0] < gone_on_s + 1


async def test_a_build_is_said_though_a_simulated_table_shows_it_in_passing(tmp_path: Path) -> None:
    built = Scene("built", TextScreen(Text("grey"), ()), Text("purple"), 5.0, hands=True, hands_alone=True)
    async with speaking(tmp_path, says=("story", "console"), scenes="knob") as play:
        await play.begin()
        play.table.effects.simulates_hands = True
        crowned = Scene("crowned", TextScreen(Text("grey"), ()), Text("yellow"), 5.0)
        play.table.loop.show_effects([built, crowned])  # the last build of a round, and what follows
        await play.wait(10)
        assert heard(play)[-2:] == ["Grey.", "Yellow. Knob: go on."]


async def test_of_a_bot_that_pays_and_chooses_only_the_build_is_shown_and_said(tmp_path: Path) -> None:
    async with speaking(tmp_path, says=("story", "console"), scenes="at_once") as play:
        play.table.effects.simulates_hands = True
        play.table.effects.plays_by_itself = lambda castle: castle == "blue"
        await count(play)
        await play.until_shown()
        await play.wait(20)
        for tile in ("t04", "t12"):
            await play.report_tile("blue", tile)
            assert display(play) == ["Blue", "The bot plays."]
        await play.press()
        await play.until_shown()
        await play.wait(20)
    said = heard(play)
    built = [place for place, text in enumerate(said) if text.startswith("Blue builds.")]
    assert len(built) == 1
    assert said[built[0] - 1] == "Blue. The bot plays."


async def test_the_voice_says_the_number_when_the_arrow_stands(tmp_path: Path) -> None:
    async with speaking(tmp_path, says=("story", "console")) as play:
        await play.begin()
        for _ in range(2):
            await play.press()
        await play.wait(30)
        await play.press()
        while play.table.effects.has_unfinished_arrow:
            assert not [said for said in heard(play) if "of each commodity" in said]
            await play.wait(0.1)
        rested_s = play.now_s()
        await play.wait(20)
    (number,) = [each for each in play.twins.loudspeaker.heard if "of each commodity" in each.spoken.text]
    assert rested_s - 0.1 <= number.began_s < rested_s + 0.5


async def test_the_hourglass_begins_only_once_the_arrow_and_its_number_were_seen(tmp_path: Path) -> None:
    async with playing(tmp_path, castles=2) as play:
        await play.begin()
        for _ in range(3):  # two statues, and the spin
            await play.press()
        for n, color in enumerate(("blue", "yellow") * 3, start=1):
            await play.report_tile(color, f"t{n:02}")
        for shown in ("The arrow", "wanted of each"):
            await play.wait(1)
            assert any(shown in text for text in display(play))
            await play.press()
            assert not play.table.hourglass.is_running
            while play.table.effects.has_unfinished_arrow:
                await play.wait(0.1)
        await play.until_shown()
        await play.press()
        assert play.table.hourglass.is_running


async def test_the_story_counts_on_while_the_hourglass_runs(tmp_path: Path) -> None:
    async with playing(tmp_path, castles=2, scenes="at_once") as play:
        await play.begin()
        await play.to_the_taxes()
        for color, tile in (("blue", "t11"), ("yellow", "t12"), ("blue", "t13"), ("blue", "t14")):
            assert (
                await play.table.loop.propose_action({"do": "rob", "player": color, "tile": tile}, "page")
            ).refusal is None
        await play.wait(1)
        assert play.table.effects.story.sentences("en")[-3:] == [
            "The hourglass runs (TR-2.2).", "Blue has 3 tiles.", "Yellow has one tile."
        ]  # fmt: skip
