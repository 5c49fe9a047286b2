"""The table on a real kernel in qemu: minutes a guest, so all of it is for the soak."""

import tempfile
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from functools import partial
from importlib import resources
from pathlib import Path

import pytest

from controller.devices import stickers
from controller.games import installed
from controller.games.naming import piece_ids
from controller.secret import Secret
from controller.store import tags as tag_files
from controller.store.keyring import Keyring
from tests.kernel_table.guest_machine import PASSWORD, STATE, Guest, booted
from tests.kernel_table.image import image, kernel
from tests.support.soak import SOAK
from tests.systemd.container.machines import made_deb

Boot = Callable[..., AbstractContextManager[Guest]]


def pytest_itemcollected(item: pytest.Item) -> None:
    if not SOAK:
        item.add_marker(pytest.mark.skip(reason="a guest in qemu takes minutes. Cure: make soak"))


@pytest.fixture(scope="module")
def boot(tmp_path_factory: pytest.TempPathFactory) -> Boot:
    return partial(booted, kernel(), image(made_deb("amd64")), tmp_path_factory.mktemp("guest"))


@pytest.fixture(scope="module")
def topology(request: pytest.FixtureRequest) -> str:
    name: str = request.module.TOPOLOGY
    return name


@pytest.fixture(scope="module")
def hardware() -> tuple[str, ...]:
    return ()


@pytest.fixture(scope="module")
def settings(topology: str) -> str:
    example = resources.files("controller.config").joinpath(f"examples/{topology}.toml")
    return example.read_text(encoding="utf-8").replace("hourglass_s = 20 ", "hourglass_s = 60 ")


@pytest.fixture(scope="module")
def guest(boot: Boot, settings: str, hardware: tuple[str, ...]) -> Iterator[Guest]:
    with boot(*hardware) as on:
        copy_peoples_files(on)
        start_table(on, settings)
        yield on


def copy_peoples_files(guest: Guest) -> None:
    for name, text in peoples_files().items():
        guest.put(f"{STATE}/{name}", text)


def peoples_files() -> dict[str, str]:
    """Return a table's stickers and its owner's password, as files of its state."""
    with tempfile.TemporaryDirectory() as folder:
        tags, keys = Path(folder) / "tags.toml", Path(folder) / "table.keys.json"
        tag_files.save_tag_map(tags, stickers.simulated_tag_map(piece_ids(installed.make_game())))
        Keyring(keys).set_password(Secret(PASSWORD))
        return {file.name: file.read_text(encoding="utf-8") for file in (tags, keys)}


def start_table(guest: Guest, settings: str) -> None:
    guest.put("/etc/royaltable/table.toml", settings)
    guest.run("systemctl start royaltable")
    guest.view()
