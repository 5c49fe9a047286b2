"""Errands: what bots ask people for, how people do them, and who may play a castle."""

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest

from controller.games.contract.effects import Screen
from controller.games.contract.values import CastleId, RefusedError
from controller.games.naming import translate_text
from controller.games.requests import CorrectGame, NewGame, NotAvailableAtTable, ParkAndResume
from controller.games.tudor.game import Tudor
from controller.games.tumult_royale.bots import bots
from controller.play.bots.seating import BotSeats
from controller.play.errands import LAMPS_ERRAND, WRONG_PIECE, Errand
from controller.play.menu import MenuAction
from controller.play.page_service import PageService
from controller.show.effect_loop import REFUSED
from controller.show.pictures import fits_display
from controller.texts.translation import LANGUAGES
from tests.support.guests import guests
from tests.support.playing import Playing, at_a_table
from tests.whole_table.helping import CASTLES, Helpers, begin_with_bots, helped_table

BLUE, YELLOW = CASTLES[:2]
HONOUR = {"map": "honour"}


@asynccontextmanager
async def one_bot(folder: Path, **how: Any) -> AsyncIterator[tuple[Playing, PageService, Helpers]]:
    """A person plays blue, a bot yellow; the bot's first statue is to be placed, or blue's."""
    async with helped_table(folder, 2, gates=False, **how) as (play, page):
        if play.table.loop.state is None:
            await begin_with_bots(page, 2, [YELLOW], HONOUR)
        yield play, page, Helpers(play, page, Random(1))


def said(play: Playing) -> list[str]:
    return [translate_text(text, "en") for text in play.table.display.page_texts]


async def test_a_bot_asks_by_display_lamps_and_page_for_one_act(tmp_path: Path) -> None:
    async with one_bot(tmp_path) as (play, page, helpers):
        await helpers.until_asked("errand-set-aside")
        await play.until_shown()
        await play.wait(0.1)
        text = "Set three of the people's tiles aside, unseen: each over its gate."
        assert said(play) == ["Help Yellow", text]
        assert play.table.loop.current_waiting().lamps[YELLOW] == LAMPS_ERRAND
        assert page.view("en")["errands"] == [{"castle": "yellow", "text": text, "done": False}]


async def test_another_piece_than_wanted_is_refused_and_changes_nothing(tmp_path: Path) -> None:
    async with one_bot(tmp_path) as (play, _, helpers):
        await helpers.until_asked("errand-pay")
        (errand,) = play.table.errands.open
        before = play.table.loop.seq, play.table.loop.memory
        wrong = min(tile.id for tile in play.state.table.pool.tiles if tile.id not in errand.pieces)
        await helpers.pass_piece(YELLOW, wrong, settle_s=0.1)
        assert play.complaints == {"yellow": translate_text(WRONG_PIECE, "en")}
        assert (play.table.loop.seq, play.table.loop.memory) == before
        assert play.table.effects._lamps._answers[YELLOW][0] == REFUSED
        await helpers.pass_piece(YELLOW, min(errand.pieces), settle_s=0.1)
        assert play.table.loop.memory != before[1]


@pytest.mark.parametrize("how", ["yes", "knob", "page"])
async def test_people_confirm_an_act_by_yes_knob_or_page(tmp_path: Path, how: str) -> None:
    async with one_bot(tmp_path) as (play, page, helpers):
        await helpers.until_asked("errand-first")
        before = play.state.players
        await helpers.press("yes", BLUE)  # not the bot's castle
        assert play.state.players == before
        if how == "page":
            page.confirm_errand(YELLOW)
            await play.wait(0.5)
        else:
            await (helpers.press("yes", YELLOW) if how == "yes" else helpers.press_knob())
        assert play.state.players != before
        with pytest.raises(NotAvailableAtTable, match="waits for nothing"):
            page.confirm_errand(YELLOW)


async def test_after_a_power_cut_the_bot_asks_for_the_same(tmp_path: Path) -> None:
    async with one_bot(tmp_path) as (play, _, helpers):
        await helpers.until_asked("errand-build-touching")
        asked = play.table.errands.open
    async with one_bot(tmp_path) as (play, page, helpers):
        assert dict(page.bots.levels) == {YELLOW: ""}
        while not (play.table.errands.open and not play.table.errands.open[0].pieces):
            await helpers.look()
        assert list(play.table.errands.open) == list(asked)


def texts_in(value: Any) -> set[str]:
    if isinstance(value, dict | list | tuple):
        return set().union(*map(texts_in, value.values() if isinstance(value, dict) else value))
    return {str(value)}


