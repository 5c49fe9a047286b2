"""The draws of one game: the one to which the table has committed itself, and those that it has opened."""

from collections.abc import Sequence
from typing import Any, Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from controller import log
from controller.games.contract.game import Game
from controller.games.contract.values import Action, RandomDraw
from controller.play.draws.derivation import NEWEST, Answers, Chance, LogHash, Question, game_name, plain, version_of
from controller.secret import Secret
from controller.show.effect_loop import ArrowTarget
from controller.store.journal import COMING, Draw

SHOWN: Final = 40
"""Older draws are in the journal alone."""


class Decision(Struct, frozen=True):
    """An action with all that it leaves to chance decided.

    Attributes:
        stop: where the arrow turns; None if nothing was spun.
        question: what was asked of chance; None if nothing was left to it.
    """

    action: Action
    stop: ArrowTarget | None = None
    question: Question | None = None


class GameDraws:
    """Owner of a game's standing draw, and of the hash of its log.

    What a draw gives follows from its seed, from what is asked and from the log so far. So it is the same however
    often it is asked, as after a pulled plug, until the action that it decides is in the log; then the next one stands.

    Attributes:
        standing: the draw to come. Its seed is a secret.
        opened: the others, oldest first; of those that dealt hidden things everybody else sees the seed later.
    """

    def __init__(self, chance: Chance, standing: Draw, opened: Sequence[Draw] = (), version: int = NEWEST) -> None:
        self.standing = standing
        self.opened = list(opened)
        self._chance = chance
        self._version = version
        self._open_to = 0
        self._salt = _octets(standing.salt)
        self._log = LogHash(self._salt)
        self._actions: list[Action] = []

    @property
    def salt(self) -> Secret:
        return self.standing.salt

    @property
    def game(self) -> str:
        return game_name(self._salt, self._version)

    def decided(self, wish: Action | RandomDraw | Question, game: Game, state: Any) -> Decision:
        """What comes of ``wish``; the draw is opened when the action is in the log (``entered``)."""
        if isinstance(wish, RandomDraw):
            wish = Question.spin(wish)
        if not isinstance(wish, Question):
            return Decision(wish)
        answers = Answers(_octets(self.standing.seed), wish.asked, self._log.digest())
        action = wish.decided(answers, game, state)
        if not answers.taken or action == wish.what:
            return Decision(action)
        return Decision(action, answers.stop, wish)

    def acted(self, action: Action, *, lies_open: bool = False) -> None:
        self._log.add(action)
        self._actions.append(action)
        if lies_open:
            self._open_to = len(self._actions)

    def entered(self, decision: Decision, game_id: int) -> tuple[Draw, ...]:
        """What the journal is to write with the latest action of the game, which came of ``decision``."""
        self.standing = replace(self.standing, game_id=game_id)
        if decision.question is None:
            return (self.standing,) if len(self._actions) == 1 else ()
        opened = replace(self.standing, seq=len(self._actions), asked=plain(decision.question.asked).decode())
        self.opened.append(opened)
        self.standing = self._chance.standing(game_id, opened.n + 1, opened.salt, self._version)
        return opened, self.standing

    def view(self) -> dict[str, Any]:
        """What everybody may know.

        Of the draw that stands the commitment alone, and no seed of one that has dealt or turned up what is hidden.
        """
        opened = (promise(draw) | self._came_of(draw) | {"seq": draw.seq} for draw in self.opened[-SHOWN:])
        return {
            "game": self.game,
            "standing": promise(self.standing),
            "opened": [
                draw | {"seed": each.seed.reveal() if draw["kind"] == "spin" or draw["seq"] <= self._open_to else None}
                for each, draw in zip(self.opened[-SHOWN:], opened, strict=True)
            ],
        }

    def _came_of(self, draw: Draw) -> dict[str, Any]:
        ((kind, what),) = msgspec.json.decode(draw.asked or "{}").items()
        assert draw.seq is not None
        return {"kind": kind, "drawn": self._actions[draw.seq - 1].get(what["key"]) if kind == "spin" else None}


def taken_up(chance: Chance, game_id: int, draws: Sequence[Draw], after: Secret | None = None) -> GameDraws:
    """The draws of a game as the journal has them; where none stands that can be used, there is a new one."""
    opened = [draw for draw in draws if draw.seq is not None]
    found = draws[-1] if draws else None
    versions = [version for draw in draws if (version := _version(draw)) is not None]
    if found is None or (game_id == COMING and versions == [1]):  # nothing was done yet that could keep its deal hidden
        return GameDraws(chance, chance.first(game_id, after))
    version = versions[0] if versions else NEWEST
    if found.seq is None and _version(found) is not None:
        return GameDraws(chance, found, opened, version)
    log.warning("draw_cannot_be_used", game=game_id, draw=found.n)
    standing = chance.standing(game_id, found.n + (found.seq is not None), found.salt, version)
    return GameDraws(chance, standing, opened, version)


def _version(draw: Draw) -> int | None:
    return version_of(_octets(draw.salt), draw.n, _octets(draw.seed), draw.commitment)


def promise(draw: Draw) -> dict[str, Any]:
    return {"n": draw.n, "commitment": draw.commitment, "given": draw.given}


def _octets(secret: Secret) -> bytes:
    return bytes.fromhex(secret.reveal())
