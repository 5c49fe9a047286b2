"""How the editions of a game are written: a file of TOML with remarks, or the JSON of a log."""

from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final, Generic, Literal, TypeVar, get_args

import msgspec

from controller import limits
from controller.games.contract.actions import NO_RULE
from controller.games.contract.tools.edition_checks import Check
from controller.games.contract.tools.editions import EditionFault, Trust
from controller.json_faults import NO_JSON
from controller.reading import TomlError, toml_of

EditionT = TypeVar("EditionT")

STANDING: Final = "standing"
"""The key of the remarks, which no log carries."""

Standing = Literal["rulebook", "review", "box", "placeholder"]


class EditionFormat(Generic[EditionT]):
    """Reads the editions of one game.

    Args:
        read: gives the edition that decoded JSON describes, and notes what is wrong with it; anything, if something is.
        shipped: the file of the shipped edition, TOML.
        shape: the rule of a fault of shape.

    Attributes:
        standard: gives the shipped edition, which is read once.
        standard_trust: gives what of it is the rulebook's and what is a placeholder.
    """

    def __init__(self, read: Callable[[Check, object], EditionT | None], shipped: Path, shape: str = NO_RULE) -> None:
        self._read = read
        self._shape = shape
        self.standard = cache(lambda: self.from_toml(shipped.read_text("utf-8")))
        self.standard_trust = cache(lambda: self.trust(shipped.read_text("utf-8")))

    def parse(self, value: object) -> EditionT:
        """The edition that decoded JSON describes.

        Raises:
            EditionFault: with all faults.
        """
        return self._sound(Check(self._shape), value)

    def from_toml(self, text: str) -> EditionT:
        """The edition that ``text`` describes: the keys of the log's object, and ``standing`` as remarks.

        Raises:
            EditionFault: with all faults.
        """
        content = self._toml(text)
        check = Check(self._shape)
        _remarks(check, content.pop(STANDING, []))
        return self._sound(check, content)

    def opened(self, text: str) -> EditionT:
        """The edition in a file, TOML or JSON.

        Raises:
            EditionFault: with all faults.
        """
        if not _is_json(text):
            return self.from_toml(text)
        self._see_size(text)
        try:
            return self.parse(msgspec.json.decode(text))
        except NO_JSON as error:
            raise self._fault(f"is not JSON: {error}") from None

    def trust(self, text: str) -> Sequence[Trust]:
        """The remarks of a file; JSON has none.

        Raises:
            EditionFault: with all faults of these remarks.
        """
        if _is_json(text):
            return ()
        check = Check(self._shape)
        remarks = _remarks(check, self._toml(text).get(STANDING, []))
        if check.faults:
            raise EditionFault(check.faults)
        return remarks

    def _sound(self, check: Check, value: object) -> EditionT:
        edition = self._read(check, value)
        if check.faults or edition is None:
            raise EditionFault(check.faults)
        return edition

    def _toml(self, text: str) -> dict[str, Any]:
        self._see_size(text)
        try:
            return toml_of(text)
        except TomlError as error:
            raise self._fault(f"is not TOML: {error}") from None

    def _see_size(self, text: str) -> None:
        if len(text) > limits.EDITION_OCTETS:
            raise self._fault(f"has {len(text)} characters; expected {limits.EDITION_OCTETS} at most")

    def _fault(self, problem: str) -> EditionFault:
        check = Check(self._shape)
        check.fault("file", problem)
        return EditionFault(check.faults)


def _remarks(check: Check, value: object) -> tuple[Trust, ...]:
    remarks = []
    for number, item in enumerate(check.items(STANDING, value, limits.EDITION_PIECES)):
        where = f"{STANDING}[{number}]"
        remark = check.mapping(where, item, ("datum", STANDING, "source"))
        if len(remark) < 3:
            continue
        standings: tuple[Standing, ...] = get_args(Standing)
        remarks.append(
            Trust(
                datum=check.text(f"{where}.datum", remark["datum"]),
                standing=check.word(f"{where}.{STANDING}", remark[STANDING], standings),
                source=check.text(f"{where}.source", remark["source"], limits.EDITION_OCTETS),
            )
        )
    return tuple(remarks)


def _is_json(text: str) -> bool:
    """No TOML file begins with a brace."""
    return text.lstrip().startswith("{")
