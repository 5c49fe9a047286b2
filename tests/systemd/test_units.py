"""The units of table and hub."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from hub.engines import postgres

FOLDER = Path(__file__).parents[2] / "systemd"
UNIT = FOLDER / "royaltable.service"
HUB = FOLDER / "royaltable-hub.service"
KIOSK = FOLDER / "royaltable-kiosk.service"

each_unit = pytest.mark.parametrize("unit", [UNIT, HUB], ids=["table", "hub"])

POLKIT = """
var rules = [];
var decide = (action, subject) => rules.map((rule) => rule(action, subject)).find((answer) => answer !== "NOT_HANDLED");
var polkit = {
  Result: {YES: "YES", NO: "NO", NOT_HANDLED: "NOT_HANDLED"},
  addRule: function (rule) { rules.push(rule); },
  spawn: function (command) { return require("child_process").execFileSync(command[0], command.slice(1)); },
};
"""
"""What polkit gives a rule, as polkit(8) describes it."""

needs_systemd = pytest.mark.skipif(
    shutil.which("systemd-analyze") is None, reason="needs systemd-analyze. Cure: sudo apt install systemd"
)


def settings(unit: Path = UNIT) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for line in unit.read_text(encoding="utf-8").splitlines():
        name, equals, value = line.partition("=")
        if equals and not line.startswith("#"):
            found.setdefault(name, []).append(value)
    return found


@needs_systemd
@pytest.mark.parametrize(
    "unit", [*sorted(FOLDER.glob("*.service")), *sorted(FOLDER.glob("*.path"))], ids=lambda unit: unit.name
)
def test_systemd_finds_nothing_to_complain_about(tmp_path: Path, unit: Path) -> None:
    program = tmp_path / "royaltable"
    program.write_text("#!/bin/sh\n", encoding="utf-8")
    program.chmod(0o755)
    here = re.sub("/opt/royaltable/bin/royaltable|/usr/bin/cage", str(program), unit.read_text(encoding="utf-8"))
    (tmp_path / unit.name).write_text(here, encoding="utf-8")
    said = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", tmp_path / unit.name], capture_output=True, text=True, check=False
    )
    assert (said.returncode, said.stdout + said.stderr) == (0, "")


@needs_systemd
@each_unit
def test_its_exposure_is_at_most_1_3(unit: Path) -> None:
    said = subprocess.run(
        ["systemd-analyze", "security", "--offline=true", "--no-pager", "--threshold=13", unit],
        capture_output=True,
        text=True,
        check=False,
    )
    assert said.returncode == 0, said.stdout.splitlines()[-1]


@pytest.mark.parametrize(
    ("unit", "expected"),
    [
        (UNIT, {"PrivateDevices": None, "ProcSubset": None}),
        (UNIT, {"LimitNOFILE": "4096", "MemoryMax": "384M", "TasksMax": "64"}),
        (UNIT, {"Type": "notify", "WatchdogSec": "30", "Restart": "on-failure", "StartLimitIntervalSec": "0"}),
        (UNIT, {"SuccessExitStatus": "TEMPFAIL", "RestartForceExitStatus": "TEMPFAIL"}),
        (HUB, {"Restart": "on-failure", "StartLimitIntervalSec": "0", "RestartSec": "5", "OOMPolicy": "continue"}),
        # What stands later is taken out of, or put back into, what stands before.
        (HUB, {"SystemCallFilter": "@system-service ~@privileged @resources capset", "CapabilityBoundingSet": ""}),
        (HUB, {"PrivateDevices": "yes", "RemoveIPC": None, "PrivateIPC": None}),
        (HUB, {"MemoryDenyWriteExecute": "yes"}),
    ],
    ids=[
        "gpiozero sees the board and its devices",
        "the table cannot use up the machine",
        "a hung table is killed and failures restart it forever",
        "a restart that the owner asks for is no failure",
        "a failed hub restarts forever and repairs its engines",
        "setpriv starts both engines and sets its capabilities",
        "PostgreSQL's shared memory survives the end of a command",
        "no program runs memory that it wrote",
    ],
)
def test_a_unit_has_the_settings_that_its_service_needs(unit: Path, expected: dict[str, str | None]) -> None:
    found = settings(unit)
    assert {name: " ".join(found[name]) if name in found else None for name in expected} == expected


def test_a_screen_shows_the_table_unless_its_owner_names_another_page() -> None:
    kiosk = settings(KIOSK)
    assert kiosk["Environment"] == ["ROYALTABLE_SCREEN=http://localhost:8080/#tv"]
    assert kiosk["EnvironmentFile"] == ["-/etc/default/royaltable"]
    assert "--password-store=basic ${ROYALTABLE_SCREEN}" in KIOSK.read_text(encoding="utf-8")
    shipped = (FOLDER.parent / "package/default").read_text(encoding="utf-8").splitlines()
    assert 'ROYALTABLE_SCREEN="http://localhost:8080/#tv"' in shipped


def test_postgresql_compiles_no_query_because_written_memory_cannot_run() -> None:
    assert postgres.SERVER_SETTINGS["jit"] == "off"


@pytest.mark.skipif(shutil.which("node") is None, reason="polkit's rules are JavaScript. Cure: sudo apt install nodejs")
@pytest.mark.parametrize(
    ("written", "user", "action", "answer"),
    [
        ('ROYALTABLE_POWEROFF="yes"', "royaltable", "power-off", "YES"),
        ("ROYALTABLE_POWEROFF=yes", "royaltable", "power-off-multiple-sessions", "YES"),
        ('ROYALTABLE_POWEROFF="no"', "royaltable", "power-off", "NO"),
        ('# ROYALTABLE_POWEROFF="yes"', "royaltable", "power-off", "NO"),
        ("", "royaltable", "power-off", "NO"),
        ('ROYALTABLE_POWEROFF="yes"', "pi", "power-off", "undefined"),
        ('ROYALTABLE_POWEROFF="yes"', "royaltable", "reboot", "undefined"),
    ],
)
def test_the_table_may_power_off_only_with_a_file_of_root(
    tmp_path: Path, written: str, user: str, action: str, answer: str
) -> None:
    rule = (FOLDER / "50-royaltable.polkit").read_text(encoding="utf-8")
    asked = tmp_path / "default"
    asked.write_text(f'ROYALTABLE_OPTIONS=""\n{written}\n', encoding="utf-8")
    assert '"/etc/default/royaltable"' in rule
    script = POLKIT + rule.replace("/etc/default/royaltable", str(asked))
    script += f'console.log(decide({{id: "org.freedesktop.login1.{action}"}}, {{user: "{user}"}}));'
    said = subprocess.run(["node", "--eval", script], capture_output=True, text=True, check=True)
    assert said.stdout.strip() == answer


@pytest.mark.skipif(shutil.which("node") is None, reason="polkit's rules are JavaScript. Cure: sudo apt install nodejs")
@pytest.mark.parametrize(
    ("user", "action", "answer"),
    [
        ("royaltable", "network-control", "YES"),
        ("royaltable", "settings.modify.system", "YES"),
        ("royaltable", "wifi.scan", "YES"),
        ("royaltable", "wifi.share.protected", "YES"),
        ("royaltable", "wifi.share.open", "undefined"),
        ("royaltable", "settings.modify.hostname", "undefined"),
        ("pi", "network-control", "undefined"),
    ],
)
def test_the_table_may_choose_its_wi_fi_and_open_no_open_network(
    tmp_path: Path, user: str, action: str, answer: str
) -> None:
    names = tmp_path / "royaltable.conf"
    rule = (FOLDER / "50-royaltable.polkit").read_text(encoding="utf-8")
    script = POLKIT + rule.replace("/etc/NetworkManager/dnsmasq-shared.d/royaltable.conf", str(names))
    script += f'console.log(decide({{id: "org.freedesktop.NetworkManager.{action}"}}, {{user: "{user}"}}));'
    for is_on in (False, True):
        if is_on:
            names.touch()
        said = subprocess.run(["node", "--eval", script], capture_output=True, text=True, check=True)
        assert said.stdout.strip() == (answer if is_on else "undefined")


ON = ["", "[wifi]\nown_network = true\n", "[wifi]\n# own_network = false\n", "[wifi]\nown_network = true # not false\n"]
OFF = [
    "[wifi]\nown_network = false\n",
    "[wifi]\n  own_network=false # a café has its own\n",
    "wifi.own_network = false\n",
    "wifi = { own_network = false }\n",
    '[wifi]\n"own_network" = false\n',
]


class OwnNetworkRules:
    """root's part of the own network, in a folder instead of /."""

    def __init__(self, folder: Path, settings: str, first_port: int = 1024) -> None:
        self.names = folder / "etc/NetworkManager/dnsmasq-shared.d/royaltable.conf"
        self.first_port = folder / "proc/sys/net/ipv4/ip_unprivileged_port_start"
        self._settings = folder / "etc/royaltable/table.toml"
        for file in (self.names, self.first_port, self._settings, folder / "run/file"):
            file.parent.mkdir(parents=True)
        self.first_port.write_text(f"{first_port}\n", encoding="utf-8")
        self.write(settings)
        script = (FOLDER.parent / "package/own-network").read_text(encoding="utf-8")
        self._script = re.sub("=/(etc|proc|run)/", rf"={folder}/\1/", script)

    def write(self, settings: str) -> None:
        self._settings.write_text(settings, encoding="utf-8")

    def put(self, word: str) -> tuple[bool, int]:
        """Put the rules on or off; return whether names lead to the table, and the first port of any user."""
        said = subprocess.run(["/bin/sh", "-c", self._script, "own-network", word], capture_output=True, check=False)
        assert (said.returncode, said.stderr) == (0, b"")
        return self.names.exists(), int(self.first_port.read_text(encoding="utf-8"))


