"""A room's cards, needs and news by what its tables say, and when pages are told of them."""

import asyncio
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.routing import Route

from controller import limits
from controller.fleet.connection import BrokerConfig
from controller.web.live import EventStreamResponse, Feed
from hub.alerts import AlertCause, AlertCode
from hub.room import Room, RoomLoop
from tests.support.page_of_table import Stream, open_stream

STATE: dict[str, Any] = {
    "game": "Tumult Royale",
    "playing": True,
    "step": "rob",
    "text": "Take tiles! 12 taken.",
    "round": 3,
    "to_act": None,
    "left_s": 20.0,
    "paused": False,
    "silent": False,
    "locked": False,
    "language": "en",
    "standings": [
        {"castle": "blue", "points": 2},
        {"castle": "yellow", "points": 5},
        {"castle": "grey", "color": "green", "points": 5},
    ],
}
HERE = {"online": True, "boot": "x", "name": "Table 2", "page": "http://192.0.2.7:8080/"}


def receive(room: Room, table: str, kind: str, value: Any, now_s: float = 100.0, *, kept: bool = False) -> bool:
    return room.apply_message(f"royaltable/v1/{table}/{kind}", json.dumps(value).encode(), now_s, retained=kept)


def room_with_tables(*tables: str) -> Room:
    room = Room()
    for table in tables:
        assert receive(room, table, "presence", HERE)
    return room


def shown_card(room: Room, table: str = "rt-a") -> dict[str, Any]:
    found: dict[str, Any] = room.room_to_json([], 100.0)["cards"][table]
    return found


def test_a_card_shows_the_standings_and_the_leader() -> None:
    room = room_with_tables("rt-a")
    assert receive(room, "rt-a", "state", STATE)
    assert shown_card(room) == {
        "name": "Table 2",
        "online": True,
        "page": "http://192.0.2.7:8080/",
        "lost": [],
        "game": "Tumult Royale",
        "playing": True,
        "step": "rob",
        "text": "Take tiles! 12 taken.",
        "language": "en",
        "scripts": None,
        "round": 3,
        "to_act": None,
        "paused": False,
        "left_s": None,
        "ends_s": 120.0,
        "standings": [
            {"castle": "blue", "color": "blue", "points": 2, "leads": False},
            {"castle": "yellow", "color": "yellow", "points": 5, "leads": True},
            {"castle": "grey", "color": "green", "points": 5, "leads": True},
        ],
        "help": False,
        "game_no": None,
        "seq": 0,
        "board": "",
    }


@pytest.mark.parametrize(("rules", "scripts"), [("tudor", "tudor"), ("chess", None)])
def test_a_card_names_the_scripts_that_say_its_step(rules: str, scripts: str | None) -> None:
    room = room_with_tables("rt-a")
    receive(room, "rt-a", "state", STATE | {"rules": rules})
    assert shown_card(room)["scripts"] == scripts


BOARD = {"game": "tumult_royale", "view": {"round": 1}}


def test_a_card_names_another_picture_for_another_board() -> None:
    room = room_with_tables("rt-a")
    assert receive(room, "rt-a", "board", BOARD, kept=True)
    first = shown_card(room)["board"]
    assert receive(room, "rt-a", "board", BOARD | {"view": {"round": 2}})
    assert first not in {"", shown_card(room)["board"]}
    board = room.board("rt-a")
    assert board is not None
    assert (board.game, bytes(board.view)) == ("tumult_royale", b'{"round": 2}')


def test_the_board_of_a_game_goes_when_the_next_one_begins() -> None:
    room = room_with_tables("rt-a")
    receive(room, "rt-a", "state", STATE | {"game_no": 1})
    receive(room, "rt-a", "board", BOARD)
    receive(room, "rt-a", "state", STATE | {"game_no": 1, "playing": False})
    assert shown_card(room)["board"] != ""
    receive(room, "rt-a", "state", STATE | {"game_no": 2})
    assert (shown_card(room)["board"], room.board("rt-a")) == ("", None)


@pytest.mark.parametrize("board", [{"game": "tumult_royale"}, BOARD | {"view": "x" * limits.BOARD_BYTES}, "x"])
def test_a_board_that_is_too_large_or_invalid_is_not_shown(board: object) -> None:
    room = room_with_tables("rt-a")
    receive(room, "rt-a", "board", BOARD)
    receive(room, "rt-a", "board", board)
    assert (shown_card(room)["board"], room.board("rt-a")) == ("", None)


