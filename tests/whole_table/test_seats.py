"""Hands on phones: opened by a code of the console, for one phone and one castle."""

import asyncio
import re
import zipfile
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from unittest.mock import patch

import pytest

from controller.care import report
from controller.games.contract.game import Advising
from controller.games.contract.values import CastleId, RefusedError, Text
from controller.games.naming import translate_text
from controller.games.requests import NewGame
from controller.play.menu import MenuAction
from controller.play.page_service import PageService
from controller.secret import Secret
from controller.show.console_screens import PageAddress, reveal_secrets
from controller.web.access.sessions import SEAT_CODES, SeatCodes
from tests.support.playing import Playing, playing
from tests.whole_table.seated import BLUE, MACHINE, OWNER, REFEREE, VISITOR, YELLOW, Seated, seated, the_hidden_race


@pytest.fixture(autouse=True)
def _installed() -> Iterator[None]:
    with the_hidden_race():
        yield


def at_a_real_port(folder: Path, deed: Callable[[Seated], Awaitable[None]]) -> None:
    async def run() -> None:
        async with seated(folder) as table:
            await deed(table)

    asyncio.run(run())


def hand_of(table: Seated, castle: CastleId) -> tuple[str, ...]:
    hands: dict[CastleId, tuple[str, ...]] = table.play.table.loop.state.hands
    return hands[castle]