@pytest.mark.parametrize(("settings", "is_on"), [*((each, True) for each in ON), *((each, False) for each in OFF)])
def test_rules_of_the_own_network_hold_only_while_table_and_network_run(
    tmp_path: Path, settings: str, *, is_on: bool
) -> None:
    rules = OwnNetworkRules(tmp_path, settings)
    assert rules.put("on") == ((True, 80) if is_on else (False, 1024))
    assert rules.put("off") == (False, 1024)


def test_rules_of_the_own_network_end_with_the_setting_also_after_a_crash(tmp_path: Path) -> None:
    rules = OwnNetworkRules(tmp_path, "")
    assert [rules.put("on"), rules.put("on")] == [(True, 80)] * 2
    assert rules.names.read_text(encoding="utf-8") == "address=/#/10.42.0.1\naddress=/#/::\n"
    rules.write(OFF[0])
    assert rules.put("on") == (False, 1024)


@pytest.mark.parametrize("first_port", [0, 53, 80])
def test_a_port_that_any_user_may_open_already_stays_theirs(tmp_path: Path, first_port: int) -> None:
    rules = OwnNetworkRules(tmp_path, "", first_port)
    assert rules.put("on") == (True, first_port)
    assert rules.put("off") == (False, first_port)


def test_without_network_manager_there_are_no_rules_of_the_own_network(tmp_path: Path) -> None:
    rules = OwnNetworkRules(tmp_path, "")
    rules.names.parent.rmdir()
    assert rules.put("on") == (False, 1024)


