"""Roles and routes: each route lets in those who have the right, and nobody else, with whatever they show."""

import asyncio
import threading
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace
from starlette.routing import Mount, Route

from controller import limits
from controller.secret import Secret
from controller.store.keyring import Keyring
from controller.web.access.sessions import COOKIE, GRANTS, SESSION_S, Role
from controller.web.request_schemas import Login
from tests.web.home import HOST, PASSWORD, ROUTES, Home, at_home


async def status(home: Home, method: str, path: str, **request: Any) -> int:
    """Only whether the door opened: the stream is not listened to."""
    if path == "/api/stream":
        async with asyncio.timeout(5), home.browser() as browser, browser.stream("GET", path) as answer:
            return answer.status_code
    return (await home.ask(method, path, **request)).status_code


RIGHTS: dict[tuple[str, str], Role] = {(route.method, route.path): Role(route.role or "") for route in ROUTES}
ANSWERED = [(method, path) for method, path in RIGHTS if path not in {"/api/stream", "/openapi.json"}]


def address(path: str) -> str:
    return path.replace("{language}", "en")


async def test_every_route_of_the_page_is_in_the_list_and_the_other_way_round(home: Home) -> None:
    made = {
        (method, route.path) for route in home.app.routes if isinstance(route, Route) for method in route.methods or ()
    }
    assert {each for each in made if each[0] != "HEAD"} == set(RIGHTS)
    assert [route.path for route in home.app.routes if isinstance(route, Mount)] == ["/static"]


def test_each_role_has_the_rights_of_those_below_it() -> None:
    ranks = [Role.SPECTATOR, Role.PLAYER, Role.REFEREE, Role.OWNER]
    assert {role: sorted(GRANTS[role], key=ranks.index) for role in ranks} == {
        role: ranks[: place + 1] for place, role in enumerate(ranks)
    }


async def test_without_credentials_only_what_is_everybodys_opens(home: Home) -> None:
    for method, path in ANSWERED:
        answer = await home.client.request(method, address(path), json={} if method == "POST" else None)
        assert (answer.status_code == 401) == (RIGHTS[method, path] is not Role.SPECTATOR), path


CREDENTIALS: dict[str, Role | None] = {
    "pin": Role.REFEREE,
    "password": Role.OWNER,
    "token": Role.REFEREE,
    "wrong cookie": None,
    "wrong token": None,
    "old session": None,
    "logged out": None,
}


@pytest.mark.parametrize("what", CREDENTIALS)
async def test_each_credential_opens_what_its_role_has_a_right_to(home: Home, what: str) -> None:
    headers = {}
    if what == "password":
        await home.client.post("/api/login", json={"password": PASSWORD})
    elif what in {"pin", "old session", "logged out"}:
        await home.client.post("/api/login", json={"pin": home.pin})
    if what == "old session":
        home.auth.time_s += SESSION_S
    elif what == "logged out":
        kept = home.client.cookies[COOKIE]
        await home.client.post("/api/logout", json={})
        home.client.cookies.set(COOKIE, kept, domain=HOST)
    elif what == "wrong cookie":
        home.client.cookies.set(COOKIE, "x" * 43, domain=HOST)
    elif "token" in what:
        headers = {"authorization": f"Bearer {home.token if what == 'token' else 'other'}"}
    role = CREDENTIALS[what]
    wrong = {}
    for method, path in ANSWERED:
        if path in {"/api/login", "/api/logout", "/api/knock"}:
            continue
        body: dict[str, str] | None = {} if method == "POST" else None
        status = (await home.client.request(method, address(path), headers=headers, json=body)).status_code
        opens = RIGHTS[method, path] is Role.SPECTATOR or (role is not None and RIGHTS[method, path] in GRANTS[role])
        if opens == (status in {401, 403}):
            wrong[method, path] = status
    assert wrong == {}


async def test_a_wrong_pin_is_refused_and_tells_where_a_new_one_comes_from(home: Home) -> None:
    answer = await home.client.post("/api/login", json={"pin": "000000"})
    assert answer.status_code == 403
    assert "New PIN" in answer.json()["error"]["message"]
    assert COOKIE not in home.client.cookies


async def test_guessing_becomes_slow_and_the_right_pin_opens_after_the_wait(home: Home) -> None:
    tried = [(await home.client.post("/api/login", json={"pin": "000000"})).status_code for _ in range(7)]
    assert tried == [403] * 5 + [429] * 2
    assert (await home.client.post("/api/login", json={"pin": home.pin})).status_code == 429
    home.auth.time_s += 1.1
    assert (await home.client.post("/api/login", json={"pin": home.pin})).status_code == 204


async def test_guesses_that_come_all_at_once_count_one_by_one(home: Home) -> None:
    guesses = [home.client.post("/api/login", json={"pin": "000000"}) for _ in range(20)]
    answers = await asyncio.gather(*guesses)
    assert Counter(answer.status_code for answer in answers) == {403: 5, 429: 15}


