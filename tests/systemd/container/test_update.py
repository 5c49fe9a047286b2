"""A rollout through a room of booted tables: a version that does not play is rolled back, and no game is disturbed."""

import asyncio
import os
import shutil
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Self

import httpx
import pytest

from controller.fleet import connection, enrolment, messages
from hub.packages import PackageFolder
from hub.room import RoomLoop
from hub.table_management import Rollout, TableManager, load_rollout, save_or_remove_rollout
from tests.hub.test_packages import served
from tests.support.mosquitto import Mosquitto, need_mosquitto
from tests.systemd.container.conftest import Build
from tests.systemd.container.machines import Machine, debian, machine
from tests.systemd.container.test_package import unpacked, until_said

BACK_WITHIN_S = 120.0
PATIENCE_S = 240.0
TABLES = {"rt-a": "bookworm", "rt-b": "trixie"}
"""A room may have tables of both Debians, which verify a repository by other programs: gpgv, and sqv."""


def made_of(deb: Path, version: str, to: Path, *, plant: str = "") -> Path:
    tree = unpacked(deb, to / version)
    control = tree / "DEBIAN/control"
    control.write_text(control.read_text("utf-8").replace("Version: 0.1.0", f"Version: {version}"), "utf-8")
    for metadata in tree.glob("opt/royaltable/lib/*/site-packages/royaltable-*.dist-info/METADATA"):
        metadata.write_text(metadata.read_text("utf-8").replace("Version: 0.1.0", f"Version: {version}"), "utf-8")
    if plant:
        for daemon in tree.glob("opt/royaltable/lib/*/site-packages/controller/service/daemon.py"):
            text = daemon.read_text("utf-8")
            daemon.unlink()
            daemon.write_text(f"{text}\n{plant}\n", "utf-8")
    return built(tree, to / f"royaltable_{version}.deb")


def built(tree: Path, made: Path) -> Path:
    pack = ["dpkg-deb", "--root-owner-group", "-Zgzip", "-z1", "--build", str(tree), str(made)]
    subprocess.run(pack, check=True, capture_output=True)
    return made


class Hub:
    def __init__(self, folder: Path, broker: Mosquitto) -> None:
        self.folder = folder
        self.broker = broker
        self.packages = PackageFolder(folder)
        self.care: TableManager
        self._stop: Callable[[], object] = lambda: None
        self._thread = threading.Thread(target=lambda: asyncio.run(self._run()))

    async def _run(self) -> None:
        at = connection.BrokerConfig("127.0.0.1", self.broker.port)
        room = RoomLoop(at)
        self.care = TableManager(at, self.folder, room.room.is_online)
        tasks = asyncio.gather(room.run(), self.care.run(), return_exceptions=True)
        running = asyncio.get_running_loop()
        self._stop = lambda: running.call_soon_threadsafe(tasks.cancel)
        with suppress(asyncio.CancelledError):
            await tasks

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stop()
        self._thread.join()

    def update_of(self, table: str) -> messages.UpdateReport | None:
        reported = self.care.desired.reports.get(table)
        return None if reported is None else reported.update


@pytest.fixture
def hub(tmp_path: Path) -> Iterator[Hub]:
    need_mosquitto()
    broker = Mosquitto(tmp_path)
    broker.start()
    (tmp_path / "hub").mkdir()
    with Hub(tmp_path / "hub", broker) as hub:
        yield hub
    broker.kill()


@pytest.fixture
def tables(hub: Hub, build: Build) -> Iterator[dict[str, Machine]]:
    deb = build("amd64")
    hub.packages.release_package(deb)
    with ExitStack() as stack:
        port = stack.enter_context(served(hub.folder))
        made = {}
        for table, suite in TABLES.items():
            made[table] = each = stack.enter_context(machine(debian(suite)))
            join(each, table, hub, port, deb)
            each.boot()
        yield made


def join(each: Machine, table: str, hub: Hub, port: int, deb: Path) -> None:
    shutil.copy(deb, each.root / "root/first.deb")
    each.run("dpkg", "--install", "/root/first.deb")
    each.plays_on_twins()
    with (each.root / "etc/royaltable/table.toml").open("a") as settings:
        settings.write(f'\n[mqtt]\nhost = "127.0.0.1"\nport = {hub.broker.port}\nid = "{table}"\n')
    trust = ("royaltable", "update", "trust", "127.0.0.1", "--port", str(port), "--fingerprint")
    assert "it may be another machine" in each.run(*trust, "AAAA", status=1)
    each.run(*trust, enrolment.key_fingerprint(hub.packages.load_or_create_public_key()))


