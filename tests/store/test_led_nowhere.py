"""What root does with a table's files cannot be led elsewhere: by links, by settings, by a backup."""

import os
import sqlite3
import zipfile
from pathlib import Path
from threading import get_native_id

import pytest
from click.testing import CliRunner, Result

from controller.__main__ import main
from controller.store.privileges import acting_as_owner_of
from controller.store.table_backup import TableBackupError, back_up_table, restore_table
from controller.store.table_files import TableFiles
from tests.store.test_table_backup import SETTINGS, fresh, repack, table

NOBODY = 65534
needs_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root has rights to lay down: run the tests as root")


def given_away(folder: Path) -> None:
    for each in (folder, *folder.rglob("*")):
        os.chown(each, NOBODY, NOBODY, follow_symlinks=False)


@pytest.fixture
def its_table(tmp_path: Path) -> TableFiles:
    files = table(tmp_path / "its")
    given_away(tmp_path / "its")
    return files


@pytest.fixture
def roots(tmp_path: Path) -> Path:
    file = tmp_path / "roots"
    file.write_text("of root")
    return file


def run(*words: object, typed: str | None = None) -> Result:
    return CliRunner().invoke(main, [str(word) for word in words], input=typed)


@pytest.mark.parametrize(
    "settings",
    [
        '[journal]\nfile = "../profile"\n',
        '[journal]\nfile = "/tmp/secfiles-somewhere.journal"\n',
        '[journal]\nfile = ".profile"\n',
        '[journal]\nfile = "notes.journal"\n',
        '[tags]\nfile = "../profile.toml"\n',
        '[tags]\nfile = "bashrc"\n',
        '[tags]\nfile = ".bashrc.toml"\n',
        '[tags]\nfile = "table.toml"\n',
        '[tags]\nfile = "table.keys.json"\n',
        '[tags]\nfile = "link/profile.toml"\n',
    ],
)
def test_a_restore_writes_only_this_tables_files(tmp_path: Path, settings: str) -> None:
    back_up_table(table(tmp_path / "old"), tmp_path / "kept.zip")
    repack(tmp_path / "kept.zip", {"table.toml": (SETTINGS + settings).encode()})
    there = fresh(tmp_path / "there")
    (tmp_path / "there/notes.journal").write_text("mine")
    (tmp_path / "there/link").symlink_to(tmp_path)
    before = sorted(tmp_path.rglob("*"))
    with pytest.raises(TableBackupError, match=r"not a path of this table|one path for two files"):
        restore_table(tmp_path / "kept.zip", there)
    assert sorted(tmp_path.rglob("*")) == before


def test_a_restore_uses_the_paths_of_the_current_settings(tmp_path: Path) -> None:
    back_up_table(table(tmp_path / "old"), tmp_path / "kept.zip")
    elsewhere = SETTINGS + f'[journal]\nfile = "{tmp_path}/elsewhere/old.games"\n'
    repack(tmp_path / "kept.zip", {"table.toml": elsewhere.encode()})
    there = fresh(tmp_path / "there")
    assert there.config is not None
    there.config.write_text(elsewhere)
    restored = run("restore", tmp_path / "kept.zip", "--yes", "--config", there.config)
    assert restored.exit_code == 0, restored.output
    assert (tmp_path / "elsewhere/old.games").exists()


def test_restore_lists_the_files_and_asks(tmp_path: Path) -> None:
    back_up_table(table(tmp_path / "old"), tmp_path / "kept.zip")
    there = fresh(tmp_path / "there")
    asked = run("restore", tmp_path / "kept.zip", "--config", there.config, typed="n\n")
    assert asked.exit_code == 1
    assert "Nothing was changed" in asked.output
    for place in (there.journal, there.tags, there.keys, there.house_rules):
        assert f"{place}   new" in asked.output
    assert list((tmp_path / "there").iterdir()) == []
    assert run("restore", tmp_path / "kept.zip", "--config", there.config, typed="y\n").exit_code == 0


