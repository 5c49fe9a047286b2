"""The page's routes, and their OpenAPI document."""

from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from controller.web.request_schemas import MAX_BODY_BYTES
from controller.web.static_files import PAGE_FILES, hash_folder_contents
from tests.support.page_of_table import ROUTES, TablePage, open_table_page

JSON = {"content-type": "application/json"}
TWO: dict[str, Any] = {"castles": ["blue", "yellow"], "options": {"map": "honour"}}
TWIN_POSTS: list[tuple[str, dict[str, Any]]] = [
    ("/api/table/pass", {"handle": "1-0", "castle": "blue", "dwell_s": 0.2}),
    ("/api/table/press", {"control": "knob", "long": False}),
    ("/api/table/lift", {"handle": "1-0"}),
    ("/api/table/read", {"seq": 1}),
    ("/api/table/speed", {"speed": 5}),
    ("/api/table/language?language=de", {}),
]


async def test_the_page_is_html_and_loads_its_script_as_a_module(simulated: TablePage) -> None:
    answer = await simulated.ask("GET", "/")
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert f'<script type="module" src="/static/{PAGE_FILES.content_version}/js/main.js">' in answer.text
    assert answer.headers["cache-control"] == "no-cache"


async def test_browsers_cache_scripts_for_ever_except_after_an_update(
    simulated: TablePage,
) -> None:
    for file in ("js/lib/preact.js", "js/main.js"):
        answer = await simulated.ask("GET", f"/static/{PAGE_FILES.content_version}/{file}")
        assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
        assert "javascript" in answer.headers["content-type"]
    old = "/static/0123456789abcdef/js/main.js"
    first = await simulated.ask("GET", old)
    assert (first.status_code, first.headers["cache-control"]) == (200, "no-cache")
    again = await simulated.ask("GET", old, headers={"if-none-match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


async def test_files_are_served_without_gzip_too_and_are_read_only(simulated: TablePage) -> None:
    address = f"/static/{PAGE_FILES.content_version}/css/style.css"
    packed, plain = [
        await simulated.ask("GET", address, headers={"accept-encoding": takes}) for takes in ("gzip, br", "identity")
    ]
    assert (packed.headers["content-encoding"], plain.headers.get("content-encoding")) == ("gzip", None)
    assert packed.text == plain.text
    assert "Accept-Encoding" in plain.headers["vary"]
    assert (await simulated.ask("POST", address)).status_code == 405


def test_any_change_of_a_file_or_name_changes_the_version(tmp_path: Path) -> None:
    (tmp_path / "one.js").write_text("1", encoding="utf-8")
    before = hash_folder_contents(tmp_path)
    (tmp_path / "one.js").write_text("2", encoding="utf-8")
    changed = hash_folder_contents(tmp_path)
    (tmp_path / "one.js").rename(tmp_path / "two.js")
    assert len({before, changed, hash_folder_contents(tmp_path)}) == 3


async def test_nothing_beside_the_static_files_is_served(simulated: TablePage) -> None:
    beside = ("../page_app.py", "x/../../page_app.py", "x/%2e%2e/page_app.py", "", "x", "x/js")
    assert {(await simulated.ask("GET", f"/static/{path}")).status_code for path in beside} == {404}


async def test_the_view_comes_with_the_simulated_table_where_there_is_one(simulated: TablePage) -> None:
    await simulated.play.to_the_taxes(gates=False)
    answer = await simulated.ask("GET", "/api/view")
    assert answer.json() == {"view": simulated.page.view("en"), "table": simulated.page.simulated_table_view()}
    assert answer.headers["cache-control"] == "no-store"


async def test_a_page_loads_the_sentences_of_its_game_and_of_faults_when_asked(simulated: TablePage) -> None:
    async def loaded(query: str) -> set[str]:
        found = (await simulated.ask("GET", f"/api/texts/de{query}")).json()
        return {"tudor-hand-lay", "chronicle", "menu", "fault-late_tap", "owner-device"}.intersection(found)

    assert await loaded("") == {"chronicle", "menu"}
    assert (await simulated.ask("GET", "/api/playable?game=tudor")).status_code == 200  # as the form for a game does
    assert await loaded("?game=tudor") == {"tudor-hand-lay", "menu"}
    assert await loaded("?of=faults") == {"fault-late_tap"}


async def test_real_parts_are_neither_shown_nor_moved_from_the_page(table_page: TablePage) -> None:
    assert (await table_page.ask("GET", "/api/view")).json()["table"] is None
    table_page.auth.rights = frozenset(type(next(iter(table_page.auth.roles_without_login))))
    for path, body in TWIN_POSTS:
        answer = await table_page.ask("POST", path, json=body)
        assert answer.status_code == 404
        assert "real parts" in answer.json()["error"]["message"]


async def test_a_simulated_tables_display_speaks_as_a_player_asks(simulated: TablePage) -> None:
    assert (await simulated.ask("POST", "/api/table/language?language=de", json={})).status_code == 204
    assert (await simulated.ask("GET", "/api/me")).json()["language"] == "de"


async def test_the_displays_picture_has_its_real_pixels(simulated: TablePage) -> None:
    answer = await simulated.ask("GET", "/oled.png?v=1")
    assert Image.open(BytesIO(answer.content)).size == (128, 64)
    assert answer.headers["cache-control"] == "no-store"


async def test_an_action_changes_the_game_or_is_refused_with_its_rule(simulated: TablePage) -> None:
    await simulated.play.to_the_taxes(gates=False)
    before = simulated.page.view("en")["seq"]
    refused = await simulated.ask("POST", "/api/actions", json={"do": "pass", "player": "blue"})
    message = "That is not possible now: taxes are being collected."
    assert (refused.status_code, refused.json()) == (409, {"refused": {"rule": "TR-4.1", "message": message}})
    accepted = await simulated.ask("POST", "/api/actions", json={"do": "stop"})
    assert (accepted.status_code, accepted.json()["accepted"], accepted.json()["seq"]) == (200, True, before + 1)
    assert simulated.page.view("en")["seq"] == before + 1


async def test_a_body_that_is_no_action_is_400_and_says_what_was_seen(simulated: TablePage) -> None:
    for body in (b"", b"{", b"[]", b"null", b"7", b'"pass"', b"\xff\xfe", b'{"do": "pass"} x'):
        answer = await simulated.ask("POST", "/api/actions", content=body, headers=JSON)
        assert answer.status_code == 400
        message = answer.json()["error"]["message"]
        assert message.startswith(f"Saw {body.decode('utf-8', 'replace')!r}")
        assert "a JSON object" in message
    nested = await simulated.ask("POST", "/api/actions", content=b'{"do":' + b"[" * 9000, headers=JSON)
    assert nested.status_code == 400
    assert "expected a JSON object" in nested.json()["error"]["message"]


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ({}, "missing required field `handle`"),
        ({"handle": "1-0", "castle": 7}, "Expected `str`, got `int` - at `$.castle`"),
        ({"handle": "1-0", "castle": "blue", "dwell_s": 60}, "Expected `float` <= 5.0 - at `$.dwell_s`"),
        ({"handle": "1-0", "castle": "blue", "colour": 1}, "unknown field `colour`"),
    ],
)
async def test_a_wrong_body_is_told_with_its_wrong_field(
    simulated: TablePage, body: dict[str, Any], expected: str
) -> None:
    answer = await simulated.ask("POST", "/api/table/pass", json=body)
    assert answer.status_code == 400
    assert expected in answer.json()["error"]["message"]
    assert "handle, castle, dwell_s (optional)" in answer.json()["error"]["message"]