def test_each_hand_is_sent_only_to_its_own_seat(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """Two seats, a spectator, a referee, the owner and a machine ask all there is and listen while words are played."""

    async def deed(table: Seated) -> None:
        await table.everybody()
        await table.begin()
        blue, yellow = await table.seat(BLUE), await table.seat(YELLOW)
        for browser in table.people.values():
            browser.listen()
        hands = {castle: hand_of(table, castle) for castle in (BLUE, YELLOW)}
        for browser in (blue, yellow):
            move = (await browser.get("/api/seat")).json()["view"]["moves"][0]
            assert (await browser.post("/api/seat/actions", move)).json()["told"] != []
        await asyncio.gather(*(browser.hears("Yellow is at 1") for browser in table.people.values()))
        await table.walk()
        report.write_report(tmp_path / "report.zip", table.play.table.config, table.files, [], log=("true",))
        with zipfile.ZipFile(tmp_path / "report.zip") as archive:
            reported = "".join(archive.read(name).decode() for name in archive.namelist())
        assert '"do": "play"' in reported
        for castle, hand in hands.items():
            for word in hand:
                assert word not in reported + caplog.text
                assert table.hearers(word) == [f"seat of {castle}"]
        for word in hand_of(table, BLUE):  # in the stream as well as in what was asked
            assert sum(word in text for text in blue.got) > 2

    at_a_real_port(tmp_path, deed)


def test_a_seat_sends_only_its_own_castles_actions(tmp_path: Path) -> None:
    async def deed(table: Seated) -> None:
        await table.everybody()
        await table.begin()
        blue = await table.seat(BLUE)
        of_yellow = {"do": "play", "player": "yellow", "word": hand_of(table, YELLOW)[0]}
        of_nobody = {"do": "play", "player": ["blue"]}
        for action in (of_yellow, of_nobody, {"do": "undo"}, {"do": "start", "players": ["blue"]}, {}):
            assert (await blue.post("/api/seat/actions", action)).status_code == 403
        unheld = {"do": "play", "player": "blue", "word": of_yellow["word"]}
        assert (await blue.post("/api/seat/actions", unheld)).status_code == 409
        for path in ("/api/actions", "/api/corrections/put-right", "/api/game", "/api/pause", "/api/owner/pin"):
            assert (await blue.post(path, {})).status_code == 403
        for name in (REFEREE, OWNER, MACHINE):
            assert (await table.people[name].get("/api/seat")).status_code == 403
            assert (await table.people[name].post("/api/seat/actions", of_yellow)).status_code == 403
        assert (await table.people[VISITOR].get("/api/seat")).status_code == 401
        me = (await blue.get("/api/me")).json()
        assert (me["roles"], me["seat"], me["seats"]) == (["spectator", "seat"], "blue", True)

    at_a_real_port(tmp_path, deed)


def test_a_seat_code_works_once_and_wrong_ones_are_throttled(tmp_path: Path) -> None:
    async def deed(table: Seated) -> None:
        await table.begin()
        visitor = await table.enter(VISITOR)
        before, code = table.code(BLUE), table.code(BLUE)
        assert (await visitor.post("/api/seat", {"code": before})).status_code == 403
        assert (await visitor.post("/api/seat", {"code": code})).status_code == 204
        other = await table.enter("another")
        statuses = {(await other.post("/api/seat", {"code": code})).status_code for _ in range(12)}
        assert statuses == {403, 429}
        wrong = await other.client.post("/api/seat", json={"code": code, "castle": "blue"})
        assert wrong.status_code == 400
        assert code not in wrong.text

    at_a_real_port(tmp_path, deed)


def test_a_new_code_a_new_game_or_a_logout_ends_a_seat_and_its_stream(tmp_path: Path) -> None:
    async def deed(table: Seated) -> None:
        await table.begin()
        loop = table.play.table.loop
        blue = await table.seat(BLUE)
        blue.listen()
        await blue.hears('event: seat\ndata: {"castle":"blue"')
        table.code(BLUE)
        loop.show_effects()
        await blue.hears('"castle":null')
        assert (await blue.get("/api/seat")).status_code == 401

        yellow = await table.seat(YELLOW)
        yellow.listen()
        await yellow.hears('event: seat\ndata: {"castle":"yellow"')
        await table.begin()
        again = hand_of(table, YELLOW)
        await yellow.hears('"castle":null')
        assert (await yellow.get("/api/seat")).status_code == 401
        assert not any(word in "".join(yellow.got[-2:]) for word in again)

        once_more = await table.seat(BLUE)
        cookie = dict(once_more.client.cookies)
        assert (await once_more.post("/api/logout", {})).status_code == 204
        once_more.client.cookies.update(cookie)
        assert (await once_more.get("/api/seat")).status_code == 401

    at_a_real_port(tmp_path, deed)


@pytest.mark.parametrize(("after_s", "castle"), [(119.0, BLUE), (120.0, None)])
def test_a_seat_code_expires_after_two_minutes(after_s: float, castle: CastleId | None) -> None:
    now_s = 0.0
    codes = SeatCodes(lambda: now_s)
    code = codes.draw_code_and_end_seat(BLUE)
    now_s = after_s
    assert codes.take_seat(code) == castle


async def test_the_menu_shows_a_castle_s_seat_code_and_says_when_it_is_used(tmp_path: Path) -> None:
    async with playing(tmp_path, game="hidden_race") as play:
        loop, console = play.table.loop, play.table.console
        console.set_page_address(PageAddress("http://192.168.0.9:8080/"))
        assert (await loop.submit(NewGame((BLUE, YELLOW)), "test")).refusal is None
        await play.turn(1)
        await play.choose(MenuAction.SEATS)
        await play.choose(MenuAction.SEAT, "yellow")
        await play.wait(1)
        assert play.table.display.shows_secret
        shown, _ = play.table.display.screen_and_next_change()
        numbers = re.findall(r"\d+", repr(reveal_secrets(shown)))
        (code,) = {number for number in numbers if int(number) in SEAT_CODES}
        assert not any(code in translate_text(text, "en") for text in play.table.effects.story)
        assert play.table.seat_codes.take_seat(Secret(code)) == YELLOW
        await play.wait(0.1)
        assert play.story[-1] == "Yellow's hand is open on a phone."


async def test_a_game_without_hands_offers_no_seats(play: Playing) -> None:
    await play.begin()
    play.table.console.open_menu_and_pause()
    assert Text("menu-seats") not in play.menu_texts


async def test_a_game_with_hands_gives_no_advice_on_the_page(tmp_path: Path) -> None:
    async with playing(tmp_path, game="hidden_race") as play:
        page = PageService(play.table, None)
        await page.submit(NewGame((BLUE, YELLOW)), "test", "en")
        with patch.object(play.table.game, "advise", lambda *_: None, create=True):
            assert isinstance(play.table.game, Advising)
            with pytest.raises(RefusedError, match="cannot do that"):
                page.advice("blue", "en")
        page.close()
