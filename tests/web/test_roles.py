"""Roles and routes: each route is open to exactly the roles with the right, by each credential."""

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
from tests.support.page_of_table import HOST, PASSWORD, ROUTES, TablePage, open_table_page


async def status(table_page: TablePage, method: str, path: str, **request: Any) -> int:
    """Return the status of the response; a stream is left at once."""
    if path == "/api/stream":
        async with asyncio.timeout(5), table_page.browser() as browser, browser.stream("GET", path) as answer:
            return answer.status_code
    return (await table_page.ask(method, path, **request)).status_code


RIGHTS: dict[tuple[str, str], Role] = {(route.method, route.path): Role(route.role or "") for route in ROUTES}
ANSWERED = [(method, path) for method, path in RIGHTS if path not in {"/api/stream", "/openapi.json"}]


def address(path: str) -> str:
    return path.replace("{language}", "en")


async def test_the_rights_table_lists_exactly_the_pages_routes(table_page: TablePage) -> None:
    made = {
        (method, route.path)
        for route in table_page.app.routes
        if isinstance(route, Route)
        for method in route.methods or ()
    }
    assert {each for each in made if each[0] != "HEAD"} == set(RIGHTS)
    assert [route.path for route in table_page.app.routes if isinstance(route, Mount)] == ["/static"]


def test_each_role_has_the_rights_of_those_below_it() -> None:
    ranks = [Role.SPECTATOR, Role.PLAYER, Role.REFEREE, Role.OWNER]
    assert {role: sorted(GRANTS[role], key=ranks.index) for role in ranks} == {
        role: ranks[: place + 1] for place, role in enumerate(ranks)
    }


async def test_without_credentials_only_public_routes_are_open(table_page: TablePage) -> None:
    for method, path in ANSWERED:
        answer = await table_page.client.request(method, address(path), json={} if method == "POST" else None)
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
async def test_each_credential_has_exactly_its_roles_rights(table_page: TablePage, what: str) -> None:
    headers = {}
    if what == "password":
        await table_page.client.post("/api/login", json={"password": PASSWORD})
    elif what in {"pin", "old session", "logged out"}:
        await table_page.client.post("/api/login", json={"pin": table_page.pin})
    if what == "old session":
        table_page.auth.time_s += SESSION_S
    elif what == "logged out":
        kept = table_page.client.cookies[COOKIE]
        await table_page.client.post("/api/logout", json={})
        table_page.client.cookies.set(COOKIE, kept, domain=HOST)
    elif what == "wrong cookie":
        table_page.client.cookies.set(COOKIE, "x" * 43, domain=HOST)
    elif "token" in what:
        headers = {"authorization": f"Bearer {table_page.token if what == 'token' else 'other'}"}
    role = CREDENTIALS[what]
    wrong = {}
    for method, path in ANSWERED:
        if path in {"/api/login", "/api/logout", "/api/knock"}:
            continue
        body: dict[str, str] | None = {} if method == "POST" else None
        status = (await table_page.client.request(method, address(path), headers=headers, json=body)).status_code
        opens = RIGHTS[method, path] is Role.SPECTATOR or (role is not None and RIGHTS[method, path] in GRANTS[role])
        if opens == (status in {401, 403}):
            wrong[method, path] = status
    assert wrong == {}


async def test_a_wrong_pin_is_refused_with_the_way_to_a_new_one(table_page: TablePage) -> None:
    answer = await table_page.client.post("/api/login", json={"pin": "000000"})
    assert answer.status_code == 403
    assert "New page PIN" in answer.json()["error"]["message"]
    assert COOKIE not in table_page.client.cookies


async def test_guessing_becomes_slow_and_the_right_pin_opens_after_the_wait(table_page: TablePage) -> None:
    tried = [(await table_page.client.post("/api/login", json={"pin": "000000"})).status_code for _ in range(7)]
    assert tried == [403] * 5 + [429] * 2
    assert (await table_page.client.post("/api/login", json={"pin": table_page.pin})).status_code == 429
    table_page.auth.time_s += 1.1
    assert (await table_page.client.post("/api/login", json={"pin": table_page.pin})).status_code == 204