def test_a_board_does_not_bring_a_revoked_table_back() -> None:
    room = room_with_tables("rt-a")
    room.apply_message("royaltable/v1/rt-a/presence", b"", 100.0)
    assert not receive(room, "rt-a", "board", BOARD)
    assert room.list_table_summaries() == []


def test_nobody_leads_while_all_have_the_same_points() -> None:
    room = room_with_tables("rt-a")
    receive(
        room, "rt-a", "state", STATE | {"standings": [{"castle": "blue", "points": 1}, {"castle": "grey", "points": 1}]}
    )
    assert [each["leads"] for each in shown_card(room)["standings"]] == [False, False]


def test_a_tie_has_leaders_in_play_and_at_the_end_the_winner_that_its_game_names() -> None:
    room = room_with_tables("rt-a")
    for ended, leads in (({}, [False, True, True]), ({"playing": False, "winners": ["grey"]}, [False, False, True])):
        receive(room, "rt-a", "state", STATE | ended)
        assert [each["leads"] for each in shown_card(room)["standings"]] == leads


def test_a_retained_state_shows_no_end_of_the_hourglass() -> None:
    room = room_with_tables("rt-a")
    receive(room, "rt-a", "state", STATE, kept=True)
    assert shown_card(room)["ends_s"] is None
    receive(room, "rt-a", "state", STATE | {"paused": True}, kept=True)
    assert (shown_card(room)["left_s"], shown_card(room)["paused"]) == (20.0, True)


def test_cards_are_in_the_order_of_the_plan_and_then_by_name() -> None:
    room = Room(plan=["rt-x", "rt-y"])
    for table, name in (("rt-a", "Table 10"), ("rt-b", "Table 2"), ("rt-y", "Bar"), ("rt-x", "Window"), ("rt-c", "")):
        receive(room, table, "presence", HERE | {"name": name})
    assert room.room_to_json([], 0.0)["order"] == ["rt-x", "rt-y", "rt-c", "rt-b", "rt-a"]


def test_messages_of_tables_cause_alerts() -> None:
    room = room_with_tables("rt-a", "rt-b")
    assert room.alert_causes() == set()
    receive(room, "rt-a", "state", STATE | {"help": True, "paused": True})
    receive(room, "rt-a", "presence", HERE | {"lost": ["blue"]})
    assert room.alert_causes() == {
        AlertCause("rt-a", AlertCode.HELP),
        AlertCause("rt-a", AlertCode.HOURGLASS_PAUSED),
        AlertCause("rt-a", AlertCode.DEVICE),
    }
    receive(room, "rt-a", "presence", HERE | {"online": False, "lost": ["blue"]})
    assert room.alert_causes() == {AlertCause("rt-a", AlertCode.HELP), AlertCause("rt-a", AlertCode.OFFLINE)}, (
        "of the rest nobody knows"
    )


@pytest.mark.parametrize(
    ("finding", "code"),
    [
        ("RT-HUB-TWIN", "twin"),
        ("RT-HUB-FORK", "fork"),
        ("RT-POWER-LOW", "throttled"),
        ("RT-TOO-HOT", "throttled"),
        ("RT-DISK-FULL", "disk"),
        ("RT-DISK-READONLY", "disk"),
        ("RT-DISK-ERRORS", "disk"),
        ("RT-PIECES-MISSING", "pieces"),
    ],
)
def test_each_doctors_finding_is_a_cause(finding: str, code: str) -> None:
    room = Room()
    receive(room, "rt-a", "presence", HERE | {"findings": [finding, "RT-NOBODY-KNOWS"]})
    assert room.alert_causes() == {AlertCause("rt-a", AlertCode(code))}
    receive(room, "rt-a", "presence", HERE)
    assert room.alert_causes() == set()


def test_three_corrections_in_a_round_are_a_cause_and_two_are_not() -> None:
    room = Room()
    receive(room, "rt-a", "presence", HERE)
    receive(room, "rt-a", "state", STATE | {"corrections": 2})
    assert room.alert_causes() == set()
    receive(room, "rt-a", "state", STATE | {"corrections": 3})
    assert room.alert_causes() == {AlertCause("rt-a", AlertCode.CORRECTIONS)}


