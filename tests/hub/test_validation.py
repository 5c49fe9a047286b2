"""What a hub takes, asks for, bounds and lets wait; whole conversations are in test_simulation.py."""

from typing import Any

import pytest
from msgspec.structs import replace

from controller import limits
from controller.fleet import connection, log_messages, topics
from controller.games.contract.rules import Outcome
from controller.store.journal import chain
from hub import ingest, validation
from hub.store.stored_games import GameHead, JournalUid

UID = "ab" * 16
BEGIN = b"\0" * 8
END = Outcome(3, (), {})


def line(word: str, length: int) -> list[log_messages.LogEntry]:
    """The entries of game 1 with this word in each action."""
    before, entries = BEGIN, []
    for seq in range(1, length + 1):
        action = f'{{"do":"{word if seq > 4 else "same"}"}}'
        before = chain.row_checksum(before, 1, seq, action, "knob", "2026")
        entries.append(log_messages.LogEntry(seq, action, "knob", "2026", before.hex()))
    return entries


OURS = line("ours", 12)
OTHER = line("other", 12)


def piece(
    entries: list[log_messages.LogEntry], outcome: Outcome | None = None, all_: list[log_messages.LogEntry] = OURS
) -> validation.VerifiedLogPiece:
    first = entries[0].seq
    after = BEGIN.hex() if first == 1 else all_[first - 2].checksum
    return validation.verify_log_piece(
        log_messages.LogPiece(UID, 1, "2026", "blue red", after, tuple(entries), outcome)
    )


def head(seq: int, *, over: bool = False) -> GameHead:
    return GameHead(seq, OURS[seq - 1].checksum, over)


@pytest.mark.parametrize(
    ("entries", "kept", "lacks"),
    [
        (OURS[1:3], None, log_messages.WantedEntries(1, 1, None)),
        (OURS[7:9], head(6), log_messages.WantedEntries(1, 7, OURS[5].checksum)),
        (OURS[:4], head(6), log_messages.WantedEntries(1, 7, OURS[5].checksum)),
    ],
    ids=["no beginning", "a gap", "long ago"],
)
def test_a_log_piece_with_a_gap_is_answered_by_the_wanted_entry(
    entries: list[log_messages.LogEntry], kept: Any, lacks: log_messages.WantedEntries
) -> None:
    assert validation.accept_or_answer_log_piece(piece(entries), kept) == log_messages.Want(UID, games=(lacks,))


@pytest.mark.parametrize("first", [7, 8, 9])
def test_a_piece_that_continues_another_entry_is_refused_as_a_fork(first: int) -> None:
    assert validation.accept_or_answer_log_piece(
        piece(OTHER[first - 1 : 10], all_=OTHER), head(8)
    ) == log_messages.Want(UID, refused=(log_messages.RefusedEntries(1, 8, "fork"),))


def test_a_changed_entry_is_refused_and_those_before_it_accepted() -> None:
    changed = [*OURS[:3], replace(OURS[3], action='{"do":"rob"}'), *OURS[4:6]]
    found = validation.accept_or_answer_log_piece(piece(changed, END), None)
    assert isinstance(found, validation.AcceptedLogPiece)
    assert [row.seq for row in found.entries] == [1, 2, 3]
    assert (found.outcome, found.broken) == (None, log_messages.RefusedEntries(1, 4, "broken"))
    assert validation.accept_or_answer_log_piece(piece(changed[3:], END), head(3)) == log_messages.Want(
        UID, refused=(log_messages.RefusedEntries(1, 4, "broken"),)
    )


def test_an_invalid_checksum_matches_no_entry() -> None:
    found = validation.accept_or_answer_log_piece(piece([replace(OURS[0], checksum="no checksum")]), None)
    assert found == log_messages.Want(UID, refused=(log_messages.RefusedEntries(1, 1, "broken"),))


def hello(last: int, *positions: log_messages.GameLogPosition) -> log_messages.Hello:
    return log_messages.Hello(UID, 1, last, positions)


def at(seq: int, entries: list[log_messages.LogEntry] = OURS) -> log_messages.GameLogPosition:
    return log_messages.GameLogPosition(1, seq, entries[seq - 1].checksum)


def test_a_hub_without_games_asks_for_the_first_500_of_ten_thousand() -> None:
    kept = {game: head(9, over=True) for game in range(1, 9_001)}
    games = validation.build_hello_answer(hello(10_000), kept, {}).games
    assert [each.game for each in games] == list(range(9_001, 9_501))


