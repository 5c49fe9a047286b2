"""Who may do what on the room's page: the house looks on, stewards come, strangers see nothing."""

import asyncio
import re
import threading
from contextlib import AbstractAsyncContextManager
from pathlib import Path

import httpx
import pytest

from controller import limits
from controller.secret import Secret
from controller.texts.translation import LANGUAGES
from hub import texts
from hub.alerts import AlertCause, AlertCode
from hub.page.access import Role, RoomSecrets
from tests.hub.running import PageInProcess
from tests.hub.test_room import HERE, STATE, receive

PASSWORD = "a long evening"

pytestmark = [pytest.mark.usefixtures("cheap_secrets"), pytest.mark.real_time]


IN_THE_HOUSE = ["192.168.1.20", "10.0.0.9", "fd00::7", "fe80::1%eth0", "::ffff:192.168.1.20"]
OUTSIDE = ["8.8.8.8", "2001:4860:4860::8888", "::ffff:8.8.8.8", "", "nowhere"]


class House(PageInProcess):
    """A room with one table that calls."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.pin = self.keys.replace_pin(Role.STEWARD).reveal()
        self.keys.set_password(Secret(PASSWORD))
        receive(self.room.room, "rt-a", "presence", HERE)
        receive(self.room.room, "rt-a", "state", STATE | {"help": True})
        self.room.alerts.begin_and_end_alerts(self.room.room.alert_causes(), 0.0)


@pytest.fixture
def house(tmp_path: Path) -> House:
    return House(tmp_path)


@pytest.fixture
def client(house: House) -> AbstractAsyncContextManager[httpx.AsyncClient]:
    """A browser in the hub's network."""
    return house.browser()


TAKE = {"table": "rt-a", "code": "help"}


@pytest.mark.parametrize("address", IN_THE_HOUSE)
async def test_clients_of_the_local_network_view_without_login(house: House, address: str) -> None:
    async with house.browser(address) as client:
        assert (await client.get("/api/me")).json()["roles"] == ["viewer"]
        room = (await client.get("/api/room")).json()
        assert room["cards"]["rt-a"]["name"] == "Table 2"
        assert [need["code"] for need in room["needs"]] == ["help"]
        assert (await client.get("/api/status")).json()["taken"] == 7
        assert (await client.post("/api/needs/take", json=TAKE)).status_code == 401


@pytest.mark.parametrize("address", OUTSIDE)
async def test_without_a_login_only_the_login_page_is_served(house: House, address: str) -> None:
    async with house.browser(address) as client:
        for path in ("/", "/tv", "/api/texts/en", "/api/me"):
            assert (await client.get(path)).status_code == 200
        assert (await client.get("/api/me")).json()["roles"] == []
        for path in ("/api/room", "/api/stream", "/api/status", "/metrics"):
            assert (await client.get(path)).status_code == 401
        assert (await client.post("/api/login", json={"pin": house.pin})).status_code == 204
        assert (await client.get("/api/room")).status_code == 200


async def test_an_announcement_reaches_televisions_and_tables(house: House, client: httpx.AsyncClient) -> None:
    message = {"text": "Dinner at eight."}
    assert (await client.post("/api/announce", json=message)).status_code == 401
    await client.post("/api/login", json={"pin": house.pin})
    assert (await client.post("/api/announce", json={"text": ""})).status_code == 400
    assert (await client.post("/api/announce", json=message)).json() == {"tables": 1}
    (news,) = (await client.get("/api/room")).json()["news"]
    assert (news["kind"], news["text"], news["table"]) == ("message", "Dinner at eight.", "")


async def test_an_unknown_address_is_a_page_for_browsers_and_json_for_others(client: httpx.AsyncClient) -> None:
    page = await client.get("/no/such/page", headers={"accept": "text/html,*/*"})
    assert (page.status_code, page.headers["content-type"]) == (404, "text/html; charset=utf-8")
    assert (await client.get("/api/none")).json()["error"]["message"] == "Not Found"


@pytest.mark.parametrize(
    ("address", "headers", "status"),
    [
        ("127.0.0.1", {"host": "localhost:8090"}, 200),
        ("::1", {"host": "[::1]:8090"}, 200),
        ("127.0.0.1", {"host": "hub.local"}, 401),
        ("127.0.0.1", {"host": "localhost:8090", "x-real-ip": "8.8.8.8"}, 401),
        ("192.168.1.20", {"x-forwarded-for": "192.168.1.20"}, 401),
    ],
)
async def test_a_request_through_a_proxy_does_not_count_as_local(
    house: House, address: str, headers: dict[str, str], status: int
) -> None:
    async with house.browser(address) as client:
        assert (await client.get("/api/room", headers=headers)).status_code == status


