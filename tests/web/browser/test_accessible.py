"""axe-core finds no serious fault: `make test` looks at two faces, `make soak` at all, in both themes."""

from pathlib import Path
from typing import Any, Final, Literal

import pytest
from playwright.sync_api import Page, expect

from tests.support.real_table import RealTable
from tests.support.soak import in_soak, sample
from tests.web.browser.chromium import PHONE, TV, OpenPage

AXE = Path(__file__).parents[3] / "tools" / "axe" / "node_modules" / "axe-core" / "axe.min.js"


@pytest.fixture(scope="module")
def axe() -> str:
    if not AXE.exists():
        pytest.skip(f"no {AXE.name} here. Cure: sudo apt install npm, then tools/npm_packages")
    return AXE.read_text(encoding="utf-8")


LOOKED: Final = """async () => {
  const ends = (one) => one.effect.getComputedTiming().endTime !== Infinity;
  await Promise.allSettled(document.getAnimations().filter(ends).map((one) => one.finished));  // what fades in is pale
  const { passes, violations } = await axe.run({ resultTypes: ["violations"] });
  return { passes: passes.length, violations };
}"""
"""For rules that pass, axe reports one element instead of all."""


def faults(page: Page, axe: str) -> list[str]:
    """Return axe's serious and critical findings: rule, element, fault."""
    page.evaluate(axe)  # the page's policy forbids scripts from elsewhere; the debugger may
    found: dict[str, Any] = page.evaluate(LOOKED)
    assert found["passes"] > 10, "axe looked at nothing"
    return [
        f"{fault['id']} at {node['target']}: {node['any'][0]['message'] if node['any'] else fault['help']}"
        for fault in found["violations"]
        if fault["impact"] in {"serious", "critical"}
        for node in fault["nodes"]
    ]


PAPER = {"light": "rgb(244, 238, 226)", "dark": "rgb(23, 21, 15)"}
FACES = [(path, theme) for theme in ("light", "dark") for path in ("/", "/owner", "/spectator", "/referee")]


@pytest.mark.parametrize(("path", "theme"), sample(FACES, at_least=2))
def test_no_face_of_the_page_has_a_serious_fault(
    table: RealTable, open_page: OpenPage, axe: str, path: str, theme: Literal["light", "dark"]
) -> None:
    table.begin("taxes")
    table.rob_for_a_pasture()
    table.count()
    page = open_page(path=path, theme=theme)
    expect(page.locator(".castle, .owner .card").nth(1)).to_be_visible()
    expect(page.locator("html")).to_have_css("background-color", PAPER[theme])
    assert faults(page, axe) == []
    if path == "/owner":
        for tab in page.get_by_role("tab").all()[::-1]:  # the devices last
            tab.click()
            assert faults(page, axe) == []
        page.get_by_role("button", name="Test Blue's gate").click()
        expect(page.get_by_role("dialog")).to_contain_text("A game is in progress")
        assert faults(page, axe) == []


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_scene_over_the_board_has_none(
    table: RealTable, open_page: OpenPage, axe: str, theme: Literal["light", "dark"]
) -> None:
    assert table.post("/api/owner/house", {"scenes": "knob"}).status_code == 204
    try:
        table.begin("taxes")
        table.rob_for_a_pasture()
        table.count()
        for size in (TV, PHONE):
            page = open_page(theme=theme, size=size)
            expect(page.locator(".scene")).to_be_visible()
            assert faults(page, axe) == []
    finally:
        table.take_time()


@in_soak("the faces themselves")
def test_neither_the_first_round_nor_the_form_for_a_game_has_one(
    table: RealTable, open_page: OpenPage, axe: str
) -> None:
    table.begin("sentiment")
    page = open_page(led_through="tumult_royale blue", size=PHONE)
    expect(page.locator(".tour")).to_be_visible()
    assert faults(page, axe) == []
    page.get_by_role("button", name="New game").first.click()
    expect(page.get_by_role("dialog")).to_be_visible()
    assert faults(page, axe) == []


@in_soak("the faces themselves")
def test_setting_a_game_up_and_entering_by_hand_have_none(table: RealTable, open_page: OpenPage, axe: str) -> None:
    table.begin("coronation")
    page = open_page(path="/referee")
    page.get_by_text("Enter a piece by hand").click()
    page.get_by_text("Correct by hand").click()
    expect(page.locator(".entry form")).to_have_count(2)
    assert faults(page, axe) == []
    page.get_by_role("button", name="New game").first.click()
    page.get_by_text("as people dealt them").click()
    page.get_by_text("As they lie").click()
    page.get_by_text("As they were dealt").click()
    assert faults(page, axe) == []
    page.get_by_text("Tudor", exact=True).click()
    page.get_by_text("As they lie").click()
    expect(page.locator(".lay .space")).to_have_count(36)
    assert faults(page, axe) == []