def test_the_service_puts_rules_of_the_own_network_on_and_off_as_root() -> None:
    script = "-+/bin/sh /usr/lib/royaltable/own-network"
    assert (settings()["ExecStartPre"], settings()["ExecStopPost"]) == ([f"{script} on"], [f"{script} off"])
    places = (FOLDER.parent / "package/files").read_text(encoding="utf-8")
    assert "usr/lib/royaltable/own-network " in places
    assert "NetworkManager" not in places
    assert "sysctl" not in places


def test_the_shipped_settings_allow_the_power_off() -> None:
    shipped = (FOLDER.parent / "package/default").read_text(encoding="utf-8")
    assert 'ROYALTABLE_POWEROFF="yes"' in shipped.splitlines()
    settings_shipped = (FOLDER.parent / "controller/config/examples/b.toml").read_text(encoding="utf-8")
    assert re.search("^poweroff = true", settings_shipped, re.MULTILINE)


def test_buses_pins_and_castle_boards_stay_allowed_and_no_other_device() -> None:
    assert settings()["DevicePolicy"] == ["closed"]
    # By class and not by number: a Pi 5 has its header on gpiochip0 or gpiochip4, as its kernel likes.
    # RPi.GPIO, on a Pi up to 4, takes /dev/gpiomem, whose number is the kernel's choice.
    by_class = ["char-alsa rw", "char-gpiochip rw", "char-i2c rw", "char-spi rw", "char-ttyACM rw"]
    assert sorted(settings()["DeviceAllow"]) == ["/dev/gpiomem rw", *by_class]