async def test_nothing_that_a_visitor_sees_seeds_a_bots_choices(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hand, chances = Tudor.hand, []

    def spied_hand(game: Tudor, castle: CastleId, see: Any, random: Random, *others: Any, **how: Any) -> Any:
        chances.append(random.getstate())
        return hand(game, castle, see, random, *others, **how)

    monkeypatch.setattr(Tudor, "hand", spied_hand)
    async with helped_table(tmp_path, 2, game="tudor") as (play, page):
        await begin_with_bots(page, 2, CASTLES[:2], {})
        await play.wait(5)
        shown = texts_in(page.view("en")) | texts_in(page.draws_view())
        seq = play.table.loop.seq
        guessed = [Random(f"{text}:{seq}:{castle}").getstate() for text in shown for castle in CASTLES[:2]]
    assert page.draws_view()["game"] in shown
    assert len(chances) >= 2
    assert [chance for chance in chances if chance in guessed] == []


async def test_an_errand_ends_with_a_correction_and_the_bot_thinks_again(tmp_path: Path) -> None:
    async with one_bot(tmp_path) as (play, _, helpers):
        await helpers.until_asked("errand-pay")
        await play.table.loop.submit(CorrectGame(None, by_hand=True), "page")
        await play.wait(1.0)
        assert play.table.errands.open == []


async def test_an_errand_is_said_again_after_a_minute(tmp_path: Path) -> None:
    async with one_bot(tmp_path) as (play, _, helpers):
        await helpers.until_asked("errand-set-aside")
        await play.wait(59.0)
        assert play.table.effects.announced is None
        await play.wait(2.0)
        assert play.table.effects.announced is not None


async def test_a_bot_without_help_on_its_turn_passes_after_three_minutes(tmp_path: Path) -> None:
    async with one_bot(tmp_path) as (play, _, helpers):
        await helpers.until_asked("errand-pay")
        await play.wait(170.0)
        seq = play.table.loop.seq
        await play.wait(20.0)
        assert play.table.loop.seq > seq
        actions = [entry.action for entry in play.journal.entries(1)]
        assert actions[seq]["do"] == "pass"
        assert actions[seq]["player"] == YELLOW


async def test_while_the_hourglass_runs_its_caption_asks(tmp_path: Path) -> None:
    async with one_bot(tmp_path) as (play, _, helpers):
        await helpers.until_asked("errand-rob")
        await play.wait(0.5)
        assert said(play) == ["Help Yellow"]
        await play.wait(25.0)
        assert play.table.errands.open == [], "the hourglass ran out"
        assert play.state.players[play.state.table.colors.index("yellow")].castle == 0


async def test_a_parked_game_asks_for_nothing_and_asks_again_once_resumed(tmp_path: Path) -> None:
    async with one_bot(tmp_path) as (play, page, helpers):
        await helpers.until_asked("errand-set-aside")
        await page.submit(ParkAndResume(None), "page", "en")
        await play.wait(1.0)
        assert play.table.errands.open == []
        await page.submit(ParkAndResume(1), "page", "en")
        await play.wait(1.0)
        await play.press()
        await play.wait(1.0)
        assert [errand.castle for errand in play.table.errands.open] == [YELLOW]


async def test_a_bot_takes_over_in_mid_game_and_hands_back(tmp_path: Path) -> None:
    async with helped_table(tmp_path, 2, gates=False) as (play, page):
        await begin_with_bots(page, 2, [], HONOUR)
        assert page.view("en")["bots"]["castles"] == {"blue": None, "yellow": None}
        for castle in CASTLES[:2]:
            page.bots.set_player(castle, "easy")
        await play.wait(2.0)
        assert page.view("en")["bots"]["castles"] == {"blue": "easy", "yellow": "easy"}
        assert [errand.text.key for errand in play.table.errands.open] == ["errand-first"]
        game = play.table.loop.on_table.draws.salt_hash
        assert BotSeats(tmp_path / "bots").load(game) == {"blue": "easy", "yellow": "easy"}
        for castle in CASTLES[:2]:
            page.bots.set_player(castle, None)
        await play.wait(1.0)
        assert play.table.errands.open == []
        assert BotSeats(tmp_path / "bots").load(game) == {}


async def test_only_a_castle_that_plays_can_be_taken_over(tmp_path: Path) -> None:
    async with helped_table(tmp_path, 3, gates=False) as (_, page):
        await begin_with_bots(page, 2, [], HONOUR)
        with pytest.raises(NotAvailableAtTable, match="a castle that plays"):
            page.bots.set_player(CASTLES[2], "easy")
        with pytest.raises(NotAvailableAtTable, match="expected one of: easy, normal, hard"):
            page.bots.set_player(BLUE, "brilliant")


async def test_the_knob_seats_bots_of_each_level(tmp_path: Path) -> None:
    async with helped_table(tmp_path, 2) as (play, page):
        await play.press()
        await play.choose(MenuAction.CASTLES)
        shown = []
        for _ in range(4):
            await play.choose(MenuAction.TOGGLE, "yellow")
            await play.wait(3.3)
            shown.append(said(play)[1])
        assert shown == ["Yellow: bot, easy", "Yellow: bot, normal", "Yellow: bot, hard", "Yellow: plays"], (
            "two must play, so the bot gives way to a person"
        )
        await play.choose(MenuAction.TOGGLE, "yellow")
        await play.choose(MenuAction.BACK)
        await play.choose(MenuAction.START)
        await play.wait(0.5)
        assert dict(page.bots.levels) == {YELLOW: "easy"}


async def test_the_knob_gives_a_castle_to_a_bot_in_mid_game_and_back(tmp_path: Path) -> None:
    async with helped_table(tmp_path, 2, gates=False) as (play, page):
        await begin_with_bots(page, 2, [], HONOUR)
        await play.wait(1.0)
        await play.turn(1)
        await play.choose(MenuAction.PLAYERS)
        shown, asked = [], list[Errand]()
        for _ in range(4):
            await play.choose(MenuAction.PLAYER, "yellow")
            await play.wait(3.3)
            shown.append((said(play)[1], dict(page.bots.levels)))
            asked += play.table.errands.open
        assert shown == [
            ("Yellow: bot, easy", {YELLOW: "easy"}),
            ("Yellow: bot, normal", {YELLOW: "normal"}),
            ("Yellow: bot, hard", {YELLOW: "hard"}),
            ("Yellow: plays", {}),
        ]
        assert asked == [], "bots wait while the menu is open"
        await play.choose(MenuAction.PLAYER, "yellow")
        await play.choose(MenuAction.BACK)
        await play.choose(MenuAction.CONTINUE)
        await play.wait(2.0)
        assert [errand.castle for errand in play.table.errands.open] == [YELLOW]


async def test_the_menu_has_no_bots_without_a_game_that_goes_on(tmp_path: Path) -> None:
    async with helped_table(tmp_path, 2, gates=False) as (_, page):
        assert page.bots.players() == {}


def test_robbing_asks_for_a_share_that_depends_on_what_all_see(tmp_path: Path) -> None:
    async def deed(play: Playing) -> None:
        await play.to_the_taxes(players=4)
        state = play.state
        assert bots.fair_share_of_tiles(state) in range(3, 7)

    at_a_table(tmp_path, deed)


@pytest.fixture
def _the_race_is_installed() -> Iterator[None]:
    with guests("tests.play.tiny_game", race="tests.play.tiny_game.bots:race_with_bots"):
        yield


@pytest.mark.usefixtures("_the_race_is_installed")
async def test_a_bot_of_another_package_asks_in_words_of_the_table(tmp_path: Path) -> None:
    async with helped_table(tmp_path, 2, "race", gates=False) as (play, page):
        await page.submit(NewGame([BLUE, YELLOW], bots=[YELLOW]), "page", "en")
        await play.wait(1.0)
        (errand,) = page.view("en")["errands"]
        assert errand["text"] == "Pass its pieces over its gate, one by one; its lamps tell the right one."
        helpers = Helpers(play, page, Random(1))
        while play.table.loop.is_playing:
            await helpers.look()
        assert play.table.loop.state.winner == YELLOW


async def test_errands_fit_the_display_in_each_language(tmp_path: Path) -> None:
    async with helped_table(tmp_path, 4, gates=False) as (play, page):
        await begin_with_bots(page, 4, CASTLES, {"map": "tracked"})
        helpers = Helpers(play, page, Random(3))
        seen = list[Screen]()
        for _ in range(150):
            await helpers.look()
            screen = play.table.loop.current_waiting().screen
            if play.table.errands.open and screen not in seen:
                seen.append(screen)
                assert [language for language in LANGUAGES if not fits_display(screen, language)] == [], screen
        assert len(seen) > 10


async def test_a_castle_without_bots_refuses_none(tmp_path: Path) -> None:
    async with helped_table(tmp_path, 2, gates=False) as (_, page):
        with pytest.raises(RefusedError):
            await page.submit(NewGame([CastleId("blue")], bots=[BLUE]), "page", "en")
