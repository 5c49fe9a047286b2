"""The codes by which phones take seats: drawn at the knob, good for one phone and a short while, in memory only."""

import secrets
from collections.abc import Callable
from typing import Final

from msgspec import Struct

from controller import limits
from controller.games.contract.values import CastleId
from controller.secret import Secret
from controller.topic import Topic

CODES: Final = range(100_000, 1_000_000)


class _Drawn(Struct, frozen=True):
    """A code that nobody has used."""

    code: Secret
    until_s: float


class SeatCodes:
    """Owner of the codes, and of which phone has a castle's seat; each seat is one phone's.

    A seat ends when another code is drawn for its castle, when its phone leaves, and with the game.

    Args:
        now_s: of a monotonic clock.

    Attributes:
        taken: told whose seat a phone has taken.
    """

    def __init__(self, now_s: Callable[[], float]) -> None:
        self.taken: Topic[CastleId] = Topic()
        self._now_s = now_s
        self._drawn: dict[CastleId, _Drawn] = {}
        self._marks: dict[CastleId, str] = {}

    def new_code(self, castle: CastleId) -> Secret:
        """Draw a code; it is told once. Whoever had the seat, or the code before, has it no more."""
        self.end(castle)
        others = [drawn.code for drawn in self._drawn.values()]
        code = Secret(str(secrets.choice(CODES)))
        while code in others:
            code = Secret(str(secrets.choice(CODES)))
        self._drawn[castle] = _Drawn(code, self._now_s() + limits.SEAT_CODE_S)
        return code

    def castle_of(self, code: Secret) -> CastleId | None:
        """Whose seat is taken by this code; None if it is nobody's, or nobody's any more."""
        found = [castle for castle, drawn in self._drawn.items() if drawn.code == code]
        return next((castle for castle in found if self._drawn[castle].until_s > self._now_s()), None)

    def take(self, code: Secret) -> CastleId | None:
        """A phone takes the seat, and nobody after it by this code; None as for ``castle_of``."""
        castle = self.castle_of(code)
        if castle is not None:
            del self._drawn[castle]
            self._marks[castle] = secrets.token_hex(8)
            self.taken.tell(castle)
        return castle

    def mark(self, castle: CastleId) -> str:
        """Another one for each phone that took the seat, and empty while none has it."""
        return self._marks.get(castle, "")

    def end(self, castle: CastleId) -> None:
        """Nobody has this seat, nor a code for it."""
        self._drawn.pop(castle, None)
        self._marks.pop(castle, None)

    def end_all(self, _: None = None) -> None:
        """Another game lies on the table, or none."""
        self._drawn, self._marks = {}, {}
