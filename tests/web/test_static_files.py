"""The page's files as they are served: nothing from outside, nothing inline, no sentence missing."""

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from controller.games import installed
from controller.texts import speaking
from controller.texts.speaking import LANGUAGES
from controller.web.static_files import STATIC
from hub import texts

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
    """The scripts and styles that one asks for."""
    return {(script.parent / path).resolve() for path in RELATIVE.findall(script.read_text("utf-8"))}


def name_of(file: Path) -> str:
    """A file as it is named below the static folder."""
    return file.relative_to(STATIC if file.is_relative_to(STATIC) else ROOMS).as_posix()


class Tags(HTMLParser):
    """All start tags with their attributes, and the text in scripts and styles."""

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
    """The scripts and styles that the page itself names."""
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
    """Keys that a script says as they stand."""
    return set(re.findall(r'\bsay\("([^"]+)"', text))


@pytest.mark.parametrize("script", SCRIPTS + ROOMS_SCRIPTS, ids=name_of)
def test_every_sentence_that_is_said_is_in_the_texts(script: Path) -> None:
    assert said_in(script.read_text("utf-8")) - speaking.of_the_page("en").keys() == set()


CASTLES = {"blue", "yellow", "purple", "grey"}
"""Their names come from the table."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_of_the_texts_is_said_somewhere(language: str) -> None:
    text = "".join(script.read_text("utf-8") for script in SCRIPTS + ROOMS_SCRIPTS)
    quoted = set(re.findall(r'["`]([\w -]+)', text))
    families = tuple(set(re.findall(r"`([\w-]+-)\$\{", text)))
    said = quoted | CASTLES
    assert [key for key in speaking.of_the_page(language) if key not in said and not key.startswith(families)] == []
