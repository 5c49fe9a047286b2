"""A table joins over real TLS: by letters, by an invitation, and never where somebody stands between."""

import asyncio
import socket
import threading
from collections.abc import Iterator
from contextlib import AbstractContextManager, ExitStack, closing, contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from msgspec.structs import replace
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from controller import limits
from controller.fleet import enrolment
from controller.fleet.enrolment import (
    EnrolmentAnswer,
    Invitation,
    InvitedRequest,
    JoinAttempt,
    JoinError,
    Membership,
    TableIdentity,
    join_by_invitation,
)
from controller.web.bounded_server import build_server
from hub.authority import HubAuthority
from hub.enrolment import EnrolmentService, InvitationError, Invitations, create_enrolment_app
from tests.support.certificates import outlive
from tests.support.limits import set_limits
from tests.support.ports import free_port

WHO = TableIdentity("0123456789abcdef", "By the window", "0.1.0")


class Hub:
    """A hub's door on a port of this machine."""

    def __init__(self, folder: Path) -> None:
        self.now_s = 0.0
        self.authority = HubAuthority(folder, folder)
        self.invitations = Invitations(folder / "invitations.json")
        self.desk = EnrolmentService(self.authority.certificate_pem, "The Crown", lambda: self.now_s)
        self.port = free_port()

    def membership(self, table: str) -> Membership:
        return Membership(table, "p" * 43, 8883, self.authority.certificate_pem, "The Crown")

    async def invited(self, asked: InvitedRequest) -> EnrolmentAnswer:
        try:
            self.invitations.record_use_by_table(asked.token, asked.machine)
        except InvitationError:
            return EnrolmentAnswer(refused="invitation")
        return EnrolmentAnswer(self.membership("rt-two"))

    def open(self) -> AbstractContextManager[None]:
        return served(create_enrolment_app(self.desk, self.invited), self.port, self.authority)


def there(membership: Membership) -> Membership:
    """With the address at which the table has found it."""
    return replace(membership, host="127.0.0.1")


@contextmanager
def served(app: ASGIApp, port: int, by: HubAuthority) -> Iterator[None]:
    server, loop = build_server(app, certificate=by), asyncio.new_event_loop()
    with closing(loop), socket.create_server(("127.0.0.1", port), backlog=limits.LISTEN_BACKLOG) as listener:
        thread = threading.Thread(target=loop.run_until_complete, args=(server.serve([listener]),))
        thread.start()
        try:
            yield
        finally:
            loop.call_soon_threadsafe(server.request_shutdown)
            thread.join()


@pytest.fixture(autouse=True)
def _patience(monkeypatch: pytest.MonkeyPatch) -> None:
    set_limits(monkeypatch, MQTT_CONNECT_TIMEOUT_S=60.0)  # a busy machine's hub answers later


@pytest.fixture
def hub(tmp_path: Path) -> Iterator[Hub]:
    hub = Hub(tmp_path / "hub")
    with hub.open():
        yield hub


def test_a_table_joins_by_the_letters_on_its_screen(hub: Hub) -> None:
    joining = JoinAttempt("127.0.0.1", hub.port, WHO)
    assert joining.hub == "The Crown"
    assert joining.poll_membership() is None
    applicant = hub.desk.find_applicant_by_letters(enrolment.format_letters(joining.letters))
    assert (applicant.machine, applicant.called) == (WHO.machine, WHO.called)
    hub.desk.store_membership_answer(applicant, hub.membership("rt-one"))
    assert joining.poll_membership() == there(hub.membership("rt-one"))


def test_a_hub_with_a_wrong_clock_is_trusted(hub: Hub) -> None:
    outlive(hub.authority._own, hub.authority._own_key)
    late = Hub(hub.authority._own.parent)
    with late.open():
        assert JoinAttempt("127.0.0.1", late.port, WHO).poll_membership() is None


def test_letters_expire_when_not_typed_in_time(hub: Hub) -> None:
    joining = JoinAttempt("127.0.0.1", hub.port, WHO)
    hub.now_s += limits.ENROLMENT_LETTERS_S
    with pytest.raises(JoinError, match="Start again"):
        joining.poll_membership()


def test_a_server_with_another_certificate_is_refused(hub: Hub, tmp_path: Path) -> None:
    joining = JoinAttempt("127.0.0.1", hub.port, WHO)
    other = Hub(tmp_path / "other")
    joining._port = other.port
    with other.open(), pytest.raises(JoinError, match="someone may be intercepting"):
        joining.poll_membership()


