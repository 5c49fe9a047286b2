"""MQTT topics, and the table as a device of Home Assistant (MQTT discovery)."""

import re
from collections.abc import Callable
from typing import Any, Final

from msgspec import Struct

from controller.fleet.messages import EVENTS

TOPIC_ROOT: Final = "royaltable/v1"

TABLE_ID_RE: Final = re.compile(r"[a-z0-9][a-z0-9-]{0,62}")
"""One level of a topic, without wildcards or separators."""


def parse_topic(topic: str) -> tuple[str, str]:
    """Return the table's id and the kind's name; two empty strings if it is no table's topic."""
    table, _, kind = topic.removeprefix(f"{TOPIC_ROOT}/").partition("/")
    return (table, kind) if TABLE_ID_RE.fullmatch(table) else ("", "")


class TopicKind(Struct, frozen=True):
    """A topic of each table.

    Attributes:
        name: its level below the table's id.
        qos: 0 at most once, 1 at least once (MQTT 5, 4.3).
        retained: the broker sends the latest value to later subscribers.
        expires_s: time after which the broker drops an undelivered message.
    """

    name: str
    qos: int
    retained: bool
    expires_s: int | None = None

    def topic_of(self, table: str) -> str:
        return f"{TOPIC_ROOT}/{table}/{self.name}"


PRESENCE: Final = TopicKind("presence", 1, retained=True)
"""Whether the table is online, and what it is; the will says it is offline."""

STATE: Final = TopicKind("state", 0, retained=True)
"""The state of the game, as a spectator may see it."""

BOARD: Final = TopicKind("board", 0, retained=True)
"""A `PublicBoard`, of which a hub draws a picture."""

EVENT: Final = TopicKind("event", 1, retained=False, expires_s=60)
"""A `TableEvent`."""

SET_SILENT: Final = TopicKind("set/silent", 1, retained=False)
SET_LOCKED: Final = TopicKind("set/locked", 1, retained=False)
"""Switches for clients of the broker, ``ON`` or ``OFF``, if allowed by ``[mqtt] commands``."""

HELLO: Final = TopicKind("hello", 1, retained=False)
"""From the table: what its journal has; sent on each connect and boot of the hub, and after serving a want."""

WANT: Final = TopicKind("want", 1, retained=False)
"""From the hub: what it lacks; answers each hello, and each log piece with a gap before it."""

LOG: Final = TopicKind("log", 1, retained=False)
"""From the table: a piece of a game's log; at most one is unacknowledged."""

ACK: Final = TopicKind("ack", 0, retained=False)
"""From the hub, after its commit: how much of a game it has."""

HUB: Final = TopicKind("hub", 1, retained=True)
"""Whether the hub is online, and its boot id; the will says it is offline. See ``HUB_TOPIC``."""

HUB_TOPIC: Final = f"{TOPIC_ROOT}/{HUB.name}"

DESIRED: Final = TopicKind("desired", 1, retained=True)
"""From the hub: the table's desired state; the table stores the latest for times without a network."""

REPORTED: Final = TopicKind("reported", 1, retained=True)
"""From the table: the state of each desired part."""

TAKE: Final = TopicKind("take", 1, retained=False)
"""From the table: a `RestoreRequest`; at most one is unanswered."""

GIVEN: Final = TopicKind("given", 1, retained=False)
"""From the hub: the `RestoreAnswer`."""

ANSWER: Final = TopicKind("answer", 1, retained=False, expires_s=60)
"""From the table: the answer to an ask that has an id."""

FROM_TABLE: Final = (PRESENCE, STATE, BOARD, EVENT, HELLO, LOG, REPORTED, ANSWER, TAKE)

COMMANDS: Final = (SET_SILENT, SET_LOCKED)

ASK: Final = TopicKind("ask", 1, retained=False, expires_s=60)
"""From the hub: a request to the table."""

FROM_HUB: Final = (WANT, ACK, ASK, DESIRED, GIVEN)
"""Topics of a table that only the hub writes."""


