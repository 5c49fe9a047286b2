"""The hub's package beside a table's: installed, joined by the table, engines killed, stopped, purged."""

import json
import shutil
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.hub.running import page_settings, tables_settings
from tests.support.ports import free_port
from tests.systemd.container.commands import ended_without_sentence, every_command_line
from tests.systemd.container.conftest import Build
from tests.systemd.container.machines import PATIENCE_S, Machine, Traces, hub_s, traces

HUB = "royaltable-hub"
ENGINES = ("postgres", "mosquitto", "haproxy")
ONLINE = 'royaltable_tables{state="online"} 1'
APT = ("env", "DEBIAN_FRONTEND=noninteractive", "apt-get")


@pytest.fixture(scope="module")
def without(bare: Machine) -> Traces:
    try:
        bare.run(*APT, "update")
    except AssertionError as fault:
        pytest.skip(f"apt reaches no mirror of Debian from within a container. Cure: a network. {fault}")
    engines = ("postgresql", "mosquitto", "haproxy")
    bare.run(*APT, "install", "--yes", "--no-install-recommends", *engines, "openssl", "gpg", "gpg-agent")
    bare.run("systemctl", "disable", *(f"{engine}.service" for engine in engines))
    return traces(bare.root)


@pytest.fixture(scope="module")
def room(bare: Machine, without: Traces, build: Build) -> str:
    deb = build("amd64")
    for each in (deb, hub_s(deb)):
        shutil.copy(each, bare.root / "root")
    bare.run("dpkg", "--install", f"/root/{deb.name}", f"/root/{hub_s(deb).name}")
    # As if root had begun it by hand: the service takes the folder over.
    folder = bare.root / "var/lib/royaltable-hub"
    folder.mkdir()
    port = free_port()
    settings = f"{page_settings(port)}[broker]\nport = {free_port()}\n{tables_settings()}"
    (folder / "hub.toml").write_text(settings, encoding="utf-8")
    bare.plays_on_twins()
    bare.boot()
    return f"http://127.0.0.1:{port}"


def got(address: str) -> str:
    """Ask as a browser does, which keeps its connection: one that does not could be a proxy at this machine."""
    return httpx.get(address, timeout=PATIENCE_S).raise_for_status().text


def until(holds: Callable[[], Any], what: str) -> Any:
    until_s = time.monotonic() + PATIENCE_S
    while True:
        try:
            if found := holds():
                return found
        except (httpx.HTTPError, AssertionError):
            pass
        assert time.monotonic() < until_s, what
        time.sleep(0.2)


PROCESSES = f"""
for each in /proc/[0-9]*; do
    grep -qs '/{HUB}.service$' $each/cgroup && user=$(stat --format=%U $each) && name=$(cat $each/comm) &&
        echo "${{each#/proc/}} $user $name"
done 2>/dev/null; true"""


def processes(machine: Machine) -> dict[str, tuple[int, str]]:
    found: dict[str, tuple[int, str]] = {}
    lines = [line.split() for line in machine.run("sh", "-c", PROCESSES).splitlines()]
    for pid, user, name in sorted(lines, key=lambda line: int(line[0])):
        found.setdefault(name, (int(pid), user))
    return found


def test_after_power_on_a_user_of_its_own_serves_its_page_and_engines(room: str, bare: Machine) -> None:
    assert "<html" in until(lambda: got(room), "the page does not answer")
    shown = bare.shows("ActiveState", "User", "NRestarts", unit=HUB)
    assert shown == {"ActiveState": "active", "User": HUB, "NRestarts": "0"}
    assert bare.run("systemctl", "--failed", "--no-legend") == ""
    mine = processes(bare)
    assert set(ENGINES) <= mine.keys()
    assert {user for _, user in mine.values()} == {HUB}
    assert bare.run("stat", "--format=%U %a", "/var/lib/royaltable-hub").split() == [HUB, "700"]
    assert bare.run("stat", "--format=%U", "/var/lib/royaltable-hub/hub.toml").strip() == HUB


@pytest.mark.parametrize("user", ["nobody", HUB, "root"])
def test_each_command_of_the_hub_ends_with_a_sentence_for_each_user(room: str, bare: Machine, user: str) -> None:
    lines = [line for line in every_command_line() if line[0] == "hub"]
    assert len(lines) > 20
    assert ended_without_sentence(bare, user, lines) == []


