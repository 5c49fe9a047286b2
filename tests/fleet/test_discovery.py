"""Home Assistant's payload for a table: one device, entities whose ids never change, names in the house's language."""

import json
from typing import Any

import pytest

from controller.fleet import topics
from controller.fleet.table_id import default_table_id, read_machine_hash
from controller.games.contract.values import Text
from controller.games.naming import translate_text
from controller.texts.translation import LANGUAGES


def payload(name: str = "our table", language: str = "en", *, commands: bool = False) -> dict[str, Any]:
    def say(word: str) -> str:
        return translate_text(Text(f"mqtt-{word}"), language)

    page = "http://192.0.2.7:8080/"
    config: dict[str, Any] = json.loads(
        json.dumps(topics.ha_discovery_payload("rt-kdmxqz", name, "0.1.0", page, say, commands=commands))
    )
    return config


def test_discovery_describes_one_device_with_its_state_topics() -> None:
    config = payload()
    assert config["dev"]["ids"] == ["rt-kdmxqz"]
    assert config["dev"]["cu"] == "http://192.0.2.7:8080/"
    assert (config["avty_t"], config["stat_t"]) == ("royaltable/v1/rt-kdmxqz/presence", "royaltable/v1/rt-kdmxqz/state")
    assert set(config["cmps"]) == {"game", "step", "round", "to-act", "ends", "help", "fault", "happened", "software"}


def test_a_table_with_another_name_and_language_stays_the_same_device() -> None:
    one, other = payload(), payload("die Tafel", "de")
    ids = [[part["uniq_id"] for part in config["cmps"].values()] for config in (one, other)]
    assert ids[0] == ids[1]
    assert one["cmps"]["round"]["name"] == "Round"
    assert other["cmps"]["round"]["name"] == "Runde"


def test_the_version_that_a_hub_wants_is_one_to_come() -> None:
    part = payload()["cmps"]["software"]
    assert part["stat_t"] == "royaltable/v1/rt-kdmxqz/reported"
    wanted = "(value_json.get('update') or {}).get('version', '0.1.0')"
    assert part["val_tpl"] == f"{{{{ {{'installed_version': '0.1.0', 'latest_version': {wanted}}} | to_json }}}}"


def test_switches_exist_only_if_the_owner_allows_commands() -> None:
    assert all("cmd_t" not in part for part in payload()["cmps"].values())
    switches = {word: part["cmd_t"] for word, part in payload(commands=True)["cmps"].items() if "cmd_t" in part}
    assert switches == {
        "silent": "royaltable/v1/rt-kdmxqz/set/silent",
        "locked": "royaltable/v1/rt-kdmxqz/set/locked",
    }


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_entity_has_a_name(language: str) -> None:
    parts = payload(language=language, commands=True)["cmps"]
    assert {"silent", "locked"} < set(parts)
    assert all(part["name"] and not part["name"].startswith("mqtt-") for part in parts.values())


def test_a_machine_hash_is_stable_and_hides_the_serial_number(tmp_path: Any) -> None:
    serial = tmp_path / "serial-number"
    serial.write_bytes(b"10000000a1b2c3d4\0")
    other = tmp_path / "other"
    other.write_bytes(b"10000000a1b2c3d5\0")
    assert read_machine_hash((serial,)) == read_machine_hash((tmp_path / "none", serial))
    assert read_machine_hash((serial,)) != read_machine_hash((other,))
    assert "a1b2c3d4" not in read_machine_hash((serial,))
    assert read_machine_hash((tmp_path / "none",)) == ""
    assert default_table_id(read_machine_hash((serial,))).startswith("rt-")
