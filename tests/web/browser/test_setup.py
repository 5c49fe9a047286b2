"""The set-up on the owner's page: parts, a gate's meter, stickers by a phone, firmware by Web Serial."""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
import serial
from playwright.sync_api import Page, expect

from controller.texts.translation import LANGUAGES
from firmware import FOLDER
from tests.cli.test_flash import PicoPort
from tests.support import castle_rigs, real_table, soak
from tests.web.browser.chromium import SIZES, WIDER_THAN_ITS_BOX, OpenPage

NFC = """
window.NDEFReader = class extends EventTarget {
  async scan() { window.nfc = this; }
};
"""

SERIAL = """
{
  let ended = false;
  const port = {
    async open() {
      ended = false;
      this.readable = new ReadableStream({
        async pull(controller) {
          while (!ended) {
            const bytes = await window.serialRead();
            if (bytes.length) return controller.enqueue(Uint8Array.from(bytes));
          }
          controller.close();
        },
        cancel() { ended = true; },
      });
      this.writable = new WritableStream({ write: (bytes) => window.serialWrite([...bytes]) });
    },
    async close() { ended = true; },
  };
  Object.defineProperty(navigator, "serial", { value: { requestPort: async () => port } });
}
"""
"""Web Serial with one port, behind the functions ``serialRead`` and ``serialWrite``."""


@pytest.fixture
def set_up(open_page: OpenPage) -> Callable[..., Page]:
    def open_one(script: str = "", changes: dict[str, Any] | None = None, **how: Any) -> Page:
        """Open the set-up with ``script`` in the page and ``changes`` of the table's overview."""

        def prepare(page: Page) -> None:
            if changes is not None:
                page.route("**/api/owner?*", lambda route: route.fulfill(json=route.fetch().json() | changes))

        page = open_page(path="/owner", prepare=prepare, **how)
        if script:
            page.evaluate(f"() => {{ {script} }}")
        page.locator("#tab-setup").click()
        page.locator(".step-test").wait_for()
        return page

    return open_one


def test_parts_have_their_cure_and_browsers_without_web_nfc_their_way(set_up: Callable[..., Page]) -> None:
    lost = {"name": "oled", "label": "Display", "ok": False, "text": "oled: no answer", "mends": "restart"}
    works = {"name": "blue", "label": "Blue's gate", "ok": True, "text": "", "mends": ""}
    page = set_up(
        "delete Navigator.prototype.serial",
        {"devices": [each | {"gate": False, "counts": {}} for each in (lost, works)]},
    )
    expect(page.locator("[data-shown] .stickers")).to_contain_text(
        "A phone with Chrome on Android can also read stickers here."
    )
    expect(page.locator(".step-boards")).to_contain_text("This browser has no Web Serial.")
    rows = page.locator("[data-shown] .health tbody tr")
    expect(rows).to_have_text(["Displaydoes not workRestart", "Blue's gateworks"])
    expect(rows.nth(0).get_by_role("button", name="Restart Display")).to_be_enabled()
    expect(page.locator(".problems details")).to_contain_text("oled: no answer")


@soak.in_soak("a gate tested live on the owner's page")
def test_a_gate_s_meter_says_whether_it_reads_well(set_up: Callable[..., Page], table: real_table.RealTable) -> None:
    page = set_up()
    page.get_by_role("button", name="Test Blue's gate").click()
    meter = page.get_by_role("meter")
    nothing = "nothing is read. Is the piece near the antenna?"
    expect(meter).to_have_accessible_name(nothing)
    for on, said in ((True, "good, this gate reads well"), (False, nothing)):
        assert table.post("/api/table/fault", {"name": "unknown_tag", "place": "blue", "on": on}).status_code == 204
        expect(meter).to_have_accessible_name(said)


