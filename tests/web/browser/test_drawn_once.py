"""Unchanged elements are not drawn again: a blinking lamp repaints the lamp only."""

import json
from typing import Final

import pytest
from playwright.sync_api import Browser, expect

from tests.support.real_table import RealTable
from tests.support.soak import in_soak, sample
from tests.web.browser.chromium import OpenPage

KEPT: Final = """() => {
  const Stream = EventSource;
  window.EventSource = class extends Stream {
    constructor(...where) {
      super(...where);
      window.stream = this;
      window.told = {};
      for (const name of ["view", "table", "seat"]) this.addEventListener(name, ({ data }) => window.told[name] = data);
    }
  };
  const ask = fetch;
  window.asking = 0;
  window.fetch = async (...what) => {
    window.asking += 1;
    const answer = await ask(...what);
    await answer.clone().arrayBuffer();
    window.asking -= 1;
    return answer;
  };
}"""
"""Record the stream's first events to repeat them, and count open requests."""

TOLD_AGAIN: Final = """async () => {
  const frames = async (number) => { while (number--) await new Promise(requestAnimationFrame); };
  const again = async () => {
    for (const [name, data] of Object.entries(told)) stream.dispatchEvent(new MessageEvent(name, { data }));
    do await frames(3); while (asking > 0);
  };
  const drawn = [];
  // The view library writes an option's value whenever it draws it.
  const seen = ({ target, attributeName: name, oldValue }) =>
    name === null ? target.outerHTML ?? target.parentElement.outerHTML
      : target.getAttribute(name) === oldValue || target.tagName === "OPTION" ? null : `${name} of ${target.outerHTML}`;
  while (!window.told?.view) await frames(1);
  stream.close();
  await again(); // changes may have come after it
  // What makes a page installable comes into its head after a while, whatever it is told.
  const installs = ({ addedNodes }) => [...addedNodes].some(({ rel }) => rel === "manifest");
  new MutationObserver((changes) => drawn.push(...changes.filter((change) => !installs(change)).map(seen)))
    .observe(document, { subtree: true, childList: true, characterData: true, attributeOldValue: true });
  await again();
  return drawn.filter(Boolean);
}"""


def drawn_again(open_page: OpenPage, path: str) -> list[str]:
    """Return what a page draws when events repeat."""
    page = open_page(path=path)
    page.evaluate(KEPT)
    page.locator(".prefs summary").click()
    page.locator("select[name=language]").select_option("de")  # a stream of its own
    drawn: list[str] = page.evaluate(TOLD_AGAIN)
    return drawn


@pytest.mark.parametrize("path", sample(["/", "/spectator", "/referee"]))
def test_a_page_that_is_told_what_it_knows_draws_nothing(table: RealTable, open_page: OpenPage, path: str) -> None:
    table.begin("taxes")
    table.rob_for_a_pasture()
    table.count()
    assert drawn_again(open_page, path) == []


@in_soak("the page of Tumult Royale")
@pytest.mark.parametrize("path", ["/", "/spectator", "/referee"])
def test_neither_does_one_of_tudor(table: RealTable, open_page: OpenPage, path: str) -> None:
    assert table.post("/api/game", {"game": "tudor", "castles": ["blue", "yellow", "purple"]}).status_code == 204
    assert drawn_again(open_page, path) == []
    assert table.post("/api/game", {"game": "tumult_royale", "castles": ["blue", "yellow"]}).status_code == 204


BLINKS: Final = 10
BLINK: Final = """async (times) => {
  const lamp = document.querySelector("[data-acting] .lamps i");
  const frames = async (number) => { while (number--) await new Promise(requestAnimationFrame); };
  await frames(5);
  performance.mark("blinks");
  for (let time = 0; time < times; time += 1) {
    lamp.classList.toggle("lit");
    await frames(2);
  }
}"""


def test_a_lamp_that_blinks_paints_its_lamp_and_not_its_castle(
    browser: Browser, table: RealTable, open_page: OpenPage
) -> None:
    table.begin("taxes")
    table.rob_for_a_pasture()
    table.count()
    page = open_page()
    expect(page.locator(".castle[data-acting] .lamps")).to_be_visible()
    expect(page.locator(".oled img")).to_have_js_property("naturalWidth", 128)
    page.evaluate(BLINK, BLINKS)  # meanwhile all else is painted
    browser.start_tracing(page=page, categories=["blink.user_timing", "cc", "disabled-by-default-devtools.timeline"])
    page.evaluate(BLINK, BLINKS)
    events = json.loads(browser.stop_tracing())["traceEvents"]
    begun = next(event["ts"] for event in events if event["name"] == "blinks")
    squares = [event for event in events if event["name"] == "RasterTask" and event["ts"] > begun]
    assert 0 < len(squares) <= 3 * BLINKS
