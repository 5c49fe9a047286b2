"""A hub lets in the table whose letters its owner typed, or that comes with an invitation, and no other."""

import asyncio
import base64
import hashlib
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from pathlib import Path

import msgspec
import pytest

from controller import limits
from controller.fleet import connection, enrolment, messages, topics
from controller.fleet.enrolment import (
    ENROLMENT_VERSION,
    EnrolmentAnswer,
    EnrolmentOffer,
    EnrolmentRequest,
    InvitedRequest,
    Membership,
    NonceReveal,
    PasswordStored,
    RotatePassword,
)
from controller.fleet.table_id import default_table_id, machine_hash_for_table
from controller.service.fleet import room_joiner
from controller.service.fleet.room_joiner import TablePasswords
from controller.store.membership import load_membership, save_membership
from hub.engines import broker_users
from hub.engines.broker_users import BrokerUsers
from hub.enrolment import EnrolmentError, EnrolmentService, Invitations, TableAdmission
from hub.password_rotation import PasswordRotation, RotationRequests

AUTHORITY = "the room's authority"


class Clock:
    now_s = 1000.0

    def __call__(self) -> float:
        return self.now_s


class Asking:
    """A table that asks at a desk."""

    def __init__(self, desk: EnrolmentService, address: str = "10.0.0.7") -> None:
        self.nonce = enrolment.new_nonce()
        self._desk = desk
        self.offer: EnrolmentOffer = desk.begin_session(
            EnrolmentRequest(ENROLMENT_VERSION, enrolment.compute_commitment(self.nonce).hex(), "m1"), address
        )

    @property
    def letters(self) -> str:
        return enrolment.derive_comparison_letters(self.offer.authority, self.nonce, bytes.fromhex(self.offer.nonce))

    def open(self) -> None:
        self._desk.accept_nonce_and_derive_letters(NonceReveal(self.offer.session, self.nonce.hex()))

    def ask(self) -> EnrolmentAnswer:
        return self._desk.session_answer(self.offer.session)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def desk(clock: Clock) -> EnrolmentService:
    return EnrolmentService(AUTHORITY, "The Crown", clock)


def membership(table: str) -> Membership:
    return Membership(table, "p" * 43, 8883, AUTHORITY)


def word_of(desk: EnrolmentService, typed: str) -> str:
    with pytest.raises(EnrolmentError) as error:
        desk.find_applicant_by_letters(typed)
    return error.value.error_code


def test_only_the_table_with_the_typed_letters_is_admitted(desk: EnrolmentService) -> None:
    one, other = Asking(desk), Asking(desk)
    one.open()
    other.open()
    applicant = desk.find_applicant_by_letters(enrolment.format_letters(one.letters).upper())
    desk.store_membership_answer(applicant, membership("rt-one"))
    assert one.ask() == one.ask() == EnrolmentAnswer(membership("rt-one"))  # its first answer may be lost
    assert other.ask() == EnrolmentAnswer()
    assert word_of(desk, one.letters) == "wrong"  # letters let in once


def test_letters_are_refused_before_the_nonce_is_revealed(desk: EnrolmentService) -> None:
    table = Asking(desk)
    assert word_of(desk, table.letters) == "wrong"
    assert word_of(desk, "") == "wrong"
    table.open()
    assert desk.find_applicant_by_letters(table.letters).machine == "m1"


def test_a_nonce_that_does_not_match_its_commitment_ends_the_request(desk: EnrolmentService) -> None:
    table = Asking(desk)
    table.nonce = enrolment.new_nonce()
    with pytest.raises(EnrolmentError, match="match the commitment"):
        table.open()
    assert table.ask() == EnrolmentAnswer(refused="late")


def test_a_nonce_can_be_revealed_once(desk: EnrolmentService) -> None:
    table = Asking(desk)
    table.open()
    with pytest.raises(EnrolmentError):
        table.open()


def test_letters_differ_if_the_authority_was_exchanged(desk: EnrolmentService, clock: Clock) -> None:
    """He is a hub to the table, and a table to the hub; each end shows other letters."""
    his = EnrolmentService("his authority", "The Crown", clock)
    table, him = Asking(his), Asking(desk)
    table.open()
    him.open()
    assert word_of(desk, table.letters) == "wrong"
    assert him.ask() == EnrolmentAnswer()


