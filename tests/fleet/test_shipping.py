"""What table and hub say to each other of logs: when it is said, what is taken, refused or passed over."""

import msgspec
import pytest

from controller import limits
from controller.fleet.backlog import Backlog, HelloDue
from controller.fleet.log_messages import (
    Ack,
    BadMessageError,
    GameAtHub,
    GameLogPosition,
    Hello,
    HubPresence,
    LogEntry,
    LogPiece,
    RefusedEntries,
    RestoreAnswer,
    RestoreRequest,
    Want,
    WantedEntries,
    decode_message,
)
from controller.fleet.messages import DesiredState, Fixture, FixtureReport, FixtureSeat, ReportedState
from controller.games.contract.rules import Outcome

UID = "0123456789abcdef" * 2
SUM = "0123456789abcdef"
HELLO = Hello(UID, 1, 1, (GameLogPosition(1, 4, SUM),))


def piece(first: int, last: int) -> LogPiece:
    lines = tuple(LogEntry(seq, "{}", "knob", "2026", SUM) for seq in range(first, last + 1))
    return LogPiece(UID, 1, "2026", "blue", SUM, lines)


def greeted() -> Backlog:
    """A hub has come at second 0, was greeted, and lacks nothing."""
    backlog = Backlog()
    backlog.set_hub_boot("b1")
    backlog.record_sent(HelloDue(1), HELLO, 0.0)
    backlog.handle_want(Want(UID, page=1, boot="b1"))
    return backlog


def test_nothing_is_sent_without_a_hub() -> None:
    backlog = Backlog()
    backlog.mark_game_to_send(1)
    assert (backlog.choose_next_message(0.0), backlog.retry_at_s()) == (None, None)
    backlog.set_hub_boot("b1")
    assert backlog.choose_next_message(0.0) == HelloDue(1)
    backlog.set_hub_boot(None)
    assert (backlog.choose_next_message(0.0), backlog.retry_at_s()) == (None, None)


def test_a_table_without_backlog_waits_for_nothing() -> None:
    backlog = greeted()
    assert (backlog.choose_next_message(9e9), backlog.retry_at_s()) == (None, None)
    assert not backlog.is_hello_overdue(9e9)


def test_a_hello_is_retried_after_30_60_120_and_300_seconds() -> None:
    backlog = Backlog()
    backlog.set_hub_boot("b1")
    now_s, said_at_s = 0.0, []
    for _ in range(6):
        due = backlog.choose_next_message(now_s)
        assert due == HelloDue(1)
        backlog.record_sent(due, HELLO, now_s)
        said_at_s.append(now_s)
        at_s = backlog.retry_at_s()
        assert at_s is not None
        assert backlog.choose_next_message(at_s - 0.1) is None
        now_s = at_s
    assert said_at_s == [0.0, 30.0, 90.0, 210.0, 510.0, 810.0]


def test_a_hub_that_answers_no_hello_is_silent_after_a_minute() -> None:
    backlog = Backlog()
    backlog.set_hub_boot("b1")
    backlog.record_sent(HelloDue(1), HELLO, 0.0)
    backlog.record_sent(HelloDue(1), HELLO, 30.0)
    assert not backlog.is_hello_overdue(59.0)
    assert backlog.is_hello_overdue(60.0)
    backlog.handle_want(Want(UID, page=1, boot="b1"))
    assert not backlog.is_hello_overdue(61.0)


def test_answers_of_an_earlier_boot_of_the_hub_are_ignored() -> None:
    """What it had kept may be lost: the hub was restored from its backup."""
    backlog = greeted()
    backlog.set_hub_boot("b2")
    backlog.record_sent(HelloDue(1), HELLO, 1.0)
    backlog.handle_want(Want(UID, page=1, boot="b1"))
    assert backlog.choose_next_message(1.0) is None
    backlog.handle_want(Want(UID, (WantedEntries(1, 3, SUM),), page=1, boot="b2"))
    backlog.record_sent(WantedEntries(1, 3, SUM), piece(3, 4), 1.0)
    backlog.handle_ack(Ack(UID, 1, 4, "b1"))
    assert backlog.choose_next_message(31.0) == WantedEntries(1, 3, SUM)


