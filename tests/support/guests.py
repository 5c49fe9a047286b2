"""A game of another package is a guest: when its test ends, its modules and its sentences are gone."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import controller
import hub
from controller.texts import translation

OURS: Final = tuple(Path(folder) for package in (controller, hub) for folder in package.__path__)


@contextmanager
def guests(*packages: str) -> Iterator[None]:
    """Games of such packages may come; texts of our own games that are imported meanwhile stay, as their modules do."""
    _forget(packages)
    try:
        yield
    finally:
        _forget(packages)


def _forget(packages: tuple[str, ...]) -> None:
    for name in [name for name in sys.modules if name.startswith(packages)]:
        del sys.modules[name]
    stay = [folder for folder in translation._folders if any(Path(str(folder)).is_relative_to(ours) for ours in OURS)]
    if stay != translation._folders:
        translation._folders[:] = stay
        for said in (translation.messages_by_key, translation.page_texts, translation.rule_texts):
            said.cache_clear()
