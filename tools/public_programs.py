"""Run public programs for a Pi, which lie in a folder, on the simulated Pi, and print a table of what was seen.

Nothing is fetched: ``FOLDER/OWNER/NAME`` is a clone of that repository. Read programs before you run them, since they
may do here what they would do on a Pi. ``tools/public_programs.toml`` has what people do meanwhile, and the wiring.
"""

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).parents[1]
LIST: Final = ROOT / "tools/public_programs.toml"
PAGE: Final = ROOT / "docs/simulated-pi.md"
TABLE: Final = re.compile(r"(?<=<!-- public programs -->\n).*?(?=<!-- end of public programs -->)", re.DOTALL)

IMPORT: Final = re.compile(r"^[ \t]*(?:from[ \t]+([\w.]+)[ \t]+import|import[ \t]+([\w., \t]+))", re.MULTILINE)
PI_PACKAGES: Final = {
    *("RPi", "RpiMotorLib", "board", "gpiod", "gpiozero", "lgpio", "luma", "mfrc522", "pigpio", "pirc522", "pyky040"),
    *("serial", "smbus", "smbus2", "spidev"),
}
USUAL_HANDS: Final = "1 place 86a083ee\n3 remove 86a083ee\n"
SECONDS: Final = 10
TIMEOUT_S: Final = 60
"""Of real time; no program here needs that much for `SECONDS` of its own."""

LONGEST: Final = 100
"""Characters of what a program printed or raised that a row shows."""

Program = Mapping[str, Any]


def main() -> int:
    """Print a row for each program; return 1 if one differs from what the list expects."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("folder", type=Path, help="with OWNER/NAME, clones of repositories")
    parser.add_argument(
        "--write", action="store_true", help=f"run only those of the list, and put their rows into {PAGE.name}"
    )
    asked = parser.parse_args()
    listed = tomllib.loads(LIST.read_text(encoding="utf-8"))["program"]
    there = [each for each in listed if (asked.folder / each["repository"] / each["file"]).exists()]
    if asked.write and (missing := [each["repository"] for each in listed if each not in there]):
        parser.error(
            f"saw no {', '.join(sorted(set(missing)))} in {asked.folder}, expected each program of {LIST.name}"
        )
    programs = there if asked.write else [*there, *others(asked.folder, listed)]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        seen = list(pool.map(lambda each: run_in_child(asked.folder, each), programs))
    rows = ["| repository, commit | program | packages | what was seen |", "| --- | --- | --- | --- |"]
    faults = []
    for program, outcome in zip(programs, seen, strict=True):
        file = asked.folder / program["repository"] / program["file"]
        if program.get("seen", "") not in outcome:
            faults.append(f"{file}: saw {outcome!r}, expected {program['seen']!r} in it.")
        if outcome:
            packages = ", ".join(packages_of(file))
            rows.append(f"| {program['repository']} {program['commit']} | {program['file']} | {packages} | {outcome} |")
    print("\n".join(rows))
    print("\n".join(faults), file=sys.stderr)
    if asked.write:
        table = "\n".join([*rows, ""])
        PAGE.write_text(TABLE.sub(lambda _: table, PAGE.read_text(encoding="utf-8")), encoding="utf-8")
    return 1 if faults else 0


def others(folder: Path, listed: list[Program]) -> Iterator[Program]:
    """Programs in the folder that import a package for a Pi and are not in the list."""
    known = {(each["repository"], each["file"]) for each in listed}
    for clone in sorted(each for each in folder.glob("*/*") if each.is_dir()):
        repository = clone.relative_to(folder).as_posix()
        for file in sorted(clone.rglob("*.py")):
            name = file.relative_to(clone).as_posix()
            if (repository, name) not in known and PI_PACKAGES & set(imports_of(file)):
                yield {"repository": repository, "commit": commit_of(clone), "file": name}


def commit_of(clone: Path) -> str:
    """Return the first seven digits of its commit, or "-" if it is no clone."""
    command = ["git", "-C", str(clone), "rev-parse", "--show-prefix", "HEAD"]
    lines = subprocess.run(command, capture_output=True, text=True, check=False).stdout.split("\n")  # noqa: S603
    return lines[1][:7] if lines[0] == "" and len(lines) > 1 else "-"


def imports_of(file: Path) -> list[str]:
    found = IMPORT.findall(file.read_text(encoding="utf-8", errors="replace"))
    return sorted({re.split(r"\W", name.strip())[0] for names in found for name in ",".join(names).split(",")} - {""})


def packages_of(file: Path) -> list[str]:
    """Return what it imports besides Python's own modules and its neighbours."""
    beside = {each.stem for each in file.parent.iterdir()}
    return [name for name in imports_of(file) if name not in sys.stdlib_module_names | beside]


