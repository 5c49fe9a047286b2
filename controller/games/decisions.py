"""Split a replayed game into decisions, and mark the steps at which something happened."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from controller import limits
from controller.games.contract.effects import Effect, Scene, Tell
from controller.games.contract.rules import Provable
from controller.games.contract.values import Text
from controller.games.naming import join_sentences, translate_text, without_rules, words_of

MOST_TOLD: Final = 20
"""Sentences of one decision; the longest of our games has some ten."""


class Decisions:
    """The decisions of a game, noted step by step.

    Attributes:
        last_steps: the last step of each. What castles do while the hourglass runs is one; a draw, and a step that
            nothing tells of, belong to the decision before them, unless they are the first of a round. A step that ends
            a round belongs to it, though it begins the next one, too.
        names: what the actions of each name; the page marks those that are places of the board.
    """

    def __init__(self, rules: Any) -> None:
        self._rules = rules
        self._deed: tuple[Any, ...] | None = None
        self._has_told = True
        self._round, self._step = -1, 0
        self.last_steps: list[int] = []
        self.names: list[list[str]] = []
        self._marks: list[tuple[int, int | tuple[Text, ...]]] = []
        self._told: list[dict[object, Text]] = []

    def note(self, before: Any, after: Any, action: Mapping[str, Any], effects: Sequence[Effect]) -> None:
        """Note the next step: ``action`` led from the state ``before`` to ``after`` and had ``effects``."""
        self._step += 1
        rounds = [self._rules.round_of(state) for state in (before, after) if state is not None]
        begins = min(rounds) > self._round  # not a step that is taken back at once
        waiting = self._rules.waiting(before, self._rules.first_memory())
        deed = waiting.step, waiting.castle, action["do"]
        at_once = waiting.if_idle is not None or not self._has_told
        follows = waiting.turn is not None and isinstance(self._rules, Provable) and self._rules.is_drawn(action)
        if begins:
            self._round = min(rounds)
            self._marks.append((self._step, self._round))
            self._told.append({})
            self.names.append([])
        elif (follows and self._told) or (deed == self._deed and waiting.castle is None and at_once):
            self.last_steps.pop()
        elif self._told[-1:] == [{}] and any(self._told[-2:-1]):
            del self.last_steps[-2]  # what nothing told of belongs to the decision before
        else:
            self._told.append({})
            self.names.append([])
        self.names[-1] += _names_in(action)
        self.last_steps.append(self._step)
        self._deed, self._has_told = deed, any(isinstance(effect, Tell) for effect in effects)
        scenes = [each for each in effects if isinstance(each, Scene)]
        tells = [each for each in effects if isinstance(each, Tell)]
        texts = [each.text for each in tells if each.beside_scenes or not scenes] + [each.sentence for each in scenes]
        self._told[-1] |= {
            (text.key, repr(words_of(text))): text for text in texts
        }  # of a count that grows, the last one
        if alarms := tuple(each.sentence for each in scenes if each.sound == "alarm"):
            self._marks.append((self._step, alarms))

    def told(self, language: str) -> list[str]:
        """Return what is told of each decision; "" of a first one without words, and of the oldest of very many."""
        older = max(0, len(self._told) - limits.REPLAY_SENTENCES)
        return [""] * older + [_told(list(told.values())[-MOST_TOLD:], language) for told in self._told[older:]]

    def marks(self, language: str) -> list[dict[str, Any]]:
        """Return the steps at which a round begins (``round``), or the table sounded an alarm (``text``)."""
        return [
            {"step": step, "round": mark} if isinstance(mark, int) else {"step": step, "text": _told(mark, language)}
            for step, mark in self._marks
        ]


def _names_in(action: Mapping[str, Any]) -> Iterator[str]:
    for value in action.values():
        yield from (each for each in (value if isinstance(value, list) else [value]) if isinstance(each, str))


def _told(texts: Iterable[Text], language: str) -> str:
    return without_rules(join_sentences([translate_text(text, language) for text in texts]))
