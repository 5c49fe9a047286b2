"""The components of the design, side by side on `design/page.js`, look like the pictures kept beside it.

To renew the pictures: `ROYALTABLE_RENEW=1 .venv/bin/pytest tests/web/browser/test_design.py`, then look at them.
"""

import os
from base64 import b64encode
from functools import reduce
from importlib import resources
from io import BytesIO
from pathlib import Path
from typing import Final, Literal

import pytest
from PIL import Image, ImageChops, ImageFilter
from playwright.sync_api import Page, Route, ViewportSize, expect

from controller.texts.translation import LANGUAGES
from controller.web.static_files import STATIC
from tests.support.soak import SOAK, sample
from tests.web.browser.chromium import DRAWN, OUTSIDE, PHONE, WIDER_THAN_ITS_BOX, OpenPage
from tests.web.browser.test_accessible import axe, faults

__all__ = ["axe"]  # a fixture

PICTURES: Final = Path(__file__).parent / "design"
SIZE: Final = ViewportSize(width=1160, height=800)
MAX_BYTES: Final = 40_000

TILES: Final = STATIC / "css" / "games" / "tumult_royale.png"
TILES_SIZE: Final = ViewportSize(width=9 * 128, height=128)
MAX_TILES_BYTES: Final = 6_000

NEAR_PX: Final = 1
LEVELS: Final = 12
MAX_OFF_PX: Final = 50
"""A fifth of a swatch; another version of the browser may draw a few corners differently."""

STEADY: Final = """async (fonts) => {
  for (const [weight, text] of fonts) {
    const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
    document.fonts.add(await new FontFace("Kept", bytes, { weight }).load());
  }
  for (const name of ["--sans", "--serif"]) document.documentElement.style.setProperty(name, "Kept");
  window.setTimeout = () => 0;  // a toast stays
}"""


def with_every_component(page: Page) -> None:
    """Draw every component of the design in place of the table."""
    page.route("**/js/main.js", lambda route: route.fulfill(path=PICTURES / "page.js", content_type="text/javascript"))


def draw_with_own_fonts(page: Page) -> None:
    """Draw all text in the display's fonts, because those of the machine may be others."""
    fonts = resources.files("hw.oled") / "fonts"
    files = {"400": "DejaVuSansCondensed.ttf", "500 900": "DejaVuSansCondensed-Bold.ttf"}
    page.evaluate(STEADY, [[weight, b64encode((fonts / name).read_bytes()).decode()] for weight, name in files.items()])
    page.evaluate(DRAWN)


def picture_of(page: Page) -> Image.Image:
    """Return the page with its dialog and its toast below it, at half its size."""
    shots = [page.screenshot(full_page=True)]
    page.get_by_role("button", name="Dialog").click()
    shots.append(page.get_by_role("dialog").screenshot())
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Toast").click()
    shots.append(page.get_by_role("alert").filter(visible=True).last.screenshot())
    parts = [Image.open(BytesIO(shot)).convert("RGB") for shot in shots]
    picture = Image.new("RGB", (SIZE["width"], sum(part.height for part in parts)))
    for at, part in enumerate(parts):
        picture.paste(part, (0, sum(above.height for above in parts[:at])))
    return picture.reduce(2)


def beyond(one: Image.Image, other: Image.Image) -> Image.Image:
    """Return how far each pixel is outside of the range of colours that the other picture has near it."""
    side = 2 * NEAR_PX + 1
    low, high = other.filter(ImageFilter.MinFilter(side)), other.filter(ImageFilter.MaxFilter(side))
    return ImageChops.lighter(ImageChops.subtract(low, one), ImageChops.subtract(one, high))


def count_different(kept: Image.Image, shown: Image.Image) -> int:
    bands = [*beyond(kept, shown).split(), *beyond(shown, kept).split()]
    return sum(reduce(ImageChops.lighter, bands).histogram()[LEVELS + 1 :])


@pytest.mark.parametrize("theme", ["light", "dark"] if SOAK or "ROYALTABLE_RENEW" in os.environ else ["light"])
def test_every_component_looks_like_its_kept_picture(
    open_page: OpenPage, tmp_path: Path, theme: Literal["light", "dark"]
) -> None:
    page = open_page(size=SIZE, theme=theme, prepare=with_every_component)
    draw_with_own_fonts(page)
    shown = picture_of(page)
    file = PICTURES / f"{theme}.webp"
    if "ROYALTABLE_RENEW" in os.environ:
        shown.save(file, lossless=True, quality=100, method=6)
    shown.save(tmp_path / file.name, lossless=True)
    assert file.stat().st_size <= MAX_BYTES
    with Image.open(file) as kept:
        assert kept.size == shown.size, f"see the module's text and {tmp_path / file.name}"
        different = count_different(kept.convert("RGB"), shown)
    assert different <= MAX_OFF_PX, f"see the module's text and {tmp_path / file.name}"


def test_tiles_are_painted_as_they_are_drawn(open_page: OpenPage) -> None:
    page = open_page(size=TILES_SIZE)
    page.goto(f"{page.url}static/any/css/games/tumult_royale.svg")
    drawn = Image.open(BytesIO(page.screenshot(omit_background=True))).convert("RGBA")
    if "ROYALTABLE_RENEW" in os.environ:
        drawn.quantize(256, Image.Quantize.FASTOCTREE).save(TILES, optimize=True)
    assert TILES.stat().st_size <= MAX_TILES_BYTES
    with Image.open(TILES) as kept:
        different = count_different(on_white(kept), on_white(drawn))
    assert different <= MAX_OFF_PX


def on_white(picture: Image.Image) -> Image.Image:
    return Image.alpha_composite(Image.new("RGBA", picture.size, "white"), picture.convert("RGBA")).convert("RGB")


def test_no_component_has_a_serious_fault(open_page: OpenPage, axe: str) -> None:
    page = open_page(prepare=with_every_component)
    for theme in sample(["Dark", "Light"]):
        page.get_by_role("group", name="Light or dark").get_by_text(theme.lower(), exact=True).click()
        assert page.evaluate("document.documentElement.style.colorScheme") == theme.lower()
        assert faults(page, axe) == []


def test_every_component_fits_a_phone_in_every_language(open_page: OpenPage) -> None:
    page = open_page(size=PHONE, prepare=with_every_component)
    for language in LANGUAGES:
        page.locator("select[name=language]").select_option(language)
        expect(page.locator("html")).to_have_attribute("lang", language)
        assert page.evaluate(OUTSIDE) == []
        assert page.evaluate(WIDER_THAN_ITS_BOX) == []


def test_a_skeleton_moves_only_where_motion_is_not_reduced(open_page: OpenPage) -> None:
    page = open_page(prepare=with_every_component)
    moving = "document.getAnimations().map((motion) => motion.animationName)"
    assert page.evaluate(moving) == []
    page.emulate_media(reduced_motion="no-preference")
    assert page.evaluate(moving) == ["breathe"] * 3


def test_a_page_that_waits_for_an_answer_says_so(open_page: OpenPage) -> None:
    held: list[Route] = []
    page = open_page(
        path="/replay#1/1",
        prepare=lambda page: page.route("**/api/replay/**", lambda route: held.append(route)),  # noqa: PLW0108
    )
    expect(page.get_by_role("status").filter(has_text="Loading")).to_be_visible()
    held[0].continue_()
    expect(page.locator(".skeleton")).to_be_hidden()