def run_in_child(folder: Path, program: Program) -> str:
    """Return what was seen of it, in a line for a table; "" if it is a module that does nothing by itself."""
    file = folder / program["repository"] / program["file"]
    commit = commit_of(folder / program["repository"])
    if commit not in {"-", program["commit"]}:
        return f"the folder has commit {commit}"
    with tempfile.TemporaryDirectory() as elsewhere:
        told = Path(elsewhere) / "told.json"
        command = [sys.executable, "-m", "tools.public_programs", json.dumps(dict(program)), str(file.resolve())]
        environment = os.environ | {"PYTHONPATH": str(ROOT), "TERM": "dumb"}
        try:
            done = subprocess.run(  # noqa: S603  # what was asked for
                [*command, str(told)],
                cwd=elsewhere,
                env=environment,
                stdin=subprocess.DEVNULL,
                capture_output=True,
                timeout=TIMEOUT_S,
                check=False,
            )
        except subprocess.TimeoutExpired:
            return f"hangs: not at its end after {TIMEOUT_S} s of real time"
        if not told.exists():
            last = done.stderr.decode(errors="replace").strip().rpartition("\n")[2]
            return f"fails: exit code {done.returncode}, {as_code(last)}"
        outcome: str = json.loads(told.read_text(encoding="utf-8"))
        return outcome


def as_code(text: str) -> str:
    """Return the text for a cell of a table, cut to `LONGEST`."""
    text = "".join(each if each.isprintable() else "�" for each in " ".join(text.split()))
    text = text.replace("`", "'").replace("|", "/")
    return f"`{text if len(text) <= LONGEST else text[:LONGEST] + '…'}`"


def run_here(program: Program, file: str) -> str:
    """Run it in this process; return what was seen."""
    from hw.testing.pi.machine import SimulatedPi

    pi = SimulatedPi(program.get("wiring"))
    pi.script(program.get("hands", USUAL_HANDS if pi.table.readers else ""))
    lit = 0
    try:
        with pi.in_use():
            output = pi.run(
                file,
                *program.get("arguments", ()),
                seconds=program.get("seconds", SECONDS),
                answers=program.get("answers", ()),
            )
    except BaseException as error:  # noqa: BLE001  # what a program raises is a row of the table
        words = f"fails: {as_code(f'{type(error).__name__}: {error}')}"
    else:
        lines = [line for line in output.splitlines() if re.search(r"\w", line)]
        expected = [line for line in lines if program.get("seen", "\n") in line]
        words = f"prints {as_code((expected or lines)[-1])}" if lines else ""
    met = Counter(event.lane for event in pi.trace.events)
    with suppress(AttributeError):
        lit = sum(pi.table.oled.image().convert("1").histogram()[1:])  # type: ignore[union-attr]
    seen = [words, *(f"{lane} ({count})" for lane, count in sorted(met.items())), f"{lit} pixels lit" if lit else ""]
    return "; ".join(filter(None, seen))


if __name__ == "__main__":
    if len(sys.argv) == 4 and sys.argv[1].startswith("{"):
        Path(sys.argv[3]).write_text(json.dumps(run_here(json.loads(sys.argv[1]), sys.argv[2])), encoding="utf-8")
        os._exit(0)
    sys.exit(main())
