"""The page's files as they are served: nothing from outside, nothing inline, no sentence missing."""

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from controller.texts import patterns
from controller.texts.speaking import LANGUAGES
from controller.web.static_files import STATIC

SCRIPTS = sorted((STATIC / "js").glob("*.js"))
STYLES = sorted((STATIC / "css").glob("*.css"))
ADDRESS_OUTSIDE = re.compile(r"(?:https?:)?//[\w-]+\.[\w.-]+")
SVG_NAMESPACE = "http://www.w3.org/2000/svg"


class Tags(HTMLParser):
    """All start tags with their attributes, and the text in scripts and styles."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))


INDEX = Tags((STATIC / "index.html").read_text(encoding="utf-8")).found


@pytest.mark.parametrize("file", sorted(STATIC.rglob("*.*")), ids=lambda file: file.name)
def test_no_file_names_an_address_outside(file: Path) -> None:
    text = file.read_text(encoding="utf-8").replace(SVG_NAMESPACE, "")
    assert ADDRESS_OUTSIDE.findall(text) == []


def test_the_page_holds_no_inline_code_and_no_inline_style() -> None:
    for tag, attributes in INDEX:
        assert tag != "style"
        assert not [name for name in attributes if name == "style" or name.startswith("on")], (tag, attributes)
        if tag == "script":
            assert attributes["src"]


def test_everything_the_page_loads_is_there() -> None:
    loaded = [attributes.get("src") or attributes.get("href") for tag, attributes in INDEX if tag in {"script", "link"}]
    for script in SCRIPTS:
        loaded += [f"/static/js/{name}" for name in re.findall(r'from "\./(\w+\.js)"', script.read_text("utf-8"))]
    assert [path for path in loaded if path and not (STATIC / path.removeprefix("/static/")).is_file()] == []


def test_every_style_and_script_is_used() -> None:
    text = (STATIC / "index.html").read_text("utf-8") + "".join(script.read_text("utf-8") for script in SCRIPTS)
    assert [file.name for file in [*SCRIPTS, *STYLES] if f"/{file.name}" not in text] == []


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda file: file.name)
def test_every_script_begins_with_its_one_idea_and_stays_short(script: Path) -> None:
    lines = script.read_text("utf-8").splitlines()
    assert lines[0].startswith("// ")
    assert len(lines) < 300


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda file: file.name)
def test_scripts_build_elements_and_never_parse_markup(script: Path) -> None:
    assert re.findall(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(", script.read_text("utf-8")) == []


def said_in(text: str) -> set[str]:
    """Keys that a script says as they stand."""
    return set(re.findall(r'\bsay\("([^"]+)"', text))


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda file: file.name)
def test_every_sentence_that_is_said_is_in_the_texts(script: Path) -> None:
    assert said_in(script.read_text("utf-8")) - patterns.of_the_page("en").keys() == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_of_the_texts_is_said_somewhere(language: str) -> None:
    text = "".join(script.read_text("utf-8") for script in SCRIPTS)
    quoted = set(re.findall(r'["`]([\w -]+)', text))
    families = tuple(set(re.findall(r"`([\w-]+-)\$\{", text)))
    assert [key for key in patterns.of_the_page(language) if key not in quoted and not key.startswith(families)] == []
