"""Chance comes from one place: nothing else draws for a game, neither in the daemon nor in a browser."""

import ast
from pathlib import Path

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
MOODS = {
    "controller/cli/game/selfplay.py",
    "controller/games/contract/inputs.py",
    "controller/games/contract/tools/tools.py",
    "controller/games/tudor/bots/hand.py",
    "controller/games/tudor/bots/random_play.py",
    "controller/games/tudor/bots/selfplay.py",
    "controller/games/tudor/bots/sensible.py",
    "controller/games/tudor/game.py",
    "controller/games/tudor/tools.py",
    "controller/games/tumult_royale/bots/bots.py",
    "controller/games/tumult_royale/bots/hand.py",
    "controller/games/tumult_royale/game.py",
    "controller/games/tumult_royale/tools.py",
    "controller/play/simulated.py",
}
"""Bots and their games without a table."""


def imported(file: Path) -> set[str]:
    names = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {name.name for name in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module is not None:
            names |= {node.module, *(f"{node.module}.{name.name}" for name in node.names)}
    return names


def test_nothing_else_imports_chance() -> None:
    files = [file for file in (ROOT / "controller").rglob("*.py") if "bench" not in file.parts]
    found = {
        file.relative_to(ROOT).as_posix()
        for file in files
        if imported(file) & {"random", "secrets", "uuid", "os.urandom"} or "os.urandom" in file.read_text("utf-8")
    }
    assert found - SECRETS.keys() - MOODS == {CHANCE}


def test_no_browser_draws() -> None:
    asks = ("Math.random", "getRandomValues", "randomUUID")
    assert [file for file in STATIC.rglob("*.js") if any(ask in file.read_text("utf-8") for ask in asks)] == []