def test_a_table_that_was_removed_from_the_room_is_forgotten() -> None:
    room = room_with_tables("rt-a", "rt-b")
    for table in ("rt-a", "rt-b"):
        receive(room, table, "event", {"event_type": "over", "game": "Tudor", "winners": ["grey"]}, 1.0)
    assert room.apply_message("royaltable/v1/rt-a/presence", b"", 1.0)
    assert room.room_to_json([], 1.0)["order"] == ["rt-b"]
    assert [each["table"] for each in room.room_to_json([], 1.0)["news"]] == ["rt-b"]


def test_an_alarm_or_an_end_is_news_for_eight_seconds() -> None:
    room = room_with_tables("rt-a")
    assert receive(room, "rt-a", "event", {"event_type": "alarm", "text": "Tumult!"}, 100.0)
    assert not receive(room, "rt-a", "event", {"event_type": "device_lost", "device": "oled"}, 100.0)
    receive(room, "rt-a", "state", STATE | {"playing": False, "game_no": 7})
    assert receive(room, "rt-a", "event", {"event_type": "over", "game": "Tudor", "winners": ["grey"]}, 104.0)
    assert room.room_to_json([], 104.0)["news"][1]["winners"] == [{"castle": "grey", "color": "green", "points": 5}]
    assert room.room_to_json([], 104.0)["news"][1]["game_no"] == 7
    assert [(each["kind"], each["until_s"]) for each in room.room_to_json([], 104.0)["news"]] == [
        ("alarm", 108),
        ("over", 112),
    ]
    assert room.expire_news(108.0)
    assert not room.expire_news(108.5)
    assert [each["kind"] for each in room.room_to_json([], 108.0)["news"]] == ["over"]


def test_an_alarm_comes_in_the_languages_that_the_hub_speaks() -> None:
    room = room_with_tables("rt-a")
    translations = {"de": "\nAufruhr!", "fr": "Tumulte !"} | dict.fromkeys(map(str, range(1_000)), "x")
    receive(room, "rt-a", "event", {"event_type": "alarm", "text": "Tumult!", "translations": translations}, 100.0)
    assert room.room_to_json([], 100.0)["news"][0]["translations"] == {"de": "Aufruhr!"}


def test_a_table_with_endless_alarms_evicts_only_its_own_news() -> None:
    room = room_with_tables("rt-a", "rt-b")
    receive(room, "rt-b", "event", {"event_type": "alarm", "text": "Tumult!"}, 100.0)
    for number in range(200):
        receive(room, "rt-a", "event", {"event_type": "alarm", "text": f"{number}"}, 101.0)
    assert [each["text"] for each in room.room_to_json([], 102.0)["news"]] == ["Tumult!", "197", "198", "199"]


@pytest.mark.parametrize(
    ("topic", "payload"),
    [
        ("royaltable/v1/rt-a/log", b"{}"),
        ("royaltable/v1/hub", b"{}"),
        ("royaltable/v1/a table/presence", json.dumps(HERE).encode()),
        ("royaltable/v1/" + "x" * 64 + "/presence", json.dumps(HERE).encode()),
        ("royaltable/v1/rt-z/presence", b"online"),
        ("royaltable/v1/rt-z/presence", b'{"online": "yes", "boot": ""}'),
        ("royaltable/v1/rt-z/state", b'{"game": 7}'),
        ("royaltable/v1/rt-z/state", b"[" * 60_000),
        ("royaltable/v1/rt-z/event", b"\xff\xfe"),
        ("royaltable/v1/rt-z/event", json.dumps({"event_type": "alarm"}).encode()),
    ],
)
def test_an_invalid_message_changes_nothing_in_the_room(topic: str, payload: bytes) -> None:
    room = room_with_tables("rt-a")
    before = room.room_to_json([], 1.0)
    assert not room.apply_message(topic, payload, 1.0)
    assert room.room_to_json([], 1.0) == before


def test_texts_numbers_and_addresses_of_tables_are_bounded() -> None:
    room = room_with_tables("rt-a")
    long = "x" * 10_000
    receive(
        room,
        "rt-a",
        "presence",
        HERE | {"name": f"\n\u202e{long}", "page": "javascript:alert(1)", "lost": [long] * 500},
    )
    standings = [{"castle": long, "points": 10**15}] * 500
    receive(room, "rt-a", "state", STATE | {"text": long, "game": long, "left_s": 1e300, "standings": standings})
    shown = shown_card(room)
    assert (len(shown["name"]), len(shown["text"]), len(shown["game"])) == (248, 250, 250)
    assert shown["page"] == ""
    assert (len(shown["lost"]), len(shown["standings"]), len(shown["standings"][0]["castle"])) == (32, 12, 250)
    assert (shown["standings"][0]["points"], shown["ends_s"]) == (1_000_000, 1_000_100)


