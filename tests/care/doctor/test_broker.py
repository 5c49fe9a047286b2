"""What the doctor says of a real broker that is not there, knows nobody, or lets nobody speak."""

import json
import os
import pwd
from pathlib import Path

import pytest

from controller.care.doctor.broker import broker
from controller.config import MqttSection
from controller.store.table_files import TableFiles
from tests.fleet.mosquitto import Mosquitto, need_mosquitto, password_file

ID = "rt-test"


def found(config: Path, **settings: object) -> list[str]:
    section = MqttSection("127.0.0.1", id=ID, **settings)  # type: ignore[arg-type]
    findings = list(broker(section, TableFiles(config.parent / "table.journal", config=config)))
    for finding in findings:
        assert finding.as_text()
    return [finding.code for finding in findings]


def test_a_table_without_a_broker_is_asked_nothing(tmp_path: Path) -> None:
    assert list(broker(None, TableFiles(tmp_path / "table.journal"))) == []


def test_a_room_that_is_not_known_any_more_is_joined_again(tmp_path: Path) -> None:
    files = TableFiles(tmp_path / "table.journal")
    files.membership.write_text('{"table": "rt-one"}')
    (finding,) = broker(None, files)
    assert finding.code == "RT-HUB-FILE"
    assert "royaltable join" in finding.as_text()


def test_silence_a_wrong_password_and_a_missing_right_are_told_apart(tmp_path: Path) -> None:
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
        presence = {
            "online": True,
            "boot": "b",
            "findings": ["RT-HUB-SILENT", "RT-HUB-TWIN", "RT-HUB-FORK", "RT-HUB-AHEAD"],
        }
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
def test_root_sends_nobody_what_the_tables_user_could_not_read(tmp_path: Path) -> None:
    nobody = pwd.getpwnam("nobody")
    config = tmp_path / "table.toml"
    config.touch()
    os.chown(config, nobody.pw_uid, nobody.pw_gid)
    assert found(config, user="table", password_file="/etc/shadow") == ["RT-MQTT-PASSWORD"]
