"""A fixture from a hub: the console shows it, one press starts it, the journal has its id."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from msgspec.structs import replace

from controller.cli.screens import CASTLES
from controller.fleet.messages import Fixture, FixtureReport, FixtureSeat
from controller.games.naming import screen_to_speech, translate_text
from controller.games.requests import ParkAndResume
from controller.play.page_service import PageService
from controller.service.fleet.next_fixture import NextFixture
from controller.service.fleet.table_state import build_table_state
from tests.support.playing import Playing, playing

FIXTURE = Fixture(
    "spring-2-7", "2", (FixtureSeat("blue", "Ana"), FixtureSeat("grey", "Kim")), "tumult_royale", {"map": "honour"}
)
ASKED = {
    "en": "Round 2: Ana at Blue, Kim at Grey. Press the knob.",
    "de": "Runde 2: Ana an Blau, Kim an Grau. Drück den Knopf.",
}


@asynccontextmanager
async def in_a_room(play: Playing) -> AsyncIterator[NextFixture]:
    """Connect it to the table as ``FleetLoop`` does."""
    fixture = NextFixture(play.table.loop, play.table.questions, CASTLES, allowed=True, changed=lambda: None)
    play.table.loop.effects.connect(fixture.offer_fixture)
    task = asyncio.create_task(fixture.run())
    yield fixture
    task.cancel()


def asked(play: Playing, language: str = "en") -> str | None:
    question = play.table.questions.current
    return None if question is None else screen_to_speech(question.screen, language)


async def test_one_press_starts_a_fixture_and_the_journal_has_its_id(play: Playing) -> None:
    async with in_a_room(play) as fixture:
        assert fixture.report is None
        fixture.set_wanted_fixture(FIXTURE)
        await play.wait(0.1)
        assert {language: asked(play, language) for language in ASKED} == ASKED
        assert build_table_state(play.table).text == ASKED["en"], "the room sees that it waits"
        assert fixture.report == FixtureReport("spring-2-7", "waits")
        await play.press()
        await play.wait(0.1)
        assert play.table.loop.is_playing
        assert tuple(play.table.loop.castles) == ("blue", "grey")
        assert fixture.report == FixtureReport("spring-2-7", "begun")
        assert play.journal.fixture_id_of(1) == "spring-2-7"
        assert asked(play) is None


async def test_bots_of_a_fixture_play_on_their_levels(play: Playing) -> None:
    page = PageService(play.table, play.twins)
    async with in_a_room(play) as fixture:
        fixture.set_wanted_fixture(replace(FIXTURE, bots={"grey": "hard"}))
        await play.press()
        await play.wait(0.1)
        assert fixture.report == FixtureReport("spring-2-7", "begun")
        assert page.bots.players() == {"blue": None, "grey": "hard"}
    page.close()


async def test_an_update_waits_for_the_end_of_the_game(play: Playing) -> None:
    async with in_a_room(play) as fixture:
        await play.begin(players=2)
        fixture.set_wanted_fixture(FIXTURE)
        await play.press()
        assert asked(play) is None
        assert play.table.loop.game_id == 1
        later = replace(
            FIXTURE, id="spring-3-7", round="Final", seats=(FixtureSeat("yellow", "Bo"), FixtureSeat("blue", "Ana"))
        )
        fixture.set_wanted_fixture(later)
        await play.table.loop.submit(ParkAndResume(None), "test")
        await play.wait(0.1)
        assert asked(play) == "Final: Bo at Yellow, Ana at Blue. Press the knob."
        await play.press()
        await play.wait(0.1)
        assert tuple(play.table.loop.castles) == ("yellow", "blue")
        assert [play.journal.fixture_id_of(game) for game in (1, 2)] == [None, "spring-3-7"]


async def test_a_started_fixture_is_not_started_again(tmp_path: Path) -> None:
    async with playing(tmp_path) as play, in_a_room(play) as fixture:
        fixture.set_wanted_fixture(FIXTURE)
        await play.press()
        await play.wait(0.1)
        assert play.table.loop.is_playing
    async with playing(tmp_path) as play, in_a_room(play) as fixture:
        await play.table.loop.submit(ParkAndResume(None), "test")
        fixture.set_wanted_fixture(FIXTURE)
        await play.wait(0.1)
        assert asked(play) is None
        assert fixture.report == FixtureReport("spring-2-7", "begun")


async def test_a_fixture_can_be_withdrawn_and_ignored(play: Playing) -> None:
    async with in_a_room(play) as fixture:
        fixture.set_wanted_fixture(FIXTURE)
        await play.wait(0.1)
        await play.turn(1)
        assert play.menu_texts != (), "the knob's menu is there all the same"
        play.table.console.close_menu()
        fixture.set_wanted_fixture(None)
        await play.wait(0.1)
        assert asked(play) is None
        assert fixture.report is None


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (
            {"seats": (FixtureSeat("red", "Ana"), FixtureSeat("grey", "Kim"))},
            "saw the castles red, expected this table's: blue",
        ),
        ({"seats": (FixtureSeat("grey", "Ana"), FixtureSeat("grey", "Kim"))}, "saw a castle twice: grey, grey"),
        ({"seats": (FixtureSeat("grey", "Ana"),)}, "saw 1 seats, expected 2 to 4 in Tumult Royale"),
        ({"game": "chess"}, "chess"),
        (
            {"bots": {"grey": "godlike"}},
            "saw a bot of the level godlike, expected one that Tumult Royale has: easy, normal, hard",
        ),
        (
            {"options": {"map": "round"}},
            "saw map = round, expected for Tumult Royale: variant: classic, gambler; map: ",
        ),
        (
            {"options": {"colour": "red"}},
            "saw colour = red, expected for Tumult Royale: variant: classic, gambler; map: ",
        ),
    ],
)
async def test_a_fixture_that_cannot_be_played_here_is_refused(
    play: Playing, change: dict[str, object], why: str
) -> None:
    async with in_a_room(play) as fixture:
        fixture.set_wanted_fixture(replace(FIXTURE, **change))
        await play.wait(0.1)
        report = fixture.report
        assert report is not None
        assert report.state == "refused"
        assert why in report.why
        assert asked(play) is None
        await play.press()
        assert not play.table.loop.is_playing


async def test_long_names_are_cut_on_the_console(play: Playing) -> None:
    async with in_a_room(play) as fixture:
        fixture.set_wanted_fixture(
            replace(FIXTURE, seats=(FixtureSeat("blue", "Wilhelmina"), FixtureSeat("grey", "K" * 60)))
        )
        await play.wait(0.1)
        question = play.table.questions.current
        assert question is not None
        rows = question.screen.rows  # type: ignore[union-attr]
        assert [translate_text(player, "en") for _, player in rows] == ["Wilhelmi…", "KKKKKKKK…"]
        assert translate_text(question.screen.title, "es") == "Ronda 2: pulsar"  # type: ignore[union-attr]
