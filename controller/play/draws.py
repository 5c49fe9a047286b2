"""Draw at random, verifiably: seeds, commitments, and the draws of one game; see docs/draws.md.

``salt`` and ``seed`` are 32 bytes. The table shows a seed's commitment before people act, and a result depends on
the seed and the log. So neither the table nor people, without the seed, can choose a result.
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
from controller.show.effect_loop import PointArrow
from controller.store.journal import NEXT_GAME, Draw

T = TypeVar("T")

SECTOR_MARGIN_DEG: Final = 4.0
"""Distance of the arrow from a sector's edges, so the result is clear."""

STOPS_A_SECTOR: Final = 1_000_000
"""Possible stops between a sector's margins."""


def canonical_json(value: Any) -> bytes:
    return json.dumps(value, sort_keys=True, separators=(",", ":")).encode()


NEWEST_VERSION: Final = 2
SALT_PREFIX_BY_VERSION: Final[Mapping[int, bytes]] = {1: b"", NEWEST_VERSION: b"royaltable game "}
"""By version, the prefix put before a salt when the salt is hashed to the game's public name.

Without a prefix the name equals the hash of an empty log, from which a visitor could compute a deal.
"""


def salt_hash(salt: bytes, version: int = NEWEST_VERSION) -> str:
    return hashlib.sha256(SALT_PREFIX_BY_VERSION[version] + salt).hexdigest()


def compute_commitment(salt: bytes, n: int, seed: bytes, version: int = NEWEST_VERSION) -> str:
    return hashlib.sha256(f"royaltable draw {n} of {salt_hash(salt, version)} ".encode() + seed).hexdigest()


def find_commitment_version(salt: bytes, n: int, seed: bytes, shown: str) -> int | None:
    return next((each for each in SALT_PREFIX_BY_VERSION if compute_commitment(salt, n, seed, each) == shown), None)


class LogHash:
    """The running hash of a game's log, salted against guessing hidden actions."""

    def __init__(self, salt: bytes) -> None:
        self._hash = hashlib.sha256(salt)

    def add(self, action: Action) -> None:
        self._hash.update(canonical_json(action) + b"\n")

    def digest(self) -> bytes:
        return self._hash.digest()


class SeededRandom:
    """Random numbers computed from a seed, a request and a log.

    Attributes:
        stop: where the arrow stops; None without a spin.
        numbers_used: how many numbers were drawn.
    """

    def __init__(self, seed: bytes, asked: Mapping[str, Any], log: bytes) -> None:
        self.stop: PointArrow | None = None
        self._key = hmac.digest(seed, canonical_json(asked) + log, "sha256")
        self.numbers_used = 0

    def draw_arrow_stop(self, sectors: Sequence[tuple[int, int]]) -> PointArrow:
        """Draw a stop, weighted by width; ``sectors`` are (value, degrees), clockwise from the home mark."""
        at = self._draw_below(sum(degrees for _, degrees in sectors))
        begin = 0
        for value, degrees in sectors:
            if at < begin + degrees:
                margin = min(SECTOR_MARGIN_DEG, degrees / 4)
                inside = (degrees - 2 * margin) * self._draw_below(STOPS_A_SECTOR) / STOPS_A_SECTOR
                self.stop = PointArrow(value, begin + margin + inside)
                return self.stop
            begin += degrees
        raise AssertionError("unreachable: the draw is below the sum")

    def shuffled(self, things: Sequence[T]) -> list[T]:
        """Return ``things`` in random order, all equally likely (Fisher-Yates, from the end)."""
        order = list(things)
        for last in range(len(order) - 1, 0, -1):
            other = self._draw_below(last + 1)
            order[last], order[other] = order[other], order[last]
        return order

    def _draw_below(self, bound: int) -> int:
        """Draw a number from 0 to below ``bound``, all equally likely (rejection sampling)."""
        while True:
            block = hmac.digest(self._key, self.numbers_used.to_bytes(8, "big"), "sha256")
            self.numbers_used += 1
            number = int.from_bytes(block, "big")
            if number < (1 << 256) - (1 << 256) % bound:
                return number % bound


SEED_BYTES: Final = 32


