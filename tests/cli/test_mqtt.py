"""`royaltable mqtt`: what a real broker keeps of a table is shown, and is emptied."""

import json
from collections.abc import Sequence
from pathlib import Path
from threading import Timer

import pytest

from controller.cli import mqtt
from controller.fleet.client import Client
from tests.cli.games import royaltable
from tests.fleet.mosquitto import Mosquitto, need_mosquitto

PRESENCE = "royaltable/v1/rt-test/presence"
CONFIG = "homeassistant/device/rt-test/config"


def settings(folder: Path, port: int) -> str:
    file = folder / "table.toml"
    castles = "".join(f'[[castle]]\ncolor = "{color}"\nspi = [0, {n}]\n' for n, color in enumerate(["blue", "yellow"]))
    file.write_text(f'{castles}[mqtt]\nhost = "127.0.0.1"\nport = {port}\nid = "rt-test"\n')
    return str(file)


def test_what_is_kept_is_shown_and_emptied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    need_mosquitto()
    monkeypatch.setattr(mqtt, "RETAINED_S", 0.2)
    broker = Mosquitto(tmp_path)
    config = settings(tmp_path, broker.port)
    silent = royaltable("mqtt", "status", "--config", config)
    assert silent.exit_code == 1
    assert "does not answer" in silent.output
    broker.start()
    try:
        assert "keeps nothing" in royaltable("mqtt", "status", "--config", config).output
        broker.publish(PRESENCE, json.dumps({"online": True}), "-r")
        broker.publish(CONFIG, json.dumps({"dev": {}}), "-r")
        shown = royaltable("mqtt", "status", "--config", config).output
        assert PRESENCE in shown
        assert CONFIG in shown
        refused = royaltable("mqtt", "forget", "--config", config)
        assert refused.exit_code == 1
        assert "systemctl stop" in refused.output
        broker.publish(PRESENCE, json.dumps({"online": False}), "-r")
        assert royaltable("mqtt", "forget", "--config", config).exit_code == 0
        assert "keeps nothing" in royaltable("mqtt", "status", "--config", config).output
    finally:
        broker.kill()


def test_a_slow_broker_is_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    need_mosquitto()
    monkeypatch.setattr(mqtt, "RETAINED_S", 0.2)
    broker = Mosquitto(tmp_path)
    config = settings(tmp_path, broker.port)
    subscribe, later = Client.subscribe, Timer(1.0, broker.go_on)

    def slowly(client: Client, topics: Sequence[str]) -> None:
        if later.ident is None:
            broker.stand_still()
            later.start()
        subscribe(client, topics)

    broker.start()
    try:
        broker.publish(PRESENCE, json.dumps({"online": True}), "-r")
        monkeypatch.setattr(Client, "subscribe", slowly)
        assert "systemctl stop" in royaltable("mqtt", "forget", "--config", config).output
        later.join()
    finally:
        broker.kill()


def test_a_table_without_the_section_says_what_to_write(tmp_path: Path) -> None:
    config = settings(tmp_path, 1883)
    text = Path(config).read_text().partition("[mqtt]")[0]
    Path(config).write_text(text)
    told = royaltable("mqtt", "status", "--config", config)
    assert told.exit_code == 1
    assert "expected one with host" in told.output
