"""The page's routes, one by one."""

from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from controller.web.app import create_app
from controller.web.request_schemas import MAX_BODY_OCTETS
from controller.web.static_files import FILES, label_of
from tests.web.asking import ask
from tests.web.fake_table import FakeTable

TWO: dict[str, Any] = {"castles": ["blue", "yellow"], "options": {"map": "tracked"}}
TWIN_POSTS: list[tuple[str, dict[str, Any]]] = [
    ("/api/table/pass", {"handle": "h00", "castle": "blue", "dwell_s": 0.2}),
    ("/api/table/press", {"control": "knob", "long": False}),
    ("/api/table/lift", {"handle": "h00"}),
    ("/api/table/speed", {"speed": 5}),
]


def at(phase: str) -> FakeTable:
    table = FakeTable()
    table.advance_to(phase)
    return table


def test_the_page_is_html_and_loads_its_script_as_a_module() -> None:
    answer = ask(create_app(FakeTable()), "GET", "/")
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert f'<script type="module" src="/static/{FILES.label}/index.js">' in answer.text
    assert answer.headers["cache-control"] == "no-cache"


@pytest.mark.parametrize("file", ["index.js", "js/main.js"])
def test_a_browser_keeps_scripts_and_asks_no_more(file: str) -> None:
    answer = ask(create_app(FakeTable()), "GET", f"/static/{FILES.label}/{file}")
    assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert "javascript" in answer.headers["content-type"]


def test_a_page_from_before_an_update_is_served_but_keeps_nothing() -> None:
    app = create_app(FakeTable())
    first = ask(app, "GET", "/static/0123456789abcdef/js/main.js")
    assert (first.status_code, first.headers["cache-control"]) == (200, "no-cache")
    again = ask(app, "GET", "/static/0123456789abcdef/js/main.js", headers={"if-none-match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_what_is_joined_is_read_by_whoever_takes_no_gzip_and_written_by_nobody() -> None:
    app, address = create_app(FakeTable()), f"/static/{FILES.label}/index.css"
    packed, plain = (ask(app, "GET", address, headers={"accept-encoding": takes}) for takes in ("gzip, br", "identity"))
    assert (packed.headers["content-encoding"], plain.headers.get("content-encoding")) == ("gzip", None)
    assert packed.text == plain.text
    assert "Accept-Encoding" in plain.headers["vary"]
    assert ask(app, "POST", address).status_code == 405


def test_whatever_changes_in_a_file_or_its_name_changes_the_label(tmp_path: Path) -> None:
    (tmp_path / "one.js").write_text("1", encoding="utf-8")
    before = label_of(tmp_path)
    (tmp_path / "one.js").write_text("2", encoding="utf-8")
    changed = label_of(tmp_path)
    (tmp_path / "one.js").rename(tmp_path / "two.js")
    assert len({before, changed, label_of(tmp_path)}) == 3


@pytest.mark.parametrize(
    "path",
    ["/static/../app.py", "/static/x/../../app.py", "/static/x/%2e%2e/app.py", "/static/", "/static/x", "/static/x/js"],
)
def test_nothing_beside_the_static_files_is_served(path: str) -> None:
    assert ask(create_app(FakeTable()), "GET", path).status_code == 404


def test_the_view_comes_with_the_simulated_table() -> None:
    table = at("taxes")
    answer = ask(create_app(table), "GET", "/api/view")
    assert answer.json() == {"view": table.view("en"), "table": table.table()}
    assert answer.headers["cache-control"] == "no-store"


def test_on_real_parts_there_is_no_simulated_table() -> None:
    answer = ask(create_app(FakeTable(simulated=False)), "GET", "/api/view")
    assert answer.json()["table"] is None


def test_the_displays_picture_has_its_real_pixels() -> None:
    answer = ask(create_app(FakeTable()), "GET", "/oled.png?v=1")
    assert Image.open(BytesIO(answer.content)).size == (128, 64)
    assert answer.headers["cache-control"] == "no-store"


def test_an_accepted_action_changes_the_game() -> None:
    table = at("statues")
    build = table.view("en")["payable"][0]
    action = {"do": "build", "player": "yellow", "field": build["field"], "tiles": build["tiles"]}

    answer = ask(create_app(table), "POST", "/api/actions", json=action)

    assert answer.status_code == 200
    assert answer.json() == {"accepted": True, "seq": table.seq}
    assert table.view("en")["fields"][build["field"]] == {"owner": "yellow", "statues": 1}


def test_a_refused_action_is_409_with_its_rule_and_changes_nothing() -> None:
    table = at("taxes")
    before = table.view("en")
    answer = ask(create_app(table), "POST", "/api/actions", json={"do": "pass", "player": "blue"})
    assert answer.status_code == 409
    message = '"pass" does not fit now: taxes are being collected.'
    assert answer.json() == {"refused": {"rule": "TR-4.1", "message": message}}
    assert table.view("en") == before


@pytest.mark.parametrize("body", [b"", b"{", b"[]", b"null", b"7", b'"pass"', b"\xff\xfe", b'{"do": "pass"} x'])
def test_a_body_that_is_no_action_is_400_and_says_what_was_seen(body: bytes) -> None:
    answer = ask(
        create_app(FakeTable()), "POST", "/api/actions", content=body, headers={"content-type": "application/json"}
    )
    assert answer.status_code == 400
    message = answer.json()["error"]["message"]
    assert message.startswith(f"Seen {body.decode('utf-8', 'replace')!r}")
    assert "a JSON object" in message


def test_a_body_that_is_nested_without_end_is_400() -> None:
    headers = {"content-type": "application/json"}
    answer = ask(create_app(FakeTable()), "POST", "/api/actions", content=b'{"do":' + b"[" * 9000, headers=headers)
    assert answer.status_code == 400
    assert "Expected a JSON object" in answer.json()["error"]["message"]


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ({}, "missing required field `handle`"),
        ({"handle": "h00", "castle": 7}, "Expected `str`, got `int` - at `$.castle`"),
        ({"handle": "h00", "castle": "blue", "dwell_s": 60}, "Expected `float` <= 5.0 - at `$.dwell_s`"),
        ({"handle": "h00", "castle": "blue", "colour": 1}, "unknown field `colour`"),
    ],
)
def test_a_wrong_body_is_told_with_its_wrong_field(body: dict[str, Any], expected: str) -> None:
    answer = ask(create_app(FakeTable()), "POST", "/api/table/pass", json=body)
    assert answer.status_code == 400
    assert expected in answer.json()["error"]["message"]
    assert "handle, castle, dwell_s (may be left out)" in answer.json()["error"]["message"]


