"""The page's files as they are served: nothing from outside or inline, joined in one, kept by a browser as an app.

To renew the icons: `ROYALTABLE_RENEW=1 .venv/bin/pytest tests/web/test_static_files.py`.
"""

import json
import os
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from PIL import Image, ImageChops

from controller.games import installed
from controller.games.contract.tools.drawing import Box, Drawing, Outline
from controller.games.tumult_royale.box.words import KINDS
from controller.service.page_routes import PAGES
from controller.service.wifi_page import SCRIPT as WIFI_SCRIPT
from controller.show.painting.painter import paint_drawing
from controller.texts import translation
from controller.texts.translation import LANGUAGES
from controller.web.static_files import PAGE_FILES, STATIC, find_transitive_imports
from hub import texts
from tests.support.page_of_table import TablePage
from tools import page_library

ROOMS = Path(texts.__file__).parents[1] / "page" / "static"

for game in installed.bundled_game_names():
    installed.make_game(game)  # which brings its sentences

LIBRARY = STATIC / "js" / "lib" / "preact.js"
SCRIPTS = sorted({*(STATIC / "js").rglob("*.js")} - {LIBRARY})
ROOMS_SCRIPTS = sorted(ROOMS.rglob("*.js"))
STYLES = sorted((STATIC / "css").rglob("*.css"))
ADDRESS_OUTSIDE = re.compile(r"(?:https?:)?//[\w-]+\.[\w.-]+")
SVG_NAMESPACE = "http://www.w3.org/2000/svg"


RELATIVE = re.compile(r'"(\.{1,2}/[^"]+\.(?:js|css))"')


def loaded_by(script: Path) -> set[Path]:
    """Return the scripts and styles that a file refers to."""
    named = {(script.parent / path).resolve() for path in RELATIVE.findall(script.read_text("utf-8"))}
    shared = {STATIC / file.relative_to(ROOMS) for file in named if file.is_relative_to(ROOMS) and not file.is_file()}
    return {file for file in named if file.is_file()} | shared if shared else named


def name_of(file: Path) -> str:
    """Return a file's path below the static folder."""
    return file.relative_to(STATIC if file.is_relative_to(STATIC) else ROOMS).as_posix()


