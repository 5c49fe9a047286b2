"""The AsyncAPI document describes what table, hub and page really send."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

import jsonschema_rs
import msgspec
import pytest

from controller.fleet import topics
from controller.fleet.topics import TopicKind
from controller.service.asyncapi import MESSAGES, build_asyncapi_document
from controller.service.page_handlers import NO_SEAT
from tests.fleet.evening import ID, Evening
from tests.hub import simulation
from tests.support.mosquitto import need_mosquitto
from tests.support.page_of_table import open_stream, open_table_page

DOCUMENT: Final = build_asyncapi_document()


def strict(schema: dict[str, Any]) -> dict[str, Any]:
    """Forbid what the document does not name."""
    if schema.get("type") == "object" and "title" in schema:
        return schema | {"additionalProperties": False}
    return schema


STRICT: Final = DOCUMENT["components"] | {
    "schemas": {name: strict(schema) for name, schema in DOCUMENT["components"]["schemas"].items()}
}


def faults(channel: str, payload: Any, name: str | None = None) -> list[str]:
    """Return what is wrong with a message of the channel, the one of this name or any."""
    schemas = []
    for key, message in DOCUMENT["channels"][channel]["messages"].items():
        of_type = DOCUMENT["components"]["messages"].get(key, message)
        schemas += [of_type["payload"]] if name in {None, key} else []
    whole = {"anyOf": schemas, "components": STRICT}
    return [f"{error.instance_path}: {error.message}" for error in jsonschema_rs.iter_errors(whole, payload)]


def test_every_topic_is_a_channel_with_its_messages_and_its_direction() -> None:
    kinds = [each for each in vars(topics).values() if isinstance(each, TopicKind)]
    assert {kind.name for kind in kinds} == {kind.name for kind in (*MESSAGES, *topics.COMMANDS)}
    sends = {name for name, operation in DOCUMENT["operations"].items() if operation["action"] == "send"}
    assert sends == {kind.name for kind in topics.FROM_TABLE} | {"stream"}
    assert DOCUMENT["channels"]["event"]["address"] == "royaltable/v1/{table}/event"
    assert DOCUMENT["channels"]["hub"]["address"] == "royaltable/v1/hub"
    assert DOCUMENT["operations"]["event"]["bindings"]["mqtt"] == {
        "qos": 1, "retain": False, "bindingVersion": "0.2.0", "messageExpiryInterval": 60,
    }  # fmt: skip


def test_every_reference_of_the_document_leads_somewhere() -> None:
    def references(value: Any) -> Iterator[str]:
        if isinstance(value, dict):
            yield from (value["$ref"],) if isinstance(value.get("$ref"), str) else ()
        inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
        for each in inner:
            yield from references(each)

    for reference in set(references(DOCUMENT)):
        found: Any = DOCUMENT
        for step in reference.removeprefix("#/").split("/"):
            found = found[step]


def test_a_wrong_message_is_found() -> None:
    assert faults("presence", {"online": True, "boot": "ab"}) == []
    assert faults("presence", {"online": "yes", "boot": "ab"}) != []
    assert faults("presence", {"online": True, "boot": "ab", "secret": 1}) != []
    assert faults("set-silent", "ON") == []
    assert faults("set-silent", "on") != []


def test_what_simulated_tables_and_hub_ship_is_as_documented(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: set[str] = set()
    wrong: list[Any] = []
    published = simulation.Net.publish

    def publish(net: simulation.Net, topic: str, kind: TopicKind, value: Any) -> None:
        payload = msgspec.json.decode(msgspec.json.encode(value))
        channel = topic.rpartition("/")[2]
        wrong.extend((topic, fault) for fault in faults(channel, payload))
        seen.add(channel)
        published(net, topic, kind, value)

    monkeypatch.setattr(simulation.Net, "publish", publish)
    monkeypatch.setattr(simulation, "ROUGH_S", 120.0)
    simulation.run(1)
    assert wrong == []
    assert {"hello", "want", "log", "ack", "presence", "hub"} <= seen


def test_what_a_table_publishes_in_a_game_is_as_documented(tmp_path: Path) -> None:
    need_mosquitto()
    evening = Evening(tmp_path)
    try:
        evening.broker.start()
        with evening.broker.listened_to() as received:

            def until(name: str, true: Callable[[Any], bool] = lambda _: True) -> None:
                def fits(payload: Any) -> bool:
                    assert faults(name, payload) == [], (name, payload)
                    return true(payload)

                received.until(f"royaltable/v1/{ID}/{name}", fits)

            evening.start()
            until("presence", lambda value: value["online"])
            fixture = {"id": "one", "round": "2", "seats": [["blue", "Ann"], ["red", "Bob"]]}
            asks = [{"do": do, "id": "ab" * 16} for do in ("doctor", "report")]
            for topic, payload in (("desired", {"fixture": fixture}), *(("ask", each) for each in asks)):
                assert faults(topic, payload) == []
                evening.broker.publish(f"royaltable/v1/{ID}/{topic}", json.dumps(payload))
            evening.table.begin("taxes")
            until("answer", lambda value: value["do"] == "report")
            until("reported", lambda value: "fixture" in value)
            until("state", lambda value: value["playing"])
            for name in ("event", "board"):
                until(name)
    finally:
        evening.close()


@pytest.mark.parametrize(("simulated", "expected"), [(True, {"view", "table"}), (False, {"view", "beat"})])
async def test_what_the_pages_stream_sends_is_as_documented(
    tmp_path: Path, *, simulated: bool, expected: set[str]
) -> None:
    seen: set[str] = set()
    async with open_table_page(tmp_path, simulated=simulated) as page, open_stream(page.app) as (stream, _):
        await page.play.begin()
        while seen != expected:
            name, payload = await stream.event()
            assert faults("stream", payload, name) == [], name
            seen.add(name)
    assert faults("stream", NO_SEAT, "seat") == []
    assert faults("stream", {"castle": "blue"}, "seat") != []


async def test_the_page_serves_the_document(tmp_path: Path) -> None:
    async with open_table_page(tmp_path) as table_page:
        assert (await table_page.ask("GET", "/asyncapi.json")).json() == DOCUMENT