async def test_a_steward_can_claim_an_alert_once(client: httpx.AsyncClient, house: House) -> None:
    wrong = await client.post("/api/login", json={"pin": "0"})
    assert (wrong.status_code, wrong.json()["error"]["message"]) == (403, "Wrong PIN or password.")
    assert (await client.post("/api/login", json={"pin": house.pin})).status_code == 204
    assert (await client.get("/api/me")).json()["roles"] == ["viewer", "steward"]
    assert (await client.post("/api/needs/take", json=TAKE)).status_code == 204
    assert (await client.post("/api/needs/take", json=TAKE)).status_code == 409
    assert (await client.post("/api/needs/take", json=TAKE | {"code": "dance"})).status_code == 400
    assert (await client.get("/api/room")).json()["needs"][0]["taken"]
    assert (await client.post("/api/logout")).status_code == 204
    assert (await client.get("/api/me")).json()["roles"] == ["viewer"]


async def test_the_organisers_pin_differs_from_the_stewards_and_allows_more(
    client: httpx.AsyncClient, house: House
) -> None:
    drawn = house.keys.replace_pin(Role.ORGANISER).reveal()
    assert drawn != house.pin
    assert (await client.post("/api/login", json={"pin": drawn})).status_code == 204
    assert (await client.get("/api/me")).json()["roles"] == ["viewer", "steward", "organiser"]
    assert (await client.post("/api/needs/take", json=TAKE)).status_code == 204
    house.keys.replace_pin(Role.STEWARD)
    assert "organiser" in (await client.get("/api/me")).json()["roles"], "the stewards have another, he has not"
    house.keys.replace_pin(Role.ORGANISER)
    assert (await client.get("/api/me")).json()["roles"] == ["viewer"]
    assert (await client.post("/api/login", json={"pin": drawn})).status_code == 403
    assert (await client.post("/api/login", json={"pin": house.pin})).status_code == 403


