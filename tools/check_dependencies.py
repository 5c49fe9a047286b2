"""Check without a network that we install what tools/allowed.toml allows, each with hashes, and ship no copyleft."""

import re
import sys
import tomllib
from collections.abc import Collection, Iterable, Iterator, Mapping
from importlib.metadata import Distribution, distributions
from pathlib import Path
from typing import Any, Final

from packaging.utils import canonicalize_name

from tools.pins import Pin, read_pins

SHIPPED: Final = {"run", "hub"}
MAY_BE_SHIPPED: Final = {"Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "ISC", "MIT", "MIT-CMU", "PSF-2.0"}
WORDS: Final = {
    "APL 2": "Apache-2.0",
    "Apache 2.0": "Apache-2.0",
    "Apache Software License": "Apache-2.0",
    "BSD": "BSD-3-Clause",
    "BSD 2-Clause License": "BSD-2-Clause",
    "BSD License": "BSD-3-Clause",
    "GNU General Public License v3 (GPLv3)": "GPL-3.0-only",
    "GPLv3": "GPL-3.0-only",
    "ISC License (ISCL)": "ISC",
    "MIT License": "MIT",
    "Mozilla Public License 2.0 (MPL 2.0)": "MPL-2.0",
    "PSFL": "PSF-2.0",
}
"""How packages write their licence, where it is no SPDX expression."""

Allowed = Mapping[str, Mapping[str, Any]]


def main(root: Path) -> int:
    """Print each fault as a sentence; gives the exit code."""
    allowed: Allowed = tomllib.loads((root / "tools/allowed.toml").read_text(encoding="utf-8"))
    faults: list[str] = []
    pins: list[Pin] = []
    for file in (root / "constraints.txt", *sorted(root.glob("bench/*.lock.txt"))):
        try:
            found = list(read_pins(file.read_text(encoding="utf-8")))
        except ValueError as shape:
            faults.append(f"{file.name}: {shape}. Cure: .venv/bin/python -m tools.renew_constraints")
            continue
        if file.name == "constraints.txt":
            pins = found
    if pins:
        faults += against(allowed, pins)
    faults += licences(allowed, distributions())
    for fault in faults:
        print(fault, file=sys.stderr)
    if not faults:
        print(f"dependencies: {len(pins)} packages, each with hashes, allowed for its use")
    return 1 if faults else 0


def against(allowed: Allowed, pins: Collection[Pin]) -> Iterator[str]:
    """What is pinned and not allowed, allowed and not pinned, or shipped under another licence than may be."""
    for pin in pins:
        entry = allowed.get(pin.name)
        if entry is None or (beyond := [use for use in pin.uses if use not in entry["for"]]):
            uses = " and ".join(pin.uses if entry is None else beyond)
            yield (
                f"constraints.txt installs {pin.name} {pin.version} for {uses}, which tools/allowed.toml does not "
                "allow. Look at what it is and whose, and under which licence; then enter it there, or do without it."
            )
        elif SHIPPED.intersection(pin.uses) and not set(re.split(" (?:OR|AND) ", entry["licence"])) <= MAY_BE_SHIPPED:
            yield f"{pin.name} is shipped under {entry['licence']}; we ship {', '.join(sorted(MAY_BE_SHIPPED))} alone."
    for name in sorted(allowed.keys() - {pin.name for pin in pins}):
        yield f"tools/allowed.toml allows {name}, which constraints.txt does not install. Take the entry away."


def licences(allowed: Allowed, found: Iterable[Distribution]) -> Iterator[str]:
    """What is installed under another licence than the list has."""
    for each in found:
        entry = allowed.get(canonicalize_name(each.name))
        said = said_licence(each)
        if entry is not None and said and said != entry["licence"]:
            yield (
                f"{each.name} {each.version} says that its licence is {said}; tools/allowed.toml has "
                f"{entry['licence']}. Look at it, and enter what is right."
            )


def said_licence(package: Distribution) -> str:
    """A package's licence by its metadata in SPDX, or nothing where they say none."""
    fields = {name: package.metadata[name] for name in ("License-Expression", "License") if name in package.metadata}
    if "License-Expression" in fields:
        return str(fields["License-Expression"])
    classifiers = package.metadata.get_all("Classifier") or ()
    named = [line.rpartition(" :: ")[2] for line in classifiers if line.startswith("License")]
    said = str(fields.get("License", "UNKNOWN"))
    if said == "UNKNOWN" or "\n" in said:
        said = named[0] if named else ""
    return WORDS.get(said, said)


if __name__ == "__main__":
    sys.exit(main(Path(__file__).parents[1]))
