"""The project's documents, taken apart: blocks of code, code within the lines."""

import re
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]
GUIDES: Final = ("README.md", "docs/evening.md", "docs/tour.md", "docs/ci.md", "wiring.md", "docs/first-power-on.md")
"""What people follow step by step."""
DOCUMENTS: Final = (
    *GUIDES,
    *("ARCHITECTURE.md", "CHANGELOG.md", "CONTRIBUTING.md"),
    *(
        "docs/commands.md",
        "docs/doctor.md",
        "docs/draws.md",
        "docs/faults.md",
        "docs/first-change.md",
        "docs/limits.md",
        "docs/notation.md",
        "docs/words.md",
        "docs/your-own-game.md",
    ),
    *(f"docs/decisions/{path.name}" for path in sorted((ROOT / "docs/decisions").glob("*.md"))),
    *("docs/encryption.md", "docs/fleet.md", "docs/home-assistant.md", "docs/install.md", "docs/room.md"),
    *(
        "docs/signals.md",
        "docs/simulated-pi.md",
        "docs/tournament.md",
        "docs/voice.md",
        "hw/README.md",
        "firmware/castle_node/PROTOCOL.md",
    ),
)

_BLOCK: Final = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_SPAN: Final = re.compile(r"`([^`\n]+)`")
_TABLE_ROW: Final = re.compile(r"^\|.*\n", re.MULTILINE)


def text_of(document: str) -> str:
    return (ROOT / document).read_text(encoding="utf-8")


def blocks(document: str, language: str) -> list[str]:
    """Its blocks of code in this language; in none: what is typed."""
    return [body for kind, body in _BLOCK.findall(text_of(document)) if kind == language]


def spans(document: str, *, tables: bool = True) -> list[str]:
    """What is set as code within its lines, those of ``tables`` included."""
    lines = _BLOCK.sub("", text_of(document))
    return _SPAN.findall(lines if tables else _TABLE_ROW.sub("", lines))
