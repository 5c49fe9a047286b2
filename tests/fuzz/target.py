"""What can be fuzzed: a function of octets, the words of its language, and the bounds that it keeps whatever comes."""

from collections.abc import Callable, Sized
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Final

SEEDS: Final = Path(__file__).parent / "seeds"


@dataclass(frozen=True, slots=True)
class Target:
    """One door through which octets come in.

    Attributes:
        answer: gives what is told, or raises what nobody documents; the documented errors are answers.
        words: pieces of its language, for mutations that get further than a flipped bit.
        longest: octets of an input.
        longest_answer: of whatever it gives.
        slowest_s: of the processor's time for one input.
        sample: inputs of `make test`.
        soak: inputs of `make soak`: a million, or what fits into its share of ten minutes.
    """

    answer: Callable[[bytes], Sized]
    words: tuple[bytes, ...] = ()
    longest: int = 1024
    longest_answer: int = 64 * 1024
    slowest_s: float = 1.0
    sample: int = 300
    soak: int = 1_000_000


INSTRUMENTED: Final[dict[str, tuple[str, ...]]] = {
    "backups": ("controller.store", "zipfile"),
    "bodies": ("controller.web", "controller.games.requests"),
    "editions": ("controller.games.tumult_royale.box", "controller.games.tumult_royale.rules.payments"),
    "game_logs": ("controller.games.tumult_royale.rules",),
    "http": ("controller.web", "controller.service", "uvicorn.protocols", "h11"),
    "journals": ("controller.store.journal",),
    "links": ("firmware.castle_node", "hw.castle_link"),
    "ndef": ("hw.ntag",),
    "settings": ("controller.config", "tomllib"),
    "small_files": ("controller.store", "tomllib"),
    "tags": ("hw.iso14443", "hw.ntag"),
    "tudor_logs": ("controller.games.tudor.rules", "controller.games.tudor.box"),
}
"""All targets, each a module in ``targets/``; coverage is measured in these packages."""


def load(name: str) -> Target:
    """The target of this name."""
    target: Target = import_module(f"tests.fuzz.targets.{name}").TARGET
    return target


def seeds(name: str) -> list[bytes]:
    """The inputs that are kept: what is right, what is nearly right, and whatever was found once."""
    return [path.read_bytes() for path in sorted((SEEDS / name).iterdir())]
