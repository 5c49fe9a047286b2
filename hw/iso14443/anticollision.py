"""Finding every card in a field: the reader's side of ISO/IEC 14443-3 as a machine without a port.

`FieldSearch.poll` is a generator: it yields a `Request`, is sent the `Answer`, and returns the `CardsFound`.
A UID counts as found only when a SAK with a right CRC_A has acknowledged each of its cascade levels.
"""

from collections.abc import Generator
from enum import Enum
from typing import Final

from msgspec import Struct

from hw.iso14443 import frames
from hw.iso14443.frames import Answer, Outcome, Request, crc_holds
from hw.values import Uid

WAKE_IDLE: Final = Request(frames.REQA, frames.ATQA_OCTETS, last_bits=frames.SHORT_FRAME_BITS, bitwise=True)
WAKE_ALL: Final = Request(frames.WUPA, frames.ATQA_OCTETS, last_bits=frames.SHORT_FRAME_BITS, bitwise=True)
HALT: Final = Request(frames.HLTA, 0)


class CardsFound(Struct, frozen=True):
    """What one poll of a field found.

    Attributes:
        garbled: something answered whose UID could not be proved; the field may hold more than ``uids``.
    """

    uids: frozenset[Uid]
    garbled: bool = False


EMPTY: Final = CardsFound(frozenset())

Exchanges = Generator[Request, Answer, Outcome]


class CollisionPositionOrigin(Enum):
    """From where a chip counts CollPos when the answer starts inside an octet."""

    FROM_OCTET = "from the first bit of the octet, so that the alignment is included"
    FROM_ANSWER = "from the first bit received"


class Branch(Struct, frozen=True):
    """A part of the tree of UIDs: whole levels that are known, then the first bits of the next one."""

    levels: tuple[bytes, ...] = ()
    prefix: int = 0
    bits: int = 0


ROOT: Final = Branch()
TRIES: Final = 4
"""How often a card or a branch is tried: after a broken try the next one may only send the card back to sleep."""

ROUNDS: Final = 100
"""No field holds so many cards: a search that wakes something more often is talking to noise."""


SWEEP_POLLS: Final = 16
"""So often everything is woken, also halted cards that were once missed and would stay deaf to REQA."""