async def test_a_body_above_the_limit_or_of_a_form_is_not_read(simulated: TablePage) -> None:
    longest = b'{"do":"%s"}' % (b"x" * (MAX_BODY_BYTES - len(b'{"do":""}')))
    for body, kind, status in (
        (longest, "application/json", 409),
        (longest + b" ", "application/json", 413),
        (b'{"do":"pass"}', "text/plain", 415),
        (b'{"do":"pass"}', "application/x-www-form-urlencoded", 415),
        (b'{"do":"pass"}', "", 415),
    ):
        answer = await simulated.ask("POST", "/api/actions", content=body, headers={"content-type": kind})
        assert answer.status_code == status


async def test_what_changes_something_is_not_done_by_reading(simulated: TablePage) -> None:
    for path in ["/api/actions", *(path for path, _ in TWIN_POSTS)]:
        assert (await simulated.ask("GET", path)).status_code == 405


async def test_a_tile_can_be_lifted_until_it_is_robbed(tmp_path: Path) -> None:
    async with open_table_page(tmp_path, simulated=True, gates=True) as table_page:
        await table_page.play.to_the_taxes()
        handle = table_page.people()[0]
        lifted = await table_page.ask("POST", "/api/table/lift", json={"handle": handle})
        assert lifted.json().keys() == {"commodity", "value"}
        robbed = await table_page.ask("POST", "/api/table/pass", json={"handle": handle, "castle": "yellow"})
        assert (robbed.status_code, robbed.content) == (204, b"")
        await table_page.play.wait(0.1)
        assert [player["tiles"] for player in table_page.page.view("en")["players"]] == [0, 1]
        again = await table_page.ask("POST", "/api/table/lift", json={"handle": handle})
        assert (again.status_code, again.json()) == (200, None)