async def test_neither_the_journal_nor_a_token_waits_behind_guesses(
    home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The journal is written in the loop's own threads; one of them, which a guess must not take."""
    asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(1))
    begun, ends = threading.Event(), threading.Event()
    outlasted: list[bool] = []

    def slowly(_keys: Keyring, _pin: Secret) -> bool:
        begun.set()
        outlasted.append(ends.wait(30))
        return False

    monkeypatch.setattr(Keyring, "check_pin", slowly)
    guesses = [asyncio.ensure_future(home.client.post("/api/login", json={"pin": "000000"})) for _ in range(4)]
    try:
        while not begun.is_set():  # noqa: ASYNC110  # it is set by a thread
            await asyncio.sleep(0)  # virtual time stands still while the guess goes on
        assert await asyncio.to_thread(lambda: True)
        token = {"authorization": f"Bearer {home.token}"}
        assert await status(home, "POST", "/api/actions", json={}, headers=token) == 409
    finally:
        ends.set()
    assert {answer.status_code for answer in await asyncio.gather(*guesses)} == {403}
    assert outlasted == [True] * 4


async def test_the_cookie_is_out_of_reach_of_scripts_and_other_sites(home: Home) -> None:
    cookie = (await home.client.post("/api/login", json={"pin": home.pin})).headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=strict" in cookie
    assert home.pin not in cookie


@pytest.mark.parametrize(("yes", "roles"), [(True, ["spectator", "player", "referee"]), (False, ["spectator"])])
async def test_the_knob_at_the_table_lets_a_page_in_or_does_not(home: Home, *, yes: bool, roles: list[str]) -> None:
    asked: list[str] = []

    async def knob(code: str, role: Role) -> bool | None:
        assert role is Role.REFEREE
        asked.append(code)
        return yes

    home.auth.knob = knob
    answer = await home.client.post("/api/knock", json={})
    assert answer.status_code == 202
    await asyncio.sleep(0)
    assert asked == [answer.json()["code"]]
    assert (await home.client.get("/api/me")).json()["roles"] == roles


async def test_two_pages_cannot_knock_at_once(home: Home) -> None:
    async def knob(_code: str, _role: Role) -> bool | None:
        await asyncio.Event().wait()
        return None

    home.auth.knob = knob
    assert (await home.client.post("/api/knock", json={})).status_code == 202
    assert (await home.client.post("/api/knock", json={})).status_code == 409


async def test_after_each_knock_that_is_refused_all_visitors_wait_longer(home: Home) -> None:
    answers = iter([False, None, *[False] * 10, True, False])

    async def knob(_code: str, _role: Role) -> bool | None:
        return next(answers)

    home.auth.knob = knob
    waits = []
    for _ in range(12):
        assert (await home.client.post("/api/knock", json={})).status_code == 202
        await asyncio.sleep(0.001)
        again = await home.client.post("/api/knock", json={})
        assert again.status_code == 429
        waits.append(int(again.headers["retry-after"]))
        home.auth.time_s += waits[-1]
    assert waits == [10, 20, 40, 80, 160, *[320] * 7]
    assert (await home.client.post("/api/knock", json={})).status_code == 202
    await asyncio.sleep(0.001)
    assert (await home.client.post("/api/knock", json={})).status_code == 202  # somebody was let in: no wait
    await asyncio.sleep(0.001)
    assert (await home.client.post("/api/knock", json={})).headers["retry-after"] == "10"


async def test_knocks_that_nobody_lets_in_log_nobody_out(home: Home) -> None:
    """Each knock began a session once, and a hundred of them ended the owner's."""
    assert (await home.client.post("/api/login", json={"password": PASSWORD})).status_code == 204
    owner = home.client.cookies[COOKIE]
    for _ in range(120):
        home.client.cookies.clear()
        assert (await home.client.post("/api/knock", json={})).status_code == 202
        await asyncio.sleep(0.001)
        assert not (await home.client.get("/api/me")).json()["logged_in"]
        home.auth.time_s += limits.ACCESS_RETRY_LONGEST_S
    home.client.cookies.clear()
    home.client.cookies.set(COOKIE, owner, domain=HOST)
    assert "owner" in (await home.client.get("/api/me")).json()["roles"]


async def test_who_was_let_in_is_not_thrown_out_by_those_who_log_in_later(home: Home) -> None:
    first = None
    for _ in range(limits.REFEREE_SESSIONS):
        home.client.cookies.clear()
        assert (await home.client.post("/api/login", json={"pin": home.pin})).status_code == 204
        first = first or home.client.cookies[COOKIE]
    assert (await home.client.post("/api/login", json={"pin": home.pin})).status_code == 204  # in place of his own
    home.client.cookies.clear()
    late = await home.client.post("/api/login", json={"pin": home.pin})
    assert late.status_code == 503
    assert "Log out elsewhere" in late.json()["error"]["message"]
    assert first is not None
    home.client.cookies.set(COOKIE, first, domain=HOST)
    assert "referee" in (await home.client.get("/api/me")).json()["roles"]
    home.client.cookies.clear()
    assert (await home.client.post("/api/login", json={"password": PASSWORD})).status_code == 204


