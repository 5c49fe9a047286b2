"""The home mark's angle in the text of a ``table.toml``; all else stays as its owner wrote it."""

import re
from typing import Final

_SECTION: Final = re.compile(r"^\[spinner\][^\n]*\n", re.MULTILINE)
_MARK: Final = re.compile(r"^mark_deg\s*=[^\n]*$", re.MULTILINE)
_NEXT_SECTION: Final = re.compile(r"^\[", re.MULTILINE)


def with_mark(text: str, mark_deg: float) -> str:
    """``text`` with this ``mark_deg`` under ``[spinner]``, which is there."""
    head = _SECTION.search(text)
    assert head is not None, "a table with an arrow has a section of it"
    after = _NEXT_SECTION.search(text, head.end())
    end = len(text) if after is None else after.start()
    section = text[head.end() : end]
    line = f"mark_deg = {mark_deg:g}"
    section = _MARK.sub(line, section) if _MARK.search(section) else f"{line}\n{section}"
    return text[: head.end()] + section + text[end:]