async def test_guesses_that_come_all_at_once_count_one_by_one(table_page: TablePage) -> None:
    guesses = [table_page.client.post("/api/login", json={"pin": "000000"}) for _ in range(20)]
    answers = await asyncio.gather(*guesses)
    assert Counter(answer.status_code for answer in answers) == {403: 5, 429: 15}


async def test_journal_and_tokens_do_not_wait_behind_guesses(
    table_page: TablePage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The journal is written in the loop's executor, which has one thread here."""
    asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(1))
    begun, ends = threading.Event(), threading.Event()
    outlasted: list[bool] = []

    def slowly(_keys: Keyring, _pin: Secret) -> bool:
        begun.set()
        outlasted.append(ends.wait(30))
        return False

    monkeypatch.setattr(Keyring, "matches_pin", slowly)
    guesses = [asyncio.ensure_future(table_page.client.post("/api/login", json={"pin": "000000"})) for _ in range(4)]
    try:
        while not begun.is_set():  # noqa: ASYNC110  # it is set by a thread
            await asyncio.sleep(0)  # virtual time stands still while the guess goes on
        assert await asyncio.to_thread(lambda: True)
        token = {"authorization": f"Bearer {table_page.token}"}
        assert await status(table_page, "POST", "/api/actions", json={}, headers=token) == 409
    finally:
        ends.set()
    assert {answer.status_code for answer in await asyncio.gather(*guesses)} == {403}
    assert outlasted == [True] * 4


@pytest.mark.parametrize(("yes", "roles"), [(True, ["spectator", "player", "referee"]), (False, ["spectator"])])
async def test_an_access_request_is_granted_or_denied_at_the_knob(
    table_page: TablePage, *, yes: bool, roles: list[str]
) -> None:
    asked: list[str] = []

    async def knob(code: str, role: Role) -> bool | None:
        assert role is Role.REFEREE
        asked.append(code)
        return yes

    table_page.auth.knob = knob
    answer = await table_page.client.post("/api/knock", json={})
    assert answer.status_code == 202
    await asyncio.sleep(0)
    assert asked == [answer.json()["code"]]
    assert (await table_page.client.get("/api/me")).json()["roles"] == roles


async def test_two_pages_cannot_knock_at_once(table_page: TablePage) -> None:
    async def knob(_code: str, _role: Role) -> bool | None:
        await asyncio.Event().wait()
        return None

    table_page.auth.knob = knob
    assert (await table_page.client.post("/api/knock", json={})).status_code == 202
    assert (await table_page.client.post("/api/knock", json={})).status_code == 409


async def test_each_denied_access_request_lengthens_the_wait_for_all(table_page: TablePage) -> None:
    answers = iter([False, None, *[False] * 10, True, False])

    async def knob(_code: str, _role: Role) -> bool | None:
        return next(answers)

    table_page.auth.knob = knob
    waits = []
    for _ in range(12):
        assert (await table_page.client.post("/api/knock", json={})).status_code == 202
        await asyncio.sleep(0.001)
        again = await table_page.client.post("/api/knock", json={})
        assert again.status_code == 429
        waits.append(int(again.headers["retry-after"]))
        table_page.auth.time_s += waits[-1]
    assert waits == [10, 20, 40, 80, 160, *[320] * 7]
    assert (await table_page.client.post("/api/knock", json={})).status_code == 202
    await asyncio.sleep(0.001)
    assert (await table_page.client.post("/api/knock", json={})).status_code == 202  # a knock was accepted: no wait
    await asyncio.sleep(0.001)
    assert (await table_page.client.post("/api/knock", json={})).headers["retry-after"] == "10"


async def test_denied_knocks_end_no_session(table_page: TablePage) -> None:
    """Regression: access requests once created sessions, and a hundred of them evicted the owner's."""
    assert (await table_page.client.post("/api/login", json={"password": PASSWORD})).status_code == 204
    owner = table_page.client.cookies[COOKIE]
    for _ in range(120):
        table_page.client.cookies.clear()
        assert (await table_page.client.post("/api/knock", json={})).status_code == 202
        await asyncio.sleep(0.001)
        assert not (await table_page.client.get("/api/me")).json()["logged_in"]
        table_page.auth.time_s += limits.ACCESS_RETRY_LONGEST_S
    table_page.client.cookies.clear()
    table_page.client.cookies.set(COOKIE, owner, domain=HOST)
    assert "owner" in (await table_page.client.get("/api/me")).json()["roles"]


