"""The package, installed on a machine; long, so only in the soak."""

import os
import subprocess
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.systemd.container.machines import ROOTS, Machine, machine, missing

PROJECT = Path(__file__).parents[3]
SUITES = ("bookworm", "trixie")
"""Raspberry Pi OS is made of them."""

Build = Callable[[str], Path]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Leave all of this folder out of a short run, and say why."""
    if os.environ.get("ROYALTABLE_SOAK") == "1":
        return
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.skip(reason="builds packages and boots containers. Cure: make soak"))


@pytest.fixture(scope="session")
def build() -> Build:
    """Makes the package for an architecture, once a session."""
    made: dict[str, Path] = {}

    def make(arch: str) -> Path:
        if arch not in made:
            said = subprocess.run(["package/make_deb", arch], cwd=PROJECT, capture_output=True, text=True, check=False)
            assert said.returncode == 0, said.stdout + said.stderr
            made[arch] = PROJECT / said.stdout.split(":")[0]
        return made[arch]

    return make


@pytest.fixture(scope="module", params=SUITES)
def bare(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Machine]:
    """A machine without the package."""
    why_not = missing(request.param)
    if why_not is not None:
        pytest.skip(why_not)
    with ExitStack() as stack:
        yield stack.enter_context(machine(ROOTS / request.param, tmp_path_factory.mktemp("machine")))


@pytest.fixture(scope="module")
def installed(bare: Machine, build: Build) -> Machine:
    """The same machine with the package, off."""
    deb = bare.root / "root/royaltable.deb"
    deb.write_bytes(build("amd64").read_bytes())
    bare.run("dpkg", "--install", "/root/royaltable.deb")
    deb.unlink()
    return bare