async def test_a_secret_that_is_changed_on_the_command_line_ends_the_sessions_of_the_one_before(
    home: Home, tmp_path: Path
) -> None:
    commands = Keyring(tmp_path / "keys.json")
    for secret, change in (
        ({"password": PASSWORD}, lambda: commands.set_password(Secret("another evening"))),
        ({"pin": home.pin}, commands.new_pin),
    ):
        async with home.browser() as client:
            assert (await client.post("/api/login", json=secret)).status_code == 204
            assert (await client.get("/api/me")).json()["logged_in"]
            change()
            assert not (await client.get("/api/me")).json()["logged_in"]


async def test_at_a_simulated_table_everybody_plays_and_in_an_open_house_owns(tmp_path: Path) -> None:
    async with at_home(tmp_path, simulated=True) as home:
        assert (await home.ask("GET", "/api/me")).json()["roles"] == [
            str(role) for role in Role if role in GRANTS[Role.OWNER]
        ]
        assert (await home.ask("POST", "/api/pause", json={"on": True})).status_code == 204
        table = home.play.table
        table.config = replace(table.config, page=replace(table.config.page, open_house=False))
        assert (await home.ask("GET", "/api/me")).json()["roles"] == ["spectator", "player"]
        assert (await home.ask("POST", "/api/pause", json={"on": True})).status_code == 401


@pytest.mark.parametrize(
    ("address", "headers", "status"),
    [
        ("192.0.2.7", {}, 403),
        ("127.0.0.1", {"x-forwarded-for": "192.0.2.7"}, 403),
        ("127.0.0.1", {}, 204),
    ],
)
async def test_nobody_answers_his_own_knock_by_the_simulated_knob_but_at_the_machine_itself(
    tmp_path: Path, address: str, headers: dict[str, str], status: int
) -> None:
    asked = asyncio.Event()

    async def silent(_code: str, _role: Role) -> bool | None:
        await asked.wait()
        return None

    async with at_home(tmp_path, simulated=True) as home, home.browser(address=address) as client:
        home.auth.rights, home.auth.knob = GRANTS[Role.PLAYER], silent

        async def press(control: str) -> int:
            return (await client.post("/api/table/press", json={"control": control}, headers=headers)).status_code

        assert await press("knob") == 204  # nobody knocks
        assert (await client.post("/api/knock", json={})).status_code == 202
        assert await press("knob") == status
        assert (await press("knob:left") == 403) is (status == 403)
        asked.set()
        await asyncio.sleep(0.001)
        assert await press("knob") == 204


@pytest.mark.parametrize(("wanted", "status"), [("referee", 204), ("owner", 403)])
async def test_a_referee_lets_others_in_by_the_simulated_knob_but_no_owner(
    tmp_path: Path, wanted: str, status: int
) -> None:
    async def silent(_code: str, _role: Role) -> bool | None:
        await asyncio.Event().wait()
        return None

    async with (
        at_home(tmp_path, simulated=True, password="") as home,
        home.browser(address="192.0.2.7") as referee,
        home.browser(address="192.0.2.7") as guest,
    ):
        home.auth.rights, home.auth.knob = GRANTS[Role.PLAYER], silent
        assert (await referee.post("/api/login", json={"pin": home.pin})).status_code == 204
        assert (await guest.post("/api/knock", json={"role": wanted})).status_code == 202
        assert (await referee.post("/api/table/press", json={"control": "knob"})).status_code == status


@pytest.mark.parametrize("body", ['{"pin": "271828", "pasword": ""}', '{"password": "271828', '{"pin": 271828}'])
async def test_what_is_wrong_with_a_login_is_told_without_what_was_typed(home: Home, body: str) -> None:
    answer = await home.client.post("/api/login", content=body, headers={"content-type": "application/json"})
    assert answer.status_code == 400
    assert "271828" not in answer.text
    assert "expected a JSON object with pin (optional), password (optional)." in answer.text


@pytest.mark.parametrize(("field", "most"), [("pin", 40), ("password", 200)])
async def test_no_login_is_longer_than_any_secret(home: Home, field: str, most: int) -> None:
    statuses = [
        (await home.client.post("/api/login", json={field: "1" * length})).status_code for length in (most, most + 1)
    ]
    assert statuses == [403, 400]


def test_bodies_with_secrets_write_dots() -> None:
    login = msgspec.json.decode(b'{"pin": "271828"}', type=Login, dec_hook=lambda _kind, text: Secret(text))
    assert "271828" not in f"{login} {login!r}"
    with pytest.raises(TypeError):
        msgspec.json.encode(login)
