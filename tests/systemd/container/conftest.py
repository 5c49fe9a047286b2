"""The package, installed on a machine. A short run has one Debian and its service; all else is for the soak."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.support.soak import SOAK
from tests.systemd.container.machines import Machine, Traces, debian, machine, made_deb, traces

SUITES = ("bookworm", "trixie") if SOAK else ("bookworm",)
"""Raspberry Pi OS is made of both."""

HERE = "tests/systemd/container/"
IN_SHORT = "test_service.py"

Build = Callable[[str], Path]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if not SOAK and item.nodeid.startswith(HERE) and item.path.name != IN_SHORT:
            item.add_marker(pytest.mark.skip(reason="two architectures, Debians and upgrades. Cure: make soak"))


@pytest.fixture(scope="session")
def build() -> Build:
    return made_deb


@pytest.fixture(scope="module", params=SUITES)
def bare(request: pytest.FixtureRequest) -> Iterator[Machine]:
    with machine(debian(request.param)) as made:
        yield made


@pytest.fixture(scope="module")
def pristine(bare: Machine) -> Traces:
    return traces(bare.root)


@pytest.fixture(scope="module")
def installed(bare: Machine, pristine: Traces, build: Build) -> Machine:
    deb = bare.root / "root/royaltable.deb"
    deb.write_bytes(build("amd64").read_bytes())
    bare.run("dpkg", "--install", "/root/royaltable.deb")
    deb.unlink()
    return bare
