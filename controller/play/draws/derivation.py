"""Chance: seeds, their commitments, and what a draw answers; ``docs/draws.md`` explains it.

``salt`` and ``seed`` are 32 octets, and so is all that follows. Two parties make a result: the table with the seed, to
which it commits itself first, and people with the log, which they do not know how to choose while the seed is hidden.
"""

import hashlib
import hmac
import json
import secrets
from collections.abc import Mapping, Sequence
from typing import Any, Final, Literal, Self, TypeVar

import msgspec
from msgspec import Struct

from controller.games.contract.game import Game
from controller.games.contract.values import Action, CastleId, RandomDraw
from controller.secret import Secret
from controller.show.effect_loop import ArrowTarget
from controller.store.journal import Draw

T = TypeVar("T")

SECTOR_MARGIN_DEG: Final = 4.0
"""The arrow stays this far away from a sector's edges, so that nobody has to argue about a line."""

STEPS: Final = 1_000_000
"""So many places to stop there are between a sector's margins."""


def plain(value: Any) -> bytes:
    return json.dumps(value, sort_keys=True, separators=(",", ":")).encode()


NEWEST: Final = 2
VERSIONS: Final[Mapping[int, bytes]] = {1: b"", NEWEST: b"royaltable game "}
"""What comes before a salt where it is hashed to the game's name.

Version 1 had nothing there, so that the name was the hash of a log without actions: a visitor could compute a deal.
"""


def game_name(salt: bytes, version: int = NEWEST) -> str:
    return hashlib.sha256(VERSIONS[version] + salt).hexdigest()


def commitment(salt: bytes, n: int, seed: bytes, version: int = NEWEST) -> str:
    return hashlib.sha256(f"royaltable draw {n} of {game_name(salt, version)} ".encode() + seed).hexdigest()


def version_of(salt: bytes, n: int, seed: bytes, shown: str) -> int | None:
    """By which version a draw's commitment was made; None if by none, so that it is of another seed."""
    return next((each for each in VERSIONS if commitment(salt, n, seed, each) == shown), None)


class LogHash:
    """The running hash of a game's log; whoever does not have the salt cannot try what people may hide in it."""

    def __init__(self, salt: bytes) -> None:
        self._hash = hashlib.sha256(salt)

    def add(self, action: Action) -> None:
        self._hash.update(plain(action) + b"\n")

    def digest(self) -> bytes:
        return self._hash.digest()


class Answers:
    """What a seed answers when it is asked for something after a log, in the order in which it is asked.

    Attributes:
        stop: where the arrow stops; None if nothing was spun.
        taken: how many numbers were.
    """

    def __init__(self, seed: bytes, asked: Mapping[str, Any], log: bytes) -> None:
        self.stop: ArrowTarget | None = None
        self._key = hmac.digest(seed, plain(asked) + log, "sha256")
        self.taken = 0

    def spin(self, sectors: Sequence[tuple[int, int]]) -> ArrowTarget:
        """A stop: sectors of (value, degrees), clockwise from the home mark, as likely as they are wide."""
        at = self._below(sum(degrees for _, degrees in sectors))
        begin = 0
        for value, degrees in sectors:
            if at < begin + degrees:
                margin = min(SECTOR_MARGIN_DEG, degrees / 4)
                inside = (degrees - 2 * margin) * self._below(STEPS) / STEPS
                self.stop = ArrowTarget(value, begin + margin + inside)
                return self.stop
            begin += degrees
        raise AssertionError("unreachable: the draw is below the sum")

    def shuffled(self, things: Sequence[T]) -> list[T]:
        """The same things in another order, each as likely (Fisher and Yates, from the end)."""
        order = list(things)
        for last in range(len(order) - 1, 0, -1):
            other = self._below(last + 1)
            order[last], order[other] = order[other], order[last]
        return order

    def _below(self, bound: int) -> int:
        """A number from 0, each as likely: those that would make the first ones likelier are passed over."""
        while True:
            block = hmac.digest(self._key, self.taken.to_bytes(8, "big"), "sha256")
            self.taken += 1
            number = int.from_bytes(block, "big")
            if number < (1 << 256) - (1 << 256) % bound:
                return number % bound


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
        return self.standing(game_id, 1, Secret(self._octets(b"game", after).hex()))

    def standing(self, game_id: int, n: int, salt: Secret, version: int = NEWEST) -> Draw:
        seed = self._octets(b"draw %d" % n, salt)
        promise = commitment(bytes.fromhex(salt.reveal()), n, seed, version)
        return Draw(game_id, n, salt, promise, Secret(seed.hex()), self.given)

    def spin(self, sectors: Sequence[tuple[int, int]]) -> ArrowTarget:
        return self._tried.spin(sectors)

    def shuffled(self, things: Sequence[T]) -> list[T]:
        return self._tried.shuffled(things)

    def _octets(self, what: bytes, of: Secret | None = None) -> bytes:
        if not self.given:
            return secrets.token_bytes(OCTETS)
        return hmac.digest(self._given, what + (b"" if of is None else of.reveal().encode()), "sha256")


Kind = Literal["spin", "deal", "complete"]


class Question(Struct, frozen=True):
    """A question to chance.

    Attributes:
        kind: ``spin``, where the arrow stops; ``deal``, how a game begins; ``complete``, what an action leaves open.
        what: of a spin the ``action`` without its ``key``, that key, the ``sectors``, and what each ``means`` if that
            is not its value; of a deal the ``castles``, the ``options``, and what people have ``dealt``
            themselves; else the action itself.
    """

    kind: Kind
    what: Mapping[str, Any]

    @classmethod
    def spin(cls, wish: RandomDraw) -> Self:
        means = {"means": list(wish.means)} if wish.means else {}
        sectors = [list(each) for each in wish.sectors]
        return cls("spin", {"action": wish.action, "key": wish.key, "sectors": sectors, **means})

    @classmethod
    def deal(cls, castles: Sequence[CastleId], options: Mapping[str, str], dealt: Mapping[str, Any]) -> Self:
        return cls("deal", {"castles": list(castles), "options": options, "dealt": dealt})

    @classmethod
    def of(cls, asked: Any) -> Self:
        """The question that was kept as ``asked``.

        Raises:
            ValueError: nothing of the kind can be asked.
        """
        try:
            ((kind, what),) = msgspec.convert(asked, dict[Kind, dict[str, Any]]).items()
        except (msgspec.ValidationError, ValueError):
            raise ValueError(f"saw {plain(asked).decode()}, expected one of spin, deal, complete") from None
        return cls(kind, what)

    @property
    def asked(self) -> dict[str, Any]:
        return {self.kind: self.what}

    def decided(self, answers: Answers, game: Game, state: Any) -> Action:
        """The action of the game log that comes of it.

        Raises:
            RefusedError: it leaves something to chance that cannot be decided now.
            LookupError, TypeError, ValueError: a question that was kept has another shape.
        """
        what = self.what
        match self.kind:
            case "spin":
                values = [value for value, _ in what["sectors"]]
                stop = answers.spin([(value, degrees) for value, degrees in what["sectors"]])
                return {**what["action"], what["key"]: what.get("means", values)[values.index(stop.value)]}
            case "deal":
                made = game.setup(what["castles"], what["options"], what["dealt"], answers.shuffled)
                return self.spin(made).decided(answers, game, state) if isinstance(made, RandomDraw) else made
            case "complete":
                return game.resolve(state, what, answers.shuffled)
