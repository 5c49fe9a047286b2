"""docs/tournament.md as a reader follows it: from an empty room to the winner, by its words alone."""

import asyncio
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import expect

from controller.fleet.line import Broker
from controller.texts import speaking
from hub.engines.broker_users import BrokerUsers
from hub.settings import load
from tests.cli.test_hub import folder, royaltable, running  # noqa: F401  # the same hub
from tests.hub.in_browser.conftest import opening
from tests.hub.in_browser.test_room_page import TV
from tests.hub.in_browser.test_tournament_page import DESK, NAMES, log_in, tick_all
from tests.hub.organising.playing_table import PlayingTable
from tests.hub.running import in_background
from tests.soak import SOAK
from tests.web.browser.chromium import DOCS, Devices

GUIDE: Final = (DOCS / "tournament.md").read_text(encoding="utf-8")
STEPS: Final = GUIDE[: GUIDE.index("## Who plays whom")]
AT_THE_CONSOLE: Final = {"Round 2: press"}


def test_what_the_guide_names_is_what_the_page_says() -> None:
    named = set(re.findall(r"(?<!\*)\*([^*\n]+)\*(?!\*)", STEPS)) - AT_THE_CONSOLE
    assert len(named) > 12
    said = {str(text) for text in speaking.of_the_page("en").values()}
    assert {each for each in named if not any(text.startswith(each) for text in said)} == set()


@contextmanager
def tables(hub: Path) -> Iterator[list[PlayingTable]]:
    """Two in the room, at which somebody presses wherever something waits."""
    users, port = BrokerUsers(hub), load(hub).broker_port
    both = [
        PlayingTable(Broker("127.0.0.1", port, name, users.enter(name)), name, f"{number:032x}")
        for number, name in enumerate(("rt-a", "rt-b"), start=1)
    ]

    async def play() -> None:
        async with asyncio.TaskGroup() as group:
            for table in both:
                group.create_task(table.run())
            while True:
                await asyncio.sleep(0.05)
                for table in both:
                    if table.waits:
                        table.press()
                    elif table.plays:
                        table.go_on()

    with in_background(play()):
        yield both


@pytest.mark.skipif(not SOAK, reason="make soak follows the guide at a hub of its own")
def test_a_reader_comes_from_an_empty_room_to_the_winner(folder: Path, devices: Devices) -> None:  # noqa: F811
    pin = re.search(r"\d{4,}", royaltable(folder, "pin", "--organiser").stdout)
    assert pin is not None
    with running(folder) as room, tables(folder):
        url = room.replace("0.0.0.0", "127.0.0.1").rstrip("/")
        with opening(devices, url, "/tournament", DESK) as opens:
            room_page = opens("/")
            expect(room_page.locator('.of-table[data-state="free"]')).to_have_count(2)
            page = opens()
            log_in(page, pin[0])
            form = page.locator("form.begin")
            form.locator("[name=name]").fill("Evening")
            form.locator("[name=rounds]").fill("2")
            form.locator("[name=minutes]").fill("45")
            expect(form.get_by_role("checkbox", checked=True)).to_have_count(2)
            form.get_by_role("button", name="Begin").click()
            expect(page.locator(".seeds dd").first).to_have_text(re.compile(r"^[0-9a-f]{64}$"))
            page.locator("[name=list]").fill("\n".join(f"{name}; Rooks" for name in NAMES))
            page.get_by_role("button", name="Enter all").click()
            tick_all(page)
            tv = opens("/tv", TV)
            for number in (1, 2):
                page.get_by_role("button", name="Close the field").click()
                page.get_by_label("What the room says to it").fill("3 5 2")
                page.get_by_role("button", name="Draw", exact=True).click()
                page.get_by_role("heading", name=f"Round {number} of 2").first.wait_for()
                over = page.locator(".rounds > div").first.locator('.of-game[data-state="over"]')
                expect(over).to_have_count(2)
            expect(tv).to_have_url(f"{url}/tournament/tv?room")
            expect(page.locator(".state")).to_have_text("All rounds were played.")
            page.on("dialog", lambda asked: asked.accept())
            page.get_by_role("button", name="End the tournament").click()
            first = page.locator(".standing tbody tr").first.locator("td").nth(1).text_content()
            expect(page.locator(".state")).to_have_text(f"The tournament is over. {first} has won.")
            with page.expect_download() as file:
                page.get_by_role("link", name="All of it (JSON)").click()
            proved = royaltable(folder, "draw", "--verify", str(file.value.path()))
            assert proved.exit_code == 0, proved.output
            assert proved.output.count("as it was published") == 2
