"""Roles and routes: each route lets in those who have the right, and nobody else, with whatever they show."""

import asyncio
import threading
from collections import Counter
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path

import httpx
import msgspec
import pytest
from starlette.routing import Mount, Route

from controller import limits
from controller.secret import Secret
from controller.store.keyring import Keyring
from controller.web.access.auth import Authentication
from controller.web.access.sessions import COOKIE, EVERYBODY, GRANTS, LASTS_S, Role
from controller.web.app import create_app
from controller.web.request_schemas import Login
from tests.web.asking import HOST
from tests.web.every_route import ROUTES
from tests.web.fake_house import PASSWORD, PIN, TOKEN, FakeAdmin, FakeDoor, FakeKeys, Knob, nobody
from tests.web.fake_table import FakeTable


class House:
    """A real table's page, a client, and its door."""

    def __init__(self, client: httpx.AsyncClient, door: FakeDoor, keys: FakeKeys, table: FakeTable) -> None:
        self.client = client
        self.door = door
        self.keys = keys
        self.table = table

    async def status(self, method: str, path: str, **request: object) -> int:
        """Only whether the door opened: the stream is not listened to."""
        if path == "/api/stream":
            async with asyncio.timeout(5):
                async with self.client.stream("GET", path) as answer:
                    return answer.status_code
        return (await self.client.request(method, path, **request)).status_code  # type: ignore[arg-type]


@asynccontextmanager
async def house(
    *,
    knob: Knob | None = None,
    free: frozenset[Role] = EVERYBODY,
    virtual: bool = False,
    address: str = "127.0.0.1",
) -> AsyncIterator[House]:
    table, door, keys = FakeTable(simulated=virtual), FakeDoor(knob or nobody, free), FakeKeys()
    auth = Authentication(keys, door)
    app = create_app(table, (), auth, FakeAdmin(password=PASSWORD))
    transport = httpx.ASGITransport(app=app, client=(address, 50_000))
    async with httpx.AsyncClient(transport=transport, base_url=f"http://{HOST}") as client:
        yield House(client, door, keys, table)


@pytest.fixture
def at_home() -> AbstractAsyncContextManager[House]:
    return house()


RIGHTS: dict[tuple[str, str], Role] = {(route.method, route.path): route.role for route in ROUTES}
ANSWERED = [(method, path) for method, path in RIGHTS if path not in {"/api/stream", "/openapi.json"}]


def address(path: str) -> str:
    return path.replace("{language}", "en")


def test_every_route_of_the_page_is_in_the_list_and_the_other_way_round() -> None:
    routes = create_app(FakeTable(), (), Authentication(FakeKeys(), FakeDoor()), FakeAdmin()).routes
    made = {(method, route.path) for route in routes if isinstance(route, Route) for method in route.methods or ()}
    assert {each for each in made if each[0] != "HEAD"} == set(RIGHTS)
    assert [route.path for route in routes if isinstance(route, Mount)] == ["/static"]


def test_each_role_has_the_rights_of_those_below_it() -> None:
    ranks = [Role.SPECTATOR, Role.PLAYER, Role.REFEREE, Role.OWNER]
    assert {role: sorted(GRANTS[role], key=ranks.index) for role in ranks} == {
        role: ranks[: place + 1] for place, role in enumerate(ranks)
    }


@pytest.mark.parametrize(("method", "path"), ANSWERED)
async def test_without_credentials_only_what_is_everybodys_opens(at_home: House, method: str, path: str) -> None:
    status = await at_home.status(method, address(path), json={} if method == "POST" else None)
    assert (status == 401) == (RIGHTS[method, path] is not Role.SPECTATOR), status


CREDENTIALS: dict[str, Role | None] = {
    "pin": Role.REFEREE,
    "password": Role.OWNER,
    "token": Role.REFEREE,
    "wrong cookie": None,
    "wrong token": None,
    "old session": None,
    "logged out": None,
}


