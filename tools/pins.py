"""A pin: a package of constraints.txt in its version, with its uses and the hashes of the files that may be it."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from packaging.utils import NormalizedName, canonicalize_name

SHAPE: Final = re.compile(
    r"# for (?P<uses>[a-z -]+)\n"
    r"(?P<name>[a-z0-9-]+)==(?P<version>[^\s;\\]+)( ; (?P<marker>[^\\\n]+?))?"
    r"(?P<hashes>( \\\n    --hash=sha256:[0-9a-f]{64})+)\n?"
)


@dataclass(frozen=True)
class Pin:
    """One package: ``marker`` says on which systems, ``uses`` for what, ``hashes`` are SHA-256 in hex of its files."""

    name: NormalizedName
    version: str
    marker: str
    uses: tuple[str, ...]
    hashes: tuple[str, ...]

    def __str__(self) -> str:
        lines = [f"{self.name}=={self.version}" + (f" ; {self.marker}" if self.marker else "")]
        lines += [f"    --hash=sha256:{each}" for each in self.hashes]
        return f"# for {' '.join(self.uses)}\n" + " \\\n".join(lines)


def read_pins(text: str) -> Iterator[Pin]:
    """The pins of a file, below its title.

    Raises:
        ValueError: a paragraph is none; it says which.
    """
    title, *paragraphs = text.split("\n\n")
    if not title.startswith("# ") or "\n" in title:
        raise ValueError(f"saw {title.splitlines()[0]!r}, expected a title in one line and a blank one below")
    for paragraph in paragraphs:
        found = SHAPE.fullmatch(paragraph)
        if not found:
            raise ValueError(f"saw {paragraph!r}, expected `# for USES`, `name==version` and hashes, and nothing else")
        yield Pin(
            canonicalize_name(found["name"]),
            found["version"],
            found["marker"] or "",
            tuple(found["uses"].split()),
            tuple(found["hashes"].replace(" \\\n    --hash=sha256:", " ").split()),
        )
