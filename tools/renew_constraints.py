"""Write constraints.txt anew: what is installed for what, in which version, with the hashes of all that may be it.

`.venv/bin/python -m tools.renew_constraints` keeps the versions that stand there; with `--upgrade` it takes the newest
of all, with `--upgrade NAME...` of these alone. What is wanted stands in pyproject.toml, where an extra or a dependency
group is a use, and in package/hw/pyproject.toml. What the neighbours in `make bench` need stands in files of their own,
since it does not agree with ours.
"""

import argparse
import subprocess
import sys
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from packaging.markers import Marker
from packaging.tags import Tag, compatible_tags, cpython_tags, mac_platforms
from packaging.utils import NormalizedName, canonicalize_name, parse_wheel_filename

from tools.pins import Pin, read_pins

ROOT: Final = Path(__file__).parents[1]
UV: Final = ROOT / "out/renew/bin/uv"
PYTHONS: Final = ((3, 11), (3, 12), (3, 13), (3, 14))
MACHINES: Final = ("x86_64", "aarch64")
NEWEST_GLIBC: Final = 45
OLDEST_MACOS: Final = (14, 0)
"""On Apple's processors; other Macs compile what has no wheel."""

ALONE: Final = ("judges", "reader-package")
"""Their own dependencies compile, and would shadow the Pi's."""

TITLE: Final = (
    "# What is installed for what, with the hashes of all that it may be. Written by tools/renew_constraints.py.\n"
)
SOLIDS: Final = ("build123d",)
"""For the kit's printed parts, in an environment of its own: cadquery beside it would break it, and it is large."""

NEIGHBOURS: Final = ("peers", "octoprint")

BACKENDS: Final = ("setuptools", "wheel")
"""What neighbours without a wheel are built with."""

Package = dict[str, Any]
Packages = dict[NormalizedName, Package]


def main() -> None:
    """Renew what is asked for, and say what has changed."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--upgrade", nargs="*", metavar="NAME", help="take the newest version; of all without a name")
    upgrade: list[str] | None = parser.parse_args().upgrade
    if not UV.exists():
        subprocess.run(  # noqa: S603  # our own
            [ROOT / "tools/install_pinned", sys.executable, "constraints.txt", "renew", f"--target={UV.parents[1]}"],
            cwd=ROOT,
            check=True,
        )
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    extras = sorted(project["project"]["optional-dependencies"])
    groups = project["dependency-groups"]
    wanted = {"run": needed_to_run()}
    wanted |= {extra: project["project"]["optional-dependencies"][extra] for extra in extras} | groups
    renew(ROOT / "constraints.txt", wanted, upgrade)
    renew(ROOT / "kit/printed/constraints.txt", {"solids": list(SOLIDS)}, upgrade)
    for each in NEIGHBOURS:
        asked = (ROOT / f"bench/{each}.txt").read_text(encoding="utf-8").split()
        renew(ROOT / f"bench/{each}.lock.txt", {each: asked, "build": list(BACKENDS)}, upgrade)


def needed_to_run() -> list[str]:
    """Return what the table's wheel and that of hw require, which is built here itself."""
    projects = (ROOT / "pyproject.toml", ROOT / "package/hw/pyproject.toml")
    asked = [tomllib.loads(file.read_text(encoding="utf-8"))["project"]["dependencies"] for file in projects]
    return [each for lines in asked for each in lines if not each.startswith("royaltable-hw==")]


def renew(file: Path, wanted: Mapping[str, list[str]], upgrade: list[str] | None) -> None:
    """Write ``file`` anew: ``wanted`` says for each use what is required directly."""
    text = file.read_text(encoding="utf-8") if file.exists() else TITLE.strip()
    before = {pin.name: pin.version for pin in read_pins(text)}
    anew = {canonicalize_name(name) for name in before if upgrade == []} | set(map(canonicalize_name, upgrade or ()))
    kept = {name: version for name, version in before.items() if name not in anew}
    python = "--python-version={}.{}".format(*PYTHONS[0])
    together = solved([line for use, lines in wanted.items() if use not in ALONE for line in lines], kept, python)
    for use in ALONE:
        together |= solved(wanted.get(use, []), kept, python, "--no-deps")
    versions = {name: package["version"] for name, package in together.items()}
    uses = {
        use: solved(lines, versions, python, *(["--no-deps"] if use in ALONE else [])).keys()
        for use, lines in wanted.items()
    }
    parts = [TITLE.strip()]
    for name, package in sorted(together.items()):
        if not (here := its_systems(package)):
            continue
        marker = package["marker"] if len(here) < len(SYSTEMS) else ""
        needed = tuple(use for use in wanted if name in uses[use])
        parts.append(str(Pin(name, package["version"], marker, needed, tuple(sorted(hashes_of(package))))))
        if before.get(name) != package["version"]:
            print(f"{file.name}: {name} {before.get(name, 'new')} -> {package['version']}")
    for name in before.keys() - together.keys():
        print(f"{file.name}: {name} {before[name]} -> gone")
    file.write_text("\n\n".join(parts) + "\n", encoding="utf-8")


