"""What the hub of a room wants of a real table at a real broker: done, reported, and kept where there is no network."""

import base64
import io
import json
import time
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from controller.store.journal import JournalReader
from tests.fleet.evening import ID, Evening, begun, until
from tests.fleet.mosquitto import Heard

DESIRED = f"royaltable/v1/{ID}/desired"
REPORTED = f"royaltable/v1/{ID}/reported"
FIXTURE = {"id": "spring-2-7", "round": "2", "seats": [["yellow", "Ana"], ["blue", "Kim"]]}


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    with begun(tmp_path) as evening:
        yield evening


@pytest.fixture(scope="module")
def one_evening(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Evening]:
    """Of tests that leave nothing wanted there."""
    with begun(tmp_path_factory.mktemp("evening")) as evening:
        yield evening


def want(evening: Evening, **desired: Any) -> None:
    evening.broker.publish(DESIRED, json.dumps(desired), "-r")


def asks(evening: Evening) -> str | None:
    question = evening.table.view()["question"]
    return None if question is None else str(question["step"])


def test_a_fixture_is_asked_for_begun_by_one_press_and_reported(evening: Evening, tmp_path: Path) -> None:
    with evening.broker.listened_to() as heard:
        heard.until(REPORTED, lambda told: told == {})
        want(evening, fixture=FIXTURE)
        heard.until(REPORTED, lambda told: told == {"fixture": {"id": "spring-2-7", "state": "waits"}})
        until(lambda: asks(evening) == "fixture")
        assert evening.table.post("/api/answer", {"yes": True}).status_code == 204
        heard.until(REPORTED, lambda told: told == {"fixture": {"id": "spring-2-7", "state": "begun"}})
    assert [player["color"] for player in evening.table.view()["players"]] == ["yellow", "blue"]
    (file,) = (path for path in tmp_path.iterdir() if path.with_name(f"{path.name}-wal").exists())
    with JournalReader(file) as journal:
        assert journal.fixture_of(1) == "spring-2-7"


def test_without_a_network_it_is_played_all_the_same_and_not_a_second_time(evening: Evening) -> None:
    want(evening, fixture=FIXTURE)
    until(lambda: asks(evening) == "fixture")
    until(evening.wishes.exists)
    evening.end()
    evening.broker.kill()
    evening.start()
    until(lambda: asks(evening) == "fixture")
    evening.table.post("/api/answer", {"yes": True})
    until(lambda: evening.table.view()["phase"] != "setup" and evening.table.view()["question"] is None)
    evening.broker.start()  # which has forgotten all, and the hub says it again
    with evening.broker.listened_to() as heard:
        want(evening, fixture=FIXTURE)
        heard.until(REPORTED, lambda told: told == {"fixture": {"id": "spring-2-7", "state": "begun"}})


def test_what_is_no_wish_means_nothing_and_an_empty_one_takes_back_what_was_wanted(one_evening: Evening) -> None:
    want(one_evening, fixture=FIXTURE)
    until(lambda: asks(one_evening) == "fixture")
    seats = [["yellow", "A" * 61], ["blue", "Kim"]]
    for nothing in (
        "[]",
        "{",
        json.dumps({"fixture": FIXTURE | {"seats": seats}}),
        json.dumps({"fixture": {"id": "\n"}}),
    ):
        one_evening.broker.publish(DESIRED, nothing, "-r")
    with one_evening.broker.listened_to() as heard:
        one_evening.broker.publish(f"royaltable/v1/{ID}/set/silent", "ON")
        heard.until(f"royaltable/v1/{ID}/state", lambda told: told["silent"])
        assert asks(one_evening) == "fixture"
        one_evening.broker.publish(DESIRED, "", "-r")
        until(lambda: asks(one_evening) is None)
        heard.until(REPORTED, lambda told: told == {})


def test_wishes_of_another_room_mean_nothing(evening: Evening) -> None:
    want(evening, fixture=FIXTURE)
    until(evening.wishes.exists)
    evening.end()
    evening.broker.kill()
    kept = json.loads(evening.wishes.read_text())
    evening.wishes.write_text(json.dumps(kept | {"room": "rt-other@192.0.2.1"}))
    evening.start()
    time.sleep(0.2)
    assert asks(evening) is None


ASK = f"royaltable/v1/{ID}/ask"
ANSWER = f"royaltable/v1/{ID}/answer"


def ask(evening: Evening, heard: Heard, do: str, **more: str) -> Any:
    evening.broker.publish(ASK, json.dumps({"do": do, "id": "a1", **more}))
    _, answer = heard.until(ANSWER, lambda told: told["do"] == do)
    return answer


def test_a_table_shows_which_it_is_says_what_is_wrong_and_shows_a_message(one_evening: Evening) -> None:
    with one_evening.broker.listened_to() as heard:
        heard.until(REPORTED)
        assert ask(one_evening, heard, "message", text="Round 3 begins at 8.")["done"]
        assert "Round 3 begins at 8." in one_evening.table.view()["story"]
        assert not ask(one_evening, heard, "message", text=" ")["done"]
        assert ask(one_evening, heard, "identify") == {"id": "a1", "do": "identify", "done": True}
        assert ask(one_evening, heard, "doctor") == {"id": "a1", "do": "doctor", "done": True}
        one_evening.table.post("/api/table/fault", {"name": "reader_deaf", "on": True})
        heard.until(f"royaltable/v1/{ID}/presence", lambda told: told["lost"] == ["blue"])
        (finding,) = ask(one_evening, heard, "doctor")["findings"]
        assert (finding["code"], finding["severity"], finding["device"]) == ("RT-DEVICE-LOST", "error", "blue")
        with zipfile.ZipFile(io.BytesIO(base64.b64decode(ask(one_evening, heard, "report")["report"]))) as report:
            assert {"versions.json", "doctor.json", "journal.json"} <= set(report.namelist())


def test_what_the_owner_does_not_allow_is_refused_with_what_is_allowed(evening: Evening) -> None:
    evening.end()
    evening.settings.write_text(evening.settings.read_text() + '[hub]\nmay = ["identify"]\n')
    evening.start()
    with evening.broker.listened_to() as heard:
        heard.until(REPORTED)
        answer = ask(evening, heard, "report")
        assert not answer["done"]
        assert answer["why"].endswith("allows: identify")
        want(evening, fixture=FIXTURE)
        _, told = heard.until(REPORTED, lambda told: "fixture" in told)
        assert told["fixture"]["state"] == "refused"
        assert "[hub] may" in told["fixture"]["why"]
        assert asks(evening) is None


def test_a_flood_of_asks_is_told_that_it_is_one(one_evening: Evening) -> None:
    with one_evening.broker.listened_to() as heard:
        heard.until(REPORTED)
        one_evening.broker.publish_at_once(ASK, [json.dumps({"do": "identify", "id": "a1"})] * 8)
        _, answer = heard.until(ANSWER, lambda told: not told["done"])
        assert "4 others wait" in answer["why"]
