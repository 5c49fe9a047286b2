"""Chance: seeds, their commitments, what a draw answers, and the draws of one game; docs/draws.md explains it.

``salt`` and ``seed`` are 32 bytes, and so is all that follows. Two parties make a result: the table with the seed, to
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
from msgspec.structs import replace

from controller import log
from controller.games.contract.game import Game
from controller.games.contract.values import Action, CastleId, RandomDraw
from controller.secret import Secret
from controller.show.effect_loop import TurnArrow
from controller.store.journal import NEXT_GAME, Draw

T = TypeVar("T")

SECTOR_MARGIN_DEG: Final = 4.0
"""Distance of the arrow from a sector's edges, so that its result is never in doubt."""

STOPS_A_SECTOR: Final = 1_000_000
"""So many places to stop there are between a sector's margins."""


def canonical_json(value: Any) -> bytes:
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


def commitment_version(salt: bytes, n: int, seed: bytes, shown: str) -> int | None:
    """By which version a draw's commitment was made; None if by none, so that it is of another seed."""
    return next((each for each in VERSIONS if commitment(salt, n, seed, each) == shown), None)


class LogHash:
    """The running hash of a game's log, salted so that hidden actions cannot be guessed from it."""

    def __init__(self, salt: bytes) -> None:
        self._hash = hashlib.sha256(salt)

    def add(self, action: Action) -> None:
        self._hash.update(canonical_json(action) + b"\n")

    def digest(self) -> bytes:
        return self._hash.digest()


class SeededRandom:
    """What a seed answers when it is asked for something after a log, in the order in which it is asked.

    Attributes:
        stop: where the arrow stops; None if nothing was spun.
        taken: how many numbers were.
    """

    def __init__(self, seed: bytes, asked: Mapping[str, Any], log: bytes) -> None:
        self.stop: TurnArrow | None = None
        self._key = hmac.digest(seed, canonical_json(asked) + log, "sha256")
        self.numbers_used = 0

    def spin(self, sectors: Sequence[tuple[int, int]]) -> TurnArrow:
        """A stop: sectors of (value, degrees), clockwise from the home mark, as likely as they are wide."""
        at = self._below(sum(degrees for _, degrees in sectors))
        begin = 0
        for value, degrees in sectors:
            if at < begin + degrees:
                margin = min(SECTOR_MARGIN_DEG, degrees / 4)
                inside = (degrees - 2 * margin) * self._below(STOPS_A_SECTOR) / STOPS_A_SECTOR
                self.stop = TurnArrow(value, begin + margin + inside)
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
            block = hmac.digest(self._key, self.numbers_used.to_bytes(8, "big"), "sha256")
            self.numbers_used += 1
            number = int.from_bytes(block, "big")
            if number < (1 << 256) - (1 << 256) % bound:
                return number % bound


SEED_BYTES: Final = 32


class Chance:
    """Seeds from the operating system's entropy; a given one makes it repeatable for demos and tests.

    Attributes:
        given: a seed was given, so that what is drawn proves nothing.
    """

    def __init__(self, seed: int | None = None) -> None:
        self.given = seed is not None
        self._given = str(seed).encode()
        self._trial = SeededRandom(self._make_bytes(b"try"), {}, b"")

    def first_draw(self, game_id: int, after: Secret | None) -> Draw:
        return self.make_draw(game_id, 1, Secret(self._make_bytes(b"game", after).hex()))

    def make_draw(self, game_id: int, n: int, salt: Secret, version: int = NEWEST) -> Draw:
        seed = self._make_bytes(b"draw %d" % n, salt)
        promise = commitment(bytes.fromhex(salt.reveal()), n, seed, version)
        return Draw(game_id, n, salt, promise, Secret(seed.hex()), self.given)

    def spin(self, sectors: Sequence[tuple[int, int]]) -> TurnArrow:
        return self._trial.spin(sectors)

    def shuffled(self, things: Sequence[T]) -> list[T]:
        return self._trial.shuffled(things)

    def _make_bytes(self, what: bytes, of: Secret | None = None) -> bytes:
        if not self.given:
            return secrets.token_bytes(SEED_BYTES)
        return hmac.digest(self._given, what + (b"" if of is None else of.reveal().encode()), "sha256")


Kind = Literal["spin", "deal", "complete"]


class DrawRequest(Struct, frozen=True):
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
            raise ValueError(f"saw {canonical_json(asked).decode()}, expected one of spin, deal, complete") from None
        return cls(kind, what)

    @property
    def asked(self) -> dict[str, Any]:
        return {self.kind: self.what}

    def decide(self, answers: SeededRandom, game: Game, state: Any) -> Action:
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
                return self.spin(made).decide(answers, game, state) if isinstance(made, RandomDraw) else made
            case "complete":
                return game.resolve(state, what, answers.shuffled)


OPENED_SHOWN: Final = 40
"""Older draws are in the journal alone."""