def solved(requirements: Iterable[str], versions: Mapping[NormalizedName, str], *options: str) -> Packages:
    """What these requirements need on all our systems, in these ``versions`` where they are named."""
    work = ROOT / "out/renew"
    known = work / "versions.txt"
    known.write_text("".join(f"{name}=={version}\n" for name, version in versions.items()), encoding="utf-8")
    found = work / "pylock.toml"
    found.unlink(missing_ok=True)
    subprocess.run(  # noqa: S603  # pinned
        [
            *(UV, "pip", "compile", "--quiet", "--universal", "--fork-strategy=fewest"),
            *("--no-config", "--no-header"),
            *(f"--constraint={known}", "--format=pylock.toml", f"--output-file={found}", *options, "-"),
        ],
        input="".join(f"{line}\n" for line in requirements),
        text=True,
        stdout=subprocess.DEVNULL,
        check=True,
    )
    packages: list[Package] = tomllib.loads(found.read_text(encoding="utf-8")).get("packages", [])
    solution = {canonicalize_name(package["name"]): package for package in packages}
    names = [package["name"] for package in packages]
    if twice := sorted({name for name in names if names.count(name) > 1}):
        sys.exit(
            f"renew_constraints: {twice} need a version for some Pythons and another for others. Ask for one of both."
        )
    return solution


def systems() -> Iterator[tuple[dict[str, str], frozenset[Tag]]]:
    """Each of our systems: what markers are judged by there, and what a wheel's name may say for it to be for there."""
    linux = {
        machine: [
            *(f"manylinux_2_{each}_{machine}" for each in range(5, NEWEST_GLIBC)),
            *(f"{each}_{machine}" for each in ("manylinux1", "manylinux2010", "manylinux2014", "linux")),
        ]
        for machine in MACHINES
    }
    kinds = [("linux", "Linux", machine, platforms) for machine, platforms in linux.items()]
    kinds.append(("darwin", "Darwin", "arm64", list(mac_platforms(OLDEST_MACOS, "arm64"))))
    for major, minor in PYTHONS:
        for sys_platform, platform_system, machine, platforms in kinds:
            environment = {
                "python_version": f"{major}.{minor}",
                "python_full_version": f"{major}.{minor}.0",
                "platform_machine": machine,
                "sys_platform": sys_platform,
                "platform_system": platform_system,
                "os_name": "posix",
                "implementation_name": "cpython",
                "platform_python_implementation": "CPython",
            }
            tags = {
                *cpython_tags((major, minor), platforms=platforms),
                *compatible_tags((major, minor), f"cp{major}{minor}", platforms),
            }
            yield environment, frozenset(tags)


SYSTEMS: Final = tuple(systems())


def its_systems(package: Package) -> list[frozenset[Tag]]:
    """The tags of those of our systems that the package is for, by its marker."""
    marker = package.get("marker")
    return [tags for environment, tags in SYSTEMS if marker is None or Marker(marker).evaluate(environment)]


def hashes_of(package: Package) -> set[str]:
    """SHA-256 of the wheels for our systems; of the source where one of those has no wheel."""
    wheels = {file["hashes"]["sha256"]: parse_wheel_filename(named(file))[3] for file in package.get("wheels", [])}
    hashes: set[str] = set()
    for tags in its_systems(package):
        fitting = {sha256 for sha256, written in wheels.items() if written & tags}
        hashes |= fitting or {package["sdist"]["hashes"]["sha256"]}
    return hashes


def named(file: Package) -> str:
    name: str = file.get("name") or file["url"].rpartition("/")[2]
    return name


if __name__ == "__main__":
    main()
