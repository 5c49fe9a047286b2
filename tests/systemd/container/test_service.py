"""The installed service in a booted Debian, from power-on through hangs and pulled plugs to the purge."""

import json
import os
import random
import shutil
import stat
import threading
import time
from contextlib import suppress
from pathlib import Path

import pytest

from tests.support.soak import SOAK, sample
from tests.systemd.container.commands import ended_without_sentence, every_command_line
from tests.systemd.container.machines import PATIENCE_S, Machine, Traces, traces
from tests.whole_table.one_player import Lost, Player

WATCHDOG_S = 10
CUTS = 25 if SOAK else 2
LONGEST_LIFE_S = 3.0
JOURNAL = "var/lib/royaltable/table.journal"

PROBE = """
import json, os, socket, urllib.request

def outcome(deed):
    try:
        deed()
    except BaseException as fault:
        return type(fault).__name__
    return "done"

def write(folder):
    return lambda: open(folder + "/probe", "w").close()

places = ["/etc", "/etc/royaltable", "/opt/royaltable", "/usr", "/root", "/home", "/var", "/var/lib", "/run", "/dev"]
families = ["AF_PACKET", "AF_NETLINK", "AF_BLUETOOTH", "AF_CAN", "AF_VSOCK", "AF_INET", "AF_INET6", "AF_UNIX"]
print("PROBE " + json.dumps({
    "user": os.getuid() != 0,
    "write": {place: outcome(write(place)) for place in [*places, os.environ["STATE_DIRECTORY"]]},
    "socket": {name: outcome(lambda: socket.socket(getattr(socket, name), socket.SOCK_DGRAM).close())
               for name in families},
    "become root": outcome(lambda: os.setuid(0)),
    "new namespace": outcome(lambda: os.unshare(os.CLONE_NEWUSER) if hasattr(os, "unshare") else os.chroot("/")),
    "device": {group: outcome(lambda: open("/opt/device-of-" + group, "w").close()) for group in ["spi", "disk"]},
    "see the processor": outcome(lambda: open("/proc/cpuinfo").close()),
}), flush=True)
"""


@pytest.fixture(scope="module")
def table(installed: Machine) -> Machine:
    installed.plays_on_twins(WatchdogSec=str(WATCHDOG_S))
    took_s = installed.boot()
    print(f"the page answered {took_s:.1f} s after power-on")
    return installed


@pytest.mark.parametrize("user", sample(["nobody", "royaltable", "root"]))
def test_each_command_ends_with_a_sentence_for_each_user(table: Machine, user: str) -> None:
    lines = [line for line in every_command_line() if line[0] != "hub" or line == ["hub"]]
    assert len(lines) > 50
    assert ended_without_sentence(table, user, lines) == []


def test_after_power_on_the_page_is_served_and_nothing_has_failed(table: Machine) -> None:
    assert table.view()["phase"] == "none"
    table.run("systemctl", "is-system-running", "--wait")  # the page answers before systemd has read that it is ready
    assert table.run("systemctl", "--failed", "--no-legend") == ""
    shown = table.shows("ActiveState", "StatusText", "User")
    assert shown["ActiveState"] == "active"
    assert shown["User"] == "royaltable"
    assert shown["StatusText"].startswith("No game is being played; page http://")


def test_it_writes_only_its_state_and_opens_only_sockets_it_needs(table: Machine) -> None:
    unit = (table.root / "usr/lib/systemd/system/royaltable.service").read_text(encoding="utf-8")
    lines = [
        line for line in unit.splitlines() if not line.startswith(("ExecStart=", "Type=", "WatchdogSec=", "Restart"))
    ]
    at = lines.index("[Service]") + 1
    lines[at:at] = ["Type=oneshot", "ExecStart=/usr/bin/python3 /opt/probe.py"]
    (table.root / "opt/probe.py").write_text(PROBE, encoding="utf-8")
    devices = [device_of(table.root, group) for group in ("spi", "disk")]
    (table.root / "etc/systemd/system/probe.service").write_text("\n".join(lines), encoding="utf-8")
    table.run("systemctl", "daemon-reload")
    table.run("systemctl", "start", "probe")
    for file in (table.root / "opt/probe.py", *devices):
        file.unlink()
    (table.root / "etc/systemd/system/probe.service").unlink()
    said = table.run("journalctl", "--unit=probe", "--output=cat", "--no-pager")
    seen = json.loads(said.split("PROBE ")[1].splitlines()[0])
    assert seen["user"]
    assert {place for place, outcome in seen["write"].items() if outcome == "done"} == {
        "/etc/royaltable",  # the owner's page writes table.toml
        "/var/lib/royaltable",
    }
    assert {name for name, outcome in seen["socket"].items() if outcome == "done"} == {"AF_INET", "AF_INET6", "AF_UNIX"}
    assert seen["become root"] == "PermissionError"
    assert seen["new namespace"] == "PermissionError"
    assert seen["see the processor"] == "done"
    # A user of its own kind does not take its groups' devices away.
    assert seen["device"] == {"spi": "done", "disk": "PermissionError"}