async def test_the_knob_goes_on_to_the_next_step(simulated: TablePage) -> None:
    await simulated.play.begin()
    before = simulated.page.view("en")["seq"]
    assert (await simulated.ask("POST", "/api/table/press", json={"control": "knob"})).status_code == 204
    await simulated.play.wait(0.2)
    assert simulated.page.view("en")["seq"] == before + 1


@pytest.mark.parametrize(
    ("path", "body", "named"),
    [
        ("/api/table/pass", {"handle": "99", "castle": "blue"}, "99"),
        ("/api/table/lift", {"handle": "99"}, "99"),
        ("/api/table/press", {"control": "lever"}, "lever"),
    ],
)
async def test_a_piece_that_is_not_on_the_table_is_404_and_named(
    simulated: TablePage, path: str, body: dict[str, Any], named: str
) -> None:
    answer = await simulated.ask("POST", path, json=body)
    assert answer.status_code == 404
    assert named in answer.json()["error"]["message"]


async def test_a_game_is_parked_by_the_next_and_gone_on_with(simulated: TablePage) -> None:
    for castles in (["blue", "yellow"], ["blue", "yellow", "grey"]):
        assert (await simulated.ask("POST", "/api/game", json=TWO | {"castles": castles})).status_code == 204
        assert [player["color"] for player in simulated.page.view("en")["players"]] == castles
    (parked,) = (await simulated.ask("GET", "/api/parked")).json()
    assert (parked["title"], parked["points"].keys()) == ("Tumult Royale", {"blue", "yellow"})
    game = parked["game"]
    assert (await simulated.ask("POST", "/api/parked/take-up", json={"game": game})).status_code == 204
    assert len(simulated.page.view("en")["players"]) == 2
    again = await simulated.ask("POST", "/api/parked/take-up", json={"game": game})
    assert (again.status_code, again.json()["refused"]["message"]) == (409, "This game is not in the list.")


@pytest.mark.parametrize(
    ("language", "message"),
    [
        ("en", "At least two castles must play"),
        ("de", "Mindestens zwei Burgen"),
        ("es", "Juegan al menos dos castillos"),
    ],
)
async def test_what_is_refused_is_said_in_the_viewers_language(
    simulated: TablePage, language: str, message: str
) -> None:
    answer = await simulated.ask("POST", f"/api/game?language={language}", json={"castles": ["blue"]})
    assert answer.status_code == 409
    assert answer.json()["refused"]["message"].startswith(message)


