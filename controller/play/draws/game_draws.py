"""The draws of one game: the one to which the table has committed itself, and those that it has opened."""

from collections.abc import Sequence
from typing import Any, Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from controller import log
from controller.games.contract.actions import Action, RandomDraw
from controller.games.contract.game import Game
from controller.play.draws.chance import Chance
from controller.play.draws.derivation import Answers, LogHash, commitment, game_name, plain
from controller.play.draws.question import Question
from controller.secret import Secret
from controller.show.arrow import ArrowTarget
from controller.store.journal import Draw

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
        opened: the others, oldest first.
    """

    def __init__(self, chance: Chance, standing: Draw, opened: Sequence[Draw] = ()) -> None:
        self.standing = standing
        self.opened = list(opened)
        self._chance = chance
        self._salt = _octets(standing.salt)
        self._log = LogHash(self._salt)
        self._actions: list[Action] = []

    @property
    def salt(self) -> Secret:
        """The game's."""
        return self.standing.salt

    @property
    def game(self) -> str:
        """What stands for the game in its commitments."""
        return game_name(self._salt)

    def decided(self, wish: Action | RandomDraw | Question, game: Game, state: Any) -> Decision:
        """What comes of ``wish``; the draw is opened when the action is in the log (``entered``).

        Raises:
            RefusedError: it leaves something to chance that cannot be decided now.
        """
        if isinstance(wish, RandomDraw):
            wish = Question.spin(wish)
        if not isinstance(wish, Question):
            return Decision(wish)
        answers = Answers(_octets(self.standing.seed), wish.asked, self._log.digest())
        action = wish.decided(answers, game, state)
        if not answers.taken or action == wish.what:
            return Decision(action)
        return Decision(action, answers.stop, wish)

    def acted(self, action: Action) -> None:
        """It is the next of the log."""
        self._log.add(action)
        self._actions.append(action)

    def entered(self, decision: Decision, game_id: int) -> tuple[Draw, ...]:
        """What the journal is to write with the latest action of the game, which came of ``decision``."""
        self.standing = replace(self.standing, game_id=game_id)
        if decision.question is None:
            return (self.standing,) if len(self._actions) == 1 else ()
        opened = replace(self.standing, seq=len(self._actions), asked=plain(decision.question.asked).decode())
        self.opened.append(opened)
        self.standing = self._chance.standing(game_id, opened.n + 1, opened.salt)
        return opened, self.standing

    def view(self) -> dict[str, Any]:
        """What everybody may know; of the draw that stands the commitment alone."""
        return {
            "game": self.game,
            "standing": promise(self.standing),
            "opened": [
                promise(draw) | {"seed": draw.seed.reveal(), "seq": draw.seq} | self._came_of(draw)
                for draw in self.opened[-SHOWN:]
            ],
        }

    def _came_of(self, draw: Draw) -> dict[str, Any]:
        """What was asked, and the number that was spun."""
        ((kind, what),) = msgspec.json.decode(draw.asked or "{}").items()
        assert draw.seq is not None
        return {"kind": kind, "drawn": self._actions[draw.seq - 1].get(what["key"]) if kind == "spin" else None}


def taken_up(chance: Chance, game_id: int, draws: Sequence[Draw], after: Secret | None = None) -> GameDraws:
    """The draws of a game as the journal has them; where none stands that can be used, there is a new one."""
    opened = [draw for draw in draws if draw.seq is not None]
    found = draws[-1] if draws else None
    if found is None:
        return GameDraws(chance, chance.first(game_id, after))
    if found.seq is None and found.commitment == commitment(_octets(found.salt), found.n, _octets(found.seed)):
        return GameDraws(chance, found, opened)
    log.warning("draw_cannot_be_used", game=game_id, draw=found.n)
    return GameDraws(chance, chance.standing(game_id, found.n + (found.seq is not None), found.salt), opened)


def promise(draw: Draw) -> dict[str, Any]:
    """What is shown of a draw before it is made."""
    return {"n": draw.n, "commitment": draw.commitment, "given": draw.given}


def _octets(secret: Secret) -> bytes:
    return bytes.fromhex(secret.reveal())
