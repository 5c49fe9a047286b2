"""Open pages show what the table shows through restarts, faults and corrections."""

import asyncio
import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from controller.games.contract.values import CastleId
from controller.games.requests import CorrectGame, NewGame
from controller.play.page_service import LOOK_EVERY_S, PageService
from controller.play.page_service import public_view as view
from controller.service.page_app import create_app
from controller.texts.translation import LANGUAGES
from tests.support.playing import playing
from tests.whole_table.following import Following, without_the_time_left

LOOKS = 25
BETWEEN_S = 1.7


async def test_open_pages_in_all_languages_follow_bots_and_corrections(
    tmp_path: Path,
) -> None:
    def as_sent(value: Any) -> Any:
        return json.loads(msgspec.json.encode(value))

    async with playing(tmp_path) as play:
        page = PageService(play.table, play.twins)
        app = create_app(page)
        open_pages = [Following(app, language, {}, lambda _: None) for language in LANGUAGES]
        seats = [CastleId("blue"), CastleId("yellow")]
        await page.submit(NewGame(seats, {"map": "tracked"}, {}, seats), "page", "en")
        for look in range(LOOKS):
            await play.wait(BETWEEN_S)
            if look in {12, 18}:
                more = {"do": "amend", "supporters": {"blue": 1}}
                await page.submit(CorrectGame(play.table.loop.seq, [more]), "page", "en")
            while play.table.effects.has_unfinished_arrow:  # no page spoils a spin
                await play.wait(0.1)
            await open_pages[0].until_all_has_come()
            for each in open_pages:
                shown = each.folding.values["view"]
                assert without_the_time_left(shown) == without_the_time_left(as_sent(page.view(each.language)))
        page.bots.stop()
        await asyncio.sleep(60)  # until nothing moves but lamps that blink
        for each in open_pages:
            shown = []
            for _ in range(10):
                await asyncio.sleep(LOOK_EVERY_S)
                sent = each.folding.values
                shown.append(sent["table"] | sent["moving"] == as_sent(page.simulated_table_view()))
            assert any(shown)
        page.close()
        for each in open_pages:
            await each.leave()


@pytest.mark.parametrize("game", ["tumult_royale", "tudor"])
async def test_no_field_of_the_table_s_view_hides_one_of_the_game_s(tmp_path: Path, game: str) -> None:
    async with playing(tmp_path, castles=2, game=game) as play:
        castles = (CastleId("blue"), CastleId("yellow"))
        await play.table.loop.submit(NewGame(castles, game=game), "test")
        loop = play.table.loop
        assert loop.state is not None
        shown, seen = loop.game.view(loop.state, loop.memory), view(play.table, "en")
        assert {key for key in shown if seen[key] != shown[key]} <= {"hourglass"}  # of which the table tells more
