"""The page as an app: a manifest with icons of one drawing, and a worker that keeps nothing but what everybody sees.

To renew the icons: `ROYALTABLE_RENEW=1 .venv/bin/pytest tests/web/test_installable.py`.
"""

import json
import os
import re

import pytest
from PIL import Image, ImageChops

from controller.games.contract.tools.drawing import Box, Drawing, Outline
from controller.service.page_routes import PAGES
from controller.show.painting.painter import painted
from controller.web.static_files import FILES, STATIC
from tests.web.home import Home

WORKER = (STATIC / "worker.js").read_text(encoding="utf-8")
MANIFEST = json.loads((STATIC / "manifest.json").read_text(encoding="utf-8"))
ICONS = {icon["src"]: icon for icon in MANIFEST["icons"]}


def icon_of(side: int, *, full: bool) -> Image.Image:
    """The drawing of icon.svg; ``full`` to the edges, for devices that cut icons into a shape of their own."""
    svg = (STATIC / "icon.svg").read_text(encoding="utf-8")
    (units,) = re.findall(r'viewBox="0 0 (\d+)', svg)
    (ground,) = re.findall(r'<rect[^>]* rx="7" fill="(#\w+)"', svg)
    ((fill, path),) = re.findall(r'<path fill="(#\w+)" d="([^"]+)"', svg)
    radius = 0.0 if full else 7 * side / float(units)
    box = Box(0, 0, side, side, ground, radius=radius)
    return painted(Drawing(side, side, (box, Outline(path, 0, 0, 24 * side / float(units), fill))), "en")


@pytest.mark.parametrize(("name", "side", "full"), [("icon-192.png", 192, False), ("icon-512.png", 512, True)])
def test_an_icon_is_made_of_the_one_drawing(name: str, side: int, full: bool) -> None:
    drawn = icon_of(side, full=full)
    if "ROYALTABLE_RENEW" in os.environ:
        drawn.quantize(64).save(STATIC / name, optimize=True)
    with Image.open(STATIC / name) as kept:
        assert kept.size == (side, side) == tuple(map(int, ICONS[name]["sizes"].split("x")))
        difference = ImageChops.difference(kept.convert("RGB"), drawn.quantize(64).convert("RGB"))
        assert difference.getbbox() is None, "see the module's text"


async def test_the_manifest_has_what_browsers_ask_for_to_install_a_page(home: Home) -> None:
    assert {"name", "short_name", "start_url", "display", "id"} <= MANIFEST.keys()
    assert {icon["sizes"] for icon in MANIFEST["icons"]} == {"any", "192x192", "512x512"}
    assert [name for name in ICONS if not (STATIC / name).is_file()] == []
    answer = await home.ask("GET", f"/static/{FILES.label}/manifest.json")
    assert answer.headers["content-type"] == "application/json"
    assert "manifest-src 'self'" in answer.headers["content-security-policy"]


async def test_the_worker_is_asked_for_anew_and_is_another_one_after_an_update(home: Home) -> None:
    answer = await home.ask("GET", "/worker.js")
    assert (answer.status_code, answer.headers["cache-control"]) == (200, "no-cache")
    assert answer.headers["content-type"].startswith("text/javascript")
    assert f'const LABEL = "/static/{FILES.label}/";' in answer.text
    assert "connect-src 'self'" in answer.headers["content-security-policy"]


async def test_the_policy_lets_one_script_through_and_the_page_has_no_other(home: Home) -> None:
    policy = (await home.ask("GET", "/")).headers["content-security-policy"]
    assert "require-trusted-types-for 'script'; trusted-types royaltable-worker" in policy
    scripts = [path.read_text(encoding="utf-8") for path in (STATIC / "js").rglob("*.js")]
    made = [found for script in scripts for found in re.findall(r"createPolicy\(.*", script)]
    assert made == ['createPolicy("royaltable-worker", { createScriptURL: () => WORKER }).createScriptURL(address);']


def test_whatever_the_worker_keeps_it_asks_for_as_nobody() -> None:
    assert re.findall(r"fetch\((?!request\))[^)]*\)", WORKER) == ['fetch(path, { credentials: "omit" })']
    assert len(re.findall(r"\.put\(", WORKER)) == 1
    assert "const answer = await asNobody(path);" in WORKER


def test_the_worker_knows_all_pages() -> None:
    assert f"const PAGES = {json.dumps(list(PAGES))};" in WORKER
