"""Where a backup's files may go: to this table's own places, whatever the settings in the backup say."""

import os
from pathlib import Path
from typing import Final

from controller.config import TableConfig
from controller.store.table_files import TableFiles

STATE: Final = Path("/var/lib/royaltable")
"""The folder of an installed table's files."""

ENDINGS: Final = {"journal": {".journal"}, "tags": {".toml", ".csv", ".json"}}
"""Of a file that a restore begins under a name which this table did not have."""


class NotOurs(Exception):
    """The backup would write where nothing of this table lies; the message says where and what to do."""


def targets(wanted: TableConfig, in_place: TableFiles) -> TableFiles:
    """The places that the settings in a backup name, where they are this table's own.

    Those are the files that ``in_place`` names, and new ones beside them with a usual ending: nothing that is there
    already is taken for ours.

    Raises:
        NotOurs: a file would go elsewhere, over another, or two to one place.
    """
    assert in_place.config is not None
    assert in_place.tags is not None
    found = TableFiles.named_by(wanted, in_place.config)
    usual = TableFiles.named_by(TableConfig(castle=()), in_place.config)
    folders = {_real(path).parent for path in (in_place.config, in_place.tags, in_place.journal)} | {STATE}
    for what, path, ours in (
        ("journal", found.journal, (in_place.journal, usual.journal, STATE / "table.journal")),
        ("tags", found.tags, (in_place.tags, usual.tags, STATE / "tags.toml")),
    ):
        assert path is not None
        if _real(path) not in {_real(own) for own in ours if own is not None} and not _new_beside(
            path, folders, ENDINGS[what]
        ):
            raise NotOurs(
                f"[{what}] file in the backup's table.toml is {path}, which is no place of this table. If you want it "
                f"there, write that into {in_place.config} first and restore again."
            )
    every = [found.config, found.tags, *_of_the_journal(found)]
    if len({_real(path) for path in every if path is not None}) != len(every):
        raise NotOurs("the backup's table.toml puts two files in one place.")
    return found


def _new_beside(path: Path, folders: set[Path], endings: set[str]) -> bool:
    real = _real(path)
    is_named_like_ours = real.suffix in endings and not real.name.startswith(".")
    return is_named_like_ours and real.parent in folders and not any(map(os.path.lexists, _with_its_own(path)))


def _with_its_own(path: Path) -> list[Path]:
    return _of_the_journal(TableFiles(path)) if path.suffix in ENDINGS["journal"] else [path]


def _of_the_journal(files: TableFiles) -> list[Path]:
    return [
        files.journal,
        files.house_rules,
        files.bots,
        files.keys,
        files.authority,
        files.authority_key,
        files.page_certificate,
        files.page_key,
        files.failed_starts,
        files.birth_certificate,
        files.at_work,
        files.lock,
        files.mark,
        files.backup,
        files.older_backup,
        files.before_migration,
        files.pending_restore,
    ]


def _real(path: Path) -> Path:
    """With links on the way resolved, but not the last step: a link there is replaced, not followed."""
    return Path(os.path.realpath(path.parent)) / path.name