def test_letters_expire_after_two_minutes(desk: EnrolmentService, clock: Clock) -> None:
    table = Asking(desk)
    table.open()
    clock.now_s += limits.ENROLMENT_LETTERS_S
    assert word_of(desk, table.letters) == "wrong"
    assert table.ask() == EnrolmentAnswer(refused="late")


def test_five_wrong_guesses_pause_admission_and_evict_no_table(desk: EnrolmentService, clock: Clock) -> None:
    table = Asking(desk)
    table.open()
    assert [word_of(desk, "bcdf ghjk") for _ in range(limits.ENROLMENT_WRONG_GUESSES)] == ["wrong"] * 5
    assert word_of(desk, table.letters) == "pause"
    clock.now_s += limits.ENROLMENT_LOCKOUT_S
    assert desk.find_applicant_by_letters(table.letters).session == table.offer.session


@pytest.mark.parametrize("count", [2, 3, 4, 5, 6])
def test_a_fifth_request_of_one_address_evicts_its_oldest(desk: EnrolmentService, count: int) -> None:
    tables = [Asking(desk) for _ in range(count)]
    late = [table.ask() == EnrolmentAnswer(refused="late") for table in tables]
    assert late == [True] * (count - 4) + [False] * min(count, 4)


@pytest.mark.parametrize("flood", ["10.0.0.66", "2001:db8:0:1::{:x}", "fe80::{:x}%eth0"])
def test_a_flood_from_one_address_or_network_evicts_only_its_own_requests(desk: EnrolmentService, flood: str) -> None:
    for address in ("10.0.0.7", "::ffff:10.0.0.8", "2001:db8:0:2::1"):
        honest = Asking(desk, address)
        honest.open()
        for number in range(1, 1_000):
            Asking(desk, flood.format(number))
        assert desk.find_applicant_by_letters(honest.letters).session == honest.offer.session


def test_requests_from_many_addresses_are_limited(desk: EnrolmentService, clock: Clock) -> None:
    table = Asking(desk)
    table.open()
    for number in range(limits.ENROLMENTS_OPEN - 1):
        Asking(desk, f"10.0.1.{number}")
    with pytest.raises(EnrolmentError, match="Try again"):
        Asking(desk, "10.0.2.1")
    assert desk.find_applicant_by_letters(table.letters).session == table.offer.session
    clock.now_s += limits.ENROLMENT_LETTERS_S
    Asking(desk, "10.0.2.1")


def test_another_protocol_version_is_refused_with_advice_to_update(desk: EnrolmentService) -> None:
    with pytest.raises(EnrolmentError, match="Update the older"):
        desk.begin_session(EnrolmentRequest(ENROLMENT_VERSION + 1, "00" * 32), "10.0.0.7")


MACHINE, OTHER = "0123456789abcdef", "fedcba9876543210"


class Door:
    """What lets tables in, with its files."""

    def __init__(self, folder: Path) -> None:
        self.here: set[str] = set()
        self.folder = folder
        self.users = BrokerUsers(folder)
        self.invitations = Invitations(folder / "invitations.json")
        self.desk = EnrolmentService("pem", "The Crown", lambda: 0.0)
        self.admission = TableAdmission(self.desk, self.users, self.invitations, 8883, self.here.__contains__)

    async def comes(self, token: str, machine: str) -> Membership:
        answer = await self.admission.admit_by_invitation(InvitedRequest(token, machine))
        assert answer.membership is not None
        return answer.membership

    def may_come(self, membership: Membership, password: str = "") -> bool:
        """Whether the broker lets it in by its password, or by that one."""
        lines = self.users.passwords_file.read_text().splitlines()
        secret = next(line for line in lines if line.startswith(f"{membership.table}:"))
        _, _, iterations, salt, digest = secret.split("$")
        made = hashlib.pbkdf2_hmac(
            "sha512", (password or membership.password).encode(), base64.b64decode(salt), int(iterations)
        )
        return made == base64.b64decode(digest)


