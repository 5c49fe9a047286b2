"""The topics of MQTT, and the table as a device of Home Assistant (MQTT discovery)."""

from collections.abc import Callable
from typing import Any, Final

from msgspec import Struct

from controller.fleet.messages import EVENTS

ROOT: Final = "royaltable/v1"


class TopicKind(Struct, frozen=True):
    """A topic that each table has.

    Attributes:
        name: its level below the table's.
        qos: 0 at most once, 1 at least once (MQTT 5, 4.3).
        retained: the broker gives the latest value to later subscribers.
        expires_s: after which the broker drops it, as old news.
    """

    name: str
    qos: int
    retained: bool
    expires_s: int | None = None

    def of(self, table: str) -> str:
        return f"{ROOT}/{table}/{self.name}"


PRESENCE: Final = TopicKind("presence", 1, retained=True)
"""Whether the table is there, and what it is; its will says that it is not."""

STATE: Final = TopicKind("state", 0, retained=True)
"""How the game stands, as a spectator may see it; the newest value only."""

EVENT: Final = TopicKind("event", 1, retained=False, expires_s=60)
"""What has happened."""

SET_SILENT: Final = TopicKind("set/silent", 1, retained=False)
SET_LOCKED: Final = TopicKind("set/locked", 1, retained=False)
"""What the broker may set, ``ON`` or ``OFF``, where ``[mqtt] commands`` allows it; of them the table is the reader."""

HELLO: Final = TopicKind("hello", 1, retained=False)
"""From the table to the hub: what its journal has. After each connect, after a new boot of the hub, after a want was
served."""

WANT: Final = TopicKind("want", 1, retained=False)
"""The hub's answer to each hello: what it lacks. Also to a log that does not follow on what it keeps."""

LOG: Final = TopicKind("log", 1, retained=False)
"""From the table to the hub: a piece of a game's log; one at a time is not acknowledged."""

ACK: Final = TopicKind("ack", 0, retained=False)
"""From the hub, after its commit: how much of a game it keeps."""

HUB: Final = TopicKind("hub", 1, retained=True)
"""Whether the hub is there, and which boot of it; its will says that it is not. No table has it: see ``HUB_TOPIC``."""

HUB_TOPIC: Final = f"{ROOT}/{HUB.name}"

DESIRED: Final = TopicKind("desired", 1, retained=True)
"""From the hub: all that it wants of the table; the table keeps the latest, for when there is no network."""

REPORTED: Final = TopicKind("reported", 1, retained=True)
"""From the table: what has come of that."""

TAKE: Final = TopicKind("take", 1, retained=False)
"""From the table: which of its games it asks the hub to give back; one at a time is not answered."""

GIVEN: Final = TopicKind("given", 1, retained=False)
"""From the hub: the answer to that."""

ANSWER: Final = TopicKind("answer", 1, retained=False, expires_s=60)
"""From the table, to an ask that wants to hear something."""

FROM_TABLE: Final = (PRESENCE, STATE, EVENT, HELLO, LOG, REPORTED, ANSWER, TAKE)
"""What a table writes."""

COMMANDS: Final = (SET_SILENT, SET_LOCKED)

ASK: Final = TopicKind("ask", 1, retained=False, expires_s=60)
"""From the hub, which asks a table to do something."""

FROM_HUB: Final = (WANT, ACK, ASK, DESIRED, GIVEN)
"""What the hub writes and a table reads, beside ``HUB_TOPIC``."""


def discovery_topic(prefix: str, table: str) -> str:
    return f"{prefix}/device/{table}/config"


def birth_topic(prefix: str) -> str:
    return f"{prefix}/status"


ENTITIES = ("game", "step", "round", "to-act", "ends", "help", "fault", "happened", "software", "silent", "locked")
"""The entities' names are the texts ``mqtt-`` with these."""


ENDS_TEMPLATE: Final = """{{ (now() + timedelta(seconds=value_json.left_s)).isoformat()
if value_json.left_s is number and not value_json.paused else None }}""".replace("\n", " ")
"""By the clock of Home Assistant: a table may have none."""


def discovery_payload(
    table: str, name: str, version: str, page: str, say: Callable[[str], str], *, commands: bool
) -> dict[str, Any]:
    """Return what Home Assistant 2024.11 and newer make a device of.

    Ids come from the table's id and fixed words alone, so a table with another name stays the same device.

    Args:
        table: its id in topics.
        name: for people.
        version: of the program.
        page: its address; "" for none.
        say: gives an entity's name by its word of ``ENTITIES``.
        commands: the two switches are there.
    """

    def is_on(value: str) -> str:
        return f"{{{{ 'ON' if value_json.{value} else 'OFF' }}}}"

    # By its key, as a dict's own method has the same name.
    latest = f"(value_json.get('update') or {{}}).get('version', '{version}')"
    update = f"{{{{ {{'installed_version': '{version}', 'latest_version': {latest}}} | to_json }}}}"
    presence, problem, diagnostic = PRESENCE.of(table), {"dev_cla": "problem"}, {"ent_cat": "diagnostic"}
    parts: dict[str, dict[str, Any]] = {
        "game": {
            "p": "binary_sensor",
            "dev_cla": "running",
            "val_tpl": is_on("playing"),
            "json_attr_t": STATE.of(table),
        },
        "step": {"p": "sensor", "val_tpl": "{{ value_json.text[:255] }}", "ic": "mdi:castle"},
        "round": {"p": "sensor", "val_tpl": "{{ value_json.round }}", "ic": "mdi:counter"},
        "to-act": {"p": "sensor", "val_tpl": "{{ value_json.to_act }}", "ic": "mdi:account-clock"},
        "ends": {"p": "sensor", "dev_cla": "timestamp", "val_tpl": ENDS_TEMPLATE},
        "help": {"p": "binary_sensor", **problem, "val_tpl": is_on("help"), "ic": "mdi:hand-back-right"},
        "fault": {"p": "binary_sensor", **problem, **diagnostic, "stat_t": presence, "val_tpl": is_on("lost")}
        | {"json_attr_t": presence},
        "software": {"p": "update", **diagnostic, "stat_t": REPORTED.of(table), "val_tpl": update},
        "happened": {"p": "event", "stat_t": EVENT.of(table), "evt_typ": list(EVENTS), "ic": "mdi:bell"},
    }
    if commands:
        for word, command in (("silent", SET_SILENT), ("locked", SET_LOCKED)):
            parts[word] = {"p": "switch", "cmd_t": command.of(table), "val_tpl": is_on(word), "ent_cat": "config"}
    device = {"ids": [table], "name": name, "mf": "royaltable", "mdl": "game table", "sw": version}
    return {
        "dev": device | ({"cu": page} if page else {}),
        "o": {"name": "royaltable", "sw": version},
        "avty_t": presence,
        "avty_tpl": "{{ 'online' if value_json.online else 'offline' }}",
        "stat_t": STATE.of(table),
        "cmps": {word: {"uniq_id": f"{table}_{word}", "name": say(word)} | part for word, part in parts.items()},
    }