def test_a_phone_s_readings_teach_the_piece_that_is_due_between_games(set_up: Callable[..., Page]) -> None:
    stickers = {"doing": "teach", "due": ["t05"], "said": "", "missing": [], "ended": "", "taught": 38, "tiles": 39}
    changes = {"stickers": stickers, "playing": True}
    page = set_up(NFC, changes)
    expect(
        page.get_by_text("A game is in progress: stickers, boards and the test of the parts have to wait")
    ).to_be_visible()
    expect(page.get_by_role("button", name="Register with this phone")).to_be_disabled()
    changes["playing"] = False
    sent: list[str | None] = []
    page.on("request", lambda asked: sent.append(asked.post_data) if asked.url.endswith("/taught") else None)
    page.route("**/api/owner/stickers/taught", lambda route: route.fulfill(status=204))
    page.get_by_role("button", name="Register with this phone").click()
    expect(page.locator("[data-shown] .stickers")).to_contain_text("back to the piece that is asked for")
    with page.expect_response("**/api/owner/stickers/taught"):
        page.evaluate(
            "nfc.dispatchEvent(Object.assign(new Event('reading'), { serialNumber: '04:a1:b2:c3:d4:e5:f6' }))"
        )
    assert [json.loads(each or "") for each in sent] == [{"uid": "04:a1:b2:c3:d4:e5:f6"}]


@contextmanager
def web_serial_of(pico: PicoPort) -> Iterator[tuple[Any, Any]]:
    """Yield the functions of ``SERIAL``, at the host's end of a board."""
    with serial.Serial(pico.port, timeout=0.02) as line:
        yield lambda: list(line.read(4096)), lambda part: line.write(bytes(part))


@soak.in_soak("the same writing by `royaltable flash` in tests/cli/test_flash.py")
def test_a_board_gets_its_firmware_by_web_serial_and_says_the_old_one(
    set_up: Callable[..., Page], tmp_path: Path
) -> None:
    castle_rigs.needs("MicroPython")
    package = tmp_path / "castle_node"
    package.mkdir()
    (package / "__init__.py").write_text('FIRMWARE_VERSION = "0.0.9"\n', encoding="utf-8")
    (package / "obsolete.py").write_text("", encoding="utf-8")
    (tmp_path / "main.py").write_text("", encoding="utf-8")
    with PicoPort(tmp_path) as pico, web_serial_of(pico) as (read, write):
        page = set_up(SERIAL)
        page.expose_function("serialRead", read)
        page.expose_function("serialWrite", write)
        boards = page.locator(".step-boards")
        boards.get_by_role("button", name="Write firmware to a board here").click()
        expect(boards.get_by_role("status")).to_contain_text("is on the board", timeout=120_000)
        expect(boards).to_contain_text("Before it had firmware 0.0.9.")
    installed = {path.relative_to(tmp_path).as_posix(): path.read_bytes() for path in tmp_path.rglob("*.py")}
    sources = {f"castle_node/{path.name}": path.read_bytes() for path in (FOLDER / "castle_node").glob("*.py")}
    sources["main.py"] = sources.pop("castle_node/main.py")
    assert installed == sources


@pytest.mark.parametrize("language", soak.sample(LANGUAGES[::-1]))
def test_the_set_up_fits_any_screen(set_up: Callable[..., Page], language: str) -> None:
    page = set_up(NFC, language=language)
    page.locator("[data-shown] .health button").first.click()
    page.get_by_role("meter").wait_for()
    for size in SIZES.values():
        page.set_viewport_size(size)
        assert page.evaluate(WIDER_THAN_ITS_BOX) == []


def test_the_owner_is_led_through_the_test_of_each_part(open_page: OpenPage, tmp_path: Path) -> None:
    with real_table.running(tmp_path, log_stays_empty=False) as table:  # no game is played there
        page = open_page(table.url, path="/owner")
        page.locator("#tab-setup").click()
        card = page.locator(".step-test")
        card.get_by_role("button", name="Test the parts").click()
        expect(card.get_by_role("status")).to_contain_text("Press the knob", timeout=20_000)
        expect(card.get_by_role("status")).to_contain_text("1 of ")
        expect(page.get_by_role("banner")).to_contain_text("Press the knob")
        card.get_by_role("button", name="Stop the test").click()
        expect(card.get_by_role("button", name="Test the parts")).to_be_visible()
        page.goto("about:blank")
