"""`royaltable join` and `leave`, at a real door of a hub; `royaltable mqtt`, at a real broker."""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from threading import Timer

import msgspec
import pytest
from click.testing import CliRunner, Result

from controller.__main__ import main
from controller.cli import join as joins
from controller.cli import mqtt
from controller.fleet.client import MqttConnection
from controller.fleet.enrolment import Invitation
from controller.store.atomic_files import StateFileError
from controller.store.membership import load_membership
from controller.store.table_files import TableFiles
from tests.hub.enrolment.test_joining import Hub, there
from tests.support import commands, limits, mosquitto, ports


@pytest.fixture
def hub(tmp_path: Path) -> Iterator[Hub]:
    hub = Hub(tmp_path / "hub")
    with hub.open():
        yield hub


@pytest.fixture
def files(tmp_path: Path) -> TableFiles:
    return TableFiles(tmp_path / "sim.journal")


def at_table(files: TableFiles, *words: str, answer: str = "") -> Result:
    return CliRunner().invoke(main, [*words, "--sim", "--journal", str(files.journal)], input=answer)


def join_by_letters(hub: Hub, files: TableFiles, monkeypatch: pytest.MonkeyPatch, *, answer: str) -> Result:
    def typed(letters: str) -> str:
        hub.desk.store_membership_answer(hub.desk.find_applicant_by_letters(letters), hub.membership("rt-one"))
        return letters

    monkeypatch.setattr(joins, "format_letters", typed)
    return at_table(files, "join", f"127.0.0.1:{hub.port}", answer=answer)


def test_a_table_joins_by_letters_and_leaves(hub: Hub, files: TableFiles, monkeypatch: pytest.MonkeyPatch) -> None:
    joined = join_by_letters(hub, files, monkeypatch, answer="y\n")
    assert joined.exit_code == 0, joined.output
    assert "has joined The Crown" in joined.output
    assert load_membership(files.membership) == there(hub.membership("rt-one"))
    assert files.membership.stat().st_mode & 0o777 == 0o600
    left = at_table(files, "leave")
    assert left.exit_code == 0
    assert load_membership(files.membership) is None
    assert "is not in a room" in at_table(files, "leave").output


def test_a_table_does_not_join_without_confirmation(
    hub: Hub, files: TableFiles, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert join_by_letters(hub, files, monkeypatch, answer="n\n").exit_code == 1
    assert load_membership(files.membership) is None


def test_letters_expire(hub: Hub, files: TableFiles, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(joins, "POLL_INTERVAL_S", 0.01)
    limits.set_limits(monkeypatch, ENROLMENT_LETTERS_S=0.1)
    given_up = at_table(files, "join", f"127.0.0.1:{hub.port}")
    assert given_up.exit_code == 1
    assert "Run the command again" in given_up.output


def test_a_table_joins_by_an_invitation(hub: Hub, files: TableFiles, tmp_path: Path) -> None:
    file = tmp_path / "hub.invitation"
    invitation = Invitation(
        "127.0.0.1", hub.port, hub.authority.certificate_pem, hub.invitations.create_invitation(1, 1)
    )
    file.write_bytes(msgspec.json.encode(invitation))
    assert at_table(files, "join", "--invitation", str(file)).exit_code == 0
    assert load_membership(files.membership) == there(hub.membership("rt-two"))
    file.write_text("{}")
    refused = at_table(files, "join", "--invitation", str(file))
    assert "Expected an invitation from `royaltable hub invite`" in refused.output


def test_a_missing_or_unnamed_hub_is_reported(files: TableFiles) -> None:
    assert "does not answer as a hub" in at_table(files, "join", f"127.0.0.1:{ports.free_port()}").output
    assert "expected HUB or --invitation" in at_table(files, "join").output


def test_a_damaged_membership_file_is_reported(files: TableFiles) -> None:
    files.membership.write_text(json.dumps({"table": "rt-one", "password": "short"}))
    with pytest.raises(StateFileError, match="royaltable join"):
        load_membership(files.membership)


PRESENCE = "royaltable/v1/rt-test/presence"
CONFIG = "homeassistant/device/rt-test/config"


def settings(folder: Path, port: int) -> str:
    file = folder / "table.toml"
    castles = "".join(f'[[castle]]\ncolor = "{color}"\nspi = [0, {n}]\n' for n, color in enumerate(["blue", "yellow"]))
    file.write_text(f'{castles}[mqtt]\nhost = "127.0.0.1"\nport = {port}\nid = "rt-test"\n')
    return str(file)


def test_retained_messages_are_shown_and_cleared(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mosquitto.need_mosquitto()
    monkeypatch.setattr(mqtt, "RETAINED_ARRIVAL_WAIT_S", 0.2)
    broker = mosquitto.Mosquitto(tmp_path)
    config = settings(tmp_path, broker.port)
    silent = commands.royaltable("mqtt", "status", "--config", config)
    assert silent.exit_code == 1
    assert "does not respond" in silent.output
    broker.start()
    try:
        assert "no retained messages" in commands.royaltable("mqtt", "status", "--config", config).output
        broker.publish(PRESENCE, json.dumps({"online": True}), "-r")
        broker.publish(CONFIG, json.dumps({"dev": {}}), "-r")
        shown = commands.royaltable("mqtt", "status", "--config", config).output
        assert PRESENCE in shown
        assert CONFIG in shown
        refused = commands.royaltable("mqtt", "forget", "--config", config)
        assert refused.exit_code == 1
        assert "systemctl stop" in refused.output
        broker.publish(PRESENCE, json.dumps({"online": False}), "-r")
        assert commands.royaltable("mqtt", "forget", "--config", config).exit_code == 0
        assert "no retained messages" in commands.royaltable("mqtt", "status", "--config", config).output
    finally:
        broker.kill()


def test_a_slow_broker_is_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mosquitto.need_mosquitto()
    monkeypatch.setattr(mqtt, "RETAINED_ARRIVAL_WAIT_S", 0.2)
    broker = mosquitto.Mosquitto(tmp_path)
    config = settings(tmp_path, broker.port)
    subscribe, later = MqttConnection.subscribe, Timer(1.0, broker.go_on)

    def slowly(client: MqttConnection, topics: Sequence[str]) -> None:
        if later.ident is None:
            broker.stand_still()
            later.start()
        subscribe(client, topics)

    broker.start()
    try:
        broker.publish(PRESENCE, json.dumps({"online": True}), "-r")
        monkeypatch.setattr(MqttConnection, "subscribe", slowly)
        assert "systemctl stop" in commands.royaltable("mqtt", "forget", "--config", config).output
        later.join()
    finally:
        broker.kill()


def test_without_a_broker_the_command_says_what_to_set(tmp_path: Path) -> None:
    config = settings(tmp_path, 1883)
    text = Path(config).read_text().partition("[mqtt]")[0]
    Path(config).write_text(text)
    result = commands.royaltable("mqtt", "status", "--config", config)
    assert result.exit_code == 1
    assert "has no [mqtt] section with host" in result.output
