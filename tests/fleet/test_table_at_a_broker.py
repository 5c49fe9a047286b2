"""A real table on the line to a real broker, as Mosquitto's own client hears it."""

import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.fleet.evening import BOARD, CONFIG, EVENT, ID, PRESENCE, STATE, Evening
from tests.support.commands import royaltable
from tests.support.mosquitto import need_mosquitto


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    need_mosquitto()
    evening = Evening(tmp_path)
    yield evening
    evening.close()


def test_a_table_publishes_its_state_and_plays_without_a_broker(evening: Evening) -> None:
    evening.start()
    evening.table.begin("coronation")  # there is no broker yet, and the game goes on

    def row() -> dict[str, Any]:
        owner = evening.table.get("/api/owner?language=en").json()
        return next(device for device in owner["devices"] if device["name"] == "broker")

    evening.table.until(lambda: not row()["ok"], "that there is none")
    assert "host and port" in row()["text"]
    assert "broker" not in {device["name"] for device in evening.table.view()["devices"]}, "guests hear nothing of it"

    evening.broker.start()
    with evening.broker.listened_to() as received:
        _, presence = received.until(PRESENCE, lambda value: value["online"])
        assert presence["page"].startswith("http://")
        _, state = received.until(STATE)
        assert (state["game"], state["playing"], state["round"]) == (
            "Tumult Royale",
            True,
            evening.table.view()["round"],
        )
        placed = [{"castle": each["color"], "points": each["placed"]} for each in evening.table.view()["players"]]
        assert state["standings"] == placed
        assert (presence["name"], state["language"]) == ("royaltable", "en")

        evening.table.act(do="undo")
        received.until(STATE, lambda value: value["step"] != state["step"] or value["text"] != state["text"])

        for switch, payload in (("silent", "maybe"), ("locked", "ON")):  # no password would take the lock off again
            evening.broker.publish(f"royaltable/v1/{ID}/set/{switch}", payload)
        received.until(STATE, lambda value: not value["locked"])
        evening.broker.publish(f"royaltable/v1/{ID}/set/silent", "ON")
        received.until(STATE, lambda value: value["silent"] and not value["locked"])

        for payload in ("coming", '{"do": "shut down"}', '{"do": "coming"}', ""):  # nobody calls
            evening.broker.publish(f"royaltable/v1/{ID}/ask", payload)
        evening.broker.publish(f"royaltable/v1/{ID}/set/silent", "OFF")
        received.until(STATE, lambda value: not value["silent"] and not value["help"])

        evening.broker.publish("homeassistant/status", "online")  # it starts, and has to be told all
        for topic in (CONFIG, PRESENCE, STATE):
            received.until(topic)

    evening.broker.kill()  # it keeps nothing over its own death
    assert evening.table.view()["phase"]
    evening.broker.start()
    with evening.broker.listened_to() as received:
        for topic in (CONFIG, PRESENCE, STATE):
            received.until(topic)
        evening.end(signal.SIGKILL)
    with evening.broker.listened_to() as received:
        _, will = received.until(PRESENCE, lambda value: not value["online"])
        assert will["name"] == "royaltable", "people look for it by its name"


def test_a_table_publishes_its_board_again_but_nothing_hidden(evening: Evening) -> None:
    evening.broker.start()
    evening.start()
    with evening.broker.listened_to() as received:
        evening.table.begin("taxes")
        _, board = received.until(BOARD, lambda value: value["view"]["phase"] == "taxes")
        public = evening.table.view()
        assert board["game"] == "tumult_royale"
        game = {name: value for name, value in board["view"].items() if name != "hourglass"}
        assert game == {name: public[name] for name in game}
        assert {"story", "complaints"}.isdisjoint(game), "only the board"
        assert {player["castle"] for player in game["players"]} == {None}, "tiles lie face down"
        evening.table.count()
        received.until(BOARD, lambda value: value["view"]["phase"] != "taxes")

        for topic in (CONFIG, PRESENCE):  # another client clears them, and the table publishes again
            evening.broker.publish(topic, "", "-r")
        for topic in (CONFIG, PRESENCE):
            received.until(topic, lambda value: value == "")
            received.until(topic, lambda value: value != "")