async def test_advice_comes_in_the_requested_language(
    simulated: TablePage,
) -> None:
    await simulated.play.to_the_taxes(gates=False)
    assert (await simulated.ask("GET", "/api/advice?castle=blue")).status_code == 409
    for tile in ("t07", "t11"):
        await simulated.ask("POST", "/api/actions", json={"do": "rob", "player": "blue", "tile": tile})
    for deed in ("stop", "count"):
        await simulated.ask("POST", "/api/actions", json={"do": deed})
    for query in ("castle=red", "", "castle=blue&language=xx"):
        assert (await simulated.ask("GET", f"/api/advice?{query}")).status_code == 404
    english, german = [
        (await simulated.ask("GET", f"/api/advice?castle=blue&language={language}")).json() for language in ("en", "de")
    ]
    assert english["plan"] == german["plan"]
    assert english["text"] != german["text"]


async def test_the_course_picture_needs_a_game_and_is_not_cached(simulated: TablePage) -> None:
    none = await simulated.ask("GET", "/course.png")
    assert none.status_code == 404
    assert "There is no game" in none.text
    await simulated.play.begin()
    answer = await simulated.ask("GET", "/course.png?language=de")
    assert (answer.headers["content-type"], answer.headers["cache-control"]) == ("image/png", "no-store")
    assert answer.content.startswith(b"\x89PNG")


async def document(table_page: TablePage) -> dict[str, Any]:
    found: dict[str, Any] = (await table_page.ask("GET", "/openapi.json")).json()
    return found


def posts(found: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any], dict[str, Any]]]:
    """Return path, operation and body of each example."""
    for path, operations in found["paths"].items():
        if "requestBody" in operations.get("post", {}):
            content = operations["post"]["requestBody"]["content"].get("application/json", {})
            for example in [content["example"]] if "example" in content else []:
                yield path, operations["post"], example
            for example in content.get("examples", {}).values():
                yield path, operations["post"], example["value"]


async def test_every_route_is_described_with_what_it_needs(simulated: TablePage) -> None:
    found = await document(simulated)
    described = {
        (method.upper(), path): operation["x-needs"]
        for path, operations in found["paths"].items()
        for method, operation in operations.items()
    }
    assert described == {(route.method, route.path): str(route.role) for route in ROUTES}


async def test_every_reference_leads_somewhere(simulated: TablePage) -> None:
    found = await document(simulated)

    def references(value: Any) -> Iterator[str]:
        if isinstance(value, dict):
            yield from (value["$ref"],) if isinstance(value.get("$ref"), str) else ()
            for inner in value.values():
                yield from references(inner)
        elif isinstance(value, list):
            for inner in value:
                yield from references(inner)

    assert {ref.removeprefix("#/components/schemas/") for ref in references(found)} <= set(
        found["components"]["schemas"]
    )


async def test_every_kind_of_action_has_an_example(simulated: TablePage) -> None:
    kinds = {body["do"] for path, _, body in posts(await document(simulated)) if path == "/api/actions"}
    assert kinds == {
        "start", "place_first", "spin", "forget_spin", "set_aside", "collect", "rob", "stop", "count",
        "build", "pass", "reveal", "amend", "undo",
    }  # fmt: skip


async def test_every_example_gets_a_documented_response(simulated: TablePage) -> None:
    """Most examples are refused by the rules with 409; none is malformed, which would be 400."""
    await simulated.play.to_the_taxes(gates=False)
    wrong = {}
    for path, operation, body in posts(await document(simulated)):
        status = (await simulated.ask("POST", path, json=body)).status_code
        if status == 400 or str(status) not in operation["responses"]:
            wrong[path, str(body)] = status
    assert wrong == {}


@pytest.mark.parametrize(
    ("language", "title"),
    [("en-GB,en", "There is nothing here"), ("de", "Hier ist nichts"), ("xx,es", "Aquí no hay nada")],
)
async def test_a_browser_at_an_unknown_address_gets_a_page_in_words(
    simulated: TablePage, language: str, title: str
) -> None:
    answer = await simulated.ask("GET", "/nowhere", headers={"accept": "text/html", "accept-language": language})
    assert (answer.status_code, answer.headers["content-type"]) == (404, "text/html; charset=utf-8")
    assert f"<h1>{title}</h1>" in answer.text
    assert (await simulated.ask("GET", "/nowhere")).json() == {"error": {"message": "Not Found"}}
