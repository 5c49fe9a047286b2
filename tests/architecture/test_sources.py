"""What sources may contain: chance, words of games, parsers of TOML and JSON."""

import ast
import builtins
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

ROOT = Path(__file__).parents[2]
STATIC = ROOT / "controller" / "web" / "static"

CHANCE = "controller/play/draws.py"
SECRETS = {
    "controller/fleet/enrolment.py": "the nonces of letters",
    "controller/service/fleet/fleet_loop.py": "the number of a start",
    "controller/service/page_access.py": "the codes and cookies of a knock",
    "controller/store/certificates/certificate.py": "serial numbers",
    "controller/store/keyring.py": "PIN, salts and tokens",
    "controller/web/access/sessions.py": "the codes of seats, and cookies",
}
BOTS = {
    "controller/cli/game/selfplay.py",
    "controller/games/contract/inputs.py",
    "controller/games/contract/tools/tools.py",
    "controller/games/tudor/bots/analysis.py",
    "controller/games/tudor/bots/hand.py",
    "controller/games/tudor/bots/random_play.py",
    "controller/games/tudor/bots/search.py",
    "controller/games/tudor/bots/selfplay.py",
    "controller/games/tudor/bots/sensible.py",
    "controller/games/tudor/game.py",
    "controller/games/tudor/tools.py",
    "controller/games/tumult_royale/bots/bots.py",
    "controller/games/tumult_royale/bots/hand.py",
    "controller/games/tumult_royale/game.py",
    "controller/games/tumult_royale/bots/analysis.py",
    "controller/games/tumult_royale/bots/looking_ahead.py",
    "controller/games/tumult_royale/tools.py",
    "controller/play/bots/seating.py",
    "controller/play/bots/bot_hands.py",
    "controller/play/bots/lent_hands.py",
    "controller/play/simulated.py",
}
"""They play without a table."""


def imported(file: Path) -> set[str]:
    names: set[str] = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {name.name for name in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module is not None:
            names |= {node.module, *(f"{node.module}.{name.name}" for name in node.names)}
    return names


def test_only_the_draws_of_the_table_use_chance() -> None:
    sources = {"random", "secrets", "uuid"}
    found = set()
    for file in (ROOT / "controller").rglob("*.py"):
        text = file.read_text("utf-8")
        if "os.urandom" in text or (any(name in text for name in sources) and imported(file) & sources):
            found.add(file.relative_to(ROOT).as_posix())
    assert found - SECRETS.keys() - BOTS == {CHANCE}


def test_no_script_of_the_page_uses_chance() -> None:
    asks = ("Math.random", "getRandomValues", "randomUUID")
    assert [file for file in STATIC.rglob("*.js") if any(ask in file.read_text("utf-8") for ask in asks)] == []


WORDS: Final = re.compile(
    r"\b(tumults?|rob|robs|robbing|demand|country|chronicle|supporters?|statues?|commodit(?:y|ies)|king|bread|marble"
    r"|uprising|coronation|TR-[0-9.]+|tumult_royale|Tumult Royale)\b",
    re.IGNORECASE,
)

GAMES: Final = (
    "controller/games/tumult_royale/",
    "controller/games/tudor/",
)

ALLOWED: Final = {
    "controller/games/naming.py": "the game of logs and stickers that name none",
    "controller/limits.py": "each bound says whom it guards",
    "controller/cli/act.py": "an example",
    "controller/cli/game/explore.py": "an example",
    "controller/cli/game/selfplay.py": "an example",
    "controller/service/page_routes.py": "an example in /openapi.json",
}


def terms_by_module() -> dict[str, set[str]]:
    files = [*ROOT.glob("controller/**/*.py"), *ROOT.glob("hw/**/*.py")]
    seen = {file.relative_to(ROOT).as_posix(): set(WORDS.findall(file.read_text("utf-8"))) for file in files}
    return {name: words for name, words in seen.items() if words and not name.startswith(GAMES)}


def test_no_module_outside_the_first_game_uses_its_terms() -> None:
    assert {name: words for name, words in terms_by_module().items() if name not in ALLOWED} == {}


def test_every_module_allowed_to_use_them_does() -> None:
    assert sorted(ALLOWED.keys() - terms_by_module().keys()) == []


READERS = {
    "tomllib": {"controller/reading.py", "hw/testing/pi/command.py"},  # hw knows nothing of controller
    "tomlkit": {"controller/store/settings_file.py"},
}


def test_toml_is_parsed_only_by_its_one_reader() -> None:
    files = [file for folder in ("controller", "hub", "hw") for file in (ROOT / folder).rglob("*.py")]
    for name, readers in READERS.items():
        users = [file for file in files if name in file.read_text("utf-8")]
        assert {file.relative_to(ROOT).as_posix() for file in users if name in imported(file)} == readers


def test_handlers_of_bad_json_catch_all_of_its_errors() -> None:
    files = [file for folder in ("controller", "hub", "hw") for file in (ROOT / folder).rglob("*.py")]
    found = [
        f"{file.relative_to(ROOT)}:{node.lineno}: caught alone, expected controller.reading.NO_JSON"
        for file in files
        if file.name != "reading.py" and "DecodeError" in (text := file.read_text("utf-8"))
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Attribute) and node.attr == "DecodeError"
    ]
    assert found == []


SECTION: Final = re.compile(r"^ +(Args|Attributes|Raises):$", re.MULTILINE)
SECTIONS: Final = re.compile(r"^(Args|Attributes|Raises):\n((?:[ ]{4}.*\n|\n)+)", re.MULTILINE)
LISTED: Final = re.compile(r"^    (\w[\w, ]*): ", re.MULTILINE)
Definition = ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef


def names_defined_in(node: ast.AST) -> set[str]:
    """Return the names of parameters, variables, attributes, functions and classes below ``node``."""
    kinds = {ast.arg: "arg", ast.Name: "id", ast.Attribute: "attr", ast.alias: "name"}
    found = {getattr(each, kinds[type(each)]) for each in ast.walk(node) if type(each) in kinds}
    return found | {each.name for each in ast.walk(node) if isinstance(each, Definition)}


def definitions_in(node: ast.AST) -> Iterator[Definition]:
    for each in ast.iter_child_nodes(node):
        if isinstance(each, ast.stmt):
            if isinstance(each, Definition):
                yield each
            yield from definitions_in(each)


CLASS: Final = re.compile(r"^ *class (\w+)", re.MULTILINE)


def test_a_docstring_lists_only_parameters_and_errors_that_exist() -> None:
    folders = ("controller", "hub", "hw", "firmware", "tools", "tests")
    texts = {file: file.read_text("utf-8") for folder in folders for file in (ROOT / folder).rglob("*.py")}
    classes = set(dir(builtins)).union(*map(CLASS.findall, texts.values()))
    trees = {file: ast.parse(text) for file, text in texts.items() if SECTION.search(text)}
    wrong = [
        f"{file.relative_to(ROOT)}:{node.lineno}: {section}: {name}"
        for file, tree in trees.items()
        for node in definitions_in(tree)
        for section, lines in SECTIONS.findall((ast.get_docstring(node) or "") + "\n")
        for names in LISTED.findall(lines)
        for name in names.split(", ")
        if not (section == "Raises" and name in classes)
        if name not in names_defined_in(tree if section == "Raises" else node)
    ]
    assert wrong == []