def test_a_hello_with_the_largest_game_numbers_is_answered_quickly() -> None:
    assert len(validation.build_hello_answer(hello(2**31 - 1), {}, {}).games) == 500


def test_a_table_behind_the_hub_gets_ahead_and_a_forked_one_a_refusal() -> None:
    kept = {1: head(9)}
    for there, entries, ahead, refused in (
        (OURS, OURS, (log_messages.GameAheadAtHub(1, 9),), ()),
        (OURS, OTHER, (), (log_messages.RefusedEntries(1, 6, "fork"),)),
        (None, OTHER, (log_messages.GameAheadAtHub(1, 9),), ()),
    ):
        said = hello(1, at(6, entries))
        assert validation.positions_where_hub_is_ahead(said, kept) == [(1, 6)]
        known = {} if there is None else {(1, 6): there[5].checksum}
        want = validation.build_hello_answer(said, kept, known)
        assert (want.games, want.ahead, want.refused) == ((), ahead, refused)
    assert validation.build_hello_answer(hello(1, at(9, OTHER)), kept, {}).refused == (
        log_messages.RefusedEntries(1, 9, "fork"),
    )


def test_an_answer_names_the_page_that_it_answers() -> None:
    assert validation.build_hello_answer(log_messages.Hello(UID, 501, 502), {}, {}).page == 501


def test_a_hello_is_limited_to_one_page() -> None:
    for first in (1, 501, log_messages.LARGEST_INT):
        page = validation.limit_hello_to_page(log_messages.Hello(UID, first, log_messages.LARGEST_INT, more=True))
        assert page == log_messages.Hello(
            UID, first, min(first + limits.HELLO_PAGE_GAMES - 1, log_messages.LARGEST_INT), more=True
        )
    assert validation.limit_hello_to_page(log_messages.Hello(UID, 1, 0)) == log_messages.Hello(UID, 1, 0)


DAY = limits.HUB_TABLE_BYTES_PER_DAY


def test_a_table_over_its_daily_quota_is_reported_once() -> None:
    quota = validation.DailyQuota()
    assert not quota.count("rt-a", DAY - 10 * validation.ENTRY_OVERHEAD_BYTES, 10, 0.0)
    assert not quota.count("rt-b", 1, 0, 1.0)
    assert quota.count("rt-a", 1, 0, 2.0)
    assert quota.held_tables == {"rt-a"}
    assert not quota.count("rt-a", 1, 0, 3.0), "it was said"


def test_the_quota_restarts_each_day_and_held_tables_stay_held() -> None:
    quota = validation.DailyQuota()
    assert not quota.count("rt-a", DAY, 0, 0.0)
    assert not quota.count("rt-a", DAY, 0, validation.DAY_S)
    assert quota.count("rt-a", 1, 0, validation.DAY_S + 1)
    assert not quota.set_held(["rt-a"])
    assert quota.set_held([])
    assert not quota.count("rt-a", DAY, 0, validation.DAY_S + 2), "its day begins anew"


def test_the_quota_counts_the_overhead_of_small_entries() -> None:
    assert validation.DailyQuota().count("rt-a", 0, DAY // 64 + 1, 0.0)


def test_many_messages_of_one_table_are_limited_and_delay_no_other() -> None:
    waiting = ingest.IngestQueue()
    for table, count in (("rt-flood", limits.HUB_QUEUED_MESSAGES_PER_TABLE), ("rt-one", 1)):
        for _ in range(count):
            assert waiting.has_room_for(table)
            waiting.append(
                ingest.ReceivedMessage(table, log_messages.Hello("0" * 32, 1, 0), JournalUid(bytes(16)), 100)
            )
    assert not waiting.has_room_for("rt-flood")
    assert waiting.has_room_for("rt-one")
    assert [told.table for told in waiting.peek_batch()[:3]] == ["rt-flood", "rt-one", "rt-flood"]
    waiting.remove_batch(waiting.peek_batch())
    assert (len(waiting), waiting.memory_bytes) == (0, 0)


@pytest.mark.parametrize("data", [b"", b"{", b"\xff", b"[" * 5000, b'{"journal": 7}'])
def test_an_invalid_message_is_logged_and_not_queued(data: bytes, caplog: pytest.LogCaptureFixture) -> None:
    intake = ingest.Ingest("", connection.BrokerConfig("127.0.0.1", 9))
    intake.verify_and_queue_message(topics.LOG.topic_of("rt-one"), data)
    assert not intake._queue
    assert "hub_not_understood" in caplog.text
