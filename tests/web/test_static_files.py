"""The page's files as they are served: nothing from outside or inline, joined in one, kept by a browser as an app.

To renew the icons: `ROYALTABLE_RENEW=1 .venv/bin/pytest tests/web/test_static_files.py`.
"""

import json
import os
import re
import zlib
from html.parser import HTMLParser
from pathlib import Path

import pytest
from PIL import Image, ImageChops

from controller.games import installed
from controller.games.contract.tools.drawing import Box, Drawing, Outline
from controller.service.page_routes import PAGES
from controller.show.painting.painter import paint
from controller.texts import translation
from controller.texts.translation import LANGUAGES
from controller.web.static_files import (
    BUNDLE_PRELUDE,
    FILES,
    GZIP,
    STATIC,
    STYLESHEET,
    UnsupportedSyntaxError,
    bundle_scripts,
    bundle_source_map,
    bundle_styles,
    find_imports,
)
from hub import texts
from tests.web.page_of_table import TablePage

ROOMS = Path(texts.__file__).parents[1] / "page" / "static"

for game in installed.ours():
    installed.game(game)  # which brings its sentences

SCRIPTS = sorted((STATIC / "js").rglob("*.js"))
ROOMS_SCRIPTS = sorted(ROOMS.rglob("*.js"))
STYLES = sorted((STATIC / "css").rglob("*.css"))
ADDRESS_OUTSIDE = re.compile(r"(?:https?:)?//[\w-]+\.[\w.-]+")
SVG_NAMESPACE = "http://www.w3.org/2000/svg"


RELATIVE = re.compile(r'"(\.{1,2}/[^"]+\.(?:js|css))"')


def loaded_by(script: Path) -> set[Path]:
    """Return the scripts and styles that a file refers to."""
    return {(script.parent / path).resolve() for path in RELATIVE.findall(script.read_text("utf-8"))}


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


@pytest.mark.parametrize("file", sorted(STATIC.rglob("*.*")), ids=name_of)
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
    loaded = set(loaded_by_the_page()).union(by_the_folder, *map(loaded_by, SCRIPTS))
    assert [name_of(file) for file in [*SCRIPTS, *STYLES] if file not in loaded] == []


GAMES = STATIC / "js" / "games"
WORDS_OF_THE_GAME = re.compile(
    r"TR-|phase|\bking\b|statue|supporter|commodit|demand|bread|marble|tools|countr|regions|pasture|tumult|chronicle|mercy"
    r"|place_first|set_aside|collect|\brob\b|confirm|\bbuild\b(?!\()|reveal",
)


def test_scripts_outside_of_the_games_get_at_them_by_one_module_only() -> None:
    asked = {(name_of(script), path) for script in SCRIPTS if GAMES not in script.parents for path in loaded_by(script)}
    games = {(script, path) for script, path in asked if GAMES in path.parents}
    assert games == {(script, GAMES / "games.js") for script in ("js/main.js", "js/begin/new_game.js")}


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


CASTLES = {"blue", "yellow", "purple", "grey"}
"""Text ids whose names come from the table."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_of_the_texts_is_said_somewhere(language: str) -> None:
    text = "".join(script.read_text("utf-8") for script in SCRIPTS + ROOMS_SCRIPTS)
    quoted = set(re.findall(r'["`]([\w -]+)', text))
    families = tuple(set(re.findall(r"`([\w-]+-)\$\{", text)))
    said = quoted | CASTLES
    assert [key for key in translation.page_texts(language) if key not in said and not key.startswith(families)] == []


MAIN_SCRIPT = "js/main.js"

START = """\
// The start.
import { a, b as c } from "./shared/two.js";
const here = import.meta.url;
await (await import("./shared/two.js")).d(a, c, here);
"""
TWO = """\
// The other.
export { e } from "./three.js";
export const a = 1;
export async function b() {}
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "js" / "shared").mkdir(parents=True)
    (tmp_path / "js" / "start.js").write_text(START, encoding="utf-8")
    (tmp_path / "js" / "shared" / "two.js").write_text(TWO, encoding="utf-8")
    return tmp_path


def test_each_script_becomes_a_function_and_the_entry_runs(folder: Path) -> None:
    assert bundle_scripts([folder], "js/start.js", "it.map") == BUNDLE_PRELUDE + (
        '$modules["js/shared/two.js"] = ($use, $load, $url) => {\n'
        "// The other.\n"
        'const { e } = $use("./three.js");\n'
        "const a = 1;\n"
        "async function b() {}\n"
        "return { e, a, b };\n"
        "};\n"
        'const [$use, $load, $url] = $from("js/start.js");\n'
        "// The start.\n"
        'const { a, b: c } = $use("./shared/two.js");\n'
        "const here = $url.href;\n"
        'await (await $load("./shared/two.js")).d(a, c, here);\n'
        "//# sourceMappingURL=it.map\n"
    )


