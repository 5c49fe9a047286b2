"""What the doctor finds, and its cures."""

import json
import os
import pwd
import re
import shlex
import tomllib
from pathlib import Path

import pytest

from controller.care.doctor.broker import check_broker
from controller.care.doctor.examination import check_files
from controller.care.doctor.findings import PROBLEMS, worst_severity
from controller.config.schema import MqttSection
from controller.store.privileges import nonroot_owner_name
from controller.store.table_files import TableFiles
from tests.care.doctor.pi import Pi, sound_pi
from tests.support.mosquitto import Mosquitto, need_mosquitto, password_file

BOOT = "boot/firmware/config.txt"
THROTTLED = "sys/devices/platform/soc/soc:firmware/get_throttled"

BROKEN = tomllib.loads(Path(__file__).with_name("broken.toml").read_text("utf-8"))


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Pi:
    return sound_pi(tmp_path_factory.mktemp("sound"))


@pytest.fixture
def pi(sound: Pi, tmp_path: Path) -> Pi:
    return sound.copied(tmp_path / "pi")


@pytest.mark.parametrize("boards", [False, True])
def test_no_findings_on_a_healthy_machine(pi: Pi, boards: bool) -> None:
    pi.broken({"boards": boards})
    assert [finding.to_dict() for finding in pi.findings()] == []


@pytest.mark.parametrize(("rate", "codes"), [("0x61a80", []), ("", ["RT-I2C-SLOW"]), ("fast", ["RT-I2C-SLOW"])])
def test_the_i2c_rate_is_read_in_any_notation(pi: Pi, rate: str, codes: list[str]) -> None:
    """0x61a80 are 400 kHz."""
    pi.change(BOOT, "i2c_arm_baudrate=400000", f"i2c_arm_baudrate={rate}")
    assert [finding.code for finding in pi.findings()] == codes


@pytest.mark.parametrize("setup", BROKEN)
def test_each_broken_setup_gives_exactly_its_finding(pi: Pi, setup: str) -> None:
    pi.broken(BROKEN[setup])
    findings = pi.findings()
    assert {finding.code for finding in findings} == {BROKEN[setup]["code"]}
    assert BROKEN[setup]["cause"] in findings[0].cause
    assert BROKEN[setup]["command"] in findings[0].command
    assert findings[0].cure.endswith(".")


def test_the_doctor_changes_no_file(tmp_path: Path, pi: Pi) -> None:
    for setup in ("SPI is off", "I2C is off", "a damaged journal"):
        pi.broken(BROKEN[setup])
    before = {path: (path.stat().st_mtime_ns, path.read_bytes()) for path in tmp_path.rglob("*") if path.is_file()}
    assert len(pi.findings()) == 3
    assert {
        path: (path.stat().st_mtime_ns, path.read_bytes()) for path in tmp_path.rglob("*") if path.is_file()
    } == before


def test_all_findings_are_listed_and_the_worst_is_the_exit_status(pi: Pi) -> None:
    assert worst_severity(pi.findings()) == 0
    pi.change(BOOT, ",i2c_arm_baudrate=400000", "")
    assert worst_severity(pi.findings()) == 0
    pi.write(THROTTLED, "50000\n")
    assert worst_severity(pi.findings()) == 1
    pi.broken(BROKEN["SPI 1 is off"])
    assert worst_severity(pi.findings()) == 2
    assert {finding.code for finding in pi.findings()} == {"RT-I2C-SLOW", "RT-POWER-WAS-LOW", "RT-SPI1-OFF"}


@pytest.mark.parametrize("node", ["soc@107c000000/soc@107c000000:firmware", "axi/axi:firmware"])
def test_the_throttled_bits_of_a_pi_5_are_found_at_any_node(pi: Pi, node: str) -> None:
    pi.remove(THROTTLED)
    pi.write(f"sys/devices/platform/{node}/get_throttled", "50000\n")
    assert "RT-POWER-WAS-LOW" in {finding.code for finding in pi.findings()}


BY_ROOT = re.compile(r"sudo (?!-u |-v )([a-z-]+)")
LEADS_NOWHERE = {"mkdir", "chown -h", "cat", "sudoedit", "royaltable"}
"""What root may do in a folder of the table's user: follows no link there, or lays down root's rights by itself."""


def test_no_command_writes_as_root_where_the_user_could_plant_a_link() -> None:
    for step in (step for problem in PROBLEMS.values() for step in re.split(r"[|;]+|&&", problem.command)):
        in_his_folder = re.search(r"\{(file|key|folder|journal|config)\}|/etc/royaltable|/var/lib/royaltable", step)
        by_root = BY_ROOT.search(step)
        if in_his_folder and by_root:
            assert any(step.split("sudo ")[1].startswith(allowed) for allowed in LEADS_NOWHERE), step


def test_commands_run_as_the_owner_and_quote_file_names(tmp_path: Path) -> None:
    folder = tmp_path / "of; the $(table)"
    folder.mkdir()
    keys = TableFiles(folder / "table.journal").keys
    keys.write_text("{}")
    keys.chmod(0o644)
    owner = nonroot_owner_name(keys)
    (finding,) = (
        each for each in check_files(TableFiles(folder / "table.journal"), owner) if each.code == "RT-KEYS-OPEN"
    )
    assert shlex.split(finding.command) == ["sudo", "-u", owner, "chmod", "600", str(keys)]