def test_the_classes_of_devices_are_known_before_the_service_starts() -> None:
    modules = (FOLDER / "royaltable.modules").read_text(encoding="utf-8").splitlines()
    assert [line for line in modules if not line.startswith("#")] == ["spidev", "i2c-dev", "cdc-acm"]


def test_it_has_a_user_of_its_own_in_the_groups_of_the_devices() -> None:
    unit = settings()
    assert unit["User"] == ["royaltable"]
    groups = unit["SupplementaryGroups"][0].split()
    assert groups == ["gpio", "spi", "i2c", "dialout", "audio"]
    users = [line.split() for line in (FOLDER / "royaltable.sysusers").read_text(encoding="utf-8").splitlines()]
    assert [line[2] for line in users if line[:2] == ["m", "royaltable"]] == groups


def test_udev_gives_buses_and_pins_to_the_table_s_groups() -> None:
    rules = (FOLDER / "60-royaltable.rules").read_text(encoding="utf-8").splitlines()
    given = {rule.split(", ")[0]: rule for rule in rules if rule.startswith("SUBSYSTEM") and "tty" not in rule}
    assert {node.partition("==")[2].strip('"'): rule.split('GROUP="')[1][:3] for node, rule in given.items()} == {
        "spidev": "spi",
        "i2c-dev": "i2c",
        "gpio": "gpi",
    }
    assert all(rule.endswith('MODE="0660"') for rule in given.values())
    assert 'KERNEL=="gpiochip*"' in given['SUBSYSTEM=="gpio"']


def test_every_pico_with_micropython_gets_a_name_and_the_dialout_group() -> None:
    rule = (FOLDER / "60-royaltable.rules").read_text(encoding="utf-8")
    for part in (
        'ATTRS{idVendor}=="2e8a"',
        'ATTRS{idProduct}=="0005"',
        'GROUP="dialout"',
        'SYMLINK+="royaltable/node-$attr{serial}"',
    ):
        assert part in rule


def test_the_hub_s_unit_has_the_user_and_folder_that_are_made_for_it() -> None:
    (user,) = [
        line.split()
        for line in (FOLDER / "royaltable-hub.sysusers").read_text(encoding="utf-8").splitlines()
        if not line.startswith("#")
    ]
    unit = settings(HUB)
    assert user[:2] == ["u", *unit["User"]]
    assert f"/var/lib/{unit['StateDirectory'][0]}" == user[-1] == "/var/lib/royaltable-hub"
    assert unit["StateDirectoryMode"] == ["0700"]


def test_the_hub_stops_first_and_has_the_time_that_its_engines_take() -> None:
    unit = settings(HUB)
    assert unit["KillMode"] == ["mixed"]
    assert int(unit["TimeoutStopSec"][0]) >= 90, "60 s of PostgreSQL and 10 s of Mosquitto in order, then by force"
