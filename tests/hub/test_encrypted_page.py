"""The room's page at two ports: what is shown without encryption, and who may log in where."""

from contextlib import AbstractAsyncContextManager
from pathlib import Path

import httpx
import pytest

from controller.web.access.sessions import COOKIE, SECURE_COOKIE
from hub.authority import create_page_encryption
from hub.page.access import Role, RoomSecrets
from hub.settings import PageSection, RoomSection, Settings
from tests.hub.running import PageInProcess
from tests.support.certificates import make_pair

PLAIN, ENCRYPTED = "http://royaltable-hub.local:8090", "https://royaltable-hub.local:8453"
PHONE = "192.168.1.20"
NAMES = ["localhost", "127.0.0.1", "royaltable-hub.local"]
OWNERS = PageSection(certificate="page.crt", key="page.key")

pytestmark = [pytest.mark.usefixtures("cheap_secrets"), pytest.mark.real_time]


class House:
    """A page by the hub's own authority, or by an owner's certificate."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.pin = RoomSecrets(folder).replace_pin(Role.STEWARD).reveal()

    def visited(
        self, url: str, page: PageSection | None = None, address: str = PHONE
    ) -> AbstractAsyncContextManager[httpx.AsyncClient]:
        page = page or PageSection()
        encryption = create_page_encryption(self.folder, Settings(page=page), lambda: NAMES)
        encryption.reload()
        shown = PageInProcess(self.folder, names=encryption.names, encryption=encryption, plain_port=page.port)
        return shown.browser(address, url)


@pytest.fixture
def house(tmp_path: Path) -> House:
    make_pair(tmp_path, hosts="DNS:room.example.org,DNS:royaltable-hub.local")
    return House(tmp_path)


FETCHED = ["/api/me", "/api/room", "/api/texts/en", "/static/any/css/hub.css", "/metrics"]
SHOWN = ["/", "/tv", "/tournament/tv", *FETCHED]


@pytest.mark.parametrize(("page", "shown"), [(PageSection(), SHOWN), (OWNERS, FETCHED)])
async def test_a_plain_page_is_shown_but_takes_neither_pin_nor_password(
    house: House, page: PageSection, shown: list[str]
) -> None:
    async with house.visited(PLAIN, page) as client:
        for path in shown:
            assert (await client.get(path)).status_code == 200, path
        for body in ({"pin": house.pin}, {"pin": "0"}, {"password": "x"}):
            refused = await client.post("/api/login", json=body)
            assert (refused.status_code, refused.headers.get("set-cookie")) == (403, None)
            assert "https://" in refused.json()["error"]["message"]
        me = (await client.get("/api/me")).json()
        assert (me["roles"], me["log_in_at"]) == (["viewer"], "/encrypted")


@pytest.mark.parametrize("cookie", [COOKIE, SECURE_COOKIE])
async def test_a_session_of_the_encrypted_page_opens_nothing_without_encryption(house: House, cookie: str) -> None:
    async with house.visited(PLAIN) as client:
        given = await client.post(f"{ENCRYPTED}/api/login", json={"pin": house.pin})
        assert "secure" in given.headers["set-cookie"].lower()
        assert (await client.get(f"{ENCRYPTED}/api/me")).json()["logged_in"]
        key = given.headers["set-cookie"].partition("=")[2].partition(";")[0]
        for headers in ({"cookie": f"{cookie}={key}"}, {"authorization": f"Bearer {key}"}):
            assert not (await client.get(f"{PLAIN}/api/me", headers=headers)).json()["logged_in"]


@pytest.mark.parametrize(
    ("address", "headers", "status"),
    [
        ("127.0.0.1", {"host": "127.0.0.1:8090"}, 204),
        ("::1", {"host": "localhost"}, 204),
        ("127.0.0.1", {"host": "royaltable-hub.local:8090"}, 403),
        ("127.0.0.1", {"host": "localhost", "x-forwarded-for": PHONE}, 403),
        ("127.0.0.1", {"host": "localhost", "Via": "1.1 proxy"}, 403),
        (PHONE, {"x-forwarded-for": "127.0.0.1"}, 403),
        (PHONE, {"host": "127.0.0.1:8090"}, 403),
        ("", {}, 403),
    ],
)
async def test_without_encryption_people_log_in_at_the_hub_itself_alone(
    house: House, address: str, headers: dict[str, str], status: int
) -> None:
    async with house.visited(PLAIN, address=address) as client:
        answer = await client.post("/api/login", json={"pin": house.pin}, headers=headers)
        assert answer.status_code == status


@pytest.mark.parametrize(
    ("asked", "there"),
    [
        ("/", "/"),
        ("/tournament/tv?language=de", "/tournament/tv?language=de"),
        ("/encrypted/players", "/players"),
        ("/encrypted//evil.example", "//evil.example"),
    ],
)
async def test_with_an_owners_certificate_the_plain_page_redirects(house: House, asked: str, there: str) -> None:
    async with house.visited(PLAIN, OWNERS) as client:
        answer = await client.get(asked)
        assert (answer.status_code, answer.headers["location"]) == (307, f"{ENCRYPTED}{there}")
        assert "strict-transport-security" not in answer.headers


async def test_the_plain_page_offers_the_certificate_authority(house: House) -> None:
    async with house.visited(PLAIN) as client:
        assert f"{ENCRYPTED}/tournament?x=1" in (await client.get("/encrypted/tournament?x=1")).text
        loaded = await client.get("/certificate")
        assert loaded.headers["content-type"] == "application/x-x509-ca-cert"
        assert b"royaltable-hub.local" in loaded.content


USUAL = PageSection(port=80, tls_port=443)
OWNERS_USUAL = PageSection(port=80, tls_port=443, certificate="page.crt", key="page.key")


@pytest.mark.parametrize(
    ("page", "hsts"), [(PageSection(), ""), (OWNERS, "max-age=0"), (USUAL, ""), (OWNERS_USUAL, "max-age=2")]
)
async def test_hsts_is_sent_only_on_the_standard_ports(house: House, page: PageSection, hsts: str) -> None:
    async with house.visited(ENCRYPTED, page) as client:
        assert (await client.get("/")).headers.get("strict-transport-security", "")[:9] == hsts


async def test_without_a_usable_certificate_the_page_allows_no_logins(house: House) -> None:
    (house.folder / "page.key").write_text("nonsense")

    async with house.visited(PLAIN, OWNERS) as client:
        assert (await client.get("/")).status_code == 200
        refused = await client.post("/api/login", json={"pin": house.pin})
        assert refused.status_code == 403
        assert "The hub's log says" in refused.json()["error"]["message"]


def test_the_authority_signs_for_the_hub_only_and_is_kept(house: House) -> None:
    encryption = create_page_encryption(
        house.folder, Settings(room=RoomSection(names=("room.example.org",))), lambda: NAMES
    )
    encryption.reload()
    assert (encryption.is_on, encryption.fault) == (True, None)
    assert {"royaltable-hub.local", "localhost", "room.example.org"} <= encryption.names
    assert encryption.encrypted_host_for("room.example.org") in NAMES
    assert (house.folder / "page").stat().st_mode & 0o777 == 0o700
    moved = [*NAMES, "royaltable-hub-2.local", "192.168.0.9", "8.8.8.8"]
    again = create_page_encryption(house.folder, Settings(), lambda: moved)
    again.reload()
    assert again.authority_der == encryption.authority_der
    assert "royaltable-hub-2.local" in again.names
    stranger = create_page_encryption(house.folder, Settings(), lambda: ["other.example.org"])
    stranger.reload()
    assert not stranger.is_on
    assert "permitted" in (stranger.fault or "")