def test_a_body_above_the_limit_is_413_and_one_at_the_limit_is_read() -> None:
    app = create_app(at("statues"))
    frame = len(b'{"do":""}')
    headers = {"content-type": "application/json"}
    longest = b'{"do":"%s"}' % (b"x" * (MAX_BODY_OCTETS - frame))
    assert ask(app, "POST", "/api/actions", content=longest, headers=headers).status_code == 409
    assert ask(app, "POST", "/api/actions", content=longest + b" ", headers=headers).status_code == 413


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", ""])
def test_a_form_of_a_strangers_page_is_not_read(kind: str) -> None:
    answer = ask(
        create_app(at("statues")), "POST", "/api/actions", content=b'{"do":"pass"}', headers={"content-type": kind}
    )
    assert answer.status_code == 415


@pytest.mark.parametrize(("path", "body"), TWIN_POSTS)
def test_real_parts_are_not_moved_from_the_page(path: str, body: dict[str, Any]) -> None:
    answer = ask(create_app(FakeTable(simulated=False)), "POST", path, json=body)
    assert answer.status_code == 404
    assert "real parts" in answer.json()["error"]["message"]


@pytest.mark.parametrize("path", ["/api/actions", *(path for path, _ in TWIN_POSTS)])
def test_what_changes_something_is_not_done_by_reading(path: str) -> None:
    assert ask(create_app(FakeTable()), "GET", path).status_code == 405


def test_a_tile_over_a_gate_comes_to_that_castle() -> None:
    table = at("taxes")
    tile = next(tile for tile in table.table()["tiles"] if tile["where"] == "people")  # type: ignore[index]
    answer = ask(create_app(table), "POST", "/api/table/pass", json={"handle": tile["handle"], "castle": "grey"})
    assert (answer.status_code, answer.content) == (204, b"")
    assert [player["tiles"] for player in table.view("en")["players"]] == [0, 0, 0, 1]


def test_the_knob_goes_on_to_the_next_step() -> None:
    table = FakeTable()
    assert ask(create_app(table), "POST", "/api/table/press", json={"control": "knob"}).status_code == 204
    assert table.phase == "set_aside"