async def show(at_home: House, what: str) -> dict[str, str]:
    """Get in the way that ``what`` says; gives headers to send."""
    if what == "password":
        await at_home.client.post("/api/login", json={"password": PASSWORD})
    elif what in {"pin", "old session", "logged out"}:
        await at_home.client.post("/api/login", json={"pin": PIN})
    if what == "old session":
        at_home.door.time_s += LASTS_S
    if what == "logged out":
        kept = at_home.client.cookies[COOKIE]
        await at_home.client.post("/api/logout", json={})
        at_home.client.cookies.set(COOKIE, kept, domain=HOST)
    if what == "wrong cookie":
        at_home.client.cookies.set(COOKIE, "x" * 43, domain=HOST)
    return {"authorization": f"Bearer {TOKEN if what == 'token' else 'other'}"} if "token" in what else {}


@pytest.mark.parametrize("what", CREDENTIALS)
async def test_each_credential_opens_what_its_role_has_a_right_to(at_home: House, what: str) -> None:
    headers = await show(at_home, what)
    role = CREDENTIALS[what]
    wrong = {}
    for method, path in ANSWERED:
        if path in {"/api/login", "/api/logout", "/api/knock"}:
            continue
        needed = RIGHTS[method, path]
        body: dict[str, str] | None = {} if method == "POST" else None
        status = await at_home.status(method, address(path), headers=headers, json=body)
        opens = needed is Role.SPECTATOR or (role is not None and needed in GRANTS[role])
        if opens == (status in {401, 403}):
            wrong[method, path] = status
    assert wrong == {}


async def test_a_wrong_pin_is_refused_and_tells_where_a_new_one_comes_from(at_home: House) -> None:
    answer = await at_home.client.post("/api/login", json={"pin": "000000"})
    assert answer.status_code == 403
    assert "New PIN" in answer.json()["error"]["message"]
    assert COOKIE not in at_home.client.cookies


async def test_guessing_becomes_slow_and_the_right_pin_opens_after_the_wait(at_home: House) -> None:
    tried = [(await at_home.client.post("/api/login", json={"pin": "000000"})).status_code for _ in range(7)]
    assert tried == [403] * 5 + [429] * 2
    assert (await at_home.client.post("/api/login", json={"pin": PIN})).status_code == 429
    at_home.door.time_s += 1.1
    assert (await at_home.client.post("/api/login", json={"pin": PIN})).status_code == 204


async def test_guesses_that_come_all_at_once_count_one_by_one(at_home: House) -> None:
    guesses = [at_home.client.post("/api/login", json={"pin": "000000"}) for _ in range(20)]
    answers = await asyncio.gather(*guesses)
    assert Counter(answer.status_code for answer in answers) == {403: 5, 429: 15}


async def test_neither_the_journal_nor_a_token_waits_behind_guesses(
    at_home: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The journal is written in the loop's own threads; one of them, which a guess must not take."""
    asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(1))
    begun, ends = threading.Event(), threading.Event()
    outlasted: list[bool] = []

    def slowly(_keys: FakeKeys, _pin: Secret) -> bool:
        begun.set()
        outlasted.append(ends.wait(30))
        return False

    monkeypatch.setattr(FakeKeys, "check_pin", slowly)
    guesses = [asyncio.ensure_future(at_home.client.post("/api/login", json={"pin": "000000"})) for _ in range(4)]
    try:
        while not begun.is_set():  # noqa: ASYNC110  # it is set by a thread
            await asyncio.sleep(0)  # virtual time stands still while the guess goes on
        assert await asyncio.to_thread(lambda: True)
        token = {"authorization": f"Bearer {TOKEN}"}
        assert await at_home.status("POST", "/api/actions", json={}, headers=token) == 409
    finally:
        ends.set()
    assert {answer.status_code for answer in await asyncio.gather(*guesses)} == {403}
    assert outlasted == [True] * 4


async def test_the_cookie_is_out_of_reach_of_scripts_and_other_sites(at_home: House) -> None:
    cookie = (await at_home.client.post("/api/login", json={"pin": PIN})).headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=strict" in cookie
    assert PIN not in cookie


@pytest.mark.parametrize(("yes", "roles"), [(True, ["spectator", "player", "referee"]), (False, ["spectator"])])
async def test_the_knob_at_the_table_lets_a_page_in_or_does_not(at_home: House, *, yes: bool, roles: list[str]) -> None:
    asked: list[str] = []

    async def knob(code: str, role: Role) -> bool | None:
        assert role is Role.REFEREE
        asked.append(code)
        return yes

    at_home.door.knob = knob
    answer = await at_home.client.post("/api/knock", json={})
    assert answer.status_code == 202
    await asyncio.sleep(0)
    assert asked == [answer.json()["code"]]
    assert (await at_home.client.get("/api/me")).json()["roles"] == roles


