"""What ``edition`` asks: a game owns the format of what is printed on its components."""

from collections.abc import Mapping, Sequence
from typing import Any, Literal, Protocol, runtime_checkable

from msgspec import Struct

from controller.games.contract.actions import NO_RULE


class Trust(Struct, frozen=True, gc=False):
    """Where a datum of an edition comes from.

    Attributes:
        datum: the key it is about.
        standing: ``rulebook`` as printed there, ``review`` or ``box`` as somebody saw it, else ``placeholder``.
        source: in a sentence.
    """

    datum: str
    standing: Literal["rulebook", "review", "box", "placeholder"]
    source: str


class EditionMistake(Struct, frozen=True, gc=False):
    """One thing wrong with an edition.

    Attributes:
        rule: ``LOG`` for a fault of shape, else the rule of the set-up it breaks.
        where: path in the edition, such as ``tiles[3].value``.
        problem: what was seen and what was expected.
    """

    rule: str
    where: str
    problem: str


class EditionFault(Exception):
    """An edition that cannot be played with; ``faults`` names everything that is wrong with it."""

    def __init__(self, faults: Sequence[EditionMistake]) -> None:
        self.faults = tuple(faults)
        super().__init__("; ".join(f"{fault.where}: {fault.problem}" for fault in self.faults))

    @property
    def first(self) -> EditionMistake:
        """The fault that a refusal of ``start`` names: shape comes before rules."""
        return min(self.faults, key=lambda fault: fault.rule != NO_RULE)


@runtime_checkable
class Edited(Protocol):
    """A game with editions of its components: a shipped one, and those of houses."""

    def edition(self, text: str | None) -> Mapping[str, Any]:
        """The edition that a file's ``text`` describes, TOML or JSON, as a log carries it; None for the shipped one.

        Raises:
            EditionFault: it is none, with all faults.
        """
        ...

    def in_short(self, edition: Mapping[str, Any]) -> str:
        """Its name and size in words, such as ``'The Race' can be played: 4 runners``."""
        ...

    def trust(self, text: str | None) -> Sequence[Trust]:
        """Where the values of an edition come from; nothing where it does not say.

        Raises:
            EditionFault: the text is no edition.
        """
        ...
