"""What a hub lets tables bring and lets wait; whole conversations are in ``test_simulation.py``."""

import pytest

from controller import limits
from controller.fleet.line import Broker
from controller.fleet.shipping import Hello
from controller.fleet.topics import LOG
from hub.intake import Intake, Told, Waiting
from hub.store.kept_games import JournalUid
from hub.taking import DAY_S, OF_AN_ENTRY, Quota

DAY = limits.HUB_DAY_OCTETS


def test_so_much_a_day_and_one_octet_more_is_too_much_once() -> None:
    quota = Quota()
    assert not quota.brings("rt-a", DAY - 10 * OF_AN_ENTRY, 10, 0.0)
    assert not quota.brings("rt-b", 1, 0, 1.0)
    assert quota.brings("rt-a", 1, 0, 2.0)
    assert quota.held == {"rt-a"}
    assert not quota.brings("rt-a", 1, 0, 3.0), "it was said"


def test_each_day_begins_anew_and_who_is_held_stays_so() -> None:
    quota = Quota()
    assert not quota.brings("rt-a", DAY, 0, 0.0)
    assert not quota.brings("rt-a", DAY, 0, DAY_S)
    assert quota.brings("rt-a", 1, 0, DAY_S + 1)
    assert not quota.hold(["rt-a"])
    assert quota.hold([])
    assert not quota.brings("rt-a", DAY, 0, DAY_S + 2), "its day begins anew"


def test_many_small_entries_count_as_the_disk_has_them() -> None:
    assert Quota().brings("rt-a", 0, DAY // 64 + 1, 0.0)


def test_many_messages_of_one_table_are_bounded_and_delay_nobody() -> None:
    waiting = Waiting()
    for table, count in (("rt-flood", limits.HUB_WAITING_A_TABLE), ("rt-one", 1)):
        for _ in range(count):
            assert waiting.has_room(table)
            waiting.add(Told(table, Hello("0" * 32, 1, 0), JournalUid(bytes(16)), 100))
    assert not waiting.has_room("rt-flood")
    assert waiting.has_room("rt-one")
    assert [told.table for told in waiting.next()[:3]] == ["rt-flood", "rt-one", "rt-flood"]
    waiting.done(waiting.next())
    assert (len(waiting), waiting.octets) == (0, 0)


@pytest.mark.parametrize("octets", [b"", b"{", b"\xff", b"[" * 5000, b'{"journal": 7}'])
def test_what_is_no_message_is_said_and_waits_for_nothing(octets: bytes, caplog: pytest.LogCaptureFixture) -> None:
    intake = Intake("", Broker("127.0.0.1", 9))
    intake._heard(LOG.of("rt-one"), octets)
    assert not intake._waiting
    assert "hub_not_understood" in caplog.text
