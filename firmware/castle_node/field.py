"""Find every card in a reader's field by ISO/IEC 14443-3, for castle boards and the host.

A UID is found once a SAK with a right CRC_A has acknowledged each of its cascade levels.
"""

from . import iso14443
from .mfrc522 import GARBLED, OK, SILENT, Mfrc522

TRIES_PER_BRANCH = 4
"""Attempts per branch; the first after a failure may only send the card to sleep."""

MAX_FRAMES_PER_POLL = 90
"""Most frames per poll of a castle board, about 70 ms; only noise needs more."""

POLLS_BETWEEN_SWEEPS = 16
"""Polls between WUPA sweeps, which also wake halted cards that were missed."""


class _FrameLimitReached(Exception):
    """The poll has used up its frames."""


class FieldSearch:
    """The field of one chip, searched poll after poll.

    Args:
        exchanges: most frames per poll.

    Attributes:
        resting: SELECT frames of each card that the last poll halted, by UID.
        unsettled: whether a card may be in mid-exchange and ignore the next request.
        counts_from_byte: whether the chip counts CollPos from a byte's first bit; None before a collision.
    """

    def __init__(self, chip: Mfrc522, exchanges: int = MAX_FRAMES_PER_POLL) -> None:
        self.resting: dict[bytes, tuple[bytes, ...]] = {}
        self.unsettled = False
        self.counts_from_byte: bool | None = None
        self._chip = chip
        self._exchanges = self._frames_left = exchanges
        self._sweep_in = POLLS_BETWEEN_SWEEPS

    async def find_cards(self) -> tuple[list[bytes], bool]:
        """Return all cards' UIDs, and whether an answer was unresolved; raise ChipError if the chip failed."""
        return await self._run_search(woken=False)

    async def find_cards_after_wake_up(self) -> tuple[list[bytes], bool]:
        """Finish a poll whose WUPA was answered; return and raise as `find_cards` does."""
        return await self._run_search(woken=True)

    async def try_select_card(self, uid: bytes) -> bool:
        """Bring a card to ACTIVE; return whether it answered."""
        self._frames_left = self._exchanges
        for _ in range(TRIES_PER_BRANCH):
            awake = await self._try_request(iso14443.WUPA) or await self._try_request(iso14443.WUPA)
            if awake and await self._send_select_frames(iso14443.select_frames(uid)) == OK:
                return True
        self.unsettled = True
        return False

    async def halt_selected_card(self) -> None:
        await self._exchange_for_outcome(iso14443.HLTA, 0)
        self.unsettled = True

    async def _run_search(self, *, woken: bool) -> tuple[list[bytes], bool]:
        found: list[bytes] = []
        self._frames_left = self._exchanges
        try:
            clear = await (
                self._search_until_silent(iso14443.WUPA, found) if woken else self._recheck_then_search(found)
            )
        except _FrameLimitReached:
            clear = False
        self.unsettled = not clear
        if len(found) != len(self.resting) or any(uid not in self.resting for uid in found):
            self.resting = {uid: iso14443.select_frames(uid) for uid in found}
        return found, not clear

    async def _recheck_then_search(self, found: list[bytes]) -> bool:
        """Return whether all were resolved."""
        unclear: list[bytes] = []
        for uid, selects in self.resting.items():
            outcome = await self._recheck_card(selects)
            if outcome == OK:
                found.append(uid)
            elif outcome == GARBLED:
                unclear.append(uid)
        self._sweep_in -= 1
        if self.unsettled or len(found) < len(self.resting) or not self.resting or self._sweep_in <= 0:
            self._sweep_in = POLLS_BETWEEN_SWEEPS
            command = iso14443.WUPA
            # A card in mid-exchange ends it at the first request and answers the second.
            awake = await self._try_request(command) or (
                (self.unsettled or self.resting) and await self._try_request(command)
            )
        else:
            command = iso14443.REQA
            awake = await self._try_request(command)
        clear = await self._search_until_silent(command, found) if awake else True
        return clear and all(uid in found for uid in unclear)

    async def _recheck_card(self, selects: tuple[bytes, ...]) -> int:
        """Return GARBLED if no answer was valid. Do not retry after silence: the next search finds the card."""
        for _ in range(TRIES_PER_BRANCH):
            outcome = await self._send_select_frames(selects) if await self._try_request(iso14443.WUPA) else SILENT
            if outcome == OK:
                await self._exchange_for_outcome(iso14443.HLTA, 0)
            if outcome != GARBLED:
                return outcome
        return GARBLED

    async def _send_select_frames(self, selects: tuple[bytes, ...]) -> int:
        left = len(selects)
        for frame in selects:
            outcome = await self._exchange_for_outcome(frame, 3)
            if outcome != OK:
                return outcome
            left -= 1
            sak = self._checked_sak_of_answer()
            if sak is None or bool(sak & iso14443.SAK_UID_INCOMPLETE) != bool(left):
                return GARBLED
        return OK

    async def _search_until_silent(self, command: bytes, found: list[bytes]) -> bool:
        """Return whether all were found."""
        clear = True
        while True:
            before = len(found)
            if not await self._walk_collision_tree(command, found):
                clear = False
            command = iso14443.REQA
            if not await self._try_request(command):
                return clear
            if len(found) == before:
                return False

    async def _walk_collision_tree(self, command: bytes, found: list[bytes]) -> bool:
        """Return whether each branch led to a card."""
        branches: list[tuple[tuple[bytes, ...], int, int]] = [((), 0, 0)]
        awake = True
        clear = True
        while branches:
            branch = branches.pop()
            for _ in range(TRIES_PER_BRANCH):
                awake = awake or await self._try_request(command) or await self._try_request(command)
                siblings: list[tuple[tuple[bytes, ...], int, int]] = []
                uid = await self._follow_branch(branch, siblings) if awake else None
                awake = False
                if uid is not None:
                    if uid not in found:
                        found.append(uid)
                    branches.extend(siblings)
                    await self._exchange_for_outcome(iso14443.HLTA, 0)
                    break
            else:
                clear = False
        return clear

    async def _follow_branch(
        self, branch: tuple[tuple[bytes, ...], int, int], siblings: list[tuple[tuple[bytes, ...], int, int]]
    ) -> bytes | None:
        """Add each fork's sibling to ``siblings``; return the UID or None."""
        levels, prefix, bits = branch
        for level, four in enumerate(levels):
            if await self._select_level_for_sak(level, four) is None:
                return None
        while len(levels) < len(iso14443.SELECT_CODES):
            own = await self._resolve_level(levels, prefix, bits, siblings)
            sak = None if own is None else await self._select_level_for_sak(len(levels), own)
            if own is None or sak is None:
                return None
            if not sak & iso14443.SAK_UID_INCOMPLETE:  # it decides: cards have UIDs that begin with the cascade tag
                return b"".join([part[1:] for part in levels]) + own
            if own[0] != iso14443.CASCADE_TAG:
                return None
            levels, prefix, bits = levels + (own,), 0, 0
        return None

    async def _resolve_level(
        self,
        levels: tuple[bytes, ...],
        prefix: int,
        bits: int,
        siblings: list[tuple[tuple[bytes, ...], int, int]],
    ) -> bytes | None:
        """Return four bytes; None if answers are inconsistent."""
        level = len(levels)
        answered = await self._try_anticollision(level, prefix, bits)
        while answered:
            collision = self._chip.collision
            value = prefix | int.from_bytes(self._chip.answer, "little") << bits // 8 * 8
            readings = (value, value | 1 << bits) if self._chip.lacks_first else (value,)
            if not collision:
                return _first_reading_with_right_bcc(readings)
            if self._chip.is_cut:
                prefix, bits, answered = await self._ask_bits_up_to_fork(levels, value, bits, siblings)
                continue
            for from_byte, agreed, position in self._possible_forks(collision, readings, bits):
                answered = await self._try_anticollision(level, agreed | 1 << position - 1, position)
                if answered:
                    if bits % 8:
                        self.counts_from_byte = from_byte
                    siblings.append((levels, agreed, position))
                    prefix, bits = agreed | 1 << position - 1, position
                    break
            else:
                self.counts_from_byte = None
                return None
        return None

    async def _ask_bits_up_to_fork(
        self,
        levels: tuple[bytes, ...],
        value: int,
        bits: int,
        siblings: list[tuple[tuple[bytes, ...], int, int]],
    ) -> tuple[int, int, bool]:
        """Find bit by bit where cards differ, as the chip left out the byte; return prefix, its bits, and success."""
        from_byte, from_first = bits // 8 * 8 + self._chip.collision, bits + self._chip.collision
        known = max(bits, bits // 8 * 8 + 8 * self._chip.whole_bytes if bits % 8 < 7 else 0)
        prefix = value & (1 << known) - 1
        for bit in range(known, min(from_first, 32)):
            with_one = prefix | 1 << bit
            if await self._try_anticollision(len(levels), with_one, bit + 1):
                if bit + 1 >= from_byte and await self._try_anticollision(len(levels), prefix, bit + 1):
                    siblings.append((levels, with_one, bit + 1))
                    return prefix, bit + 1, True
                prefix = with_one
        return prefix, bits, False

    def _possible_forks(self, collision: int, readings: tuple[int, ...], bits: int) -> list[tuple[bool, int, int]]:
        """Return (``counts_from_byte``, shared bits, position from 1) for both values of an unknown first bit."""
        forks: list[tuple[bool, int, int]] = []
        for from_byte in self._possible_countings(collision, readings[0], bits):
            position = collision + (bits // 8 * 8 if from_byte else bits)
            if bits < position <= 32:
                for value in readings:
                    fork = (from_byte, value & (1 << position - 1) - 1, position)
                    if fork not in forks:
                        forks.append(fork)
        return forks

    def _possible_countings(self, collision: int, value: int, bits: int) -> tuple[bool, ...]:
        """Return possible values of ``counts_from_byte``: both until a collision shows which.

        The chip clears bits from the collision on, so a set bit beyond the position that True means excludes True.
        """
        if bits % 8 == 0:
            return (True,)
        if value >> bits // 8 * 8 + collision - 1:
            return (False,)
        return (True, False) if self.counts_from_byte is None else (self.counts_from_byte,)

    async def _try_request(self, command: bytes) -> bool:
        self._check_and_count_frame()
        return await self._chip.send_request(command) != SILENT

    async def _try_anticollision(self, level: int, prefix: int, bits: int) -> bool:
        frame = iso14443.anticollision_frame(level, prefix, bits)
        return await self._exchange_for_outcome(frame, 5 - bits // 8, bits % 8, bitwise=True) == OK

    async def _select_level_for_sak(self, level: int, four: bytes) -> int | None:
        """Return the SAK, or None if its checksum is wrong."""
        if await self._exchange_for_outcome(iso14443.select_frame(level, four), 3) != OK:
            return None
        return self._checked_sak_of_answer()

    def _checked_sak_of_answer(self) -> int | None:
        answer = self._chip.answer
        return answer[0] if iso14443.crc_a(answer[:1]) == answer[1:] else None

    async def _exchange_for_outcome(
        self, frame: bytes, answer_bytes: int, align: int = 0, *, bitwise: bool = False
    ) -> int:
        self._check_and_count_frame()
        return await self._chip.exchange(frame, answer_bytes, align=align, bitwise=bitwise)

    def _check_and_count_frame(self) -> None:
        if not self._frames_left:
            raise _FrameLimitReached
        self._frames_left -= 1


def _first_reading_with_right_bcc(readings: tuple[int, ...]) -> bytes | None:
    for value in readings:
        whole = value.to_bytes(8, "little")[:5]
        if iso14443.bcc(whole) == whole[4]:
            return whole[:4]
    return None