def test_an_ack_for_unsent_entries_is_ignored() -> None:
    backlog = greeted()
    backlog.mark_game_to_send(1)
    backlog.record_sent(WantedEntries(1, 5, None), piece(5, 7), 1.0)
    for ack in (Ack(UID, 1, 9, "b1"), Ack(UID, 1, 4, "b1"), Ack(UID, 2, 7, "b1"), Ack("ef" * 16, 1, 7, "b1")):
        backlog.handle_ack(ack)
        assert backlog.choose_next_message(2.0) is None


def test_repeated_gap_replies_cause_no_message_storm() -> None:
    backlog = greeted()
    backlog.mark_game_to_send(1)
    sent = 0
    for _ in range(100):
        due = backlog.choose_next_message(1.0)
        if isinstance(due, WantedEntries):
            backlog.record_sent(due, piece(due.seq, due.seq), 1.0)
            sent += 1
        backlog.handle_want(Want(UID, (WantedEntries(1, 2, SUM),), boot="b1"))
    assert sent == 4


def test_a_game_with_a_broken_entry_is_left_alone_and_the_others_go_on() -> None:
    backlog = greeted()
    backlog.mark_game_to_send(1)
    backlog.record_sent(WantedEntries(1, 5, None), piece(5, 7), 1.0)
    backlog.handle_want(Want(UID, refused=(RefusedEntries(1, 6, "broken"),), boot="b1"))
    backlog.mark_game_to_send(1)
    backlog.mark_game_to_send(2)
    assert backlog.broken == {1: 6}
    assert backlog.choose_next_message(1.0) == WantedEntries(2, 1, None)


def test_wants_for_unlisted_games_take_no_memory() -> None:
    backlog = greeted()
    for first in range(2, 50_002, 500):
        games = range(first, first + 500)
        backlog.handle_want(
            Want(
                UID,
                tuple(WantedEntries(game, 1, SUM) for game in games),
                refused=tuple(RefusedEntries(game, 1, "broken") for game in games),
                boot="b1",
            )
        )
    assert (backlog.choose_next_message(9e9), backlog.broken) == (None, {})
    backlog.mark_game_to_send(2)
    backlog.handle_want(Want(UID, (WantedEntries(2, 1, None), WantedEntries(3, 1, None)), boot="b1"))
    backlog.record_sent(WantedEntries(2, 1, None), None, 0.0)
    assert backlog.choose_next_message(9e9) is None


def test_a_late_answer_from_before_a_hello_is_no_fork() -> None:
    backlog = greeted()
    backlog.mark_game_to_send(1)
    backlog.record_sent(WantedEntries(1, 5, None), None, 1.0)
    backlog.set_hub_boot("b2")
    backlog.record_sent(HelloDue(1), HELLO, 2.0)
    backlog.handle_want(Want(UID, (WantedEntries(1, 3, SUM),), boot="b2"))
    backlog.handle_want(Want(UID, page=1, boot="b2"))
    assert backlog.choose_next_message(2.0) == WantedEntries(1, 5, None)


ENTRY = LogEntry(1, '{"do":"start"}', "knob", "2026-11-22T18:00:00+00:00", SUM)
PIECE = LogPiece(UID, 1, "2026-11-22T18:00:00+00:00", "red blue", SUM, (ENTRY,), Outcome(1, (), {}, "tie"))
MESSAGES = (
    HubPresence(online=True, boot="b"),
    Hello(UID, 1, 2, (GameLogPosition(2, 0, None),)),
    Want(UID, (WantedEntries(2, 1, None),)),
    PIECE,
    Ack(UID, 1, 1),
    RestoreRequest(UID, None, 3, 7),
    RestoreAnswer(RestoreRequest(UID), UID, (GameAtHub(1, 3, SUM),), more=True, piece=PIECE),
    DesiredState(
        Fixture(
            "f-17", "2", (FixtureSeat("blue", "Ana"), FixtureSeat("grey", "Kim")), "tumult_royale", {"map": "honour"}
        )
    ),
    ReportedState(FixtureReport("f-17", "refused", "there is no grey castle")),
)


@pytest.mark.parametrize("message", MESSAGES, ids=lambda message: type(message).__name__)
def test_a_message_arrives_as_it_was_sent(message: LogPiece) -> None:
    assert decode_message(msgspec.json.encode(message), type(message)) == message


@pytest.mark.parametrize("message", MESSAGES, ids=lambda message: type(message).__name__)
def test_unknown_fields_are_ignored(message: LogPiece) -> None:
    newer = {**msgspec.to_builtins(message), "weather": {"rain": 2}}
    assert decode_message(msgspec.json.encode(newer), type(message)) == message