def test_an_invitation_admits_its_number_of_tables_and_those_again(hub: Hub) -> None:
    token = hub.invitations.create_invitation(tables=2, days=7)
    invitation = Invitation("127.0.0.1", hub.port, hub.authority.certificate_pem, token)
    for machine in ("m1", "m2", "m1"):
        assert join_by_invitation(invitation, TableIdentity(machine, "", "")) == there(hub.membership("rt-two"))
    with pytest.raises(JoinError, match="refuses the table"):
        join_by_invitation(invitation, TableIdentity("m3", "", ""))
    with pytest.raises(JoinError, match="refuses the table"):
        join_by_invitation(Invitation("127.0.0.1", hub.port, hub.authority.certificate_pem, "0" * 64), WHO)


def test_endless_tls_handshakes_keep_no_table_out(hub: Hub) -> None:
    invitation = Invitation(
        "127.0.0.1", hub.port, hub.authority.certificate_pem, hub.invitations.create_invitation(tables=9, days=7)
    )
    half_said = b"\x16\x03\x01\x02\x00\x01"  # a record of TLS whose rest never comes
    with ExitStack() as besiegers:
        for number in range(4 * limits.PAGE_CONNECTIONS):
            besieger = besiegers.enter_context(socket.socket())
            besieger.bind((f"127.1.{number // 200}.{1 + number % 200}", 0))
            besieger.connect(("127.0.0.1", hub.port))
            besieger.sendall(half_said[: 1 + number % len(half_said)])
        for machine in ("m1", "m2"):
            assert join_by_invitation(invitation, TableIdentity(machine, "", "")) == there(hub.membership("rt-two"))
    # nor once they are gone
    assert join_by_invitation(invitation, TableIdentity("m3", "", "")) == there(hub.membership("rt-two"))


def test_an_invitation_is_sent_only_to_the_hub_that_issued_it(hub: Hub, tmp_path: Path) -> None:
    stranger = HubAuthority(tmp_path / "stranger", tmp_path / "stranger")
    with pytest.raises(JoinError, match="someone may be intercepting"):
        join_by_invitation(
            Invitation("127.0.0.1", hub.port, stranger.certificate_pem, hub.invitations.create_invitation(1, 1)),
            WHO,
        )


class HubMachine:
    """A hub's machine: its wall clock can be set, and it can be off."""

    def __init__(self, file: Path) -> None:
        self.wall = datetime(2026, 3, 1, tzinfo=UTC)
        self.up_s = 100.0
        self.boot = 1
        self._file = file

    @property
    def invitations(self) -> Invitations:
        """As each of the hub's processes opens them."""
        return Invitations(self._file, lambda: self.wall, lambda: self.up_s, f"boot {self.boot}")

    def runs(self, days: float) -> None:
        self.wall += timedelta(days=days)
        self.up_s += 86400 * days

    def restarts(self, after_days: float = 0.0) -> None:
        self.wall += timedelta(days=after_days)
        self.up_s, self.boot = 10.0, self.boot + 1

    def admits(self, token: str) -> bool:
        try:
            self.invitations.record_use_by_table(token, "m1")
        except InvitationError:
            return False
        return True


@pytest.fixture
def machine(tmp_path: Path) -> HubMachine:
    return HubMachine(tmp_path / "kept")


YEARS = timedelta(days=20 * 365)


def test_an_invitation_expires_and_its_token_is_stored_hashed(machine: HubMachine, tmp_path: Path) -> None:
    token = machine.invitations.create_invitation(tables=1, days=7)
    assert token not in (tmp_path / "kept").read_text()
    assert (tmp_path / "kept").stat().st_mode & 0o777 == 0o600
    machine.runs(days=7)
    with pytest.raises(InvitationError, match="has expired"):
        machine.invitations.record_use_by_table(token, "m1")
    for _ in range(limits.INVITATIONS_OPEN):
        machine.invitations.create_invitation(tables=1, days=7)
    with pytest.raises(InvitationError, match="Wait until"):
        machine.invitations.create_invitation(tables=1, days=7)


@pytest.mark.parametrize("jump", [YEARS, -YEARS])
def test_a_clock_that_jumps_by_years_neither_ends_nor_extends_invitations(machine: HubMachine, jump: timedelta) -> None:
    token = machine.invitations.create_invitation(tables=1, days=7)
    machine.wall += jump
    machine.runs(days=6)
    assert machine.admits(token)
    machine.invitations.create_invitation(tables=1, days=1)
    machine.wall -= jump
    assert machine.admits(token)
    machine.wall += jump
    machine.runs(days=1)
    assert not machine.admits(token)