async def test_two_pages_cannot_knock_at_once(at_home: House) -> None:
    async def knob(_code: str, _role: Role) -> bool | None:
        await asyncio.Event().wait()
        return None

    at_home.door.knob = knob
    assert (await at_home.client.post("/api/knock", json={})).status_code == 202
    assert (await at_home.client.post("/api/knock", json={})).status_code == 409


async def test_after_each_knock_that_is_refused_all_visitors_wait_longer(at_home: House) -> None:
    answers = iter([False, None, *[False] * 10, True, False])

    async def knob(_code: str, _role: Role) -> bool | None:
        return next(answers)

    at_home.door.knob = knob
    waits = []
    for _ in range(12):
        assert (await at_home.client.post("/api/knock", json={})).status_code == 202
        await asyncio.sleep(0.001)
        again = await at_home.client.post("/api/knock", json={})
        assert again.status_code == 429
        waits.append(int(again.headers["retry-after"]))
        at_home.door.time_s += waits[-1]
    assert waits == [10, 20, 40, 80, 160, *[320] * 7]
    assert (await at_home.client.post("/api/knock", json={})).status_code == 202
    await asyncio.sleep(0.001)
    assert (await at_home.client.post("/api/knock", json={})).status_code == 202  # somebody was let in: no wait
    await asyncio.sleep(0.001)
    assert (await at_home.client.post("/api/knock", json={})).headers["retry-after"] == "10"


async def test_knocks_that_nobody_lets_in_log_nobody_out(at_home: House) -> None:
    """Each knock began a session once, and a hundred of them ended the owner's."""
    assert (await at_home.client.post("/api/login", json={"password": PASSWORD})).status_code == 204
    owner = at_home.client.cookies[COOKIE]
    for _ in range(120):
        at_home.client.cookies.clear()
        assert (await at_home.client.post("/api/knock", json={})).status_code == 202
        await asyncio.sleep(0.001)
        assert not (await at_home.client.get("/api/me")).json()["logged_in"]
        at_home.door.time_s += limits.LONGEST_KNOCK_WAIT_S
    at_home.client.cookies.clear()
    at_home.client.cookies.set(COOKIE, owner, domain=HOST)
    assert "owner" in (await at_home.client.get("/api/me")).json()["roles"]


async def test_who_was_let_in_is_not_thrown_out_by_those_who_log_in_later(at_home: House) -> None:
    first = None
    for _ in range(limits.REFEREES):
        at_home.client.cookies.clear()
        assert (await at_home.client.post("/api/login", json={"pin": PIN})).status_code == 204
        first = first or at_home.client.cookies[COOKIE]
    assert (await at_home.client.post("/api/login", json={"pin": PIN})).status_code == 204  # in place of his own
    at_home.client.cookies.clear()
    late = await at_home.client.post("/api/login", json={"pin": PIN})
    assert late.status_code == 503
    assert "Log out somewhere" in late.json()["error"]["message"]
    assert first is not None
    at_home.client.cookies.set(COOKIE, first, domain=HOST)
    assert "referee" in (await at_home.client.get("/api/me")).json()["roles"]
    at_home.client.cookies.clear()
    assert (await at_home.client.post("/api/login", json={"password": PASSWORD})).status_code == 204


async def test_a_secret_that_is_changed_on_the_command_line_ends_the_sessions_of_the_one_before(
    tmp_path: Path,
) -> None:
    daemons, commands = Keyring(tmp_path / "keys.json"), Keyring(tmp_path / "keys.json")
    daemons.set_password(Secret(PASSWORD))
    pin = daemons.new_pin().reveal()
    auth = Authentication(daemons, FakeDoor())
    transport = httpx.ASGITransport(app=create_app(FakeTable(), (), auth, FakeAdmin(password=PASSWORD)))
    for secret, change in (
        ({"password": PASSWORD}, lambda: commands.set_password(Secret("another evening"))),
        ({"pin": pin}, commands.new_pin),
    ):
        async with httpx.AsyncClient(transport=transport, base_url=f"http://{HOST}") as client:
            assert (await client.post("/api/login", json=secret)).status_code == 204
            assert (await client.get("/api/me")).json()["logged_in"]
            change()
            assert not (await client.get("/api/me")).json()["logged_in"]