@pytest.fixture
def door(tmp_path: Path) -> Door:
    door = Door(tmp_path)
    door.users.reset_hub_password()
    return door


def letters_at(desk: EnrolmentService) -> tuple[str, str]:
    """The session of a table that asks, and what its screen shows."""
    nonce = enrolment.new_nonce()
    offer = desk.begin_session(EnrolmentRequest(1, enrolment.compute_commitment(nonce).hex(), MACHINE), "192.0.2.1")
    desk.accept_nonce_and_derive_letters(NonceReveal(offer.session, nonce.hex()))
    return offer.session, enrolment.derive_comparison_letters("pem", nonce, bytes.fromhex(offer.nonce))


def same_for_all(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every machine's usual id is that of every other one; what is drawn is not."""
    drawn = count(1)
    monkeypatch.setattr(
        broker_users, "default_table_id", lambda of: "rt-taken" if of in {MACHINE, OTHER} else f"rt-drawn{next(drawn)}"
    )


async def test_a_machine_whose_default_id_is_taken_gets_another_id(door: Door, monkeypatch: pytest.MonkeyPatch) -> None:
    same_for_all(monkeypatch)
    token = door.invitations.create_invitation(10, 1)

    first = await door.comes(token, MACHINE)
    second = await door.comes(token, OTHER)
    assert (first.table, second.table) == ("rt-taken", "rt-drawn1")
    assert door.may_come(first)
    assert door.may_come(second)
    again = await door.comes(token, OTHER)
    assert again.table == second.table, "it is the table that it was"
    assert not door.may_come(second)
    assert door.may_come(again)


async def test_a_table_added_by_command_has_no_machine_until_its_presence(door: Door) -> None:
    table = default_table_id(MACHINE)
    door.users.add_table_with_new_password(table)
    token = door.invitations.create_invitation(10, 1)

    assert (await door.comes(token, MACHINE)).table != table
    door.users.remove_user(table)
    door.users.add_table_with_new_password(table)
    loop = PasswordRotation(door.folder, door.users, connection.BrokerConfig("127.0.0.1", 1))
    for machine in ("none\nrt-x:0", machine_hash_for_table(table, MACHINE), machine_hash_for_table(table, OTHER)):
        loop.record_presence_or_activate(
            topics.PRESENCE.topic_of(table),
            msgspec.json.encode(messages.Presence(online=True, boot="", machine=machine)),
        )
    assert (await door.comes(token, OTHER)).table != table
    assert door.users.machines_file.read_text().count(f"{table}:{machine_hash_for_table(table, MACHINE)}\n") == 1
    assert "rt-x:" not in door.users.machines_file.read_text()


async def test_a_removed_table_gets_its_id_again_when_it_returns(door: Door) -> None:
    token = door.invitations.create_invitation(1, 1)

    first = await door.comes(token, MACHINE)
    await door.admission.revoke_table(first.table)
    assert (await door.comes(token, MACHINE)).table == first.table
    assert MACHINE not in door.users.machines_file.read_text()


async def test_an_invitation_counts_machines_and_refuses_tables_without_one(door: Door) -> None:
    token = door.invitations.create_invitation(2, 1)

    with pytest.raises(EnrolmentError, match=r"has no machine id.*royaltable join"):
        await door.comes(token, "")
    door.here.add((await door.comes(token, MACHINE)).table)
    door.here.add((await door.comes(token, MACHINE)).table)  # a copy of its card
    with pytest.raises(EnrolmentError, match="was for 2 tables, which have all joined"):
        await door.comes(token, MACHINE)
    assert set(door.users.list_tables()) == door.here
    door.here.clear()
    assert (await door.comes(token, MACHINE)).table == default_table_id(MACHINE)


async def test_many_tables_can_be_admitted_at_once(door: Door) -> None:
    token = door.invitations.create_invitation(12, 1)

    came = await asyncio.gather(*(door.comes(token, f"{number:016x}") for number in range(12)))
    assert sorted(each.table for each in came) == door.users.list_tables()
    assert all(door.may_come(each) for each in came)


def test_concurrent_changes_by_commands_and_the_hub_are_all_kept(door: Door) -> None:
    tables = [f"rt-{number}" for number in range(16)]
    with ThreadPoolExecutor(8) as threads:
        list(threads.map(lambda table: BrokerUsers(door.folder).add_table_with_new_password(table), tables))
        assert door.users.list_tables() == sorted(tables)
        list(threads.map(lambda table: BrokerUsers(door.folder).remove_user(table), tables[1:]))
    assert door.users.list_tables() == tables[:1]


@pytest.mark.parametrize("way", ["typed", "invited", "revoked"])
async def test_a_hub_that_cannot_write_its_files_says_so(tmp_path: Path, way: str) -> None:
    (tmp_path / "mosquitto").write_text("no folder")
    door = Door(tmp_path)
    ways: dict[str, Callable[[], Awaitable[object]]] = {
        "typed": lambda: door.admission.admit_by_letters(letters_at(door.desk)[1], ""),
        "invited": lambda: door.admission.admit_by_invitation(
            InvitedRequest(door.invitations.create_invitation(1, 1), MACHINE)
        ),
        "revoked": lambda: door.admission.revoke_table("rt-a"),
    }
    with pytest.raises(EnrolmentError, match=r"cannot be written: File exists\. Check"):
        await ways[way]()


async def test_two_clicks_on_the_same_letters_admit_one_table(door: Door) -> None:
    _, letters = letters_at(door.desk)
    clicks = await asyncio.gather(*(door.admission.admit_by_letters(letters, "") for _ in range(2)))
    assert door.users.list_tables() == [clicks[0]] == [clicks[1]]


STOPS = (
    "the hub after its request",
    "the table before it has saved the password",
    "the table before its answer",
    "the hub before the broker has the password",
    "the hub before the rotation is done",
)


@pytest.mark.parametrize("stop", STOPS)
async def test_a_stop_during_a_password_rotation_locks_no_table_out(
    door: Door, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, stop: str
) -> None:
    file, due = tmp_path / "membership", RotationRequests(door.folder)
    before = await door.comes(door.invitations.create_invitation(1, 1), MACHINE)
    save_membership(file, before)
    due.add([before.table])

    def disk_is_full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    async def rotate(stop: str = "") -> None:
        asked, answers = list[RotatePassword](), list[PasswordStored]()
        hub = PasswordRotation(door.folder, door.users, connection.BrokerConfig("127.0.0.1", 1))
        monkeypatch.setattr(hub._broker, "connected", True)
        monkeypatch.setattr(hub._broker, "publish", lambda _topic, _kind, ask: asked.append(ask))
        hub.record_presence_or_activate(
            topics.PRESENCE.topic_of(before.table), msgspec.json.encode(messages.Presence(online=True, boot=""))
        )
        hub._send_due_passwords()
        if stop == STOPS[0]:
            return
        member = load_membership(file)
        assert member is not None
        table = TablePasswords(file, member, answers.append)
        table.queue_accepted_password(
            next(each for each in (*member.newer, member.password) if door.may_come(before, each))
        )
        for each in asked:
            table.queue_new_password(msgspec.json.encode(each))
        with monkeypatch.context() as patched:
            if stop == STOPS[1]:
                patched.setattr(room_joiner, "save_membership", disk_is_full)
            running = asyncio.create_task(table.run())
            await asyncio.sleep(60)
            running.cancel()
            assert (answers == []) == (stop == STOPS[1])
            if stop == STOPS[3]:
                patched.setattr(BrokerUsers, "change_password", disk_is_full)
            if stop == STOPS[4]:
                patched.setattr(RotationRequests, "remove", disk_is_full)
            hub.record_presence_or_activate(
                topics.ANSWER.topic_of(before.table), msgspec.json.encode(PasswordStored("rotate", "0" * 16))
            )
            assert due.list_tables() == {before.table}
            for answer in answers if stop != STOPS[2] else ():
                hub.record_presence_or_activate(topics.ANSWER.topic_of(before.table), msgspec.json.encode(answer))

    await rotate(stop)
    assert due.list_tables() == {before.table}
    await rotate()
    assert due.list_tables() == frozenset()
    after = load_membership(file)
    assert after is not None
    assert door.may_come(before, after.newer[0])
    assert not door.may_come(before)
