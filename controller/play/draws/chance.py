"""Chance: the only place where numbers come from nowhere; all that is drawn follows from its seeds."""

import hmac
import secrets
from collections.abc import Sequence
from typing import Final, TypeVar

from controller.play.draws.derivation import NEWEST, Answers, commitment
from controller.secret import Secret
from controller.show.arrow import ArrowTarget
from controller.store.journal import Draw

T = TypeVar("T")

OCTETS: Final = 32


class Chance:
    """Seeds from the operating system's entropy; a given one makes it repeatable for demos and tests.

    Attributes:
        given: a seed was given, so that what is drawn proves nothing.
    """

    def __init__(self, seed: int | None = None) -> None:
        self.given = seed is not None
        self._given = str(seed).encode()
        self._tried = Answers(self._octets(b"try"), {}, b"")

    def first(self, game_id: int, after: Secret | None) -> Draw:
        """The first draw of a game, with a salt of its own; ``after`` is the salt of the game before it, if any."""
        return self.standing(game_id, 1, Secret(self._octets(b"game", after).hex()))

    def standing(self, game_id: int, n: int, salt: Secret, version: int = NEWEST) -> Draw:
        """Draw ``n`` of a game, with a fresh seed to which the table commits itself."""
        seed = self._octets(b"draw %d" % n, salt)
        promise = commitment(bytes.fromhex(salt.reveal()), n, seed, version)
        return Draw(game_id, n, salt, promise, Secret(seed.hex()), self.given)

    def spin(self, sectors: Sequence[tuple[int, int]]) -> ArrowTarget:
        """A stop that enters no game, to try the arrow (``Answers.spin``)."""
        return self._tried.spin(sectors)

    def shuffled(self, things: Sequence[T]) -> list[T]:
        """The same things in random order, for what enters no game's log."""
        return self._tried.shuffled(things)

    def _octets(self, what: bytes, of: Secret | None = None) -> bytes:
        if not self.given:
            return secrets.token_bytes(OCTETS)
        return hmac.digest(self._given, what + (b"" if of is None else of.reveal().encode()), "sha256")
