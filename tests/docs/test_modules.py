"""Each file says in its first line what it is for, since the map of the project lists folders only."""

import ast
import re
from pathlib import Path

from tests.support.documents import ROOT, text_of

READ = {
    ".py": ("controller", "hub", "hw", "firmware", "tools", "kit", "bench"),
    ".js": ("controller", "hub"),
    ".service": ("systemd",),
    ".path": ("systemd",),
}
COMMENT = re.compile(r"^\s*(?:<!--|//|/\*|['\"]{3}|#+(?!!)|Description[:=]) *(.*)", re.MULTILINE)
MADE = ("node_modules", "__pycache__", "peers", "preact.js")


def files() -> list[str]:
    found = [path for suffix, tops in READ.items() for top in tops for path in (ROOT / top).rglob(f"*{suffix}")]
    return sorted(str(path.relative_to(ROOT)) for path in found if not set(MADE) & set(path.parts))


def first_line(file: str) -> str:
    """Return the first line of the file's docstring or comment; '' if it has none."""
    text = text_of(file)
    if Path(file).suffix == ".py":
        return (ast.get_docstring(ast.parse(text)) or "").partition("\n")[0]
    comment = COMMENT.search(text)
    return "" if comment is None else comment[1]


def test_each_file_says_in_its_first_line_what_it_is_for() -> None:
    assert [file for file in files() if not file.endswith("__init__.py") and len(first_line(file).split()) < 3] == []


def test_the_map_is_read_in_fifteen_minutes() -> None:
    assert len(text_of("ARCHITECTURE.md").encode()) <= 32_000
