"""After any stop the table resumes the same step of the same game and tells people."""

import json
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from controller.games.contract.effects import TextScreen
from controller.games.contract.values import CastleId
from controller.games.naming import translate_text
from controller.games.requests import NewGame
from controller.games.tumult_royale.rules.state import canonical_json_bytes
from controller.play.page_service import PageService, public_view
from controller.play.resume import parked_game_text
from controller.show.help_call import help_coming_announcement
from controller.store.journal import Journal, JournalReader
from controller.store.journal.times import playing_time_s
from hw.values import ReaderId
from tests.support.journal_games import entry
from tests.support.playing import Playing, playing


async def in_the_middle_of_the_taxes(play: Playing) -> None:
    await play.to_the_taxes()
    await play.pass_tile("blue", "t10")
    await play.pass_tile("blue", "t11")
    await play.pass_tile("yellow", "t12")
    await play.wait(0.2)


@asynccontextmanager
async def _after_a_stop(folder: Path) -> AsyncIterator[Playing]:
    async with playing(folder) as play:
        await in_the_middle_of_the_taxes(play)
    async with playing(folder) as play:
        yield play


@pytest.fixture
def again(tmp_path: Path) -> AbstractAsyncContextManager[Playing]:
    return _after_a_stop(tmp_path)


def title(play: Playing) -> str:
    screen = play.table.loop.current_waiting().screen
    assert isinstance(screen, TextScreen)
    return screen.title.key


async def test_a_restart_reports_the_downtime_and_the_tile_counts_to_compare(tmp_path: Path) -> None:
    async with playing(tmp_path) as before:
        await in_the_middle_of_the_taxes(before)
    async with playing(tmp_path, wall_ahead=timedelta(minutes=47)) as play:
        assert canonical_json_bytes(play.state, play.table.loop.seq) == canonical_json_bytes(
            before.state, before.table.loop.seq
        )
        assert play.story[-2:] == [
            "The game resumes after 14 actions; time since the last one: 47 minutes.",
            "Compare: Blue 2, Yellow 1",
        ]
        resumed = public_view(play.table, "en")["resumed"]
        assert resumed["compare"] == [
            {"color": "blue", "tiles": 2, "text": "Blue 2"},
            {"color": "yellow", "tiles": 1, "text": "Yellow 1"},
        ]
        assert 47 * 60 <= resumed["away_s"] < 48 * 60


async def test_a_restart_keeps_who_has_set_tiles_aside(tmp_path: Path) -> None:
    """TR-2.1."""
    async with playing(tmp_path) as play:
        await play.begin()
        for _ in range(3):  # two statues, and the spin
            await play.press()
        await play.until_shown()
        for tile in ("t01", "t02", "t03"):
            await play.pass_tile("yellow", tile)
        await play.wait(1)
    async with playing(tmp_path) as play:
        await play.wait(1)
        set_aside = {player["color"]: player["set_aside"] for player in public_view(play.table, "en")["players"]}
        assert set_aside == {"blue": 0, "yellow": 3}
        await play.press()
        await play.wait(1)
        assert "Missing: Blue" in display(play)


def display(play: Playing) -> list[str]:
    return [translate_text(text, "en") for text in play.table.display.page_texts]


async def test_a_press_closes_the_welcome_and_answers_nothing_below_it(tmp_path: Path) -> None:
    async with playing(tmp_path) as before:
        await in_the_middle_of_the_taxes(before)
        await before.wait(21)
    async with playing(tmp_path) as play:
        await play.wait(1)
        seq, (played, *rest) = play.table.loop.seq, display(play)
        assert played.startswith("Played ")
        assert rest == ["Compare: Blue 2, Yellow 1", "Knob: go on"]
        await play.press()
        await play.wait(1)
        assert (play.table.loop.seq, display(play)[0]) == (seq, "Time is up")
        await play.press()
        assert play.table.loop.seq == seq + 1


async def test_a_restart_keeps_what_the_log_tells(tmp_path: Path) -> None:
    """Not what was told on the way to an action, such as each tile that is set aside."""
    async with playing(tmp_path) as before:
        await in_the_middle_of_the_taxes(before)
        told = before.table.effects.read_story("en")
    async with playing(tmp_path) as play:
        *kept, resumed, _ = play.table.effects.read_story("en")
        assert resumed.startswith("The game resumes after ")
        assert kept == [each for each in told if "sets aside" not in each]


