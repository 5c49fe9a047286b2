"""A touch screen is the console of a table with real gates: display and knob are on the page."""

from pathlib import Path

from playwright.sync_api import ViewportSize, expect

from tests.support.real_table import running
from tests.support.soak import in_soak
from tests.web.browser.chromium import Devices

SMALL = ViewportSize(width=1024, height=600)

SETTINGS = """
castle = [{color = "blue", node = "blue"}, {color = "grey", node = "grey"}]
[oled]
simulated = true
[console]
knob_pins = [16, 20]
button_pin = 21
simulated = true
[page]
host = "127.0.0.1"
"""


@in_soak("taps on the page of a simulated table")
def test_a_game_begins_and_goes_on_by_taps_on_the_screen(tmp_path: Path, devices: Devices) -> None:
    (tmp_path / "table.toml").write_text(SETTINGS, encoding="utf-8")
    serves = ["serve", "--config", str(tmp_path / "table.toml"), "--port", "0"]
    with running(tmp_path, serves=serves, log_stays_empty=False) as table:
        page = devices.take(SMALL, touch=True)
        page.goto(table.url)
        knob = page.locator("button.knob")
        expect(knob).to_be_in_viewport(ratio=1)
        for person in page.get_by_text("person", exact=True).all():
            person.tap()
        page.get_by_role("button", name="Begin").tap()
        for step in (1, 2):
            expect(page.locator(".field:is(button)")).to_have_count(9 - step)
            page.locator(".field:is(button)").first.tap()
            table.until(lambda step=step: table.view()["seq"] > step, "a statue")  # type: ignore[misc]
        assert table.view()["phase"] == "sentiment"
        knob.tap()
        table.until(lambda: table.view()["phase"] != "sentiment", "a spin")
