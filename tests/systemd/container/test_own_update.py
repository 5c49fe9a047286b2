"""A table without a room updates itself from a signed repository when its owner asks, and goes back if need be."""

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from controller.care import own_update
from hub.packages import PackageFolder
from tests.hub.test_packages import served
from tests.systemd.container.conftest import SUITES, Build
from tests.systemd.container.machines import Machine, debian, machine
from tests.systemd.container.test_update import begin, leave_off, made_of, until, version_at

KEYRING = "/etc/apt/keyrings/royaltable.asc"


class Repository(PackageFolder):
    """A folder that is served; an apt repository is signed in the same way, whether flat or with ``dists``."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.folder = folder

    def point_at(self, root: Path, port: int) -> None:
        (root / KEYRING[1:]).write_text(self.load_or_create_public_key(), "utf-8")
        source = f"Types: deb\nURIs: http://127.0.0.1:{port}/packages\nSuites: ./\nSigned-By: {KEYRING}\n"
        (root / str(own_update.SOURCES_FILE)[1:]).write_text(source, "utf-8")


@pytest.fixture
def repository(tmp_path: Path, build: Build) -> Repository:
    repository = Repository(tmp_path / "repository")
    repository.release_package(build("amd64"))
    return repository


@pytest.fixture(params=SUITES)
def table(request: pytest.FixtureRequest, repository: Repository, build: Build) -> Iterator[Machine]:
    with served(repository.folder) as port, machine(debian(request.param)) as table:
        shutil.copy(build("amd64"), table.root / "root/first.deb")
        table.run("dpkg", "--install", "/root/first.deb")
        table.plays_on_twins()
        repository.point_at(table.root, port)
        table.boot()
        yield table


def seen_by_owner(table: Machine) -> dict[str, Any]:
    with table.client() as client:
        found: dict[str, Any] = client.get("/api/owner?language=en").json()["update"]
    return found


def request(table: Machine, wanted: str) -> None:
    with table.client() as client:
        assert client.post("/api/owner/update", json={"version": wanted}).status_code == 204


def until_state(table: Machine, state: str) -> dict[str, Any]:
    until(
        lambda: seen_by_owner(table)["state"] == state, lambda: (seen_by_owner(table), table.log("royaltable-update"))
    )
    return seen_by_owner(table)


def change_journal(version: str, then: str) -> str:
    """Return what a newer version does at its start: change the journal's form, then ``then``."""
    return (
        "import sqlite3\n"
        "db = sqlite3.connect('/var/lib/royaltable/table.journal')\n"
        "db.executescript('create table if not exists wagers (game_id integer);"
        f'update made_by set version = 8, program = "{version}"; pragma user_version = 8\')\n'
        f"db.close()\n{then}"
    )


def form_of(table: Machine, journal: str) -> int:
    """Return the version of a journal's tables, from the file or its write-ahead log."""
    asks = f"import sqlite3; print(*sqlite3.connect('{journal}').execute('pragma user_version').fetchone())"
    return int(table.run("python3", "-c", asks))


@pytest.fixture
def mounted(table: Machine) -> Machine:
    """The table with its games on a file system of their own, as on the card."""
    table.power_off()
    accounts = (table.root / "etc/passwd").read_text("utf-8").splitlines()
    ((user, group),) = [each.split(":")[2:4] for each in accounts if each.startswith("royaltable:")]
    options = f"mode=0700,uid={user},gid={group}"
    (table.root / "etc/fstab").write_text(f"tmpfs /var/lib/royaltable tmpfs {options} 0 0\n", "utf-8")
    table.boot()
    table.run("mkdir", "--mode=700", "/var/lib/royaltable/lost+found")
    assert "/var/lib/royaltable tmpfs" in table.run("cat", "/proc/mounts")
    return table


def test_a_roll_back_brings_the_games_back_onto_their_mount(
    mounted: Machine, repository: Repository, build: Build, tmp_path: Path
) -> None:
    begin(mounted)
    played = mounted.view()["seq"]
    leave_off(mounted)
    plant = change_journal("99.0.0", "raise SystemExit('planted')")
    repository.release_package(made_of(build("amd64"), "99.0.0", tmp_path, plant=plant))
    said = mounted.run("royaltable", "update", "--yes", status=1)
    assert "99.0.0: it did not play for 20 s within 60 s; 0.1.0 plays again." in said
    assert form_of(mounted, "/var/lib/royaltable/table.journal") == 7
    assert form_of(mounted, "/var/cache/royaltable-update/games-of-99.0.0/table.journal") == 8
    with mounted.client() as client:
        (parked,) = client.get("/api/parked").json()
        assert client.post("/api/parked/take-up", json={"game": parked["game"]}).status_code == 204
    assert mounted.view()["seq"] == played