async def test_at_a_simulated_table_everybody_plays_and_in_an_open_house_referees() -> None:
    async with house(virtual=True, free=GRANTS[Role.PLAYER]) as closed:
        assert (await closed.client.get("/api/me")).json()["roles"] == ["spectator", "player"]
        assert await closed.status("POST", "/api/pause", json={"on": True}) == 401
    async with house(virtual=True, free=frozenset(Role)) as at_home:
        assert (await at_home.client.get("/api/me")).json()["roles"] == [str(role) for role in Role]
        assert await at_home.status("POST", "/api/pause", json={"on": True}) == 204


@pytest.mark.parametrize(
    ("address", "headers", "status"),
    [
        ("192.0.2.7", {}, 403),
        ("127.0.0.1", {"x-forwarded-for": "192.0.2.7"}, 403),
        ("127.0.0.1", {}, 204),
    ],
)
async def test_nobody_answers_his_own_knock_by_the_simulated_knob_but_at_the_machine_itself(
    address: str, headers: dict[str, str], status: int
) -> None:
    asked = asyncio.Event()

    async def silent(_code: str, _role: Role) -> bool | None:
        await asked.wait()
        return None

    free = GRANTS[Role.PLAYER]
    async with house(knob=silent, free=free, virtual=True, address=address) as at_home:

        async def press(control: str) -> int:
            body = {"control": control}
            return (await at_home.client.post("/api/table/press", json=body, headers=headers)).status_code

        assert await press("knob") == 204  # nobody knocks
        assert (await at_home.client.post("/api/knock", json={})).status_code == 202
        assert await press("knob") == status
        assert (await press("knob:left") == 403) is (status == 403)
        asked.set()
        await asyncio.sleep(0.001)
        assert await press("knob") == 204


async def test_a_referee_lets_others_in_by_the_simulated_knob_but_no_owner() -> None:
    async def silent(_code: str, _role: Role) -> bool | None:
        await asyncio.Event().wait()
        return None

    for wanted, status in (("referee", 204), ("owner", 403)):
        async with house(knob=silent, free=GRANTS[Role.PLAYER], virtual=True, address="192.0.2.7") as at_home:
            at_home.keys.has_password = False
            assert (await at_home.client.post("/api/login", json={"pin": PIN})).status_code == 204
            referee = at_home.client.cookies[COOKIE]
            at_home.client.cookies.clear()
            assert (await at_home.client.post("/api/knock", json={"role": wanted})).status_code == 202
            at_home.client.cookies.clear()
            at_home.client.cookies.set(COOKIE, referee, domain=HOST)
            answer = await at_home.client.post("/api/table/press", json={"control": "knob"})
            assert answer.status_code == status


@pytest.mark.parametrize("body", ['{"pin": "271828", "pasword": ""}', '{"password": "271828', '{"pin": 271828}'])
async def test_what_is_wrong_with_a_login_is_told_without_what_was_typed(at_home: House, body: str) -> None:
    answer = await at_home.client.post("/api/login", content=body, headers={"content-type": "application/json"})
    assert answer.status_code == 400
    assert "271828" not in answer.text
    assert "Expected a JSON object with pin (may be left out), password (may be left out)." in answer.text


@pytest.mark.parametrize(("field", "most"), [("pin", 40), ("password", 200)])
async def test_no_login_is_longer_than_any_secret(at_home: House, field: str, most: int) -> None:
    statuses = [
        (await at_home.client.post("/api/login", json={field: "1" * length})).status_code for length in (most, most + 1)
    ]
    assert statuses == [403, 400]


def test_bodies_with_secrets_write_dots() -> None:
    login = msgspec.json.decode(b'{"pin": "271828"}', type=Login, dec_hook=lambda _kind, text: Secret(text))
    assert "271828" not in f"{login} {login!r}"
    with pytest.raises(TypeError):
        msgspec.json.encode(login)