@pytest.mark.skipif(os.getuid() != 0, reason="only root can give a folder away")
def test_commands_in_the_users_folder_run_as_that_user(tmp_path: Path) -> None:
    nobody = pwd.getpwnam("nobody")
    folder = tmp_path / "his"
    folder.mkdir()
    (folder / "page.key").symlink_to("/etc/passwd")
    os.chown(folder, nobody.pw_uid, nobody.pw_gid)
    assert nonroot_owner_name(folder / "page.key") == "nobody"
    assert nonroot_owner_name(Path("/etc/passwd")) == "root"


WIDTH = 80


def test_a_picture_fits_a_terminal_and_contains_no_placeholder() -> None:
    drawn = {code: problem.picture for code, problem in PROBLEMS.items() if problem.picture}
    assert len(drawn) >= 7
    for code, picture in drawn.items():
        assert max(map(len, picture.splitlines())) <= WIDTH, code
        assert not set(picture) & set("{}\t"), code


def test_each_finding_of_the_setup_has_a_picture() -> None:
    measured = {
        *("RT-READER-WEAK", "RT-READER-NEAR", "RT-SPI-ERRORS", "RT-I2C-MEASURED"),
        *("RT-KNOB-CLICKS", "RT-KNOB-PLUS", "RT-ARROW-PLAY", "RT-POWER-LOAD"),
    }
    assert {code for code in measured if not PROBLEMS[code].picture} == set()


ID = "rt-test"


def found(config: Path, **settings: object) -> list[str]:
    section = MqttSection("127.0.0.1", id=ID, **settings)  # type: ignore[arg-type]
    findings = list(check_broker(section, TableFiles(config.parent / "table.journal", config=config)))
    for finding in findings:
        assert finding.format()
    return [finding.code for finding in findings]


def test_without_a_broker_there_is_no_finding(tmp_path: Path) -> None:
    assert list(check_broker(None, TableFiles(tmp_path / "table.journal"))) == []


def test_a_damaged_membership_says_to_join_again(tmp_path: Path) -> None:
    files = TableFiles(tmp_path / "table.journal")
    files.membership.write_text('{"table": "rt-one"}')
    (finding,) = check_broker(None, files)
    assert finding.code == "RT-HUB-FILE"
    assert "royaltable join" in finding.format()


def test_silence_wrong_password_and_missing_rights_are_distinguished(tmp_path: Path) -> None:
    need_mosquitto()
    users = password_file(tmp_path, {"table": "right"})
    rights = tmp_path / "rights"
    rights.write_text(f"user table\ntopic readwrite royaltable/v1/{ID}/#\n")
    real = Mosquitto(tmp_path, f"allow_anonymous false\npassword_file {users}\nacl_file {rights}\n")
    config, secret = tmp_path / "table.toml", tmp_path / "secret"
    config.touch()
    secret.write_text("right\n")
    asked = {"port": real.port, "user": "table", "password_file": "secret"}
    assert found(config, **asked) == ["RT-MQTT-OPEN", "RT-MQTT-SILENT"]
    real.start()
    try:
        assert found(config, **asked) == ["RT-MQTT-OPEN"]
        says = ["RT-HUB-SILENT", "RT-HUB-TWIN", "RT-HUB-FORK", "RT-HUB-AHEAD"]
        presence = {"online": True, "boot": "b", "findings": [*says, "RT-ELSE"]}
        login = ("-r", "-u", "table", "-P", "right")
        real.publish(f"royaltable/v1/{ID}/presence", json.dumps(presence), *login)
        assert found(config, **asked) == ["RT-MQTT-OPEN", *says], "what the running table has found"
        real.publish(f"royaltable/v1/{ID}/presence", json.dumps(presence | {"online": False}), *login)
        assert found(config, **asked) == ["RT-MQTT-OPEN"]
        secret.write_text("wrong\n")
        assert found(config, **asked) == ["RT-MQTT-OPEN", "RT-MQTT-PASSWORD"]
        assert found(config, **asked | {"password_file": "nowhere"}) == ["RT-MQTT-PASSWORD"]
        secret.write_text("right\n")
        rights.write_text("user table\ntopic write somewhere/else\n")
        real.kill()
        real.start()
        assert found(config, **asked) == ["RT-MQTT-OPEN", "RT-MQTT-RIGHTS"]
        assert found(config, **asked, tls=True) == ["RT-MQTT-TLS"]
    finally:
        real.kill()


@pytest.mark.skipif(os.getuid() != 0, reason="only root can give a file away")
def test_root_never_sends_a_file_that_the_user_cannot_read(tmp_path: Path) -> None:
    nobody = pwd.getpwnam("nobody")
    config = tmp_path / "table.toml"
    config.touch()
    os.chown(config, nobody.pw_uid, nobody.pw_gid)
    assert found(config, user="table", password_file="/etc/shadow") == ["RT-MQTT-PASSWORD"]