class Decision(Struct, frozen=True):
    """An action with all that it leaves to chance decided.

    Attributes:
        stop: where the arrow turns; None if nothing was spun.
        question: what was asked of chance; None if nothing was left to it.
    """

    action: Action
    stop: TurnArrow | None = None
    question: DrawRequest | None = None


class GameDraws:
    """Owner of a game's standing draw, and of the hash of its log.

    What a draw gives follows from its seed, from what is asked and from the log so far. So it is the same however
    often it is asked, as after a pulled plug, until the action that it decides is in the log; then the next one stands.

    Attributes:
        standing: the draw to come. Its seed is a secret.
        opened: the others, oldest first; of those that dealt hidden things everybody else sees the seed later.
    """

    def __init__(self, chance: Chance, standing: Draw, opened: Sequence[Draw] = (), version: int = NEWEST) -> None:
        self.current = standing
        self.opened = list(opened)
        self._chance = chance
        self._version = version
        self._open_to = 0
        self._salt = _secret_bytes(standing.salt)
        self._log = LogHash(self._salt)
        self._actions: list[Action] = []

    @property
    def salt(self) -> Secret:
        return self.current.salt

    @property
    def game(self) -> str:
        return game_name(self._salt, self._version)

    def decide(self, wish: Action | RandomDraw | DrawRequest, game: Game, state: Any) -> Decision:
        """What comes of ``wish``; the draw is opened when the action is in the log (``entered``)."""
        if isinstance(wish, RandomDraw):
            wish = DrawRequest.spin(wish)
        if not isinstance(wish, DrawRequest):
            return Decision(wish)
        answers = SeededRandom(_secret_bytes(self.current.seed), wish.asked, self._log.digest())
        action = wish.decide(answers, game, state)
        if not answers.numbers_used or action == wish.what:
            return Decision(action)
        return Decision(action, answers.stop, wish)

    def add_action(self, action: Action, *, lies_open: bool = False) -> None:
        self._log.add(action)
        self._actions.append(action)
        if lies_open:
            self._open_to = len(self._actions)

    def record_draw(self, decision: Decision, game_id: int) -> tuple[Draw, ...]:
        """What the journal is to write with the latest action of the game, which came of ``decision``."""
        self.current = replace(self.current, game_id=game_id)
        if decision.question is None:
            return (self.current,) if len(self._actions) == 1 else ()
        opened = replace(self.current, seq=len(self._actions), asked=canonical_json(decision.question.asked).decode())
        self.opened.append(opened)
        self.current = self._chance.make_draw(game_id, opened.n + 1, opened.salt, self._version)
        return opened, self.current

    def view(self) -> dict[str, Any]:
        """What everybody may know.

        Of the draw that stands the commitment alone, and no seed of one that has dealt or turned up what is hidden.
        """
        opened = (
            public_commitment(draw) | self._result(draw) | {"seq": draw.seq} for draw in self.opened[-OPENED_SHOWN:]
        )
        return {
            "game": self.game,
            "standing": public_commitment(self.current),
            "opened": [
                draw | {"seed": each.seed.reveal() if draw["kind"] == "spin" or draw["seq"] <= self._open_to else None}
                for each, draw in zip(self.opened[-OPENED_SHOWN:], opened, strict=True)
            ],
        }

    def _result(self, draw: Draw) -> dict[str, Any]:
        ((kind, what),) = msgspec.json.decode(draw.asked or "{}").items()
        assert draw.seq is not None
        return {"kind": kind, "drawn": self._actions[draw.seq - 1].get(what["key"]) if kind == "spin" else None}


def load_game_draws(chance: Chance, game_id: int, draws: Sequence[Draw], after: Secret | None = None) -> GameDraws:
    """The draws of a game as the journal has them; where none stands that can be used, there is a new one."""
    opened = [draw for draw in draws if draw.seq is not None]
    found = draws[-1] if draws else None
    versions = [version for draw in draws if (version := _version(draw)) is not None]
    if found is None or (
        game_id == NEXT_GAME and versions == [1]
    ):  # nothing was done yet that could keep its deal hidden
        return GameDraws(chance, chance.first_draw(game_id, after))
    version = versions[0] if versions else NEWEST
    if found.seq is None and _version(found) is not None:
        return GameDraws(chance, found, opened, version)
    log.warning("draw_cannot_be_used", game=game_id, draw=found.n)
    standing = chance.make_draw(game_id, found.n + (found.seq is not None), found.salt, version)
    return GameDraws(chance, standing, opened, version)


def _version(draw: Draw) -> int | None:
    return commitment_version(_secret_bytes(draw.salt), draw.n, _secret_bytes(draw.seed), draw.commitment)


def public_commitment(draw: Draw) -> dict[str, Any]:
    return {"n": draw.n, "commitment": draw.commitment, "given": draw.given}


def _secret_bytes(secret: Secret) -> bytes:
    return bytes.fromhex(secret.reveal())
