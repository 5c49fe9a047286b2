"""Who is let in as which table: nobody as another one's, nobody twice for one place, none with a dead password."""

import asyncio
import base64
import hashlib
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from pathlib import Path

import msgspec
import pytest

from controller.fleet import enrolment
from controller.fleet.enrolment import Begin, Invited, Membership, Opening
from controller.fleet.line import Broker
from controller.fleet.messages import Presence
from controller.fleet.table_id import machine_as, usual_id
from controller.fleet.topics import PRESENCE
from hub.engines import broker_users
from hub.engines.broker_users import BrokerUsers
from hub.enrolment import DeskError, EnrolmentDesk, Invitations, LettingIn
from hub.rotation import RotationLoop

MACHINE, OTHER = "0123456789abcdef", "fedcba9876543210"


class Door:
    """What lets tables in, with its files."""

    def __init__(self, folder: Path) -> None:
        self.here: set[str] = set()
        self.folder = folder
        self.users = BrokerUsers(folder)
        self.invitations = Invitations(folder / "invitations.json")
        self.desk = EnrolmentDesk("pem", "The Crown", lambda: 0.0)
        self.letting_in = LettingIn(self.desk, self.users, self.invitations, 8883, self.here.__contains__)

    async def comes(self, token: str, machine: str) -> Membership:
        answer = await self.letting_in.invited(Invited(token, machine))
        assert answer.membership is not None
        return answer.membership

    def may_come(self, membership: Membership) -> bool:
        """Whether the broker lets it in by its password."""
        lines = self.users.passwords.read_text().splitlines()
        secret = next(line for line in lines if line.startswith(f"{membership.table}:"))
        _, _, iterations, salt, digest = secret.split("$")
        made = hashlib.pbkdf2_hmac("sha512", membership.password.encode(), base64.b64decode(salt), int(iterations))
        return made == base64.b64decode(digest)


@pytest.fixture
def door(tmp_path: Path) -> Door:
    door = Door(tmp_path)
    door.users.enter_hub()
    return door


def letters_at(desk: EnrolmentDesk) -> tuple[str, str]:
    """The session of a table that asks, and what its screen shows."""
    nonce = enrolment.new_nonce()
    offer = desk.begin(Begin(1, enrolment.commitment_to(nonce).hex(), MACHINE), "192.0.2.1")
    desk.open(Opening(offer.session, nonce.hex()))
    return offer.session, enrolment.letters_of("pem", nonce, bytes.fromhex(offer.nonce))


def same_for_all(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every machine's usual id is that of every other one; what is drawn is not."""
    drawn = count(1)
    monkeypatch.setattr(
        broker_users, "usual_id", lambda of: "rt-taken" if of in {MACHINE, OTHER} else f"rt-drawn{next(drawn)}"
    )


async def test_a_machine_whose_usual_id_is_another_table_s_gets_one_of_its_own(
    door: Door, monkeypatch: pytest.MonkeyPatch
) -> None:
    same_for_all(monkeypatch)
    token = door.invitations.new(10, 1)

    first = await door.comes(token, MACHINE)
    second = await door.comes(token, OTHER)
    assert (first.table, second.table) == ("rt-taken", "rt-drawn1")
    assert door.may_come(first)
    assert door.may_come(second)
    again = await door.comes(token, OTHER)
    assert again.table == second.table, "it is the table that it was"
    assert not door.may_come(second)
    assert door.may_come(again)


async def test_a_table_of_before_machines_were_kept_is_nobody_s_until_it_says_which_it_is(door: Door) -> None:
    table = usual_id(MACHINE)
    door.users.enter(table)
    token = door.invitations.new(10, 1)

    assert (await door.comes(token, MACHINE)).table != table
    door.users.remove(table)
    door.users.enter(table)
    loop = RotationLoop(door.folder, door.users, Broker("127.0.0.1", 1))
    for machine in ("none\nrt-x:0", machine_as(table, MACHINE), machine_as(table, OTHER)):
        loop._heard(PRESENCE.of(table), msgspec.json.encode(Presence(online=True, boot="", machine=machine)))
    assert (await door.comes(token, OTHER)).table != table
    assert door.users.machines.read_text().count(f"{table}:{machine_as(table, MACHINE)}\n") == 1
    assert "rt-x:" not in door.users.machines.read_text()


async def test_a_table_that_was_removed_is_the_same_one_when_it_comes_again(door: Door) -> None:
    token = door.invitations.new(1, 1)

    first = await door.comes(token, MACHINE)
    await door.letting_in.revoked(first.table)
    assert (await door.comes(token, MACHINE)).table == first.table
    assert MACHINE not in door.users.machines.read_text()


async def test_each_table_costs_an_invitation_a_place_and_who_says_no_machine_is_not_let_in(door: Door) -> None:
    token = door.invitations.new(2, 1)

    with pytest.raises(DeskError, match=r"does not know its machine, expected its number.*royaltable join"):
        await door.comes(token, "")
    door.here.add((await door.comes(token, MACHINE)).table)
    door.here.add((await door.comes(token, MACHINE)).table)  # a copy of its card
    with pytest.raises(DeskError, match="was for 2 tables, and all have come"):
        await door.comes(token, MACHINE)
    assert set(door.users.tables()) == door.here
    door.here.clear()
    assert (await door.comes(token, MACHINE)).table == usual_id(MACHINE)


async def test_all_of_many_who_come_at_once_can_come_in(door: Door) -> None:
    token = door.invitations.new(12, 1)

    came = await asyncio.gather(*(door.comes(token, f"{number:016x}") for number in range(12)))
    assert sorted(each.table for each in came) == door.users.tables()
    assert all(door.may_come(each) for each in came)


def test_what_commands_and_the_hub_change_at_once_is_changed(door: Door) -> None:
    tables = [f"rt-{number}" for number in range(16)]
    with ThreadPoolExecutor(8) as threads:
        list(threads.map(lambda table: BrokerUsers(door.folder).enter(table), tables))
        assert door.users.tables() == sorted(tables)
        list(threads.map(lambda table: BrokerUsers(door.folder).remove(table), tables[1:]))
    assert door.users.tables() == tables[:1]


@pytest.mark.parametrize("way", ["typed", "invited", "revoked"])
async def test_a_hub_that_cannot_write_its_files_says_so(tmp_path: Path, way: str) -> None:
    (tmp_path / "mosquitto").write_text("no folder")
    door = Door(tmp_path)
    ways: dict[str, Callable[[], Awaitable[object]]] = {
        "typed": lambda: door.letting_in.typed(letters_at(door.desk)[1], ""),
        "invited": lambda: door.letting_in.invited(Invited(door.invitations.new(1, 1), MACHINE)),
        "revoked": lambda: door.letting_in.revoked("rt-a"),
    }
    with pytest.raises(DeskError, match=r"cannot be written: File exists\. Look at"):
        await ways[way]()
