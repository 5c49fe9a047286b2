"""How commands get at a game's tools."""

from typing import Protocol, runtime_checkable


@runtime_checkable
class Tooled(Protocol):
    """A game that brings tools for the terminal."""

    def tools(self) -> object:
        """An object with the parts of ``contract.tools`` that the game has; made when a command asks for it."""
        ...