def test_a_log_has_its_documented_wire_format() -> None:
    data = msgspec.json.encode(msgspec.structs.replace(PIECE, outcome=None))
    assert data == (
        b'{"journal":"0123456789abcdef0123456789abcdef","game":1,"begun_utc":"2026-11-22T18:00:00+00:00",'
        b'"castles":"red blue","after":"0123456789abcdef","entries":[[1,"{\\"do\\":\\"start\\"}","knob",'
        b'"2026-11-22T18:00:00+00:00","0123456789abcdef"]],"outcome":null,"fixture":null}'
    )


@pytest.mark.parametrize(
    ("change", "seen"),
    [
        ({"journal": UID[1:]}, "journal"),
        ({"journal": UID.upper()}, "journal"),
        ({"game": 0}, "game"),
        ({"game": 2**31}, "game"),
        ({"after": SUM + "\n"}, "after"),
        ({"entries": []}, "entries"),
        ({"entries": [ENTRY] * (limits.LOG_PIECE_ENTRIES + 1)}, "entries"),
        ({"entries": [ENTRY, msgspec.structs.replace(ENTRY, seq=3)]}, "are not consecutive"),
        ({"entries": [ENTRY, ENTRY]}, "are not consecutive"),
        ({"castles": "red\0"}, "castles"),
        ({"entries": [msgspec.structs.replace(ENTRY, action="\0")]}, "a NUL"),
        ({"entries": [msgspec.structs.replace(ENTRY, origin="page:\0")]}, "a NUL"),
        ({"entries": [msgspec.structs.replace(ENTRY, written_utc="\0")]}, "a NUL"),
        ({"entries": [msgspec.structs.replace(ENTRY, origin="o" * 201)]}, "entries"),
        ({"castles": "r" * 70_000}, "expected 65536 at most"),
        ({"outcome": {"rounds": "many"}}, "outcome"),
        ({"outcome": {"rounds": 1, "winners": ["red\0"]}}, "a NUL"),
    ],
)
def test_a_log_out_of_bounds_is_refused(change: dict[str, object], seen: str) -> None:
    data = msgspec.json.encode({**msgspec.to_builtins(PIECE), **change})
    with pytest.raises(BadMessageError, match=seen):
        decode_message(data, LogPiece)
    with pytest.raises(BadMessageError, match=seen):
        decode_message(b'{"asked":{"journal":"%s"},"piece":%s}' % (UID.encode(), data), RestoreAnswer)


def test_an_escaped_nul_in_an_actions_text_is_accepted() -> None:
    entry = msgspec.structs.replace(ENTRY, action='{"name":"\\u0000"}')
    piece = msgspec.structs.replace(PIECE, entries=(entry,))
    assert decode_message(msgspec.json.encode(piece), LogPiece) == piece


@pytest.mark.parametrize(
    "change", [b'"rounds":1%s', b'"points":{"red":1%s},"rounds":1', b'"points":{"red":-1%s},"rounds":1']
)
def test_an_outcome_with_a_number_over_64_bits_is_refused(change: bytes) -> None:
    outcome = b'{"winners":[],' + change.replace(b"%s", b"0" * 100) + b"}"
    data = msgspec.json.encode(msgspec.structs.replace(PIECE, outcome=None)).replace(
        b'"outcome":null', b'"outcome":' + outcome
    )
    with pytest.raises(BadMessageError, match="over 64 bits"):
        decode_message(data, LogPiece)


@pytest.mark.parametrize("data", [b"", b"{}", b"\xff", b"[" * 60_000, b"null", b'{"journal":"'])
@pytest.mark.parametrize("kind", [HubPresence, Hello, Want, LogPiece, Ack, RestoreRequest, RestoreAnswer])
def test_bytes_that_are_no_message_are_refused(kind: type[LogPiece], data: bytes) -> None:
    with pytest.raises(BadMessageError):
        decode_message(data, kind)


def test_a_hub_wants_at_most_500_games_at_once() -> None:
    want = Want(UID, tuple(WantedEntries(game, 1, None) for game in range(1, limits.GAMES_PER_MESSAGE + 2)))
    with pytest.raises(BadMessageError, match="games"):
        decode_message(msgspec.json.encode(want), Want)
