"""Keep PINs, passwords, tokens and codes out of logs, pages and errors."""

import hmac
from typing import Final, Never

MASK: Final = "•••"


class Secret:
    """Text that only ``reveal`` returns; a log, a page or an error shows dots."""

    __slots__ = ("_text",)

    def __init__(self, text: str) -> None:
        self._text = text

    def reveal(self) -> str:
        return self._text

    def __len__(self) -> int:
        return len(self._text)

    def __repr__(self) -> str:
        return MASK

    def __format__(self, spec: str) -> str:
        return format(MASK, spec)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Secret) and hmac.compare_digest(self._text.encode(), other._text.encode())

    def __hash__(self) -> int:
        return hash((Secret, self._text))

    def __reduce__(self) -> Never:
        raise TypeError("A secret cannot be pickled. Use reveal() where its text is needed.")
