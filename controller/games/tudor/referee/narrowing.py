"""Narrowing: among what people may mean, the first feature in which it still differs is what they are asked."""

from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Any, TypeAlias, TypeVar

from msgspec import Struct

T = TypeVar("T")

Features: TypeAlias = Sequence[tuple[str, Callable[[Any], Hashable]]]
"""What is asked, in this order: a name, and its value for each thing that people may mean."""


class Question(Struct, frozen=True):
    """What is to be said yet, and what can be answered: the likeliest first, at least two."""

    feature: str
    values: tuple[Hashable, ...]


def narrowed(meant: Sequence[T], features: Features, picks: Mapping[str, Hashable]) -> tuple[list[T], Question | None]:
    """What fits the answers, and the next question; an answer that is none of the values is asked again."""
    left = list(meant)
    for name, value_of in features:
        values = tuple(dict.fromkeys(value_of(each) for each in left))
        if len(values) < 2:
            continue
        if name not in picks or picks[name] not in values:
            return left, Question(name, values)
        left = [each for each in left if value_of(each) == picks[name]]
    return left, None