def test_a_lifted_tile_is_seen_by_the_hand_that_lifts_it() -> None:
    table = at("taxes")
    tile = next(tile for tile in table.tiles.values() if tile.place == "people")
    answer = ask(create_app(table), "POST", "/api/table/lift", json={"handle": tile.handle})
    assert answer.json() == {"commodity": tile.commodity, "value": tile.value}


def test_a_robbed_tile_is_not_lifted_again() -> None:
    table = at("taxes")
    tile = next(tile for tile in table.tiles.values() if tile.place == "people")
    tile.place = "blue"
    answer = ask(create_app(table), "POST", "/api/table/lift", json={"handle": tile.handle})
    assert answer.status_code == 409
    assert answer.json()["refused"]["rule"] == "TR-2.4"


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/api/table/pass", {"handle": "h99", "castle": "blue"}),
        ("/api/table/pass", {"handle": "h00", "castle": "red"}),
        ("/api/table/lift", {"handle": "h99"}),
        ("/api/table/press", {"control": "lever"}),
    ],
)
def test_a_piece_that_is_not_on_the_table_is_404_and_named(path: str, body: dict[str, Any]) -> None:
    answer = ask(create_app(FakeTable()), "POST", path, json=body)
    assert answer.status_code == 404
    assert (
        next(value for value in body.values() if value in {"h99", "red", "lever"}) in answer.json()["error"]["message"]
    )


def test_a_new_game_begins_for_the_chosen_number() -> None:
    table = FakeTable()
    answer = ask(create_app(table), "POST", "/api/game", json=TWO)
    assert answer.status_code == 204
    assert [player["color"] for player in table.view("en")["players"]] == ["blue", "yellow"]


def test_a_game_that_cannot_begin_is_refused_with_its_rule() -> None:
    answer = ask(create_app(FakeTable()), "POST", "/api/game", json=TWO | {"options": {"variant": "gambler"}})
    assert answer.status_code == 409
    assert answer.json()["refused"]["rule"] == "TR-10.1"


@pytest.mark.parametrize(("language", "message"), [("en", "Not now"), ("de", "Jetzt nicht"), ("es", "Ahora no")])
def test_what_is_refused_is_said_in_the_viewers_language(language: str, message: str) -> None:
    answer = ask(
        create_app(FakeTable()),
        "POST",
        f"/api/game?language={language}",
        json=TWO | {"options": {"variant": "gambler"}},
    )
    assert answer.json()["refused"]["message"] == message


def test_a_parked_game_is_gone_on_with_and_is_out_of_the_list_then() -> None:
    app = create_app(FakeTable())
    assert ask(app, "GET", "/api/parked?language=de").json() == [
        {"game": 2, "text": "de: game 2"},
        {"game": 1, "text": "de: game 1"},
    ]
    assert ask(app, "POST", "/api/parked/take-up", json={"game": 1}).status_code == 204
    assert [game["game"] for game in ask(app, "GET", "/api/parked").json()] == [2]
    again = ask(app, "POST", "/api/parked/take-up", json={"game": 1})
    assert (again.status_code, again.json()["refused"]["message"]) == (409, "This game is not in the list.")


def test_advice_comes_in_the_language_that_is_asked_for() -> None:
    answer = ask(create_app(at("statues")), "GET", "/api/advice?castle=blue&language=de")
    assert answer.json() == {"text": ["de: one statue."], "plan": {"castle": "blue", "statues": 1}}


@pytest.mark.parametrize(
    ("phase", "query", "status"),
    [("taxes", "castle=blue", 409), ("statues", "castle=red", 404), ("statues", "", 404),
     ("statues", "castle=blue&language=fr", 404)],
)  # fmt: skip
def test_what_cannot_be_advised_is_said(phase: str, query: str, status: int) -> None:
    assert ask(create_app(at(phase)), "GET", f"/api/advice?{query}").status_code == status


def test_the_picture_of_a_game_is_in_the_language_that_is_asked_for_and_nobody_keeps_it() -> None:
    answer = ask(create_app(FakeTable()), "GET", "/course.png?language=de")
    assert (answer.headers["content-type"], answer.headers["cache-control"]) == ("image/png", "no-store")
    assert answer.content == b"a picture in de"
    table = FakeTable()
    table.has_picture = False
    answer = ask(create_app(table), "GET", "/course.png")
    assert answer.status_code == 404
    assert "begin one that does" in answer.text
