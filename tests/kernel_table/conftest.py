"""The table on a real kernel in qemu: minutes a guest, so all of it is for the soak."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from functools import partial
from importlib import resources
from pathlib import Path

import pytest

from controller.devices import simulated_box
from controller.games import installed
from controller.games.pieces import ids
from controller.store import tag_files
from tests.kernel_table.guest_machine import Guest, booted
from tests.kernel_table.image import image, kernel
from tests.soak import SOAK
from tests.systemd.container.machines import made_deb

Boot = Callable[..., AbstractContextManager[Guest]]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Leave it out of a short run, and say why."""
    for item in items:
        if not SOAK and Path(__file__).parent in item.path.parents and item.path.name != "test_write_cache.py":
            item.add_marker(pytest.mark.skip(reason="a guest in qemu takes minutes. Cure: make soak"))


@pytest.fixture(scope="module")
def boot(tmp_path_factory: pytest.TempPathFactory) -> Boot:
    """Switches a guest on, with such drives beside its disk."""
    return partial(booted, kernel(), image(made_deb("amd64")), tmp_path_factory.mktemp("guest"))


@pytest.fixture(scope="module")
def topology(request: pytest.FixtureRequest) -> str:
    """Which of the examples of table.toml the module plays on."""
    name: str = request.module.TOPOLOGY
    return name


@pytest.fixture(scope="module")
def guest(boot: Boot, topology: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Guest]:
    """A guest whose service plays."""
    with boot() as on:
        tags = tmp_path_factory.mktemp("tags") / "tags.toml"
        tag_files.save(tags, simulated_box.book(ids(installed.game())))
        example = resources.files("controller.config").joinpath(f"examples/{topology}.toml")
        on.put("/etc/royaltable/table.toml", example.read_text(encoding="utf-8"))
        on.put("/var/lib/royaltable/tags.toml", tags.read_text(encoding="utf-8"))
        on.run("systemctl start royaltable")
        on.view()
        yield on
