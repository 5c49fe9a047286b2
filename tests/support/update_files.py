"""The files of root's updater, in a folder of the test."""

from pathlib import Path

import pytest

from controller.care import own_update


def move_update_files(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a table's updates use ``folder``, where a repository is set up."""
    names = {"STATUS": "status", "REQUEST": "table.own-update", "SOURCES": "sources", "HUB_SOURCES": "hub.sources"}
    for name, file in names.items():
        monkeypatch.setattr(own_update, f"{name}_FILE", folder / file)
    own_update.SOURCES_FILE.touch()