class Tags(HTMLParser):
    """Collects start tags with their attributes, and the text in scripts and styles."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))


INDEX = Tags((STATIC / "index.html").read_text(encoding="utf-8")).found


@pytest.mark.parametrize("file", sorted({*STATIC.rglob("*.*")} - {*LIBRARY.parent.glob("preact.*")}), ids=name_of)
def test_no_file_names_an_address_outside(file: Path) -> None:
    text = file.read_text(encoding="utf-8", errors="replace").replace(SVG_NAMESPACE, "")
    assert ADDRESS_OUTSIDE.findall(text) == []


def test_the_page_holds_no_inline_code_and_no_inline_style() -> None:
    for tag, attributes in INDEX:
        assert tag != "style"
        assert not [name for name in attributes if name == "style" or name.startswith("on")], (tag, attributes)
        if tag == "script":
            assert attributes["src"]


def loaded_by_the_page() -> list[Path]:
    """Return the scripts and styles that the page refers to."""
    paths = [attributes.get("src") or attributes.get("href") for tag, attributes in INDEX if tag in {"script", "link"}]
    return [STATIC / path.removeprefix("/static/") for path in paths if path]


def test_everything_the_page_loads_is_there() -> None:
    by_the_folder = GAMES.glob("*/game.js")  # which the table names
    loaded = set(loaded_by_the_page()).union(by_the_folder, *map(loaded_by, SCRIPTS))
    assert [path for path in loaded if not path.is_file()] == []


def test_every_style_and_script_is_used() -> None:
    by_the_folder = GAMES.glob("*/game.js")  # which the table names
    loaded = {STATIC / WIFI_SCRIPT}.union(
        loaded_by_the_page(), by_the_folder, *map(loaded_by, [*SCRIPTS, *ROOMS_SCRIPTS])
    )
    assert [name_of(file) for file in [*SCRIPTS, *STYLES] if file not in loaded] == []


GAMES = STATIC / "js" / "games"
WORDS_OF_THE_GAME = re.compile(
    r"TR-|phase|\bking\b|statue|supporter|commodit|demand|bread|marble|tools|countr|regions|pasture|tumult|chronicle|mercy"
    r"|place_first|set_aside|collect|\brob\b|confirm|\bbuild\b(?!\()|reveal",
)


def test_scripts_outside_of_the_games_get_at_them_by_one_module_only() -> None:
    asked = {(name_of(script), path) for script in SCRIPTS if GAMES not in script.parents for path in loaded_by(script)}
    games = {(script, path) for script, path in asked if GAMES in path.parents}
    assert games == {(script, GAMES / "games.js") for script in ("js/main.js", "js/replay.js", "js/begin/new_game.js")}


def test_scripts_outside_of_the_games_know_none_of_a_games_words() -> None:
    scripts = [script for script in SCRIPTS if GAMES not in script.parents]
    found = [
        (name_of(script), word) for script in scripts for word in WORDS_OF_THE_GAME.findall(script.read_text("utf-8"))
    ]
    assert found == []


def test_no_folder_shows_more_than_twenty_names() -> None:
    rooms = [STATIC, *(folder for folder in STATIC.rglob("*") if folder.is_dir())]
    assert [room for room in rooms if len(list(room.iterdir())) > 20] == []


@pytest.mark.parametrize("script", SCRIPTS + ROOMS_SCRIPTS, ids=name_of)
def test_every_script_begins_with_its_one_idea_and_stays_short(script: Path) -> None:
    lines = script.read_text("utf-8").splitlines()
    assert lines[0].startswith("// ")
    assert len(lines) < 300


@pytest.mark.parametrize("script", SCRIPTS + ROOMS_SCRIPTS, ids=name_of)
def test_scripts_build_elements_and_never_parse_markup(script: Path) -> None:
    assert re.findall(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(", script.read_text("utf-8")) == []


def said_in(text: str) -> set[str]:
    """Return the literal text ids of a script."""
    return set(re.findall(r'\bsay\("([^"]+)"', text))


@pytest.mark.parametrize("script", SCRIPTS + ROOMS_SCRIPTS, ids=name_of)
def test_every_sentence_that_is_said_is_in_the_texts(script: Path) -> None:
    assert said_in(script.read_text("utf-8")) - translation.page_texts("en").keys() == set()


COLORS = set(re.findall('id="cloth-([a-z]+)"', (STATIC / "symbols.svg").read_text("utf-8")))
"""Text ids of castles and of players' pieces, which come from the table."""
BY_THE_SERVER = {*KINDS, "error-missing", "error-failed", "error-below-a-path", "standby"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_of_the_texts_is_said_somewhere(language: str) -> None:
    text = "".join(script.read_text("utf-8") for script in SCRIPTS + ROOMS_SCRIPTS)
    quoted = set(re.findall(r'["`]([\w -]+)', text))
    families = tuple(set(re.findall(r"`([\w-]+-)\$\{", text)))
    said = (
        quoted | COLORS | BY_THE_SERVER | {f"wifi-failed-{why}" for why in ("password", "address", "missing", "other")}
    )
    assert [key for key in translation.page_texts(language) if key not in said and not key.startswith(families)] == []


def test_imports_of_all_folders_are_found_importers_first(tmp_path: Path) -> None:
    files = {
        "own/js/start.js": 'import { a } from "./two.js";\nawait import("./later.js");\n',
        "own/js/two.js": 'import { b } from "./lib/three.js";\nexport { c } from "./start.js";\n',
        "shared/js/lib/three.js": "export const b = 1;\n",
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    folders = [tmp_path / "own", tmp_path / "shared"]
    assert find_transitive_imports(folders, "js/start.js") == ["js/two.js", "js/lib/three.js"]


def test_a_browser_may_fetch_all_imports_of_the_page_at_once() -> None:
    preloaded = re.findall(r'<link rel="modulepreload" href="/static/\w+/(.+?)">', PAGE_FILES.render_page())
    assert "js/lib/texts.js" in preloaded
    assert [path for path in preloaded if not (STATIC / path).is_file()] == []


def test_the_view_library_is_the_one_that_set_up_fetches() -> None:
    assert page_library.is_there(page_library.FOLDER)
    assert page_library.FOLDER == STATIC / "js" / "lib"


def test_a_library_with_another_hash_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="this is not what was pinned"):
        page_library.unpack(b"another tarball", tmp_path)
    assert list(tmp_path.iterdir()) == []


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
    return paint_drawing(Drawing(side, side, (box, Outline(path, 0, 0, 24 * side / float(units), fill))), "en")


@pytest.mark.parametrize(("name", "side", "full"), [("icon-192.png", 192, False), ("icon-512.png", 512, True)])
def test_an_icon_is_made_of_the_one_drawing(name: str, side: int, full: bool) -> None:
    drawn = icon_of(side, full=full)
    if "ROYALTABLE_RENEW" in os.environ:
        drawn.quantize(64).save(STATIC / name, optimize=True)
    with Image.open(STATIC / name) as kept:
        assert kept.size == (side, side) == tuple(map(int, ICONS[name]["sizes"].split("x")))
        difference = ImageChops.difference(kept.convert("RGB"), drawn.quantize(64).convert("RGB"))
        assert difference.getbbox() is None, "see the module's text"


async def test_the_manifest_has_what_browsers_ask_for_to_install_a_page(table_page: TablePage) -> None:
    assert {"name", "short_name", "start_url", "display", "id"} <= MANIFEST.keys()
    assert {icon["sizes"] for icon in MANIFEST["icons"]} == {"any", "192x192", "512x512"}
    assert [name for name in ICONS if not (STATIC / name).is_file()] == []
    answer = await table_page.ask("GET", f"/static/{PAGE_FILES.content_version}/manifest.json")
    assert answer.headers["content-type"] == "application/json"
    assert "manifest-src 'self'" in answer.headers["content-security-policy"]


async def test_the_service_worker_is_not_cached_and_changes_with_an_update(table_page: TablePage) -> None:
    answer = await table_page.ask("GET", "/worker.js")
    assert (answer.status_code, answer.headers["cache-control"]) == (200, "no-cache")
    assert answer.headers["content-type"].startswith("text/javascript")
    assert f'const LABEL = "/static/{PAGE_FILES.content_version}/";' in answer.text
    assert "connect-src 'self'" in answer.headers["content-security-policy"]


async def test_the_policy_lets_one_script_through_and_the_page_has_no_other(table_page: TablePage) -> None:
    policy = (await table_page.ask("GET", "/")).headers["content-security-policy"]
    assert "require-trusted-types-for 'script'; trusted-types royaltable-worker" in policy
    scripts = [path.read_text(encoding="utf-8") for path in (STATIC / "js").rglob("*.js")]
    made = [found for script in scripts for found in re.findall(r"createPolicy\(.*", script)]
    assert made == ['createPolicy("royaltable-worker", { createScriptURL: () => WORKER });']


def test_the_service_worker_requests_what_it_caches_without_cookies() -> None:
    assert re.findall(r"fetch\((?!request\))[^)]*\)", WORKER) == ['fetch(path, { credentials: "omit" })']
    assert len(re.findall(r"\.put\(", WORKER)) == 1
    assert "const answer = await fetch(path," in WORKER


def test_the_worker_knows_all_pages() -> None:
    assert f"const PAGES = {json.dumps(list(PAGES))};" in WORKER
