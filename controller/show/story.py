"""The story so far: its sentences, each put into words once for each language."""

import collections
from collections.abc import Iterator

from msgspec import Struct, field

from controller.games.contract.values import Text
from controller.games.naming import sentence


class _Told(Struct, frozen=True):
    text: Text
    said: dict[str, str] = field(default_factory=dict)


class Story:
    """The newest ``kept`` sentences, oldest first. Every view holds all of them, and only the last ones are new."""

    def __init__(self, kept: int) -> None:
        self._told: collections.deque[_Told] = collections.deque(maxlen=kept)

    def __iter__(self) -> Iterator[Text]:
        """As texts."""
        return (told.text for told in self._told)

    def __len__(self) -> int:
        return len(self._told)

    def append(self, text: Text) -> None:
        """One sentence more."""
        self._told.append(_Told(text))

    def sentences(self, language: str) -> list[str]:
        """In words."""
        for told in self._told:
            if language not in told.said:
                told.said[language] = sentence(told.text, language)
        return [told.said[language] for told in self._told]