def device_of(root: Path, group: str) -> Path:
    groups = [line.split(":") for line in (root / "etc/group").read_text(encoding="utf-8").splitlines()]
    device = root / "opt" / f"device-of-{group}"
    os.mknod(device, stat.S_IFCHR, os.makedev(1, 3))
    os.chown(device, 0, next(int(gid) for name, _, gid, _ in groups if name == group))
    device.chmod(0o660)
    return device


def test_a_hung_table_is_killed_and_the_next_one_plays_the_same_game_on(table: Machine) -> None:
    with table.client() as client:
        castles = {"castles": ["blue", "yellow"], "options": {"map": "tracked"}}
        assert client.post("/api/game", json=castles).status_code == 204
    before = table.view()["seq"]
    table.run("systemctl", "kill", "--kill-whom=main", "--signal=STOP", "royaltable")
    until_s = time.monotonic() + PATIENCE_S
    while table.shows("NRestarts")["NRestarts"] == "0":
        assert time.monotonic() < until_s, "the watchdog did not see it"
        time.sleep(0.2)
    view = table.view()
    assert (view["seq"], view["resumed"]["actions"]) == (before, before)
    assert "Watchdog timeout" in table.run("journalctl", "--unit=royaltable", "--no-pager")


def test_it_stops_with_coils_and_fields_off_and_its_journal_whole(table: Machine) -> None:
    table.run("systemctl", "stop", "royaltable")
    assert "event=stop actions=1 still_on=nothing" in table.log()
    assert "intact; 1 games, 1 actions." in table.run(
        "royaltable", "journal", "verify", "/var/lib/royaltable/table.journal"
    )


def test_a_table_without_parts_and_stickers_is_played_by_hand(table: Machine) -> None:
    options = table.root / "etc/default/royaltable"
    options.write_text(options.read_text(encoding="utf-8").replace("--twins ", ""), encoding="utf-8")
    table.run("systemctl", "restart", "royaltable")
    assert table.view()["seq"] == 1
    lost = table.shows("StatusText")["StatusText"].split("not working: ")[1]
    assert {"tags", "oled", "spinner", "console"} <= set(lost.split(", "))


def test_a_table_whose_settings_are_broken_plays_the_same_game_on_by_hand(table: Machine) -> None:
    settings = table.root / "etc/royaltable/table.toml"
    right = settings.read_text(encoding="utf-8")
    settings.write_text(right.replace("[spinner]", "[spinner"), encoding="utf-8")
    table.run("systemctl", "restart", "royaltable")
    assert table.view()["seq"] == 1
    shown = table.shows("StatusText", "NRestarts")
    assert shown["NRestarts"] == "0"
    assert "settings" in shown["StatusText"].split("not working: ")[1].split(", ")
    told = [device["text"] for device in table.view()["devices"] if device["name"] == "settings"]
    assert "is not TOML" in told[0]
    assert "royaltable config check --config /etc/royaltable/table.toml" in told[0]
    settings.write_text(right, encoding="utf-8")


def test_the_plug_pulled_at_random_moments(installed: Machine, tmp_path: Path) -> None:
    """25 times on each of two Debians with ROYALTABLE_SOAK=1, else twice on one."""
    installed.pull_the_plug()
    installed.plays_on_twins()
    chance = random.Random(11)
    player, boots_s, games = Player(seed=0), [], 0
    for cut in range(CUTS):
        boots_s.append(installed.boot())
        with installed.client() as client:
            if player.play.state is None or player.over:
                games += 1
                player = Player(seed=games)
                player.begin(client)
                player.look(installed.root / JOURNAL)
            else:
                view = client.get("/api/view").json()["view"]
                assert (view["seq"], view["resumed"]["actions"]) == (player.play.seq, player.play.seq)
            plug = threading.Timer(chance.uniform(0, LONGEST_LIFE_S), installed.pull_the_plug)
            plug.start()
            with suppress(Lost):
                while not player.over:
                    player.step(client)
            plug.join()
        copy = tmp_path / str(cut)  # reading in place would leave files there that are not the table's
        copy.mkdir()
        for file in (installed.root / JOURNAL).parent.glob("table.journal*"):
            shutil.copy(file, copy)
        player.look(copy / "table.journal")
    print(f"{CUTS} power cuts; power-on to first answer: {min(boots_s):.1f} to {max(boots_s):.1f} s; {games} games")


def test_purged_it_leaves_nothing(installed: Machine, pristine: Traces) -> None:
    installed.boot()
    installed.run("systemctl", "stop", "royaltable")
    installed.run("apt-get", "purge", "--yes", "royaltable")
    installed.power_off()
    assert traces(installed.root).since(pristine) == set()