async def test_later_logins_do_not_end_earlier_sessions(table_page: TablePage) -> None:
    first = None
    for _ in range(limits.REFEREE_SESSIONS):
        table_page.client.cookies.clear()
        assert (await table_page.client.post("/api/login", json={"pin": table_page.pin})).status_code == 204
        first = first or table_page.client.cookies[COOKIE]
    assert (
        await table_page.client.post("/api/login", json={"pin": table_page.pin})
    ).status_code == 204  # in place of his own
    table_page.client.cookies.clear()
    late = await table_page.client.post("/api/login", json={"pin": table_page.pin})
    assert late.status_code == 503
    assert "Log out elsewhere" in late.json()["error"]["message"]
    assert first is not None
    table_page.client.cookies.set(COOKIE, first, domain=HOST)
    assert "referee" in (await table_page.client.get("/api/me")).json()["roles"]
    table_page.client.cookies.clear()
    assert (await table_page.client.post("/api/login", json={"password": PASSWORD})).status_code == 204


async def test_changing_a_secret_on_the_command_line_ends_its_sessions(table_page: TablePage, tmp_path: Path) -> None:
    commands = Keyring(tmp_path / "keys.json")
    for secret, change in (
        ({"password": PASSWORD}, lambda: commands.set_password(Secret("another evening"))),
        ({"pin": table_page.pin}, commands.store_new_pin),
    ):
        async with table_page.browser() as client:
            assert (await client.post("/api/login", json=secret)).status_code == 204
            assert (await client.get("/api/me")).json()["logged_in"]
            change()
            assert not (await client.get("/api/me")).json()["logged_in"]


async def test_an_open_simulated_table_gives_all_rights_a_closed_one_play(tmp_path: Path) -> None:
    async with open_table_page(tmp_path, simulated=True) as table_page:
        assert (await table_page.ask("GET", "/api/me")).json()["roles"] == [
            str(role) for role in Role if role in GRANTS[Role.OWNER]
        ]
        assert (await table_page.ask("POST", "/api/pause", json={"on": True})).status_code == 204
        table = table_page.play.table
        table.config = replace(table.config, page=replace(table.config.page, open_house=False))
        assert (await table_page.ask("GET", "/api/me")).json()["roles"] == ["spectator", "player"]
        assert (await table_page.ask("POST", "/api/pause", json={"on": True})).status_code == 401


@pytest.mark.parametrize(
    ("address", "headers", "status"),
    [
        ("192.0.2.7", {"host": "localhost:8080"}, 403),
        ("127.0.0.1", {"host": "localhost:8080", "x-forwarded-for": "192.0.2.7"}, 403),
        ("127.0.0.1", {"host": "table.local:8080"}, 403),
        ("127.0.0.1", {"host": "localhost:8080"}, 204),
    ],
)
async def test_visitors_cannot_grant_their_own_request_except_on_the_machine(
    tmp_path: Path, address: str, headers: dict[str, str], status: int
) -> None:
    asked = asyncio.Event()

    async def silent(_code: str, _role: Role) -> bool | None:
        await asked.wait()
        return None

    async with open_table_page(tmp_path, simulated=True) as table_page, table_page.browser(address=address) as client:
        table_page.auth.rights, table_page.auth.knob = GRANTS[Role.PLAYER], silent

        async def press(control: str) -> int:
            return (await client.post("/api/table/press", json={"control": control}, headers=headers)).status_code

        assert await press("knob") == 204  # there is no knock
        assert (await client.post("/api/knock", json={})).status_code == 202
        assert await press("knob") == status
        assert (await press("knob:left") == 403) is (status == 403)
        asked.set()
        await asyncio.sleep(0.001)
        assert await press("knob") == 204