class FieldSearch:
    """One reader's search of its field, poll after poll.

    It remembers which cards rest in the field, to ask for them directly, and how this chip counts collisions.

    Attributes:
        counting: how the chip counts collisions; None until it has shown it.
        resting: who was found by the last poll, and halted.
        unsettled: a card may have been left in the middle of an exchange, where it answers no first request.
    """

    def __init__(self) -> None:
        self.counting: CollisionPositionOrigin | None = None
        self.resting: tuple[Uid, ...] = ()
        self.unsettled = False
        self._sweep_in = SWEEP_POLLS

    def forget(self) -> None:
        self.resting = ()
        self.unsettled = False

    def poll(self) -> Generator[Request, Answer, CardsFound]:
        """Ask for every card that rested here, then look for new ones; all are left halted."""
        found: dict[Uid, None] = {}
        unclear: set[Uid] = set()
        for uid in self.resting:
            outcome = yield from self._recheck(uid)
            if outcome is Outcome.OK:
                found[uid] = None
            elif outcome is Outcome.GARBLED:
                unclear.add(uid)
        missed = len(found) < len(self.resting)
        self._sweep_in -= 1
        if missed or self.unsettled or self._sweep_in <= 0:
            self._sweep_in = SWEEP_POLLS
            awake, wake = (yield from self._wake(WAKE_ALL)), WAKE_ALL
        else:
            awake, wake = (yield WAKE_IDLE).outcome is not Outcome.SILENT, WAKE_IDLE
        outcome = (yield from self._search(wake, found)) if awake else Outcome.OK
        return self._result(found, garbled=outcome is not Outcome.OK or not unclear <= found.keys())

    def inventory(self) -> Generator[Request, Answer, CardsFound]:
        found: dict[Uid, None] = {}
        outcome = yield from self._search(WAKE_ALL, found)
        return self._result(found, garbled=outcome is not Outcome.OK)

    def select_only(self, uid: Uid) -> Generator[Request, Answer, bool]:
        """Bring one card to ACTIVE; false if it could not be reached."""
        for _ in range(TRIES):
            if (yield from self._wake(WAKE_ALL)) and (yield from self._select_all(uid)) is Outcome.OK:
                return True
        self.unsettled = True
        return False

    def halt(self) -> Generator[Request, Answer, None]:
        yield HALT
        self.unsettled = True

    def _result(self, found: dict[Uid, None], *, garbled: bool) -> CardsFound:
        self.resting = tuple(found)
        self.unsettled = garbled
        return CardsFound(frozenset(found), garbled) if found or garbled else EMPTY

    def _recheck(self, uid: Uid) -> Exchanges:
        """Wake, select by name and halt; GARBLED if what it answered was never right, SILENT if it did not answer."""
        worst = Outcome.SILENT
        for _ in range(TRIES):
            if not (yield from self._wake(WAKE_ALL)):
                break
            outcome = yield from self._select_all(uid)
            if outcome is Outcome.OK:
                yield HALT
                return Outcome.OK
            if outcome is Outcome.GARBLED:
                worst = Outcome.GARBLED
        return worst

    def _select_all(self, uid: Uid) -> Exchanges:
        levels = frames.levels_of(uid)
        for level, four in enumerate(levels):
            answer = yield select_request(level, four)
            if answer.outcome is not Outcome.OK:
                return answer.outcome
            sak = proved_sak(answer)
            if sak is None or bool(sak & frames.SAK_UID_INCOMPLETE) is (level == len(levels) - 1):
                return Outcome.GARBLED
        return Outcome.OK

    def _search(self, wake: Request, found: dict[Uid, None]) -> Exchanges:
        gave_up = False
        for _ in range(ROUNDS):
            before = len(found)
            gave_up |= (yield from self._walk(wake, found)) is not Outcome.OK
            wake = WAKE_IDLE
            answer = yield wake
            if answer.outcome is Outcome.SILENT:
                return Outcome.GARBLED if gave_up else Outcome.OK
            if len(found) == before:
                break
        return Outcome.GARBLED

    def _walk(self, wake: Request, found: dict[Uid, None]) -> Exchanges:
        """Find every card of the tree; OK unless a branch that promised one was given up."""
        open_branches = [ROOT]
        awake = True
        result = Outcome.OK
        for _ in range(ROUNDS):
            if not open_branches:
                return result
            branch = open_branches.pop()
            for _attempt in range(TRIES):
                if not awake:
                    awake = yield from self._wake(wake)
                if awake:
                    siblings: list[Branch] = []
                    uid = yield from self._descend(branch, siblings)
                    awake = False
                    if uid is not None:
                        found[uid] = None
                        open_branches += siblings
                        yield HALT
                        break
            else:
                result = Outcome.GARBLED
        return Outcome.GARBLED

    def _wake(self, wake: Request) -> Generator[Request, Answer, bool]:
        """Wake twice if need be: a card that an exchange left in READY falls back at the first, silently."""
        if (yield wake).outcome is not Outcome.SILENT:
            return True
        return (yield wake).outcome is not Outcome.SILENT

    def _descend(self, branch: Branch, siblings: list[Branch]) -> Generator[Request, Answer, Uid | None]:
        """Follow one branch down to a card and select it; each fork passed adds the way not taken."""
        levels = branch.levels
        for level, four in enumerate(levels):
            if proved_sak((yield select_request(level, four))) is None:
                return None
        prefix, bits = branch.prefix, branch.bits
        while len(levels) < len(frames.SELECT_CODES):
            resolved = yield from self._one_level(Branch(levels, prefix, bits), siblings)
            if resolved is None:
                return None
            four = resolved
            sak = proved_sak((yield select_request(len(levels), four)))
            if sak is None:
                return None
            if not sak & frames.SAK_UID_INCOMPLETE:
                is_cut_off = not levels and four[0] == frames.CASCADE_TAG
                return None if is_cut_off else Uid(b"".join(part[1:] for part in levels) + four)
            if four[0] != frames.CASCADE_TAG:
                return None
            levels, prefix, bits = (*levels, four), 0, 0
        return None

    def _one_level(self, branch: Branch, siblings: list[Branch]) -> Generator[Request, Answer, bytes | None]:
        """The four octets of a card's level below ``branch``, bit by bit past the collisions."""
        level, prefix, bits = len(branch.levels), branch.prefix, branch.bits
        answer = yield anticollision_request(level, prefix, bits)
        while answer.outcome is Outcome.OK:
            heard = prefix | int.from_bytes(answer.octets, "little") << bits // 8 * 8
            readings = (heard, heard | 1 << bits) if answer.lacks_first else (heard,)
            collision = answer.collision
            if collision is None:
                return _proved_level(readings)
            for counting, agreed, position in self._possible_forks(collision, readings, bits):
                one = agreed | 1 << position - 1
                answer = yield anticollision_request(level, one, position)
                if answer.outcome is not Outcome.SILENT:
                    if bits % 8:
                        self.counting = counting
                    siblings.append(Branch(branch.levels, agreed, position))
                    prefix, bits = one, position
                    break
            else:
                self.counting = None
                return None
        return None

    def _possible_forks(
        self, collision: int, readings: tuple[int, ...], bits: int
    ) -> list[tuple[CollisionPositionOrigin, int, int]]:
        """Where cards may part: the way of counting, the bits on which they agree, and the position, from 1.

        Where the first bit of the answer is not known there is a fork for either value of it.
        """
        forks = []
        for counting in self._possible_countings(collision, readings[0], bits):
            position = collision + (bits if counting is CollisionPositionOrigin.FROM_ANSWER else bits // 8 * 8)
            if bits < position <= frames.LEVEL_UID_BITS:
                below = (1 << position - 1) - 1
                forks += [(counting, agreed, position) for agreed in dict.fromkeys(heard & below for heard in readings)]
        return forks

    def _possible_countings(self, collision: int, heard: int, bits: int) -> tuple[CollisionPositionOrigin, ...]:
        """The ways of counting that this collision allows: the known one, or both until a chip has shown its own.

        The chip clears the bits from the collision on, so a set bit there rules a way out.
        """
        if bits % 8 == 0:
            return (CollisionPositionOrigin.FROM_OCTET,)
        if heard >> bits // 8 * 8 + collision - 1:
            return (CollisionPositionOrigin.FROM_ANSWER,)
        return (
            (self.counting,)
            if self.counting
            else (CollisionPositionOrigin.FROM_OCTET, CollisionPositionOrigin.FROM_ANSWER)
        )


def _proved_level(readings: tuple[int, ...]) -> bytes | None:
    for heard in readings:
        whole = heard.to_bytes(8, "little")[: frames.LEVEL_OCTETS]
        if frames.bcc(whole) == whole[4]:
            return whole[:4]
    return None


def anticollision_request(level: int, prefix: int, bits: int) -> Request:
    """ANTICOLLISION below a prefix; the answer brings the rest of the level and its BCC."""
    return Request(
        frames.anticollision(level, prefix, bits),
        frames.LEVEL_OCTETS - bits // 8,
        last_bits=bits % 8,
        align=bits % 8,
        bitwise=True,
    )


def select_request(level: int, four: bytes) -> Request:
    """SELECT of one level; the answer is a SAK."""
    return Request(frames.select(level, four), frames.SAK_OCTETS)


def proved_sak(answer: Answer) -> int | None:
    return answer.octets[0] if answer.outcome is Outcome.OK and crc_holds(answer.octets) else None
