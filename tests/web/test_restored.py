"""A backup that is brought to another table by its page: the next start goes on with the same game."""

from pathlib import Path

from tests.web.real_table import running


def test_a_restored_backup_goes_on_with_the_same_game(tmp_path: Path) -> None:
    here, there = tmp_path / "here", tmp_path / "there"
    here.mkdir()
    there.mkdir()
    with running(here) as table:
        table.begin("taxes")
        table.rob_for_a_pasture()
        backup, view = table.get("/api/owner/backup").content, table.view()
    octets = {"content-type": "application/octet-stream"}
    with running(there) as table:
        table.begin("sentiment")
        answer = table.send("/api/owner/restore", backup, octets)
        assert answer.json()["actions"] == view["seq"]
        assert table.get("/api/owner").json()["restore"] is True
        assert table.view()["phase"] == "sentiment"
    with running(there) as table:
        assert table.get("/api/owner").json()["restore"] is False
        assert [table.tiles_of("blue"), table.tiles_of("yellow")] == [2, 0]
        table.act(do="rob", player="yellow", tile="t12")
        assert table.view()["seq"] == view["seq"] + 1
    assert any("kept" in file.name for file in there.iterdir())