@pytest.mark.parametrize(
    ("address", "headers", "locked", "has_role"),
    [
        ("192.0.2.7", {"host": "localhost:8080"}, False, False),
        ("127.0.0.1", {"host": "localhost:8080", "x-forwarded-for": "192.0.2.7"}, False, False),
        ("127.0.0.1", {"host": "table.local:8080"}, False, False),
        ("127.0.0.1", {"host": "localhost:8080"}, False, True),
        ("127.0.0.1", {"host": "localhost:8080"}, True, False),
    ],
)
async def test_only_the_machines_own_screen_is_referee_if_it_is_the_console(
    tmp_path: Path, address: str, headers: dict[str, str], locked: bool, has_role: bool
) -> None:
    async with open_table_page(tmp_path, simulated=True) as table_page, table_page.browser(address=address) as client:
        table_page.auth.rights = GRANTS[Role.SPECTATOR] if locked else GRANTS[Role.PLAYER]
        assert "referee" not in (await client.get("/api/me", headers=headers)).json()["roles"]
        table = table_page.play.table
        assert table.config.console is not None
        table.config = replace(table.config, console=replace(table.config.console, simulated=True))
        assert ("referee" in (await client.get("/api/me", headers=headers)).json()["roles"]) is has_role
        answer = await client.post("/api/pause", json={"on": True}, headers=headers)
        assert answer.status_code == (204 if has_role else 401)


@pytest.mark.parametrize(("wanted", "status"), [("referee", 204), ("owner", 403)])
async def test_a_referee_grants_the_referees_role_but_not_the_owners(tmp_path: Path, wanted: str, status: int) -> None:
    async def silent(_code: str, _role: Role) -> bool | None:
        await asyncio.Event().wait()
        return None

    async with (
        open_table_page(tmp_path, simulated=True, password="") as table_page,
        table_page.browser(address="192.0.2.7") as referee,
        table_page.browser(address="192.0.2.7") as guest,
    ):
        table_page.auth.rights, table_page.auth.knob = GRANTS[Role.PLAYER], silent
        assert (await referee.post("/api/login", json={"pin": table_page.pin})).status_code == 204
        assert (await guest.post("/api/knock", json={"role": wanted})).status_code == 202
        assert (await referee.post("/api/table/press", json={"control": "knob"})).status_code == status


@pytest.mark.parametrize("body", ['{"pin": "271828", "pasword": ""}', '{"password": "271828', '{"pin": 271828}'])
async def test_errors_about_logins_do_not_repeat_the_secret(table_page: TablePage, body: str) -> None:
    answer = await table_page.client.post("/api/login", content=body, headers={"content-type": "application/json"})
    assert answer.status_code == 400
    assert "271828" not in answer.text
    assert "expected a JSON object with pin (optional), password (optional)." in answer.text


@pytest.mark.parametrize(("field", "most"), [("pin", 40), ("password", 200)])
async def test_no_login_is_longer_than_any_secret(table_page: TablePage, field: str, most: int) -> None:
    statuses = [
        (await table_page.client.post("/api/login", json={field: "1" * length})).status_code
        for length in (most, most + 1)
    ]
    assert statuses == [403, 400]


def test_bodies_with_secrets_write_dots() -> None:
    login = msgspec.json.decode(b'{"pin": "271828"}', type=Login, dec_hook=lambda _kind, text: Secret(text))
    assert "271828" not in f"{login} {login!r}"
    with pytest.raises(TypeError):
        msgspec.json.encode(login)


async def test_a_referee_enters_a_piece_as_if_a_gate_had_read_it(tmp_path: Path) -> None:
    async with open_table_page(tmp_path, simulated=True) as table_page:
        play = table_page.play
        await play.to_the_taxes(gates=False)
        blue = {"castle": "blue", "piece": "t20"}
        assert (await table_page.ask("POST", "/api/pieces", json=blue)).status_code == 204
        await play.wait(1)
        assert play.story[-1] == "Blue has one tile."
        for wrong in ({"castle": "tray"}, {"piece": "f001"}):
            assert (await table_page.ask("POST", "/api/pieces", json=blue | wrong)).status_code == 404
