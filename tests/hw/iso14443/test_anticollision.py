"""The search machine by itself: literal frames in, literal frames out, no chip."""

from collections.abc import Generator

from hw.iso14443.anticollision import CardsFound, CollisionPositionOrigin, FieldSearch
from hw.iso14443.frames import GARBLED, SILENT, Answer, Outcome, Request
from hw.values import Uid


def ok(octets: str, collision: int | None = None) -> Answer:
    return Answer(Outcome.OK, bytes.fromhex(octets), collision)


def carry_on(conversation: Generator[Request, Answer, CardsFound], script: list[tuple[str, Answer]]) -> CardsFound:
    """Play a field: check each frame against the script, hand out its answer."""
    request = next(conversation)
    for octets, answer in script:
        assert request.octets.hex() == octets
        try:
            request = conversation.send(answer)
        except StopIteration as end:
            found: CardsFound = end.value
            return found
    message = f"the machine still wants to send {request}"
    raise AssertionError(message)


def test_one_card_of_seven_octets_takes_seven_exchanges_with_the_last_empty_request() -> None:
    search = FieldSearch()
    found = carry_on(
        search.inventory(),
        [
            ("9320", ok("8804a1b29f")),
            ("93708804a1b29fae4b", ok("04da17")),
            ("9520", ok("c3d4e58072")),
            ("9570c3d4e580723bb1", ok("00fe51")),
            ("500057cd", SILENT),
            ("26", SILENT),
        ],
    )
    assert found == CardsFound(frozenset({Uid(bytes.fromhex("04a1b2c3d4e580"))}))
    assert search.resting == (bytes.fromhex("04a1b2c3d4e580"),)


def test_the_two_cards_of_nxps_published_trace_are_told_apart_at_bit_five() -> None:
    # 86 A0 83 EE and 16 9A 0A 3B collide at the fifth bit (NXP community, thread 1163324).
    found = carry_on(
        FieldSearch().inventory(),
        [
            ("9320", ok("0600000000", collision=5)),
            ("932516", ok("009a0a3bbd")),
            ("9370169a0a3bbd3b2b", ok("08b6dd")),
            ("500057cd", SILENT),
            ("52", ok("0400")),
            ("932506", ok("80a083ee4b")),
            ("937086a083ee4bbaa6", ok("08b6dd")),
            ("500057cd", SILENT),
            ("26", SILENT),
        ],
    )
    assert found.uids == {bytes.fromhex("86a083ee"), bytes.fromhex("169a0a3b")}


def test_a_collision_inside_the_alignment_proves_that_the_chip_counts_from_the_answer() -> None:
    search = FieldSearch()
    conversation = search.inventory()
    next(conversation)
    conversation.send(ok("0600000000", collision=5))
    request = conversation.send(ok("0000000000", collision=2))
    assert search.counting is None
    assert request.last_bits == 7
    conversation.send(ok("0000000000", collision=None))
    assert search.counting is CollisionPositionOrigin.FROM_ANSWER


def test_a_wrong_bcc_never_becomes_a_uid() -> None:
    conversation = FieldSearch().inventory()
    next(conversation)
    request = conversation.send(ok("8804a1b29e"))
    assert request.octets.hex() == "52"


def test_a_field_that_only_garbles_is_reported_as_garbled_and_the_search_ends() -> None:
    conversation = FieldSearch().inventory()
    request = next(conversation)
    for _ in range(50):
        try:
            request = conversation.send(SILENT if request.answer_octets == 0 else GARBLED)
        except StopIteration as end:
            found = end.value
            break
    assert found == CardsFound(frozenset(), garbled=True)


def test_a_sak_with_a_wrong_checksum_acknowledges_nothing() -> None:
    conversation = FieldSearch().inventory()
    next(conversation)
    conversation.send(ok("86a083ee4b"))
    request = conversation.send(ok("08b6dc"))
    assert request.octets.hex() == "52"


def test_a_level_that_starts_with_the_cascade_tag_is_no_uid_of_four_octets() -> None:
    conversation = FieldSearch().inventory()
    next(conversation)
    conversation.send(ok("8804a1b29f"))
    request = conversation.send(ok("08b6dd"))
    assert request.octets.hex() == "52"


def test_after_a_garbled_poll_the_field_is_woken_twice_because_the_first_only_resets_a_card() -> None:
    search = FieldSearch()
    search.unsettled = True
    found = carry_on(
        search.poll(),
        [
            ("52", SILENT),
            ("52", ok("4400")),
            ("9320", ok("86a083ee4b")),
            ("937086a083ee4bbaa6", ok("08b6dd")),
            ("500057cd", SILENT),
            ("26", SILENT),
        ],
    )
    assert found.uids == {bytes.fromhex("86a083ee")}
    assert not search.unsettled


CARD = Uid(bytes.fromhex("86a083ee"))


def test_a_resting_card_whose_answers_are_garbled_is_never_reported_as_gone() -> None:
    search = FieldSearch()
    search.resting = (CARD,)
    asked = ("937086a083ee4bbaa6", GARBLED)
    found = carry_on(
        search.poll(), [step for _ in range(4) for step in (("52", ok("0400")), asked)] + 2 * [("52", SILENT)]
    )
    assert found == CardsFound(frozenset(), garbled=True)


def test_a_resting_card_that_is_silent_beside_another_one_is_gone() -> None:
    search = FieldSearch()
    search.resting = (CARD,)
    asked = ("937086a083ee4bbaa6", SILENT)
    found = carry_on(
        search.poll(), [step for _ in range(4) for step in (("52", ok("0400")), asked)] + 2 * [("52", SILENT)]
    )
    assert found == CardsFound(frozenset())