def test_the_service_reads_what_root_writes_and_a_table_comes_in(room: str, bare: Machine) -> None:
    invitation = "/var/tmp/room.invitation"
    bare.run("royaltable", "hub", "invite", "--tables", "1", "--host", "127.0.0.1", invitation)
    assert "The table has joined" in bare.run("royaltable", "join", "--invitation", invitation)
    bare.run("systemctl", "restart", "royaltable")
    until(lambda: ONLINE in got(f"{room}/metrics"), "the table does not come into the room")
    until(lambda: "1 tables" in bare.run("royaltable", "hub", "status"), "nothing is kept of it")
    made = bare.run("find", "/var/lib/royaltable-hub", "!", "-user", HUB)
    assert made == "", "the hub cannot read what root has made"


@pytest.mark.parametrize("engine", ENGINES)
def test_an_engine_that_is_killed_comes_again_below_the_same_hub(room: str, bare: Machine, engine: str) -> None:
    before = bare.shows("MainPID", unit=HUB)
    killed = processes(bare)[engine]
    bare.run("sh", "-c", f"kill -KILL {killed[0]}")
    until(lambda: processes(bare).get(engine, killed) != killed, f"{engine} did not come again")
    until(lambda: ONLINE in got(f"{room}/metrics"), "the table is not there any more")
    until(lambda: json.loads(got(f"{room}/api/status")), "the database does not answer")
    assert bare.shows("MainPID", unit=HUB) == before


def test_a_killed_hub_leaves_no_engine_and_the_next_has_the_same_room(room: str, bare: Machine) -> None:
    before = processes(bare)
    bare.run("systemctl", "kill", "--kill-whom=main", "--signal=KILL", HUB)
    until(lambda: set(ENGINES) <= (now := processes(bare)).keys() and now != before, "the hub did not come again")
    assert not set(processes(bare).values()) & set(before.values())
    until(lambda: ONLINE in got(f"{room}/metrics"), "the table is not there any more")


def test_it_stops_in_good_order_and_is_saved_while_it_does_not_run(room: str, bare: Machine) -> None:
    until(lambda: "1 tables" in bare.run("royaltable", "hub", "status"), "the database does not answer")
    bare.run("systemctl", "stop", HUB)
    assert bare.shows("Result", "ActiveState", unit=HUB) == {"Result": "success", "ActiveState": "inactive"}
    assert not (bare.root / "var/lib/royaltable-hub/postgres/data/postmaster.pid").exists()
    assert "event=hub_stops" in bare.log(HUB)
    assert "Permission denied. Choose another file" in bare.run("royaltable", "hub", "backup", "/root/room", status=1)
    assert "/var/tmp/room: verified" in bare.run("royaltable", "hub", "backup", "/var/tmp/room")
    bare.run("systemctl", "start", HUB)
    until(lambda: got(room), "the page does not answer")


def test_who_has_disabled_it_finds_it_so_after_an_upgrade(room: str, bare: Machine, build: Build) -> None:
    bare.run("systemctl", "disable", "--now", HUB)
    bare.run("dpkg", "--install", f"/root/{hub_s(build('amd64')).name}")
    shown = bare.shows("ActiveState", "UnitFileState", unit=HUB)
    assert shown == {"ActiveState": "inactive", "UnitFileState": "disabled"}


def test_removed_it_keeps_the_games_and_purged_only_the_table_stays(room: str, bare: Machine, without: Traces) -> None:
    bare.run("apt-get", "remove", "--yes", HUB)
    assert (bare.root / "var/lib/royaltable-hub/postgres/data/PG_VERSION").is_file()
    for module in ("asyncpg", "openskill"):
        assert list(bare.root.glob(f"opt/royaltable/lib/*/site-packages/{module}")) == []
    assert "sudo apt install royaltable-hub" in bare.run("royaltable", "hub", "status", status=1)
    assert bare.view()["phase"] == "none"
    bare.run("apt-get", "purge", "--yes", HUB)
    assert not Path(bare.root / "var/lib/royaltable-hub").exists()
    bare.run("systemctl", "stop", "royaltable")
    bare.run("apt-get", "purge", "--yes", "royaltable")
    bare.power_off()
    assert traces(bare.root).since(without) == set()