class Chance:
    """Makes seeds from the system's entropy, or repeatably from a given seed for demos and tests.

    Attributes:
        given: a seed was given, so draws prove nothing.
    """

    def __init__(self, seed: int | None = None) -> None:
        self.given = seed is not None
        self._given = str(seed).encode()
        self._trial = SeededRandom(self._make_seed_bytes(b"try"), {}, b"")

    def make_first_draw(self, game_id: int, after: Secret | None) -> Draw:
        return self.make_draw(game_id, 1, Secret(self._make_seed_bytes(b"game", after).hex()))

    def make_draw(self, game_id: int, n: int, salt: Secret, version: int = NEWEST_VERSION) -> Draw:
        seed = self._make_seed_bytes(b"draw %d" % n, salt)
        promise = compute_commitment(bytes.fromhex(salt.reveal()), n, seed, version)
        return Draw(game_id, n, salt, promise, Secret(seed.hex()), self.given)

    def draw_trial_arrow_stop(self, sectors: Sequence[tuple[int, int]]) -> PointArrow:
        return self._trial.draw_arrow_stop(sectors)

    def shuffled(self, things: Sequence[T]) -> list[T]:
        return self._trial.shuffled(things)

    def _make_seed_bytes(self, what: bytes, of: Secret | None = None) -> bytes:
        if not self.given:
            return secrets.token_bytes(SEED_BYTES)
        return hmac.digest(self._given, what + (b"" if of is None else of.reveal().encode()), "sha256")


DrawKind = Literal["spin", "deal", "complete"]


class DrawRequest(Struct, frozen=True):
    """What a draw decides.

    Attributes:
        kind: ``spin``: where the arrow stops; ``deal``: how a game starts; ``complete``: what an action leaves open.
        what: for a spin, ``action``, ``key``, ``sectors`` and any ``means``, as in ``RandomDraw``; for a
            deal, ``castles``, ``options`` and ``dealt``, as in ``NewGame``; else the action.
    """

    kind: DrawKind
    what: Mapping[str, Any]

    @classmethod
    def for_spin(cls, proposal: RandomDraw) -> Self:
        means = {"means": list(proposal.means)} if proposal.means else {}
        sectors = [list(each) for each in proposal.sectors]
        return cls("spin", {"action": proposal.action, "key": proposal.key, "sectors": sectors, **means})

    @classmethod
    def for_deal(cls, castles: Sequence[CastleId], options: Mapping[str, str], dealt: Mapping[str, Any]) -> Self:
        return cls("deal", {"castles": list(castles), "options": options, "dealt": dealt})

    @classmethod
    def from_json_value(cls, asked: Any) -> Self:
        """Return the request stored as ``asked``; raise ValueError if it is none."""
        try:
            ((kind, what),) = msgspec.convert(asked, dict[DrawKind, dict[str, Any]]).items()
        except (msgspec.ValidationError, ValueError):
            raise ValueError(f"saw {canonical_json(asked).decode()}, expected one of spin, deal, complete") from None
        return cls(kind, what)

    @property
    def json_value(self) -> dict[str, Any]:
        return {self.kind: self.what}

    def draw_action(self, answers: SeededRandom, game: Game, state: Any) -> Action:
        """Return the action that follows from ``answers``.

        Raises:
            RefusedError: the game cannot decide this now.
            LookupError, TypeError, ValueError: a stored request has the wrong shape.
        """
        what = self.what
        match self.kind:
            case "spin":
                values = [value for value, _ in what["sectors"]]
                stop = answers.draw_arrow_stop([(value, degrees) for value, degrees in what["sectors"]])
                return {**what["action"], what["key"]: what.get("means", values)[values.index(stop.value)]}
            case "deal":
                made = game.setup(what["castles"], what["options"], what["dealt"], answers.shuffled)
                return self.for_spin(made).draw_action(answers, game, state) if isinstance(made, RandomDraw) else made
            case "complete":
                return game.resolve(state, what, answers.shuffled)


OPENED_SHOWN: Final = 40
"""Opened draws in the view; the journal has all."""


class DecidedAction(Struct, frozen=True):
    """An action that leaves nothing to chance.

    Attributes:
        stop: where the arrow turns; None without a spin.
        draw_request: what the draw decided; None if none was needed.
    """

    action: Action
    stop: PointArrow | None = None
    draw_request: DrawRequest | None = None


