"""What a game advises a castle to do."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from controller.games.contract.texts import Text


@dataclass(frozen=True, slots=True)
class Advised:
    """What a game advises a castle to do: in words, and as JSON values of the game's own shape."""

    lines: tuple[Text, ...]
    plan: Mapping[str, Any]
