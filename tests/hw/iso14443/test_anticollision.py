"""The search for cards without a chip: literal frames in and out."""

from typing import Any

from firmware.castle_node.field import FieldSearch
from firmware.castle_node.mfrc522 import GARBLED, OK, SILENT

Answered = tuple[str, int, int]
"""The bytes of an answer, where it collides (0 for nowhere), how the exchange ends."""

NOTHING = ("", 0, SILENT)
NOISE = ("", 0, GARBLED)


def ok(data: str, collision: int = 0) -> Answered:
    return data, collision, OK


class Script:
    is_cut = lacks_first = False

    def __init__(self, script: list[tuple[str, Answered]], rest: Answered = NOTHING) -> None:
        self.sent: list[str] = []
        self._script, self._rest = script, rest

    async def send_request(self, command: bytes) -> int:
        return await self.exchange(command, 2)

    async def exchange(self, out: bytes, data: int, **_: Any) -> int:
        self.sent.append(out.hex())
        if len(self.sent) <= len(self._script):
            frame, (answer, self.collision, ended) = self._script[len(self.sent) - 1]
            assert out.hex() == frame
        else:
            answer, self.collision, ended = self._rest if data else NOTHING
        self.answer = bytes.fromhex(answer)
        return ended


def field(script: list[tuple[str, Answered]], rest: Answered = NOTHING) -> tuple[Script, FieldSearch]:
    chip = Script(script, rest)
    return chip, FieldSearch(chip)  # type: ignore[arg-type]  # as far as a field uses one


CARD = bytes.fromhex("86a083ee")


async def test_one_card_of_seven_bytes_takes_seven_exchanges() -> None:
    script = [
        ("52", ok("4400")),
        ("9320", ok("8804a1b29f")),
        ("93708804a1b29fae4b", ok("04da17")),
        ("9520", ok("c3d4e58072")),
        ("9570c3d4e580723bb1", ok("00fe51")),
        ("500057cd", NOTHING),
        ("26", NOTHING),
    ]
    chip, searched = field(script)
    assert await searched.find_cards() == ([bytes.fromhex("04a1b2c3d4e580")], False)
    assert len(chip.sent) == 7
    assert list(searched.resting) == [bytes.fromhex("04a1b2c3d4e580")]


async def test_the_two_cards_of_nxps_published_trace_are_told_apart_at_bit_five() -> None:
    # 86 A0 83 EE and 16 9A 0A 3B collide at the fifth bit (NXP community, thread 1163324).
    script = [
        ("9320", ok("0600000000", collision=5)),
        ("932516", ok("009a0a3bbd")),
        ("9370169a0a3bbd3b2b", ok("08b6dd")),
        ("500057cd", NOTHING),
        ("52", ok("0400")),
        ("932506", ok("80a083ee4b")),
        ("937086a083ee4bbaa6", ok("08b6dd")),
        ("500057cd", NOTHING),
        ("26", NOTHING),
    ]
    _, searched = field(script)
    assert await searched.find_cards_after_wake_up() == ([bytes.fromhex("169a0a3b"), bytes.fromhex("86a083ee")], False)


async def test_a_collision_inside_the_alignment_shows_how_the_chip_counts() -> None:
    chip, searched = field(
        [("9320", ok("0600000000", 5)), ("932516", ok("0000000000", 2)), ("932756", ok("0000000000"))]
    )
    await searched.find_cards_after_wake_up()
    assert chip.sent[2] == "932756"
    assert searched.counts_from_byte is False


async def test_a_wrong_bcc_never_becomes_a_uid() -> None:
    chip, searched = field([("9320", ok("8804a1b29e"))])
    assert await searched.find_cards_after_wake_up() == ([], True)
    assert chip.sent[1] == "52"


async def test_the_search_of_a_field_that_only_garbles_ends() -> None:
    chip, searched = field([], rest=NOISE)
    assert await searched.find_cards_after_wake_up() == ([], True)
    assert len(chip.sent) < 50


async def test_a_sak_with_a_wrong_checksum_acknowledges_nothing() -> None:
    chip, searched = field([("9320", ok("86a083ee4b")), ("937086a083ee4bbaa6", ok("08b6dc"))])
    assert await searched.find_cards_after_wake_up() == ([], True)
    assert chip.sent[2] == "52"


async def test_the_sak_decides_whether_a_cascade_tag_begins_a_uid_of_four_bytes() -> None:
    _, searched = field([("9320", ok("8804a1b29f")), ("93708804a1b29fae4b", ok("08b6dd"))])
    assert await searched.find_cards_after_wake_up() == ([bytes.fromhex("8804a1b2")], False)


async def test_a_uid_that_goes_on_must_have_the_cascade_tag() -> None:
    chip, searched = field([("9320", ok("86a083ee4b")), ("937086a083ee4bbaa6", ok("04da17"))])
    assert await searched.find_cards_after_wake_up() == ([], True)
    assert chip.sent[2] == "52"


async def test_after_a_garbled_poll_the_field_is_woken_twice() -> None:
    script = [
        ("52", NOTHING),
        ("52", ok("4400")),
        ("9320", ok("86a083ee4b")),
        ("937086a083ee4bbaa6", ok("08b6dd")),
        ("500057cd", NOTHING),
        ("26", NOTHING),
    ]
    _, searched = field(script)
    searched.unsettled = True
    assert await searched.find_cards() == ([CARD], False)
    assert not searched.unsettled


async def test_a_resting_card_with_garbled_answers_is_never_reported_as_gone() -> None:
    asked = [("52", ok("0400")), ("937086a083ee4bbaa6", NOISE)]
    _, searched = field(4 * asked)
    searched.resting = {CARD: (bytes.fromhex("937086a083ee4bbaa6"),)}
    assert await searched.find_cards() == ([], True)


async def test_a_resting_card_that_is_silent_beside_another_one_is_gone() -> None:
    _, searched = field([("52", ok("0400")), ("937086a083ee4bbaa6", NOTHING)])
    searched.resting = {CARD: (bytes.fromhex("937086a083ee4bbaa6"),)}
    assert await searched.find_cards() == ([], False)