def test_a_thousand_tables_are_shown_and_no_more() -> None:
    room = Room()
    assert sum(receive(room, f"rt-{number}", "presence", HERE) for number in range(1_200)) == limits.HUB_TABLES
    assert room.table_counts() == {"known": 1_000, "online": 1_000, "playing": 0}


def test_retained_ids_evict_no_live_or_planned_table() -> None:
    room = Room(plan=("rt-first", "rt-last"))
    assert receive(room, "rt-first", "presence", HERE, kept=True)
    for number in range(10_000):
        receive(room, f"ghost-{number}", "presence", HERE, kept=True)
    assert receive(room, "rt-a", "presence", HERE)
    assert receive(room, "rt-last", "presence", HERE, kept=True)
    for number in range(1_200):
        receive(room, f"rt-{number}", "state", STATE)
    order = room.room_to_json([], 100.0)["order"]
    assert len(order) == limits.HUB_TABLES
    assert {"rt-first", "rt-last", "rt-a"} <= set(order)
    assert not [table for table in order if table.startswith("ghost")]


def test_a_planned_table_always_has_a_place() -> None:
    room = Room(plan=("rt-late",))
    for number in range(1_200):
        receive(room, f"rt-{number}", "presence", HERE)
    assert receive(room, "rt-late", "presence", HERE)
    assert room.table_counts()["known"] == limits.HUB_TABLES


@given(st.sampled_from(["presence", "state", "board", "event"]), st.binary(max_size=200))
def test_the_room_survives_any_payload(kind: str, payload: bytes) -> None:
    room = room_with_tables("rt-a")
    room.apply_message(f"royaltable/v1/rt-a/{kind}", payload, 1.0)
    json.dumps(room.room_to_json([], 1.0))
    room.alert_causes()


class Pages:
    """A room of one table, and the pages that show it."""

    def __init__(self) -> None:
        self.loop = RoomLoop(BrokerConfig("127.0.0.1", 9))
        self._room = Feed(self.loop.current_json, self.loop.watch_json)
        self.app = Starlette(routes=[Route("/api/stream", self._stream)])
        self.says("presence", HERE)

    async def _stream(self, _: Request) -> EventStreamResponse:
        return EventStreamResponse({"room": self._room})

    def says(self, kind: str, value: object) -> None:
        self.loop.apply_and_notify(f"royaltable/v1/rt-a/{kind}", json.dumps(value).encode())


async def shows(page: Stream, text: str) -> float:
    """When it does."""
    while True:
        name, room = await page.event()
        if name == "room" and room["cards"]["rt-a"]["text"] == text:
            return asyncio.get_running_loop().time()


async def test_the_first_change_is_shown_at_once_and_later_ones_within_100_ms() -> None:
    pages = Pages()
    now_s = asyncio.get_running_loop().time
    async with open_stream(pages.app) as (page, _):
        await page.event()
        await asyncio.sleep(60)
        begun_s = now_s()
        pages.says("state", STATE | {"text": "first"})
        assert await shows(page, "first") == begun_s
        for number in range(50):
            pages.says("state", STATE | {"text": f"number {number}"})
            await asyncio.sleep(0.001)
        assert round(await shows(page, "number 49") - begun_s, 3) == 0.1


async def test_a_removed_table_goes_at_once_whatever_it_still_says() -> None:
    pages = Pages()
    room = pages.loop.room
    pages.says("presence", HERE)
    pages.loop.clear_retained_messages("rt-a")
    pages.says("state", STATE)
    pages.says("presence", HERE | {"online": False})
    assert room.room_to_json([], 0.0)["order"] == []
    await asyncio.sleep(60)
    pages.says("presence", HERE)
    assert room.room_to_json([], 0.0)["order"] == ["rt-a"], "it was let in again"


async def test_a_page_that_stops_reading_delays_no_other_and_skips_to_the_newest() -> None:
    pages = Pages()
    now_s = asyncio.get_running_loop().time
    async with open_stream(pages.app, slow_s=1000.0) as (slow, _), open_stream(pages.app) as (page, _):
        await page.event()
        for number in range(30):
            await asyncio.sleep(1)
            begun_s = now_s()
            pages.says("state", STATE | {"text": f"number {number}"})
            assert await shows(page, f"number {number}") == begun_s
        begun_s = now_s()
        assert await shows(slow, "number 29") - begun_s <= 3000, "not thirty words, one after the other"
