"""The messages of table and hub: what is taken, what is refused, what is passed over."""

import msgspec
import pytest

from controller import limits
from controller.fleet.messages import Desired, Fixture, FixtureReport, Reported, Seat
from controller.fleet.shipping import (
    Ack,
    Given,
    Hello,
    HubPresence,
    KeptGame,
    LogEntry,
    LogPiece,
    NotUnderstoodError,
    Position,
    Take,
    Want,
    Wanted,
    understood,
)
from controller.games.contract.rules import Outcome

UID = "0123456789abcdef" * 2
SUM = "0123456789abcdef"
ENTRY = LogEntry(1, '{"do":"start"}', "knob", "2026-11-22T18:00:00+00:00", SUM)
PIECE = LogPiece(UID, 1, "2026-11-22T18:00:00+00:00", "red blue", SUM, (ENTRY,), Outcome(1, (), {}, "tie"))
MESSAGES = (
    HubPresence(online=True, boot="b"),
    Hello(UID, 1, 2, (Position(2, 0, None),)),
    Want(UID, (Wanted(2, 1, None),)),
    PIECE,
    Ack(UID, 1, 1),
    Take(UID, None, 3, 7),
    Given(Take(UID), UID, (KeptGame(1, 3, SUM),), more=True, piece=PIECE),
    Desired(Fixture("f-17", "2", (Seat("blue", "Ana"), Seat("grey", "Kim")), "tumult_royale", {"map": "honour"})),
    Reported(FixtureReport("f-17", "refused", "there is no grey castle")),
)


@pytest.mark.parametrize("message", MESSAGES, ids=lambda message: type(message).__name__)
def test_a_message_arrives_as_it_was_sent(message: LogPiece) -> None:
    assert understood(msgspec.json.encode(message), type(message)) == message


@pytest.mark.parametrize("message", MESSAGES, ids=lambda message: type(message).__name__)
def test_fields_that_are_not_known_are_passed_over(message: LogPiece) -> None:
    newer = {**msgspec.to_builtins(message), "weather": {"rain": 2}}
    assert understood(msgspec.json.encode(newer), type(message)) == message


def test_a_log_on_the_wire_is_what_the_design_says() -> None:
    octets = msgspec.json.encode(msgspec.structs.replace(PIECE, outcome=None))
    assert octets == (
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
        ({"entries": [ENTRY, msgspec.structs.replace(ENTRY, seq=3)]}, "do not follow one another"),
        ({"entries": [ENTRY, ENTRY]}, "do not follow one another"),
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
def test_a_log_out_of_bounds_is_not_understood(change: dict[str, object], seen: str) -> None:
    octets = msgspec.json.encode({**msgspec.to_builtins(PIECE), **change})
    with pytest.raises(NotUnderstoodError, match=seen):
        understood(octets, LogPiece)
    with pytest.raises(NotUnderstoodError, match=seen):
        understood(b'{"asked":{"journal":"%s"},"piece":%s}' % (UID.encode(), octets), Given)


def test_an_action_that_writes_a_nul_in_six_letters_is_understood() -> None:
    entry = msgspec.structs.replace(ENTRY, action='{"name":"\\u0000"}')
    piece = msgspec.structs.replace(PIECE, entries=(entry,))
    assert understood(msgspec.json.encode(piece), LogPiece) == piece


@pytest.mark.parametrize(
    "change", [b'"rounds":1%s', b'"points":{"red":1%s},"rounds":1', b'"points":{"red":-1%s},"rounds":1']
)
def test_an_outcome_with_a_number_that_nobody_can_write_is_not_understood(change: bytes) -> None:
    outcome = b'{"winners":[],' + change.replace(b"%s", b"0" * 100) + b"}"
    octets = msgspec.json.encode(msgspec.structs.replace(PIECE, outcome=None)).replace(
        b'"outcome":null', b'"outcome":' + outcome
    )
    with pytest.raises(NotUnderstoodError, match="over 64 bits"):
        understood(octets, LogPiece)


@pytest.mark.parametrize("octets", [b"", b"{}", b"\xff", b"[" * 60_000, b"null", b'{"journal":"'])
@pytest.mark.parametrize("kind", [HubPresence, Hello, Want, LogPiece, Ack, Take, Given])
def test_octets_that_are_no_message_are_not_understood(kind: type[LogPiece], octets: bytes) -> None:
    with pytest.raises(NotUnderstoodError):
        understood(octets, kind)


def test_a_hub_wants_of_500_games_at_most() -> None:
    want = Want(UID, tuple(Wanted(game, 1, None) for game in range(1, limits.WANTED + 2)))
    with pytest.raises(NotUnderstoodError, match="games"):
        understood(msgspec.json.encode(want), Want)
