"""What a table without a room knows of its updates: the outcome of root's updater, and what may be requested."""

from pathlib import Path

import pytest

from controller.care import own_update
from controller.care.admin_service import AdminError, AdminService
from controller.config import simulator
from controller.store.keyring import Keyring
from controller.store.table_files import TableFiles
from tests.support.playing import playing
from tests.support.update_files import move_update_files


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> TableFiles:
    move_update_files(tmp_path, monkeypatch)
    monkeypatch.setattr(own_update, "version", lambda _: "0.2.0")
    return TableFiles(tmp_path / "table.journal")


@pytest.mark.parametrize(
    ("status", "request_", "state", "newer"),
    [
        ("", "", "new", None),
        ("nonsense", "", "new", None),
        ("", "look", "looks", None),
        ("found 0.2.0 0.2.0", "", "newest", None),
        ("found 0.3.0 0.2.0", "", "found", "0.3.0"),
        ("found 0.2.5 0.1.0", "", "new", None),
        ("found 0.3.0 0.2.0", "0.3.0", "asked", None),
        ("waits 0.3.0 0.2.0 a game is being played", "0.3.0", "waits", None),
        ("trying 0.3.0 0.2.0", "0.3.0", "trying", None),
        ("holds 0.2.0 0.1.0", "", "holds", None),
        ("rolled-back 0.3.0 0.2.0 it did not play", "", "rolled-back", None),
        ("failed 0.3.0 0.2.0 it did not play", "", "failed", None),
        ("refused 0.3.0 0.2.0 the packages cannot be had: E: x", "", "refused", "0.3.0"),
        ("refused 0.2.0 0.2.0 the packages cannot be had: E: x", "", "refused", None),
        ("waits 0.3.0 0.2.0 the packages cannot be had: E: x", "", "new", "0.3.0"),
    ],
    ids=lambda text: text or "nothing",
)
def test_the_state_follows_from_status_and_request(
    files: TableFiles, status: str, request_: str, state: str, newer: str | None
) -> None:
    own_update.STATUS_FILE.write_text(f"{status}\n")
    if request_:
        files.own_update.write_text(f"{request_}\n")
    seen = own_update.describe_update(files, simulator())
    assert (seen["state"], seen["newer"]) == (state, newer)


def test_a_rooms_table_and_one_without_a_repository_say_so(files: TableFiles) -> None:
    files.membership.touch()
    assert own_update.describe_update(files, simulator())["state"] == "room"
    files.membership.unlink()
    own_update.SOURCES_FILE.unlink()
    assert own_update.describe_update(files, simulator())["state"] == "by_hand"


async def test_only_a_version_that_was_found_can_be_requested(files: TableFiles, tmp_path: Path) -> None:
    async with playing(tmp_path) as play:
        admin = AdminService(play.table, None, Keyring(files.keys), files)
        own_update.STATUS_FILE.write_text("found 0.3.0 0.2.0\n")
        for wanted in ("0.4.0", "0.1.0", "look\n", ""):
            with pytest.raises(AdminError, match="Expected a version that this page offers"):
                admin.request_update(wanted)
        assert not files.own_update.exists()
        admin.request_update("look")
        assert files.own_update.read_text() == "look\n"
        files.own_update.unlink()
        admin.request_update("0.3.0")
        assert files.own_update.read_text() == "0.3.0\n"
        files.membership.touch()
        with pytest.raises(AdminError):
            admin.request_update("look")