def test_a_begun_game_and_a_lost_device_are_events(evening: Evening) -> None:
    evening.broker.start()
    evening.start()
    with evening.broker.listened_to() as received:
        received.until(STATE)
        evening.table.begin("coronation")
        events: dict[str, Any] = {}
        while events.keys() != {"begun", "alarm"}:
            _, event = received.until(EVENT)
            events.setdefault(event["event_type"], event)
        assert events["alarm"]["text"].startswith("Tumult over bread: 3 left, 4 wanted."), (
            "of seven breads six were set aside"
        )
        assert events["alarm"]["translations"].keys() == {"de", "es"}, "televisions may have another language"
        assert events["alarm"]["translations"]["de"].startswith("Tumult um Brot: 3 übrig, 4 verlangt.")
        begun = {"event_type": "begun", "game": "Tumult Royale"}
        assert events["begun"] == begun | {"winners": [], "device": "", "text": "", "translations": {}}
        assert evening.table.post("/api/table/fault", {"name": "reader_deaf", "on": True}).status_code == 204
        _, event = received.until(EVENT, lambda event: event["event_type"] == "device_lost")
        assert event["device"] == "blue"
        received.until(PRESENCE, lambda value: value["lost"] == ["blue"])
        evening.end()
        evening.broker.publish("test/stopped", "yes")
        received.until("test/stopped")
        last = received.all_of(PRESENCE)[-1]
        assert (last["online"], last["name"]) == (False, "royaltable"), (
            "its last word, and not the will that comes later"
        )


def test_a_changed_id_or_prefix_leaves_no_ghost_at_the_broker(evening: Evening) -> None:
    evening.broker.start()
    evening.start()
    with evening.broker.listened_to() as received:
        for topic in (CONFIG, PRESENCE, STATE):
            received.until(topic)
    evening.end()
    ago, own = CONFIG, 'id = "rt-test"'
    for change, now in (
        ('id = "rt-test"\ndiscovery = "ha"', "ha/device/rt-test/config"),
        ('id = "rt-other"', "homeassistant/device/rt-other/config"),
    ):
        evening.settings.write_text(evening.settings.read_text().replace(own, change))
        with evening.broker.listened_to() as received:
            received.until(ago)
            evening.start()
            received.until(now)
            received.until(ago, lambda value: value == "")
        evening.end()
        with evening.broker.listened_to() as received:
            received.until(now)
            evening.broker.publish("test/end", "yes")
            received.until("test/end")
            assert received.all_of(ago) == []
            assert bool(received.all_of(PRESENCE)) == ("rt-test" in now)
        ago, own = now, change


def test_mqtt_forget_takes_away_what_earlier_ids_left(evening: Evening) -> None:
    evening.broker.start()
    evening.start()
    with evening.broker.listened_to() as received:
        for topic in (CONFIG, PRESENCE, STATE):
            received.until(topic)
    evening.settings.write_text(evening.settings.read_text().replace(f'id = "{ID}"', 'id = "rt-other"'))
    running = royaltable("mqtt", "forget", "--config", evening.settings)
    assert "The table is online and would publish again" in running.output
    evening.end()
    done = royaltable("mqtt", "forget", "--config", evening.settings)
    assert (done.exit_code, done.output) == (0, "The broker 127.0.0.1 retains no messages of rt-other.\n")
    assert "It has no retained messages" in royaltable("mqtt", "status", "--config", evening.settings).output
    with evening.broker.listened_to() as received:
        evening.broker.publish("test/end", "yes")
        received.until("test/end")
        assert [received.all_of(topic) for topic in (CONFIG, PRESENCE, STATE)] == [[], [], []]