def until(true: Callable[[], bool], what: Callable[[], object], *, every_s: float = 0.2) -> None:
    ends_at_s = time.monotonic() + PATIENCE_S
    while not true():
        assert time.monotonic() < ends_at_s, what()
        time.sleep(every_s)


def version_at(table: Machine) -> str:
    return table.run("dpkg-query", "--show", "--showformat", "${Version}", "royaltable").strip()


def begin(table: Machine) -> None:
    with table.client() as client:
        assert client.post("/api/game", json={"castles": ["blue", "yellow"]}).status_code == 204
    until_said(table, "A game is being played")


def leave_off(table: Machine) -> None:
    with table.client() as client:
        assert client.post("/api/owner/house", json={"idle_game_h": 0.001}).status_code == 204
        ends_at_s = time.monotonic() + PATIENCE_S
        while table.shows("StatusText")["StatusText"].startswith("A game is being played"):
            assert time.monotonic() < ends_at_s, table.shows("StatusText")
            with suppress(httpx.TransportError):
                client.post("/api/answer", json={"yes": False})
            time.sleep(0.5)


@pytest.mark.parametrize(("first", "other"), [tuple(TABLES), tuple(reversed(TABLES))])
def test_a_fault_stops_it_at_the_first_table_which_plays_the_old_again(
    hub: Hub, tables: dict[str, Machine], build: Build, tmp_path: Path, first: str, other: str
) -> None:
    a, b = tables[first], tables[other]
    hub.packages.release_package(made_of(build("amd64"), "99.0.0", tmp_path, plant="raise SystemExit('planted')"))
    begin(b)
    played = b.view()["seq"]
    begun_s = time.monotonic()
    save_or_remove_rollout(hub.folder, Rollout("99.0.0", "0.1.0", first=first))
    until(lambda: version_at(a) == "99.0.0", lambda: a.log("royaltable-update"))
    tried_s = time.monotonic()
    until(lambda: version_at(a) == "0.1.0" and a.shows("ActiveState")["ActiveState"] == "active", a.log)
    a.view()
    back_s = time.monotonic() - tried_s
    print(
        f"from wish to the new version {tried_s - begun_s:.0f} s, from there to the old one that plays {back_s:.0f} s"
    )
    assert back_s <= BACK_WITHIN_S
    until(
        lambda: (hub.update_of(first) or messages.UpdateReport("0", "waits")).state == "rolled-back",
        lambda: a.log("royaltable-update"),
    )
    until(lambda: bool((load_rollout(hub.folder) or Rollout("")).stopped), lambda: load_rollout(hub.folder))
    assert load_rollout(hub.folder) == Rollout("99.0.0", "0.1.0", first, stopped=f"99.0.0 failed at {first}")
    assert (version_at(b), b.view()["seq"], b.shows("NRestarts")["NRestarts"]) == ("0.1.0", played, "0")
    assert hub.update_of(other) is None
    assert "rolled-back 99.0.0 0.1.0" in a.run("royaltable", "update", "status")