async def test_a_restart_shows_the_scenes_of_the_latest_action_again(tmp_path: Path) -> None:
    async with playing(tmp_path) as before:
        await in_the_middle_of_the_taxes(before)
        await before.wait(21)
        await before.press()
        await before.wait(1)
        assert display(before)[0] == "Left with the people"
    async with playing(tmp_path) as play:
        await play.wait(1)
        assert display(play)[0].startswith("Played ")
        await play.press()
        await play.wait(1)
        assert display(play)[0] == "Left with the people"


@pytest.mark.parametrize("button", ["knob", "yes", "no"])
async def test_a_press_closes_each_notice_and_reaches_no_game(tmp_path: Path, button: str) -> None:
    async with playing(tmp_path, castles=2) as play:
        await play.begin()
        seq = play.table.loop.seq
        play.table.loop.show_effects((help_coming_announcement(),))
        await play.wait(1)
        assert display(play)[0] == "Help"
        if button == "knob":
            await play.press()
        else:
            panel = play.twins.panels[ReaderId("yellow")]
            await (panel.yes if button == "yes" else panel.no).press()
        await play.wait(1)
        assert (play.table.loop.seq, display(play)[0]) == (seq, "Yellow: first statue")


async def test_a_press_as_a_notice_appears_was_meant_for_neither(tmp_path: Path) -> None:
    async with playing(tmp_path, castles=2) as play:
        await play.begin()
        seq = play.table.loop.seq
        play.table.loop.show_effects((help_coming_announcement(),))
        await play.press()
        await play.wait(2)
        assert (play.table.loop.seq, display(play)[0]) == (seq, "Help")


async def test_a_resumed_game_of_tudor_names_what_to_compare(tmp_path: Path) -> None:
    async with playing(tmp_path, game="tudor") as before:
        await before.table.loop.submit(NewGame([CastleId("blue"), CastleId("yellow")]), "test")
    async with playing(tmp_path, game="tudor") as play:
        view = json.loads(json.dumps(public_view(play.table, "en")))
        assert view["resumed"]["compare"] == [{"text": "prestige Blue 0, Yellow 0"}]


async def test_the_downtime_is_unknown_if_the_wall_clock_went_back(tmp_path: Path) -> None:
    async with playing(tmp_path) as play:
        await in_the_middle_of_the_taxes(play)
    async with playing(tmp_path, wall_ahead=timedelta(minutes=-5)) as play:
        assert public_view(play.table, "en")["resumed"]["away_s"] is None
        assert play.story[-2].endswith("time since the last one: unknown.")


SINCE_1970 = datetime.now(UTC) - datetime(1970, 1, 2, tzinfo=UTC)


async def test_the_downtime_is_unknown_if_the_clock_was_not_set_before(tmp_path: Path) -> None:
    async with playing(tmp_path, wall_ahead=-SINCE_1970) as play:
        await in_the_middle_of_the_taxes(play)
    async with playing(tmp_path) as play:
        assert public_view(play.table, "en")["resumed"]["away_s"] is None


async def test_a_clock_set_in_mid_game_adds_nothing_to_the_time_played(tmp_path: Path) -> None:
    async with playing(tmp_path, wall_ahead=-SINCE_1970) as play:
        await play.to_the_taxes()
        play.twins.wall_ahead = timedelta()
        await play.pass_tile("blue", "t10")
        await play.wait(0.2)
        assert playing_time_s(play.journal.written_utc(1)) < 60


async def test_a_parked_game_without_a_date_has_its_number_in_the_menu(tmp_path: Path) -> None:
    async with playing(tmp_path, gates=False, wall_ahead=-SINCE_1970) as play:
        await play.to_the_taxes()
        await play.table.resumption.resume_or_park_game(None)
        play.twins.wall_ahead = timedelta()
        (parked,) = play.table.loop.journal_queue.parked_games
        text = parked_game_text(parked)
        assert (text.key, text.values) == ("menu-parked-undated", {"number": 1, "castles": 2})
        page = PageService(play.table, play.twins)
        assert [each["last_utc"] for each in page.parked_games_view(page.parked_games, [{}])] == [None]