def ha_discovery_topic(prefix: str, table: str) -> str:
    return f"{prefix}/device/{table}/config"


def home_assistant_birth_topic(prefix: str) -> str:
    return f"{prefix}/status"


def retained_topics(table: str, prefix: str) -> list[str]:
    """Return the topics that a table retains at a broker; ``prefix`` is Home Assistant's, "" for none."""
    discovery = [ha_discovery_topic(prefix, table)] if prefix else []
    return discovery + [kind.topic_of(table) for kind in FROM_TABLE if kind.retained]


END_TIME_TEMPLATE: Final = """{{ (now() + timedelta(seconds=value_json.left_s)).isoformat()
if value_json.left_s is number and not value_json.paused else None }}""".replace("\n", " ")
"""End of the hourglass by the clock of Home Assistant, since a table may have no clock."""


def ha_discovery_payload(
    table: str, name: str, version: str, page: str, say: Callable[[str], str], *, commands: bool
) -> dict[str, Any]:
    """Return the device discovery payload for Home Assistant 2024.11 and newer.

    Ids consist of the table's id and fixed words: a renamed table stays the same device.

    Args:
        table: its id in topics.
        name: shown to people.
        version: of the software.
        page: address of the table's page; "" for none.
        say: returns an entity's name by its word, as the text ``mqtt-WORD`` has it.
        commands: include the two switches.
    """

    def is_on(value: str) -> str:
        return f"{{{{ 'ON' if value_json.{value} else 'OFF' }}}}"

    # Not `value_json.update`, which would be the method of dict.
    latest = f"(value_json.get('update') or {{}}).get('version', '{version}')"
    update = f"{{{{ {{'installed_version': '{version}', 'latest_version': {latest}}} | to_json }}}}"
    presence, problem, diagnostic = PRESENCE.topic_of(table), {"dev_cla": "problem"}, {"ent_cat": "diagnostic"}
    parts: dict[str, dict[str, Any]] = {
        "game": {
            "p": "binary_sensor",
            "dev_cla": "running",
            "val_tpl": is_on("playing"),
            "json_attr_t": STATE.topic_of(table),
        },
        "step": {"p": "sensor", "val_tpl": "{{ value_json.text[:255] }}", "ic": "mdi:castle"},
        "round": {"p": "sensor", "val_tpl": "{{ value_json.round }}", "ic": "mdi:counter"},
        "to-act": {"p": "sensor", "val_tpl": "{{ value_json.to_act }}", "ic": "mdi:account-clock"},
        "ends": {"p": "sensor", "dev_cla": "timestamp", "val_tpl": END_TIME_TEMPLATE},
        "help": {"p": "binary_sensor", **problem, "val_tpl": is_on("help"), "ic": "mdi:hand-back-right"},
        "fault": {"p": "binary_sensor", **problem, **diagnostic, "stat_t": presence, "val_tpl": is_on("lost")}
        | {"json_attr_t": presence},
        "software": {"p": "update", **diagnostic, "stat_t": REPORTED.topic_of(table), "val_tpl": update},
        "happened": {"p": "event", "stat_t": EVENT.topic_of(table), "evt_typ": list(EVENTS), "ic": "mdi:bell"},
    }
    if commands:
        for word, command in (("silent", SET_SILENT), ("locked", SET_LOCKED)):
            parts[word] = {"p": "switch", "cmd_t": command.topic_of(table), "val_tpl": is_on(word), "ent_cat": "config"}
    device = {"ids": [table], "name": name, "mf": "royaltable", "mdl": "game table", "sw": version}
    return {
        "dev": device | ({"cu": page} if page else {}),
        "o": {"name": "royaltable", "sw": version},
        "avty_t": presence,
        "avty_tpl": "{{ 'online' if value_json.online else 'offline' }}",
        "stat_t": STATE.topic_of(table),
        "cmps": {word: {"uniq_id": f"{table}_{word}", "name": say(word)} | part for word, part in parts.items()},
    }
