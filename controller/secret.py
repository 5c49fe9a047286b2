"""A value that must not be shown by accident: a PIN, a password, a token, the code of a knock."""

import hmac
from typing import Final, Never

HIDDEN: Final = "•••"


class Secret:
    """Text that only ``reveal`` gives; whatever else writes it, a log, a page or an error, writes dots."""

    __slots__ = ("_text",)

    def __init__(self, text: str) -> None:
        self._text = text

    def reveal(self) -> str:
        """The text itself, for the one who is meant to have it."""
        return self._text

    def __len__(self) -> int:
        """Characters; nothing is false."""
        return len(self._text)

    def __repr__(self) -> str:
        return HIDDEN

    def __format__(self, spec: str) -> str:
        return format(HIDDEN, spec)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Secret) and hmac.compare_digest(self._text.encode(), other._text.encode())

    def __hash__(self) -> int:
        return hash((Secret, self._text))

    def __reduce__(self) -> Never:
        raise TypeError("A secret is not kept or sent. Expected its reveal() where somebody is meant to have it.")
