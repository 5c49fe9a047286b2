"""What can be asked of a draw, as JSON that the journal keeps, and the action that comes of its answers."""

from collections.abc import Mapping, Sequence
from typing import Any, Literal, Self

import msgspec
from msgspec import Struct

from controller.games.contract.game import Game
from controller.games.contract.values import Action, CastleId, RandomDraw
from controller.play.draws.derivation import Answers, plain

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
        """Where the arrow stops."""
        means = {"means": list(wish.means)} if wish.means else {}
        sectors = [list(each) for each in wish.sectors]
        return cls("spin", {"action": wish.action, "key": wish.key, "sectors": sectors, **means})

    @classmethod
    def deal(cls, castles: Sequence[CastleId], options: Mapping[str, str], dealt: Mapping[str, Any]) -> Self:
        """How a game of these castles begins."""
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
        """As JSON."""
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