def test_a_good_one_waits_for_the_end_of_a_game_and_goes_on_to_the_others(
    hub: Hub, tables: dict[str, Machine], build: Build, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hub.table_management.HEALTHY_RING_S", 10.0)
    a, b = tables["rt-a"], tables["rt-b"]
    hub.packages.release_package(made_of(build("amd64"), "0.2.0", tmp_path))
    begin(b)
    save_or_remove_rollout(hub.folder, Rollout("0.2.0", "0.1.0", first="rt-b"))
    until(lambda: hub.update_of("rt-b") == messages.UpdateReport("0.2.0", "waits"), lambda: hub.update_of("rt-b"))
    time.sleep(15)
    assert (version_at(b), b.view()["seq"]) == ("0.1.0", 1)
    leave_off(b)
    until(lambda: hub.update_of("rt-b") == messages.UpdateReport("0.2.0", "holds"), lambda: b.log("royaltable-update"))
    assert version_at(a) == "0.1.0"
    until(lambda: hub.update_of("rt-a") == messages.UpdateReport("0.2.0", "holds"), lambda: a.log("royaltable-update"))
    assert {version_at(each) for each in (a, b)} == {"0.2.0"}


def test_a_hub_on_the_same_machine_stays_and_the_update_is_refused(hub: Hub, build: Build, tmp_path: Path) -> None:
    deb = build("amd64")
    hub.packages.release_package(deb)
    hub.packages.release_package(made_of(deb, "0.2.0", tmp_path))
    with served(hub.folder) as port, machine(debian("bookworm")) as table:
        join(table, "rt-a", hub, port, deb)
        control = tmp_path / "hub/DEBIAN/control"
        control.parent.mkdir(parents=True)
        control.write_text(
            "Package: royaltable-hub\nVersion: 0.1.0\nArchitecture: all\nMaintainer: a test\n"
            "Depends: royaltable (= 0.1.0)\nDescription: stands for the hub\n"
        )
        built(tmp_path / "hub", table.root / "root/hub.deb")
        table.run("dpkg", "--install", "/root/hub.deb")
        table.boot()
        save_or_remove_rollout(hub.folder, Rollout("0.2.0", "0.1.0", first="rt-a"))
        until(lambda: hub.update_of("rt-a") is not None, lambda: table.log("royaltable-update"))
        until(
            lambda: (hub.update_of("rt-a") or messages.UpdateReport("0", "waits")).state == "refused",
            lambda: table.log("royaltable-update"),
        )
        report = hub.update_of("rt-a")
        assert report is not None
        assert "the hub is on this machine, too" in report.why
        assert version_at(table) == "0.1.0"
        assert "installed" in table.run("dpkg-query", "--show", "--showformat", "${Status}", "royaltable-hub")


def unpacks(root: Path) -> bool:
    return any(each.endswith(".dpkg-new") for _, _, files in os.walk(root / "opt/royaltable") for each in files)


HERE = "somebody-waits"


@pytest.mark.parametrize("cut", ["preinst", "unpacking", "postinst"])
def test_after_a_power_cut_in_it_the_old_or_the_new_version_plays_whole(
    hub: Hub, build: Build, tmp_path: Path, cut: str
) -> None:
    deb = build("amd64")
    hub.packages.release_package(deb)
    newer = made_of(deb, "0.2.0", tmp_path)
    if cut != "unpacking":  # its script waits until the power is cut
        tree = tmp_path / "waits"
        subprocess.run(["dpkg-deb", "--raw-extract", newer, tree], check=True)
        script = tree / "DEBIAN" / cut
        first, rest = script.read_text("utf-8").split("\n", 1) if script.exists() else ("#!/bin/sh", "")
        script.write_text(f"{first}\ntouch /var/lib/misc/{HERE}\nsleep 600\n\n{rest}", "utf-8")
        script.chmod(0o755)
        newer = built(tree, tmp_path / f"{cut}.deb")
    hub.packages.release_package(newer)
    with served(hub.folder) as port, machine(debian("bookworm")) as table:
        join(table, "rt-a", hub, port, deb)
        table.boot()
        begin(table)
        played = table.view()["seq"]
        leave_off(table)
        save_or_remove_rollout(hub.folder, Rollout("0.2.0", "0.1.0", first="rt-a"))
        waits = table.root / "var/lib/misc" / HERE
        has_come = waits.exists if cut != "unpacking" else lambda: unpacks(table.root)
        until(has_come, lambda: table.log("royaltable-update"), every_s=0.01)
        table.pull_the_plug()
        save_or_remove_rollout(hub.folder, None)
        for script in (table.root / "var/lib/dpkg/info").glob("royaltable.p*inst"):
            script.write_text(script.read_text("utf-8").replace("sleep 600", "true"), "utf-8")
        table.boot()
        state = table.root / "var/lib/misc/royaltable-update"
        until(lambda: state.read_text().split()[0] != "trying", lambda: table.log("royaltable-update"))
        until(lambda: table.shows("ActiveState")["ActiveState"] == "active", table.log)
        print(f"cut in {cut}: {state.read_text().strip()}, {version_at(table)} plays")
        word = state.read_text().split()[0]
        assert (word, version_at(table)) in {("holds", "0.2.0"), ("rolled-back", "0.1.0")}
        assert table.run("dpkg", "--audit") == ""
        verify_chain = table.run("dpkg", "--verify", "royaltable").splitlines()  # a small Debian keeps no documents
        assert [line for line in verify_chain if " c " not in line and "/usr/share/doc" not in line] == []
        assert not unpacks(table.root)
        table.view()
        with table.client() as client:
            (parked,) = client.get("/api/parked").json()
            assert client.post("/api/parked/take-up", json={"game": parked["game"]}).status_code == 204
        assert table.view()["seq"] == played
