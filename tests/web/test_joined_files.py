"""What the page asks for once does what the files do that one reads."""

import json
import re
import zlib
from pathlib import Path

import pytest

from controller.web.static_files import (
    FILES,
    GZIP,
    HEAD,
    SHEET,
    STATIC,
    UnknownFormError,
    asked_for,
    joined_scripts,
    joined_styles,
    source_map_of,
)
from tests.web.test_static_files import SCRIPTS, name_of

MAIN = "js/main.js"

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


def test_each_script_is_a_function_of_those_it_asks_for_and_the_first_one_runs(folder: Path) -> None:
    assert joined_scripts([folder], "js/start.js", "it.map") == HEAD + (
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
def test_a_script_in_another_form_is_refused_by_its_name_and_line(folder: Path, line: str) -> None:
    (folder / "js" / "shared" / "two.js").write_text(f"// One.\n{line}\n", encoding="utf-8")
    with pytest.raises(UnknownFormError, match=re.escape("js/shared/two.js has " + repr(line.splitlines()[0]))):
        joined_scripts([folder], "js/start.js", "it.map")


def own(name: str) -> str:
    """Of the table's own page."""
    octets = FILES.joined(name)
    assert octets is not None
    return zlib.decompress(octets, GZIP).decode()


def test_a_script_may_stand_in_another_folder_and_one_that_nobody_asks_for_stays_out(
    folder: Path, tmp_path: Path
) -> None:
    below = tmp_path / "below"
    (below / "js" / "games" / "race").mkdir(parents=True)
    (below / "js" / "games" / "race" / "game.js").write_text("// A game.\n", encoding="utf-8")
    (folder / "js" / "four.js").write_text("// Nobody asks for it.\n", encoding="utf-8")
    line = "await import(`./games/${name}/game.js`);\n"
    (folder / "js" / "start.js").write_text(START + line, encoding="utf-8")
    assert asked_for([folder, below], "js/start.js") == {"js/start.js", "js/shared/two.js", "js/games/race/game.js"}


@pytest.mark.parametrize(
    "name", ["none.js", "index.html", "index", "index.js.map.map", "js/main.js", "../index.js", ""]
)
def test_only_a_pages_own_name_stands_for_all_its_files(name: str) -> None:
    assert FILES.joined(name) is None


def test_the_page_asks_for_one_script_and_one_sheet_and_they_are_all_there_are() -> None:
    assert re.findall(r'<script type="module" src="/static/\w+/(.+?)">', FILES.index()) == ["index.js"]
    assert re.findall(r'<link rel="stylesheet" href="/static/\w+/(.+?)">', FILES.index()) == ["index.css"]
    script = own("index.js")
    assert re.findall(r'^\$modules\["(.+)"\] =', script, re.M) == [
        name_of(file) for file in SCRIPTS if name_of(file) != MAIN
    ]
    assert re.findall(r"^(?:import|export)\b|\bimport\(", script, re.M) == []


def test_the_sheets_follow_each_other_as_the_page_names_them() -> None:
    sheets = SHEET.findall((STATIC / "index.html").read_text(encoding="utf-8"))
    assert (sheets[0], sheets[-1]) == ("css/style.css", "css/screens.css")
    texts = [(STATIC / sheet).read_text(encoding="utf-8") for sheet in sheets]
    assert own("index.css") == "".join(texts) == joined_styles([STATIC], sheets)
    assert re.findall(r"@import|@charset|url\((?!#)", "".join(texts)) == [], (
        "this would have to stand elsewhere in one sheet"
    )


def test_a_debugger_shows_every_line_in_the_file_where_it_is_written() -> None:
    lines = joined_scripts([STATIC], MAIN, "index.js.map").splitlines()
    seen = []
    for section in json.loads(source_map_of([STATIC], MAIN))["sections"]:
        (name,) = section["map"]["sources"]
        source = (STATIC / name).read_text(encoding="utf-8").splitlines()
        steps = section["map"]["mappings"].split(";")
        assert steps == ["AAAA", *["AACA"] * (len(source) - 1)]
        first = section["offset"]["line"]
        for written, runs in zip(source, lines[first : first + len(steps)], strict=True):
            assert written == runs or re.search(r"^(import|export)\b|import\(|import\.meta", written)
        seen.append(name)
    assert sorted(seen) == [name_of(file) for file in SCRIPTS]
