"""The topics of MQTT: each with who writes it, how surely it arrives, whether the broker keeps it."""

from typing import Final

from msgspec import Struct

ROOT: Final = "royaltable/v1"


class TopicKind(Struct, frozen=True):
    """A topic that each table has.

    Attributes:
        name: its level below the table's.
        qos: 0 at most once, 1 at least once (MQTT 5, 4.3).
        retained: the broker gives the latest value to whoever comes later.
    """

    name: str
    qos: int
    retained: bool

    def of(self, table: str) -> str:
        """The topic of one table."""
        return f"{ROOT}/{table}/{self.name}"


PRESENCE: Final = TopicKind("presence", 1, retained=True)
"""Whether the table is there, and what it is; its will says that it is not."""

STATE: Final = TopicKind("state", 0, retained=True)
"""How the game stands, as a spectator may see it; the newest value only."""

EVENT: Final = TopicKind("event", 1, retained=False)
"""What has happened; old news after ``EVENT_S``."""

EVENT_S: Final = 60

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

ANSWER: Final = TopicKind("answer", 1, retained=False)
"""From the table, to an ask that wants to hear something; old after ``EVENT_S``."""

OWN: Final = (PRESENCE, STATE, EVENT, HELLO, LOG, REPORTED, ANSWER, TAKE)
"""What a table writes."""

COMMANDS: Final = (SET_SILENT, SET_LOCKED)

ASK: Final = TopicKind("ask", 1, retained=False)
"""From the hub, which asks a table to do something; old after ``EVENT_S``."""

FROM_HUB: Final = (WANT, ACK, ASK, DESIRED, GIVEN)
"""What the hub writes and a table reads, beside ``HUB_TOPIC``."""


def discovery_topic(prefix: str, table: str) -> str:
    """Where Home Assistant looks for the table's one payload of discovery."""
    return f"{prefix}/device/{table}/config"


def birth_topic(prefix: str) -> str:
    """Where Home Assistant says ``online`` when it has started."""
    return f"{prefix}/status"