async def test_the_counts_to_compare_are_shown_until_the_next_action(again: Playing) -> None:
    await again.table.loop.propose_action({"do": "rob", "player": "blue", "tile": "t14"}, "page")
    assert public_view(again.table, "en")["resumed"] is None


async def test_the_hourglass_restarts_in_full_when_the_king_presses_the_knob(
    again: Playing,
) -> None:
    await again.wait(60)
    assert title(again) == "wait-lies-title"
    assert (again.table.hourglass.is_running, again.table.hourglass.remaining_s()) == (False, 0.0)
    await again.press()
    assert again.table.hourglass.is_running
    assert 19.5 < again.table.hourglass.remaining_s() <= 20.0
    await again.pass_tile("yellow", "t13")
    await again.wait(0.2)
    assert again.state.players[1].castle.bit_count() == 2
    await again.wait(21)
    assert public_view(again.table, "en")["hourglass"]["state"] == "stopped"


async def test_a_tile_tapped_before_the_hourglass_restarts_does_not_count(again: Playing) -> None:
    await again.pass_tile("yellow", "t13")
    await again.wait(0.2)
    assert again.state.players[1].castle.bit_count() == 1
    assert (
        again.complaints["yellow"]
        == "The hourglass is not running. Put the tile back; the king presses the knob first."
    )


async def test_only_the_king_s_own_button_also_restarts_the_hourglass(again: Playing) -> None:
    king = again.state.color(again.state.king)
    other = next(color for color in again.state.table.colors if color != king)
    await again.until_shown()
    await again.twins.panels[ReaderId(other)].yes.press()
    await again.wait(0.1)
    assert not again.table.hourglass.is_running
    await again.twins.panels[ReaderId(king)].yes.press()
    await again.wait(0.1)
    assert again.table.hourglass.is_running


async def test_the_page_also_restarts_the_hourglass(again: Playing) -> None:
    assert public_view(again.table, "en")["question"] == {"step": "turn_over", "no": False, "starts_hourglass": True}
    assert not again.table.loop.answer_or_start_hourglass(yes=False)
    assert again.table.loop.answer_or_start_hourglass(yes=True)
    assert again.table.hourglass.is_running
    assert public_view(again.table, "en")["question"] is None
    assert not again.table.loop.answer_or_start_hourglass(yes=True)


async def test_ending_the_taxes_by_hand_withdraws_the_question(again: Playing) -> None:
    await again.table.loop.propose_action({"do": "stop"}, "page")
    assert public_view(again.table, "en")["question"] is None
    assert title(again) == "wait-late-title"


async def test_outside_the_taxes_a_restart_asks_nothing_and_shows_the_step_again(tmp_path: Path) -> None:
    async with playing(tmp_path) as play:
        await play.begin()
    async with playing(tmp_path) as play:
        assert public_view(play.table, "en")["question"] is None
        await play.wait(0.1)
        assert play.table.effects.is_busy  # it says that it is here again
        await play.wait(11)
        assert not play.table.effects.is_busy
        assert title(play) == "wait-first-title"


async def test_bots_know_who_plays_after_a_stop(again: Playing) -> None:
    assert list(again.table.loop.castles) == ["blue", "yellow"]


async def test_a_game_that_its_rules_refuse_stays_in_the_journal_unplayed(tmp_path: Path) -> None:
    """As after a change of the program: one bad game is no reason not to start."""
    with Journal(tmp_path / "test.journal") as journal:
        journal.append([entry(1, 1)])  # a spin before any start

    async with playing(tmp_path, gates=False) as play:
        assert play.table.loop.state is None
        assert play.table.loop.current_waiting().step == "new_game"
        assert play.story[0].startswith("Game 1 cannot resume: ")
        await play.begin()
        assert play.table.loop.game_id == 2

    with JournalReader(tmp_path / "test.journal") as reader:
        assert [(game.game_id, game.actions, game.current) for game in reader.games()] == [(1, 1, False), (2, 1, True)]