def test_a_pin_is_never_that_of_another_role(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = iter([123456, 123456, 123456, 234567])
    monkeypatch.setattr("controller.store.keyring.secrets.choice", lambda _: next(drawn))
    keys = RoomSecrets(tmp_path)
    assert keys.replace_pin(Role.STEWARD).reveal() == "123456"
    organisers = keys.replace_pin(Role.ORGANISER)
    assert organisers.reveal() == "234567"
    assert keys.role_of_pin(organisers) is Role.ORGANISER


async def test_the_password_logs_an_owner_in_and_a_new_pin_ends_older_sessions(
    client: httpx.AsyncClient, house: House
) -> None:
    assert (await client.post("/api/login", json={"password": PASSWORD})).status_code == 204
    roles = (await client.get("/api/me")).json()["roles"]
    assert roles == ["viewer", "steward", "organiser", "owner"]
    assert (await client.post("/api/login", json={"pin": house.pin})).status_code == 204
    house.keys.replace_pin(Role.STEWARD)
    assert (await client.get("/api/me")).json()["roles"] == ["viewer"]


async def test_requests_from_other_sites_change_nothing(client: httpx.AsyncClient, house: House) -> None:
    await client.post("/api/login", json={"pin": house.pin})
    there = {"origin": "http://evil.example"}
    assert (await client.post("/api/needs/take", json=TAKE, headers=there)).status_code == 403
    assert (await client.get("/api/room", headers={"host": "evil.example"})).status_code == 400
    assert house.room.alerts.mark_taken(AlertCause("rt-a", AlertCode.HELP)), "nobody has taken it"


async def test_guessing_a_pin_becomes_slow(client: httpx.AsyncClient) -> None:
    codes = [(await client.post("/api/login", json={"pin": "0"})).status_code for _ in range(7)]
    assert codes == [403, 403, 403, 403, 403, 429, 429]


@pytest.mark.parametrize(
    ("secret", "right_pin"),
    [("password", [204, 204, 204, 204]), ("pin", [204, 429, 429, 429])],  # both PINs are guessed at together
)
async def test_a_stewards_pin_lifts_no_limit_on_guesses_at_the_others(
    house: House, client: httpx.AsyncClient, secret: str, right_pin: list[int]
) -> None:
    wrong, right = [], []
    for _ in range(4):
        wrong += [(await client.post("/api/login", json={secret: "0"})).status_code for _ in range(3)]
        right.append((await client.post("/api/login", json={"pin": house.pin})).status_code)
    assert wrong == [403] * 5 + [429] * 7
    assert right == right_pin


@pytest.mark.parametrize("who", ["steward", "organiser", "owner"])
async def test_no_flood_keeps_a_known_address_from_its_secret(house: House, who: str) -> None:
    organiser = house.keys.replace_pin(Role.ORGANISER).reveal()
    rights = {"steward": {"pin": house.pin}, "organiser": {"pin": organiser}, "owner": {"password": PASSWORD}}
    wrong = dict.fromkeys(rights[who], "0")
    lesser = rights["owner"] if who != "owner" else rights["steward"]

    async def login(address: str, body: dict[str, str]) -> int:
        async with house.browser(address) as client:
            return (await client.post("/api/login", json=body)).status_code

    assert await login("192.168.1.30", rights[who]) == 204
    flood = [f"192.168.2.{number}" for number in range(48)]
    for address in flood:
        assert await login(address, lesser) in {204, 503}
    checked = 0
    for _ in range(5):
        house.now_s += 60
        checked += [await login(address, wrong) for address in flood].count(403)
    assert 150 < checked <= 200
    assert await login("192.168.2.1", wrong) == 429
    assert await login("192.168.1.30", rights[who]) == 204


async def test_prometheus_reads_tables_and_alerts(client: httpx.AsyncClient) -> None:
    answer = await client.get("/metrics")
    assert answer.headers["content-type"] == "application/openmetrics-text; version=1.0.0; charset=utf-8"
    assert answer.text.splitlines() == [
        "# HELP royaltable_tables Tables of the room.",
        "# TYPE royaltable_tables gauge",
        'royaltable_tables{state="known"} 1',
        'royaltable_tables{state="online"} 1',
        'royaltable_tables{state="playing"} 1',
        "# HELP royaltable_needs Open alerts.",
        "# TYPE royaltable_needs gauge",
        *(f'royaltable_needs{{code="{code}"}} {int(code == "help")}' for code in AlertCode),
        "# HELP royaltable_broker_heard Whether the hub is connected to the broker.",
        "# TYPE royaltable_broker_heard gauge",
        "royaltable_broker_heard 0",
        "# HELP royaltable_standby Whether another hub is active, and this one waits.",
        "# TYPE royaltable_standby gauge",
        "royaltable_standby 0",
        "# HELP royaltable_pages Pages that are told of changes.",
        "# TYPE royaltable_pages gauge",
        "royaltable_pages 0",
        "# EOF",
    ]


async def test_the_page_has_its_script_its_drawings_and_the_shared_files(client: httpx.AsyncClient) -> None:
    page = (await client.get("/tv")).text
    assert 'id="cloth-blue"' in page
    script = page.split('src="')[1].split('"')[0]
    assert (await client.get(script)).headers["cache-control"].endswith("immutable")
    shared = script.replace("js/hub.js", "js/lib/view.js")
    assert (await client.get(shared)).status_code == 200


async def test_logins_that_would_wait_too_long_are_refused_at_once(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    compared: list[Secret] = []
    goes_on = threading.Event()

    def check(pin: Secret) -> None:
        goes_on.wait(60)
        compared.append(pin)

    async def login(number: int) -> httpx.Response:
        async with house.browser(f"127.0.1.{number}") as client:
            return await client.post("/api/login", json={"pin": "0"})

    monkeypatch.setattr(house.keys, "role_of_pin", check)
    guesses = [asyncio.create_task(login(number)) for number in range(1, 41)]
    while len(guesses) > limits.GUESSES_WAITING:
        done, waiting = await asyncio.wait(guesses, timeout=60, return_when=asyncio.FIRST_COMPLETED)
        guesses = list(waiting)
        assert {(each.result().status_code, each.result().headers.get("retry-after")) for each in done} == {(503, "5")}
    assert compared == []
    goes_on.set()
    assert {each.status_code for each in await asyncio.gather(*guesses)} == {403}
    assert len(compared) == limits.GUESSES_WAITING
    assert (await login(40)).status_code == 403


SENTENCES = ("-how", "-wrong", "-pause", "-sure", "-done")
"""Ends of the ids of whole sentences; other texts are labels, which people read at a glance."""


def most_words(key: str, text: str) -> int:
    whole = key.endswith(SENTENCES) or key.startswith(("refusal", "need")) or text.endswith((".", "!", "?"))
    return 26 if whole else 8


@pytest.mark.parametrize("language", LANGUAGES)
def test_labels_have_eight_words_and_sentences_twenty_six(language: str) -> None:
    folder = Path(texts.__file__).parent / language
    files = [(folder / file).read_text(encoding="utf-8") for file in ("page.ftl", "tournament.ftl")]
    lines = [line.removeprefix("page-") for file in files for line in file.splitlines() if line.startswith("page-")]
    said = [line.split(" = ") for line in lines if " = " in line and "->" not in line]
    long = {key: text for key, text in said if len(re.sub(r"\{.*?\}", "x", text).split()) > most_words(key, text)}
    assert long == {}
