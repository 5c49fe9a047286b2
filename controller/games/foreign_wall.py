"""The wall around a game that is not ours: what comes out is looked at, and no call takes all memory."""

from collections.abc import Callable
from typing import Any

from controller.games.border import WrongValue, checker, look_at_refusal, look_at_size
from controller.games.contained import Wall
from controller.games.contract.values import RefusedError
from controller.games.memory_limit import MEMORY


class ForeignWall(Wall):
    """Between the table and one game of somebody else."""

    def limited(self, method: Callable[..., Any], *args: Any, **named: Any) -> Any:
        """Also in memory; an end of time may come at any step, so it lies within."""
        return MEMORY.limited(super().limited, method, *args, **named)

    def looks_at(self, name: str) -> Callable[[Any], None] | None:
        return look_at_size if name == "each of hand" else checker(name)

    def look_at_refusal(self, name: str, refused: RefusedError) -> None:
        self.call(name, look_at_refusal, refused)

    def told_of(self, fault: BaseException) -> tuple[str, str]:
        """What a look has found is told in its own words, which hold no contents."""
        return (str(fault), "what it returned") if isinstance(fault, WrongValue) else super().told_of(fault)
