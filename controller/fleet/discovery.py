"""The table as a device of Home Assistant: one payload for all its entities (MQTT discovery of a device)."""

from collections.abc import Callable
from typing import Any

from controller.fleet.messages import EVENTS
from controller.fleet.topics import EVENT, PRESENCE, REPORTED, SET_LOCKED, SET_SILENT, STATE

WORDS = ("game", "step", "round", "to-act", "ends", "help", "fault", "happened", "software", "silent", "locked")
"""The entities' names are the texts ``mqtt-`` with these."""


def payload(
    table: str, name: str, version: str, page: str, say: Callable[[str], str], *, commands: bool
) -> dict[str, Any]:
    """What Home Assistant 2024.11 and newer make a device of.

    Ids come from the table's id and fixed words alone, so a table with another name stays the same device.

    Args:
        table: its id in topics.
        name: for people.
        version: of the program.
        page: its address; "" for none.
        say: gives an entity's name by its word of ``WORDS``.
        commands: the two switches are there.
    """
    parts: dict[str, dict[str, Any]] = {
        "game": {
            "p": "binary_sensor",
            "dev_cla": "running",
            "val_tpl": "{{ 'ON' if value_json.playing else 'OFF' }}",
            "json_attr_t": STATE.of(table),
        },
        "step": {"p": "sensor", "val_tpl": "{{ value_json.text[:255] }}", "ic": "mdi:castle"},
        "round": {"p": "sensor", "val_tpl": "{{ value_json.round }}", "ic": "mdi:counter"},
        "to-act": {"p": "sensor", "val_tpl": "{{ value_json.to_act }}", "ic": "mdi:account-clock"},
        "ends": {
            "p": "sensor",
            "dev_cla": "timestamp",
            # By the clock of Home Assistant: a table may have none.
            "val_tpl": "{{ (now() + timedelta(seconds=value_json.left_s)).isoformat() "
            "if value_json.left_s is number and not value_json.paused else None }}",
        },
        "help": {
            "p": "binary_sensor",
            "dev_cla": "problem",
            "val_tpl": "{{ 'ON' if value_json.help else 'OFF' }}",
            "ic": "mdi:hand-back-right",
        },
        "fault": {
            "p": "binary_sensor",
            "dev_cla": "problem",
            "ent_cat": "diagnostic",
            "stat_t": PRESENCE.of(table),
            "val_tpl": "{{ 'ON' if value_json.lost else 'OFF' }}",
            "json_attr_t": PRESENCE.of(table),
        },
        "software": {
            "p": "update",
            "ent_cat": "diagnostic",
            "stat_t": REPORTED.of(table),
            # By its key, as a dict's own method has the same name.
            "val_tpl": f"{{{{ {{'installed_version': '{version}', "
            f"'latest_version': (value_json.get('update') or {{}}).get('version', '{version}')}} | to_json }}}}",
        },
        "happened": {"p": "event", "stat_t": EVENT.of(table), "evt_typ": list(EVENTS), "ic": "mdi:bell"},
    }
    if commands:
        for word, command in (("silent", SET_SILENT), ("locked", SET_LOCKED)):
            parts[word] = {
                "p": "switch",
                "cmd_t": command.of(table),
                "val_tpl": f"{{{{ 'ON' if value_json.{word} else 'OFF' }}}}",
                "ent_cat": "config",
            }
    return {
        "dev": {
            "ids": [table],
            "name": name,
            "mf": "royaltable",
            "mdl": "game table",
            "sw": version,
            **({"cu": page} if page else {}),
        },
        "o": {"name": "royaltable", "sw": version},
        "avty_t": PRESENCE.of(table),
        "avty_tpl": "{{ 'online' if value_json.online else 'offline' }}",
        "stat_t": STATE.of(table),
        "cmps": {word: {"uniq_id": f"{table}_{word}", "name": say(word)} | part for word, part in parts.items()},
    }
