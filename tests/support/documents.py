"""The project's documents, taken apart by markdown-it: blocks of code, code within the lines.

The rest of a fence's info string is a note, which no renderer shows: ``not run:`` and the reason why no test does.
"""

import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from markdown_it import MarkdownIt
from markdown_it.token import Token

ROOT: Final = Path(__file__).parents[2]
TOPS: Final = (
    *(".github", "bench", "controller", "docs", "examples", "firmware", "hub", "hw", "kit", "package", "systemd"),
    *("tests", "tools"),
)
"""The folders with files of the project."""

PATHS: Final = [
    path.relative_to(ROOT)
    for path in [*ROOT.glob("*"), *(path for folder in TOPS for path in (ROOT / folder).rglob("*"))]
    if not {"node_modules", "peers"} & set(path.parts)
]
DOCUMENTS: Final = tuple(sorted(str(path) for path in PATHS if path.suffix == ".md"))
GUIDES: Final = ("README.md", "docs/evening.md", "docs/tour.md", "docs/ci.md", "wiring.md", "docs/first-power-on.md")
"""What people follow step by step."""

NOT_RUN: Final = "not run: "


@dataclass(frozen=True, slots=True)
class Block:
    """A block of code.

    Attributes:
        line: of its fence, from 1; 0 for lines without a fence, which are indented.
        language: first word of its info string; "" for what is typed, also if it says ``sh``.
        note: the rest of its info string.
        file: the file named by the paragraph above, if that is all of it.
    """

    document: str
    line: int
    language: str
    note: str
    file: str
    body: str

    def __str__(self) -> str:
        return f"{self.document}:{self.line}"


def text_of(document: str) -> str:
    return (ROOT / document).read_text(encoding="utf-8")


@cache
def _tokens(document: str) -> list[Token]:
    return MarkdownIt("commonmark").enable("table").parse(text_of(document))


@cache
def all_blocks(document: str) -> list[Block]:
    found, above = [], ""
    for token in _tokens(document):
        if token.type in {"fence", "code_block"}:
            language, _, note = token.info.strip().partition(" ")
            line = token.map[0] + 1 if token.map is not None and token.type == "fence" else 0
            language = "" if language == "sh" else language
            found.append(Block(document, line, language, note.strip(), above, token.content))
        if token.type == "inline":
            named = re.fullmatch(r"`([\w./-]+)`", token.content)
            above = named[1] if named else ""
    return found


def blocks(document: str, language: str) -> list[str]:
    """Return a document's blocks of code in this language; without one, typed commands."""
    return [block.body for block in all_blocks(document) if block.language == language]


def typed(body: str) -> Iterator[str]:
    """The commands of a block, without comments; a line that ends with a backslash goes on."""
    for line in body.replace("\\\n", " ").splitlines():
        if words := shlex.split(line, comments=True):
            yield shlex.join(words) if "#" in line or '"' in line else line


def passages(document: str, *, tables: bool = True) -> Iterator[list[str]]:
    """What is set as code within each paragraph, and with ``tables`` in each row."""
    row: list[str] | None = None
    for token in _tokens(document):
        if token.type == "tr_open":
            row = []
        elif token.type == "tr_close":
            if tables and row is not None:
                yield row
            row = None
        elif token.type == "inline":
            spans = [child.content for child in token.children or [] if child.type == "code_inline"]
            if row is None:
                yield spans
            else:
                row += spans


def spans(document: str, *, tables: bool = True) -> list[str]:
    """What is set as code within its lines, those of ``tables`` included."""
    return [span for passage in passages(document, tables=tables) for span in passage]