@needs_root
@pytest.mark.parametrize(
    "link", ["table.journal.new", "table.journal-lock", "table.journal-mark", "table.keys.json.THREAD.new"]
)
@pytest.mark.parametrize("kind", ["symbolic", "hard"])
def test_root_follows_no_links(tmp_path: Path, its_table: TableFiles, roots: Path, link: str, kind: str) -> None:
    run("backup", tmp_path / "kept.zip", "--config", its_table.config)
    run("journal", "backup", its_table.journal, tmp_path / "copy")
    trap = tmp_path / "its" / link.replace("THREAD", str(get_native_id()))
    trap.unlink(missing_ok=True)
    trap.symlink_to(roots) if kind == "symbolic" else trap.hardlink_to(roots)
    for words, typed in (
        (("restore", tmp_path / "kept.zip", "--yes", "--config", its_table.config), None),
        (("journal", "restore", its_table.journal, tmp_path / "copy"), None),
        (("password", "--config", its_table.config), "long enough\nlong enough\n"),
    ):
        run(*words, typed=typed)
    assert roots.read_text() == "of root"
    assert (roots.stat().st_uid, roots.stat().st_gid) == (0, 0)


@needs_root
def test_root_does_not_trust_settings_that_the_daemon_can_write(
    tmp_path: Path, its_table: TableFiles, roots: Path
) -> None:
    roots.chmod(0o600)
    assert its_table.config is not None
    for section in ("journal", "tags"):
        its_table.config.write_text(SETTINGS + f'[{section}]\nfile = "{roots}"\n')
        run("backup", tmp_path / f"{section}.zip", "--config", its_table.config)
        run("password", "--config", its_table.config, typed="long enough\nlong enough\n")
        run("teach", "--import", its_table.tags, "--config", its_table.config)
        run("setup", "--again", "--patience", "1", "--config", its_table.config)
        if (packed := tmp_path / f"{section}.zip").exists():
            with zipfile.ZipFile(packed) as archive:
                assert all(b"of root" not in archive.read(name) for name in archive.namelist())
    assert roots.read_text() == "of root"
    assert sorted(path.name for path in tmp_path.iterdir() if path.name.startswith("roots")) == ["roots"]


@needs_root
def test_settings_owned_by_root_are_restored(tmp_path: Path, its_table: TableFiles) -> None:
    etc = tmp_path / "etc"
    etc.mkdir()
    settings = SETTINGS + f'[journal]\nfile = "{its_table.journal}"\n[tags]\nfile = "{its_table.tags}"\n'
    (etc / "table.toml").write_text(settings)
    run("backup", tmp_path / "kept.zip", "--config", etc / "table.toml")
    (etc / "table.toml").write_text(settings + "# other\n")
    restored = run("restore", tmp_path / "kept.zip", "--yes", "--config", etc / "table.toml")
    assert restored.exit_code == 0, restored.output
    assert (etc / "table.toml").read_text() == settings
    assert {path.lstat().st_uid for path in etc.iterdir()} == {0}
    assert {path.lstat().st_uid for path in (tmp_path / "its").rglob("*")} == {NOBODY}


@needs_root
def test_privileges_are_dropped_and_restored(its_table: TableFiles) -> None:
    with acting_as_owner_of(its_table.config):
        assert (os.geteuid(), os.getegid()) == (NOBODY, NOBODY)
        assert 0 not in os.getgroups()
        with acting_as_owner_of(Path("/root/any")):
            assert os.geteuid() == NOBODY
    assert (os.geteuid(), os.getegid()) == (0, 0)


def test_a_journal_with_a_trigger_or_view_is_invalid(tmp_path: Path) -> None:
    for number, added in enumerate(
        (
            "create trigger t after insert on entries begin delete from entries; end",
            "create view v as with recursive r(i) as (select 1 union all select i + 1 from r) select * from r",
            "create table more (a)",
            "create index i on entries (origin)",
        )
    ):
        files = table(tmp_path / f"{number}")
        with sqlite3.connect(files.journal) as db:
            db.execute(added)
        db.close()
        packed = tmp_path / f"{number}.zip"
        back_up_table(TableFiles(tmp_path / "none", config=files.config, tags=files.tags), packed)
        repack(packed, {"games.journal": files.journal.read_bytes()})
        with pytest.raises(TableBackupError, match="its schema is not a journal's"):
            restore_table(packed, fresh(tmp_path / f"{number}-new"))


def test_a_nested_manifest_is_refused(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "kept.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("manifest.json", '{"format": ' + "[" * 500_000)
    with pytest.raises(TableBackupError, match="not a complete backup"):
        restore_table(tmp_path / "kept.zip", fresh(tmp_path / "new"))
