"""Games of other packages, installed for a test; after it, their modules and texts are gone."""

import importlib
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import controller
import hub
from controller.games.installed import ENTRY_POINT_GROUP
from controller.texts import translation

OURS: Final = tuple(Path(folder) for package in (controller, hub) for folder in package.__path__)


@contextmanager
def guests(*packages: str, **makers: str) -> Iterator[None]:
    """Install games by the entry points ``makers`` ("module:function" by name), and forget ``packages`` afterwards.

    Texts of our own games that are imported meanwhile stay, as their modules do.
    """
    _forget(packages)
    with tempfile.TemporaryDirectory() as folder:
        if makers:
            _write_distribution(Path(folder, "guests-1.0.dist-info"), makers)
        sys.path.insert(0, folder)
        importlib.invalidate_caches()
        try:
            yield
        finally:
            sys.path.remove(folder)
            _forget(packages)


def _write_distribution(folder: Path, makers: dict[str, str]) -> None:
    folder.mkdir()
    (folder / "METADATA").write_text("Metadata-Version: 2.1\nName: guests\nVersion: 1.0\n", encoding="utf-8")
    points = "".join(f"{name} = {maker}\n" for name, maker in makers.items())
    (folder / "entry_points.txt").write_text(f"[{ENTRY_POINT_GROUP}]\n{points}", encoding="utf-8")


def _forget(packages: tuple[str, ...]) -> None:
    for name in [name for name in sys.modules if name.startswith(packages)]:
        del sys.modules[name]
    ours = [each for each in translation.text_folders if any(Path(str(each)).is_relative_to(own) for own in OURS)]
    if ours != translation.text_folders:
        translation.text_folders[:] = ours
        for said in (translation.messages_by_key, translation.page_texts, translation.rule_texts):
            said.cache_clear()
