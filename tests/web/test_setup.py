"""The guided set-up on the owner's page: the steps of `royaltable setup`, at a running table."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from controller.care.setup.device_test import Prompt, PromptKind
from controller.cli.parts.setup import SimulatedOperator
from controller.play.page_service import public_view
from tests.support.page_of_table import PASSWORD, TablePage, open_table_page
from tests.support.playing import shows
from tests.web.test_owner import log_in


async def view(page: TablePage, language: str = "en") -> dict[str, Any]:
    found: dict[str, Any] = (await page.client.get(f"/api/owner/setup?language={language}")).json()
    return found


async def do(page: TablePage, what: str) -> int:
    return (await page.client.post("/api/owner/setup", json={"do": what})).status_code


async def follow(page: TablePage, look: Callable[[dict[str, Any]], object] = lambda _: None) -> list[str]:
    """Do what the page says, as a person who can `look` at each view that asks for something; give its lines."""
    operator, followed = SimulatedOperator(), ""
    while (now := await view(page))["running"]:
        if (prompt := now["prompt"]) is not None:
            look(now)
            asked = Prompt(prompt["device"], PromptKind(prompt["step"]), prompt["number"])
            if prompt["asks"]:
                assert await do(page, "yes" if operator.sees(page.play.twins, asked) else "no") == 204
                await asyncio.sleep(0)
                assert (await view(page))["now"] != now["now"], "an answered question goes"
            elif now["now"]["text"] != followed:
                operator.schedule_reaction(page.play.twins, page.play.table.clock, asked)
            followed = now["now"]["text"]
        await asyncio.sleep(0.2)
    operator.cancel_actions()
    return [line["text"] for line in (*now["lines"], now["now"])]


@pytest.mark.parametrize(
    ("mistake", "code"),
    [("knob_a_and_b", "RT-KNOB-REVERSED"), ("button_at_3v3", "RT-BUTTON-DEAD"), ("reader_miso_open", "RT-READER-MISO")],
)
async def test_a_mistake_is_named_with_both_ends_of_the_wire(tmp_path: Path, mistake: str, code: str) -> None:
    async with open_table_page(tmp_path, gates=True) as page:
        await log_in(page.client, PASSWORD)
        page.play.twins.mistakes.switch(mistake, on=True)
        assert await do(page, "start") == 204
        lines = await follow(page)
        assert any(code in line for line in lines), lines


async def test_a_german_owner_is_led_and_told_the_outcome_in_german(tmp_path: Path) -> None:
    async with open_table_page(tmp_path, gates=True) as page:
        await log_in(page.client, PASSWORD)
        page.play.twins.mistakes.switch("lamp_turned", on=True)
        await do(page, "start")
        await asyncio.sleep(1.0)
        begun = await view(page, "de")
        assert begun["now"]["text"] == "Drücke den Knopf kurz, ohne ihn zu drehen."
        assert begun["progress"] == [1, 9]
        await follow(page)
        ended = await view(page, "de")
        lines = [*ended["lines"], ended["now"]]
        german = [line["text"] for line in lines if line["language"] == "de"]
        assert "Blau: Leuchtet die mittlere Lampe? Nein." in german
        assert "Das Tor von Blau: Geht nicht: RT-LAMP-DARK." in german
        assert german[-1] == "Geht nicht: Das Tor von Blau."
        english = [line["text"] for line in lines if line["language"] == "en"]
        assert english[0] == "console: steps of 6 clicks: 6."


async def test_what_software_can_mend_is_mended_after_a_yes(tmp_path: Path) -> None:
    async with open_table_page(tmp_path, gates=True) as page:
        await log_in(page.client, PASSWORD)
        before = page.play.table.config.console
        assert before is not None
        page.play.twins.mistakes.switch("knob_a_and_b", on=True)
        await do(page, "start")
        lines = await follow(page)
        after = page.play.table.config.console
        assert after is not None
        assert after.knob_pins == before.knob_pins[::-1]
        assert lines[-1] == "All devices work."


async def test_the_table_has_its_devices_back_after_the_set_up(tmp_path: Path) -> None:
    async with open_table_page(tmp_path, gates=True) as page:
        await log_in(page.client, PASSWORD)
        await do(page, "start")
        await asyncio.sleep(1.0)
        assert (await view(page))["running"]
        await do(page, "stop")
        assert not (await view(page))["running"]
        await asyncio.sleep(1.0)
        assert page.play.twins.oled is not None
        before = page.play.twins.oled.image().tobytes()
        await page.play.turn(1)
        await asyncio.sleep(0.5)
        assert page.play.twins.oled.image().tobytes() != before, "its menu"
        await page.client.post("/api/owner/stickers", json={"do": "census", "tile": ""})
        await page.play.pass_tile("blue", "t01", 0.5)
        left = page.play.table.stickers.remaining_pieces
        assert "t01" not in left
        assert "t02" in left, "it was counted at the gate, and the others were not"
        assert [device.name for device in page.play.table.health if device.fault is not None] == []


async def test_display_and_headline_say_what_the_part_test_asks_for(tmp_path: Path) -> None:
    async with open_table_page(tmp_path, gates=True) as page:
        await log_in(page.client, PASSWORD)
        await page.play.press()
        await do(page, "start")
        untold: set[str] = set()

        def look(now: dict[str, Any]) -> None:
            headline = public_view(page.play.table, "en")["waiting_for"]["text"]
            on_display = shows(page.play, page.play.table.loop.current_waiting().screen)
            if now["now"]["text"] not in headline or not on_display:
                untold.add(now["prompt"]["device"])

        await follow(page, look)
        assert untold == {"oled"}, "it shows its test picture"
        await asyncio.sleep(1.0)
        headline = public_view(page.play.table, "en")["waiting_for"]["text"]
        assert headline == "Royaltable. Press the knob to begin."


async def test_no_set_up_begins_in_a_game_and_a_game_ends_it(tmp_path: Path) -> None:
    async with open_table_page(tmp_path, gates=True) as page:
        await log_in(page.client, PASSWORD)
        await do(page, "start")
        await page.play.begin()
        async with asyncio.timeout(30):  # its devices are opened anew
            while (await view(page))["running"]:
                await page.play.wait(0.1)
        assert await do(page, "start") == 409