def test_time_that_the_machine_was_off_counts(machine: HubMachine) -> None:
    token = machine.invitations.create_invitation(tables=1, days=7)
    machine.restarts(after_days=6)
    assert machine.admits(token)
    machine.restarts(after_days=1)
    assert not machine.admits(token)


def test_invitations_are_kept_until_the_clock_is_set_after_a_boot(machine: HubMachine) -> None:
    token = machine.invitations.create_invitation(tables=1, days=7)
    machine.restarts(after_days=7)
    right, machine.wall = machine.wall, datetime(1970, 1, 1, tzinfo=UTC)
    assert machine.admits(token)
    machine.wall = right
    assert not machine.admits(token)


def test_a_clock_that_is_ahead_after_a_boot_loses_no_invitation_for_good(machine: HubMachine) -> None:
    token = machine.invitations.create_invitation(tables=1, days=7)
    machine.restarts()
    machine.wall += YEARS
    assert not machine.admits(token)
    other = machine.invitations.create_invitation(tables=1, days=7)
    machine.wall -= YEARS
    assert machine.admits(token)
    assert machine.admits(other)


def test_an_invitation_of_a_wrong_clock_lasts_no_longer_than_it_was_given(machine: HubMachine) -> None:
    machine.wall += YEARS
    of_the_future = machine.invitations.create_invitation(tables=1, days=7)
    machine.wall = datetime(1970, 1, 1, tzinfo=UTC)
    of_1970 = machine.invitations.create_invitation(tables=1, days=7)
    machine.wall = datetime(2026, 3, 1, tzinfo=UTC)
    machine.restarts(after_days=1)
    assert machine.admits(of_the_future)
    assert machine.admits(of_1970)
    machine.restarts(after_days=7)
    assert not machine.admits(of_the_future)
    assert not machine.admits(of_1970)


@pytest.mark.parametrize("path", ["/enrolment/begin", "/enrolment/open", "/enrolment/ask", "/enrolment/invited"])
def test_an_invalid_message_is_refused_with_what_was_expected(hub: Hub, path: str) -> None:
    trusting = enrolment.tls_context_unverified()
    with pytest.raises(JoinError, match=r"status 400\): Saw .* expected a JSON object with"):
        enrolment._post_message(
            "127.0.0.1", hub.port, trusting, path, EnrolmentAnswer(refused="what is no message"), dict
        )


@pytest.mark.parametrize("octets", [b"[" * 30_000, b'"\xff"', b"{}", b"no JSON", b""])
@pytest.mark.parametrize("status", [200, 500])
def test_an_answer_that_is_not_a_hubs_is_reported(hub: Hub, octets: bytes, status: int) -> None:
    """He may be anybody: nobody is trusted yet."""

    async def stranger(scope: Scope, receive: Receive, send: Send) -> None:
        await Response(octets, status)(scope, receive, send)

    port = free_port()
    refusal = f"127.0.0.1:{port} (does not answer as a hub|refuses)"
    with served(stranger, port, hub.authority), pytest.raises(JoinError, match=refusal):
        JoinAttempt("127.0.0.1", port, WHO)


def test_an_address_without_a_hub_is_reported(tmp_path: Path) -> None:
    with pytest.raises(JoinError, match="does not answer as a hub: nothing answers there"):
        JoinAttempt("127.0.0.1", free_port(), WHO)


@pytest.mark.parametrize("host", ["\x01", "a b", "..", ".hub", "h\0ub", "h" * 64, "hüb\n", "\ud800"])
def test_an_invalid_address_is_reported(host: str) -> None:
    with pytest.raises(JoinError, match=r"does not answer as a hub: (this is no address|nothing answers)") as refused:
        JoinAttempt(host, free_port(), WHO)
    assert "Errno" not in str(refused.value)


@pytest.mark.parametrize(
    ("hub", "where"),
    [
        ("hub.local", ("hub.local", 8443)),
        ("10.0.0.2:9000", ("10.0.0.2", 9000)),
        ("fe80::1", ("fe80::1", 8443)),
        ("[fe80::1]", ("fe80::1", 8443)),
        ("[fe80::1]:9000", ("fe80::1", 9000)),
    ],
)
def test_a_hub_is_named_by_its_address(hub: str, where: tuple[str, int]) -> None:
    assert enrolment.parse_hub_address(hub) == where


@pytest.mark.parametrize("hub", ["hub:", "hub:0", "hub:65536", "hub:٣"])
def test_an_invalid_port_is_refused(hub: str) -> None:
    with pytest.raises(JoinError, match="expected a number"):
        enrolment.parse_hub_address(hub)
