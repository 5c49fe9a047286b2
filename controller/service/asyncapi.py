"""The AsyncAPI 3.0 document of a table: its MQTT topics and its page's event stream, from the message types."""

import inspect
from collections.abc import Mapping
from typing import Any, Final

import msgspec
from msgspec import Struct

from controller.fleet import log_messages, messages, topics
from controller.fleet.enrolment import PasswordStored, RotatePassword
from controller.fleet.topics import TopicKind
from controller.play.page_service import public_view
from controller.web.live import HEARTBEAT_S

MESSAGES: Final[Mapping[TopicKind, tuple[type[Struct], ...]]] = {
    topics.PRESENCE: (messages.Presence,),
    topics.STATE: (messages.PublicGameState,),
    topics.BOARD: (messages.PublicBoard,),
    topics.EVENT: (messages.TableEvent,),
    topics.HELLO: (log_messages.Hello,),
    topics.LOG: (log_messages.LogPiece,),
    topics.TAKE: (log_messages.RestoreRequest,),
    topics.REPORTED: (messages.ReportedState,),
    topics.ANSWER: (messages.HubRequestAnswer, PasswordStored),
    topics.WANT: (log_messages.Want,),
    topics.ACK: (log_messages.Ack,),
    topics.GIVEN: (log_messages.RestoreAnswer,),
    topics.DESIRED: (messages.DesiredState,),
    topics.ASK: (messages.HubRequest, RotatePassword),
    topics.HUB: (log_messages.HubPresence,),
}
"""What is sent on each topic; ``COMMANDS`` are ON or OFF. An empty message clears a retained one."""

STREAM: Final[Mapping[str, tuple[str, dict[str, Any]]]] = {
    "view": (
        inspect.cleandoc(public_view.__doc__ or ""),
        {"required": ["game", "seq", "unwritten", "waiting_for", "hourglass", "turn_timer", "resumed", "outcome"]},
    ),
    "table": (
        "Simulated parts, at a table that has no others.",
        {"required": ["tiles", "faults", "speed"]},
    ),
    "moving": (
        "What else the simulated parts show, several times a second.",
        {"required": ["lamps", "rf", "oled_version", "oled_text"]},
    ),
    "seat": (
        "For a castle's phone, or the only person at a simulated table: the castle and its private view, null without.",
        {"properties": {"castle": {"type": ["string", "null"]}, "view": {"type": ["object", "null"]}}}
        | {"required": ["castle", "view"], "additionalProperties": False},
    ),
    "beat": (f"At most {HEARTBEAT_S:.0f} s after the event before.", {"additionalProperties": False}),
}
"""Events of ``/api/stream`` (server-sent events): what they mean, and the schema of their JSON."""

DESCRIPTION: Final = (
    "MQTT topics of a game table and its hub, as the table sends and receives them, and the event stream of the "
    "table's page. Requests to the page are in /openapi.json. With `discovery`, a table also sends Home Assistant's "
    "own discovery messages."
)


def build_asyncapi_document() -> dict[str, Any]:
    kinds = [kind for of_topic in MESSAGES.values() for kind in of_topic]
    _, schemas = msgspec.json.schema_components(kinds, ref_template="#/components/schemas/{name}")
    document = {
        "asyncapi": "3.0.0",
        "info": {"title": "royaltable", "version": "1", "description": DESCRIPTION},
        "defaultContentType": "application/json",
        "servers": {
            "broker": {"host": "royaltable-hub.local:8883", "protocol": "secure-mqtt", "protocolVersion": "5"},
            "page": {"host": "table.local:8080", "protocol": "http"},
        },
        "channels": {_name_of(kind): _channel(kind) for kind in (*MESSAGES, *topics.COMMANDS)} | {"stream": _STREAM},
        "operations": {_name_of(kind): _operation(kind) for kind in (*MESSAGES, *topics.COMMANDS)}
        | {
            "stream": {"action": "send", "channel": _ref("channels", "stream"), "bindings": {"http": {"method": "GET"}}}
        },
        "components": {"schemas": schemas, "messages": {kind.__name__: _message(kind) for kind in kinds}},
    }
    # Python's anchors as those of JSON Schema (ECMA-262)
    text = msgspec.json.encode(document).decode().replace(r"\\A", "^").replace(r"\\Z", "$")
    found: dict[str, Any] = msgspec.json.decode(text)
    return found


def _ref(*path: str) -> dict[str, str]:
    return {"$ref": "#/" + "/".join(path)}


def _name_of(kind: TopicKind) -> str:
    return kind.name.replace("/", "-")


def _message(kind: type[Struct]) -> dict[str, Any]:
    summary = inspect.cleandoc(kind.__doc__ or "").partition("\n\n")[0]
    return {"name": kind.__name__, "summary": summary, "payload": _ref("components", "schemas", kind.__name__)}


def _channel(kind: TopicKind) -> dict[str, Any]:
    of_hub = kind == topics.HUB
    channel: dict[str, Any] = {
        "address": topics.HUB_TOPIC if of_hub else kind.topic_of("{table}"),
        "servers": [_ref("servers", "broker")],
        "messages": {each.__name__: _ref("components", "messages", each.__name__) for each in MESSAGES.get(kind, ())},
    }
    if kind in topics.COMMANDS:
        switch = {"contentType": "text/plain", "payload": {"type": "string", "enum": ["ON", "OFF"]}}
        channel["messages"] = {"switch": switch}
    if not of_hub:
        channel["parameters"] = {"table": {"description": f"The table's id: {topics.TABLE_ID_RE.pattern}"}}
    return channel


def _operation(kind: TopicKind) -> dict[str, Any]:
    mqtt: dict[str, Any] = {"qos": kind.qos, "retain": kind.retained, "bindingVersion": "0.2.0"}
    if kind.expires_s is not None:
        mqtt["messageExpiryInterval"] = kind.expires_s
    action = "send" if kind in topics.FROM_TABLE else "receive"
    return {"action": action, "channel": _ref("channels", _name_of(kind)), "bindings": {"mqtt": mqtt}}


_STREAM: Final[dict[str, Any]] = {
    "address": "/api/stream",
    "servers": [_ref("servers", "page")],
    "description": "Server-sent events; ?language= chooses the language. A new connection begins with all values.",
    "messages": {
        name: {"name": name, "description": text, "payload": {"type": "object"} | schema}
        for name, (text, schema) in STREAM.items()
    },
}