class GameDraws:
    """A game's current draw, its opened draws, and the hash of its log.

    A draw's result follows from its seed, the request and the log. Repeating a request, also after a power
    cut, gives the same result until the action is in the log; then the next draw becomes current.

    Attributes:
        current: the next to be opened; its seed is secret.
        opened: oldest first. Seeds of draws that dealt hidden pieces are published at open moments.
    """

    def __init__(
        self, chance: Chance, standing: Draw, opened: Sequence[Draw] = (), version: int = NEWEST_VERSION
    ) -> None:
        self.current = standing
        self.opened = list(opened)
        self._chance = chance
        self._version = version
        self._open_to = 0
        self._salt = _decode_secret_hex(standing.salt)
        self._log = LogHash(self._salt)
        self._actions: list[Action] = []

    @property
    def salt(self) -> Secret:
        return self.current.salt

    @property
    def salt_hash(self) -> str:
        return salt_hash(self._salt, self._version)

    def decide_proposal(self, proposal: Action | RandomDraw | DrawRequest, game: Game, state: Any) -> DecidedAction:
        """Decide ``proposal`` by the current draw, which ``open_used_draw`` opens once the action is logged."""
        if isinstance(proposal, RandomDraw):
            proposal = DrawRequest.for_spin(proposal)
        if not isinstance(proposal, DrawRequest):
            return DecidedAction(proposal)
        answers = SeededRandom(_decode_secret_hex(self.current.seed), proposal.json_value, self._log.digest())
        action = proposal.draw_action(answers, game, state)
        if not answers.numbers_used or action == proposal.what:
            return DecidedAction(action)
        return DecidedAction(action, answers.stop, proposal)

    def add_action(self, action: Action, *, at_open_moment: bool = False) -> None:
        self._log.add(action)
        self._actions.append(action)
        if at_open_moment:
            self._open_to = len(self._actions)

    def open_used_draw(self, decision: DecidedAction, game_id: int) -> tuple[Draw, ...]:
        """Return the draws to write with the latest action."""
        self.current = replace(self.current, game_id=game_id)
        if decision.draw_request is None:
            return (self.current,) if len(self._actions) == 1 else ()
        opened = replace(
            self.current, seq=len(self._actions), asked=canonical_json(decision.draw_request.json_value).decode()
        )
        self.opened.append(opened)
        self.current = self._chance.make_draw(game_id, opened.n + 1, opened.salt, self._version)
        return opened, self.current

    def public_view(self) -> dict[str, Any]:
        """Return the public view: the current draw's commitment, and no seed of a draw with a hidden result."""
        opened = (
            commitment_view(draw) | self._public_result(draw) | {"seq": draw.seq}
            for draw in self.opened[-OPENED_SHOWN:]
        )
        return {
            "game": self.salt_hash,
            "standing": commitment_view(self.current),
            "opened": [
                draw | {"seed": each.seed.reveal() if draw["kind"] == "spin" or draw["seq"] <= self._open_to else None}
                for each, draw in zip(self.opened[-OPENED_SHOWN:], opened, strict=True)
            ],
        }

    def _public_result(self, draw: Draw) -> dict[str, Any]:
        ((kind, what),) = msgspec.json.decode(draw.asked or "{}").items()
        assert draw.seq is not None
        return {"kind": kind, "drawn": self._actions[draw.seq - 1].get(what["key"]) if kind == "spin" else None}


def continue_or_begin_draws(
    chance: Chance, game_id: int, draws: Sequence[Draw], after: Secret | None = None
) -> GameDraws:
    """Return a game's draws from the journal, with a new current draw if the stored one is unusable."""
    opened = [draw for draw in draws if draw.seq is not None]
    found = draws[-1] if draws else None
    versions = [version for draw in draws if (version := _find_draw_version(draw)) is not None]
    if found is None or (game_id == NEXT_GAME and versions == [1]):  # version 1 reveals the deal
        return GameDraws(chance, chance.make_first_draw(game_id, after))
    version = versions[0] if versions else NEWEST_VERSION
    if found.seq is None and _find_draw_version(found) is not None:
        return GameDraws(chance, found, opened, version)
    log.warning("draw_cannot_be_used", game=game_id, draw=found.n)
    standing = chance.make_draw(game_id, found.n + (found.seq is not None), found.salt, version)
    return GameDraws(chance, standing, opened, version)


def _find_draw_version(draw: Draw) -> int | None:
    return find_commitment_version(
        _decode_secret_hex(draw.salt), draw.n, _decode_secret_hex(draw.seed), draw.commitment
    )


def commitment_view(draw: Draw) -> dict[str, Any]:
    return {"n": draw.n, "commitment": draw.commitment, "given": draw.given}


def _decode_secret_hex(secret: Secret) -> bytes:
    return bytes.fromhex(secret.reveal())