@pytest.mark.parametrize(
    "line",
    [
        'import * as all from "./two.js";',
        'import "./two.js";',
        'import { a } from "./two.js"',
        "import {\n  a,\n} from './two.js';",
        "export default 3;",
        "export let a = 1;",
        "export class A {}",
        "export { a };",
        'export { a as b } from "./three.js";',
    ],
)
def test_unsupported_module_syntax_is_refused_with_file_and_line(folder: Path, line: str) -> None:
    (folder / "js" / "shared" / "two.js").write_text(f"// One.\n{line}\n", encoding="utf-8")
    with pytest.raises(UnsupportedSyntaxError, match=re.escape("js/shared/two.js has " + repr(line.splitlines()[0]))):
        bundle_scripts([folder], "js/start.js", "it.map")


def own(name: str) -> str:
    octets = FILES.bundle(name)
    assert octets is not None
    return zlib.decompress(octets, GZIP).decode()


def test_scripts_of_all_folders_are_bundled_if_they_are_imported(folder: Path, tmp_path: Path) -> None:
    below = tmp_path / "below"
    (below / "js" / "games" / "race").mkdir(parents=True)
    (below / "js" / "games" / "race" / "game.js").write_text("// A game.\n", encoding="utf-8")
    (folder / "js" / "four.js").write_text("// Nobody asks for it.\n", encoding="utf-8")
    line = "await import(`./games/${name}/game.js`);\n"
    (folder / "js" / "start.js").write_text(START + line, encoding="utf-8")
    assert find_imports([folder, below], "js/start.js") == {"js/start.js", "js/shared/two.js", "js/games/race/game.js"}


@pytest.mark.parametrize(
    "name", ["none.js", "index.html", "index", "index.js.map.map", "js/main.js", "../index.js", ""]
)
def test_only_a_pages_own_name_stands_for_all_its_files(name: str) -> None:
    assert FILES.bundle(name) is None


def test_the_page_loads_one_script_and_one_style_sheet() -> None:
    assert re.findall(r'<script type="module" src="/static/\w+/(.+?)">', FILES.index()) == ["index.js"]
    assert re.findall(r'<link rel="stylesheet" href="/static/\w+/(.+?)">', FILES.index()) == ["index.css"]
    script = own("index.js")
    assert re.findall(r'^\$modules\["(.+)"\] =', script, re.M) == [
        name_of(file) for file in SCRIPTS if name_of(file) != MAIN_SCRIPT
    ]
    assert re.findall(r"^(?:import|export)\b|\bimport\(", script, re.M) == []


def test_the_sheets_follow_each_other_as_the_page_names_them() -> None:
    sheets = STYLESHEET.findall((STATIC / "index.html").read_text(encoding="utf-8"))
    assert (sheets[0], sheets[-1]) == ("css/style.css", "css/screens.css")
    texts = [(STATIC / sheet).read_text(encoding="utf-8") for sheet in sheets]
    assert own("index.css") == "".join(texts) == bundle_styles([STATIC], sheets)
    assert re.findall(r"@import|@charset|url\((?!#)", "".join(texts)) == [], (
        "this would have to stand elsewhere in one sheet"
    )


def test_the_source_map_maps_every_line_to_its_file() -> None:
    lines = bundle_scripts([STATIC], MAIN_SCRIPT, "index.js.map").splitlines()
    seen = []
    for section in json.loads(bundle_source_map([STATIC], MAIN_SCRIPT))["sections"]:
        (name,) = section["map"]["sources"]
        source = (STATIC / name).read_text(encoding="utf-8").splitlines()
        steps = section["map"]["mappings"].split(";")
        assert steps == ["AAAA", *["AACA"] * (len(source) - 1)]
        first = section["offset"]["line"]
        for written, runs in zip(source, lines[first : first + len(steps)], strict=True):
            assert written == runs or re.search(r"^(import|export)\b|import\(|import\.meta", written)
        seen.append(name)
    assert sorted(seen) == [name_of(file) for file in SCRIPTS]


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
    return paint(Drawing(side, side, (box, Outline(path, 0, 0, 24 * side / float(units), fill))), "en")


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
    answer = await table_page.ask("GET", f"/static/{FILES.version}/manifest.json")
    assert answer.headers["content-type"] == "application/json"
    assert "manifest-src 'self'" in answer.headers["content-security-policy"]


async def test_the_service_worker_is_not_cached_and_changes_with_an_update(table_page: TablePage) -> None:
    answer = await table_page.ask("GET", "/worker.js")
    assert (answer.status_code, answer.headers["cache-control"]) == (200, "no-cache")
    assert answer.headers["content-type"].startswith("text/javascript")
    assert f'const LABEL = "/static/{FILES.version}/";' in answer.text
    assert "connect-src 'self'" in answer.headers["content-security-policy"]


async def test_the_policy_lets_one_script_through_and_the_page_has_no_other(table_page: TablePage) -> None:
    policy = (await table_page.ask("GET", "/")).headers["content-security-policy"]
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