def test_a_downgrade_by_apt_keeps_a_copy_of_the_games_or_changes_nothing(
    table: Machine, build: Build, tmp_path: Path
) -> None:
    begin(table)
    leave_off(table)
    newer = made_of(build("amd64"), "0.2.0", tmp_path, plant=change_journal("0.2.0", ""))
    shutil.copy(newer, table.root / "root/newer.deb")
    table.run("dpkg", "--install", "/root/newer.deb")
    table.view()
    table.run("mkdir", "--parents", "/var/cache/royaltable-update")
    table.run("mount", "-t", "tmpfs", "-o", "size=16k", "tmpfs", "/var/cache/royaltable-update")
    assert "there is no room in /var/cache" in table.run("dpkg", "--install", "/root/first.deb", status=1)
    assert version_at(table) == "0.2.0"
    table.view()
    table.run("umount", "/var/cache/royaltable-update")
    table.run("dpkg", "--install", "/root/first.deb")
    assert version_at(table) == "0.1.0"
    table.view()
    assert "the journal is newer than this program: royaltable 0.2.0 wrote it" in table.log()
    for folder in ("/var/lib/royaltable", "/var/cache/royaltable-update/games-of-0.2.0"):
        assert form_of(table, f"{folder}/table.journal") == 8
    assert "kept" not in table.run("ls", "/var/lib/royaltable")


def test_an_update_waits_for_the_game_and_is_undone_if_it_does_not_start(
    table: Machine, repository: Repository, build: Build, tmp_path: Path
) -> None:
    assert "0.1.0 is installed; there is no newer version." in table.run("royaltable", "update")
    repository.release_package(made_of(build("amd64"), "0.2.0", tmp_path))
    begin(table)
    played = table.view()["seq"]
    request(table, "look")
    assert until_state(table, "found")["newer"] == "0.2.0"
    request(table, "0.2.0")
    assert until_state(table, "waits")["reason"] == "game"
    assert (version_at(table), table.view()["seq"]) == ("0.1.0", played)
    leave_off(table)
    until(lambda: version_at(table) == "0.2.0", lambda: table.log("royaltable-update"))
    until(lambda: "holds" in table.run("royaltable", "update", "status"), lambda: table.log("royaltable-update"))
    table.view()
    assert seen_by_owner(table)["state"] == "holds"
    repository.release_package(made_of(build("amd64"), "99.0.0", tmp_path, plant="raise SystemExit('planted')"))
    said = table.run("royaltable", "update", "--yes", status=1)
    assert "0.2.0 is installed, 99.0.0 is available." in said
    assert "99.0.0: it did not play for 20 s within 60 s; 0.2.0 plays again." in said
    table.view()
    assert (version_at(table), seen_by_owner(table)["state"]) == ("0.2.0", "rolled-back")
    assert "99.0.0 was tried and did not start." in table.run("royaltable", "update")
    with table.client() as client:
        (parked,) = client.get("/api/parked").json()
        assert client.post("/api/parked/take-up", json={"game": parked["game"]}).status_code == 204
    assert table.view()["seq"] == played


def test_a_tampered_index_or_package_and_a_lost_network_change_nothing(
    table: Machine, repository: Repository, build: Build, tmp_path: Path
) -> None:
    repository.release_package(made_of(build("amd64"), "0.2.0", tmp_path))
    index, package = repository.public_folder / "InRelease", next(repository.public_folder.glob("*_0.2.0_*.deb"))
    signed, built = index.read_bytes(), package.read_bytes()
    index.write_bytes(signed.replace(b"Origin: royaltable", b"Origin: somebody"))
    assert "not those that were signed" in table.run("royaltable", "update", "--yes", status=1)
    assert seen_by_owner(table)["reason"] == "unsigned"
    index.write_bytes(signed)
    package.write_bytes(built[:-1] + bytes([built[-1] ^ 1]))
    said = table.run("royaltable", "update", "--yes", status=1)
    assert "0.2.0 is available" in said
    assert "not those that were signed" in said
    package.write_bytes(built)
    own = table.root / str(own_update.SOURCES_FILE)[1:]
    own.write_text(own.read_text("utf-8").replace("127.0.0.1", "127.0.0.2"), "utf-8")
    assert "the packages cannot be had" in table.run("royaltable", "update", "--yes", status=1)
    print(json.dumps(seen_by_owner(table)))
    assert (version_at(table), seen_by_owner(table)["reason"]) == ("0.1.0", "offline")
    assert table.shows("NRestarts")["NRestarts"] == "0"
