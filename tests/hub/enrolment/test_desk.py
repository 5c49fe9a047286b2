"""The desk of a hub: only the table whose letters the owner typed is let in, and only while it waits."""

import pytest

from controller import limits
from controller.fleet import enrolment
from controller.fleet.enrolment import VERSION, Answer, Begin, Membership, Offer, Opening
from hub.enrolment import DeskError, EnrolmentDesk

AUTHORITY = "the room's authority"


class Clock:
    now_s = 1000.0

    def __call__(self) -> float:
        return self.now_s


class Asking:
    """A table that asks at a desk."""

    def __init__(self, desk: EnrolmentDesk, address: str = "10.0.0.7") -> None:
        self.nonce = enrolment.new_nonce()
        self._desk = desk
        self.offer: Offer = desk.begin(Begin(VERSION, enrolment.commitment_to(self.nonce).hex(), "m1"), address)

    @property
    def letters(self) -> str:
        return enrolment.letters_of(self.offer.authority, self.nonce, bytes.fromhex(self.offer.nonce))

    def open(self) -> None:
        self._desk.open(Opening(self.offer.session, self.nonce.hex()))

    def ask(self) -> Answer:
        return self._desk.ask(self.offer.session)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def desk(clock: Clock) -> EnrolmentDesk:
    return EnrolmentDesk(AUTHORITY, "The Crown", clock)


def membership(table: str) -> Membership:
    return Membership(table, "p" * 43, 8883, AUTHORITY)


def word_of(desk: EnrolmentDesk, typed: str) -> str:
    with pytest.raises(DeskError) as error:
        desk.typed(typed)
    return error.value.word


def test_the_table_whose_letters_were_typed_is_let_in_and_no_other(desk: EnrolmentDesk) -> None:
    one, other = Asking(desk), Asking(desk)
    one.open()
    other.open()
    applicant = desk.typed(enrolment.grouped(one.letters).upper())
    desk.grant(applicant, membership("rt-one"))
    assert one.ask() == one.ask() == Answer(membership("rt-one"))  # its first answer may be lost
    assert other.ask() == Answer()
    assert word_of(desk, one.letters) == "wrong"  # letters let in once


def test_letters_are_worth_nothing_before_the_nonce_is_open(desk: EnrolmentDesk) -> None:
    table = Asking(desk)
    assert word_of(desk, table.letters) == "wrong"
    assert word_of(desk, "") == "wrong"
    table.open()
    assert desk.typed(table.letters).machine == "m1"


def test_another_nonce_than_the_promised_one_ends_it(desk: EnrolmentDesk) -> None:
    table = Asking(desk)
    table.nonce = enrolment.new_nonce()
    with pytest.raises(DeskError, match="committed itself"):
        table.open()
    assert table.ask() == Answer(refused="late")


def test_a_nonce_is_opened_once(desk: EnrolmentDesk) -> None:
    table = Asking(desk)
    table.open()
    with pytest.raises(DeskError):
        table.open()


def test_who_exchanges_the_authority_is_seen_by_the_letters(desk: EnrolmentDesk, clock: Clock) -> None:
    """He is a hub to the table, and a table to the hub; each end shows other letters."""
    his = EnrolmentDesk("his authority", "The Crown", clock)
    table, him = Asking(his), Asking(desk)
    table.open()
    him.open()
    assert word_of(desk, table.letters) == "wrong"
    assert him.ask() == Answer()


def test_letters_are_good_for_two_minutes(desk: EnrolmentDesk, clock: Clock) -> None:
    table = Asking(desk)
    table.open()
    clock.now_s += limits.ENROLMENT_S
    assert word_of(desk, table.letters) == "wrong"
    assert table.ask() == Answer(refused="late")


def test_five_wrong_letters_cost_a_minute_and_no_table_its_place(desk: EnrolmentDesk, clock: Clock) -> None:
    table = Asking(desk)
    table.open()
    assert [word_of(desk, "bcdf ghjk") for _ in range(limits.ENROLMENT_GUESSES)] == ["wrong"] * 5
    assert word_of(desk, table.letters) == "pause"
    clock.now_s += limits.ENROLMENT_PAUSE_S
    assert desk.typed(table.letters).session == table.offer.session


@pytest.mark.parametrize("count", [2, 3, 4, 5, 6])
def test_four_tables_of_one_address_ask_at_once_and_the_oldest_goes(desk: EnrolmentDesk, count: int) -> None:
    tables = [Asking(desk) for _ in range(count)]
    late = [table.ask() == Answer(refused="late") for table in tables]
    assert late == [True] * (count - 4) + [False] * min(count, 4)


def test_a_flood_from_one_address_throws_out_its_own_alone(desk: EnrolmentDesk) -> None:
    table = Asking(desk)
    table.open()
    for _ in range(1000):
        Asking(desk, "10.0.0.66")
    assert desk.typed(table.letters).session == table.offer.session


@pytest.mark.parametrize("flood", ["2001:db8:0:1::{:x}", "fe80::{:x}%eth0"])
def test_a_flood_from_all_addresses_of_one_ipv6_network_throws_out_its_own_alone(
    desk: EnrolmentDesk, flood: str
) -> None:
    for address in ("10.0.0.7", "::ffff:10.0.0.8", "2001:db8:0:2::1"):
        honest = Asking(desk, address)
        honest.open()
        for number in range(1, 1_000):
            Asking(desk, flood.format(number))
        assert desk.typed(honest.letters).session == honest.offer.session


def test_a_flood_from_many_addresses_is_told_to_wait(desk: EnrolmentDesk, clock: Clock) -> None:
    table = Asking(desk)
    table.open()
    for number in range(limits.ENROLLING - 1):
        Asking(desk, f"10.0.1.{number}")
    with pytest.raises(DeskError, match="Try again"):
        Asking(desk, "10.0.2.1")
    assert desk.typed(table.letters).session == table.offer.session
    clock.now_s += limits.ENROLMENT_S
    Asking(desk, "10.0.2.1")


def test_another_version_is_told_to_update(desk: EnrolmentDesk) -> None:
    with pytest.raises(DeskError, match="Update the older"):
        desk.begin(Begin(VERSION + 1, "00" * 32), "10.0.0.7")
