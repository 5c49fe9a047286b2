"""`read`, `teach`, `census`, `spin` and `calibrate` at a simulated table, in virtual time."""

import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from controller.cli.parts import arrow
from controller.cli.parts.arrow import calibrate_group, spin
from controller.cli.parts.stickers import census, read, teach
from controller.devices import stickers as simulated_box
from controller.games import installed
from controller.games.naming import piece_ids
from controller.store import tags as tag_files
from controller.store.tags import TagMap
from hw.stepper.twin import RotorTwin
from hw.testing.clock import run_virtual
from hw.testing.table import TwinTable
from hw.values import ReaderId
from tests.support.castle_boards import IN_PYTHON

BOX = simulated_box.simulated_tag_map(piece_ids(installed.make_game()))


@pytest.fixture(autouse=True)
def virtual_time_and_a_quick_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hold each sticker no longer than a quick person would: a tag that stays is polled again and again."""
    monkeypatch.setattr(arrow, "run", run_virtual)
    monkeypatch.setattr(simulated_box, "SIMULATED_DWELL_S", 0.15)


def run(command: object, *arguments: str | Path) -> Result:
    return CliRunner().invoke(command, ["--sim", *map(str, arguments)])  # type: ignore[arg-type]


def test_read_shows_type_uid_and_text_of_a_tag() -> None:
    result = run(read, "--times", "1")
    assert result.exit_code == 0
    assert f"{simulated_box.simulated_uid('t01').hex()}  NTAG213, no text" in result.output


def test_all_tiles_of_the_box_are_taught_and_saved(tmp_path: Path) -> None:
    result = run(teach, "--tags", tmp_path / "tags.toml")
    assert result.exit_code == 0
    assert "39 of 39 tiles have a sticker" in result.output
    assert tag_files.load_tag_map(tmp_path / "tags.toml") == BOX


def test_teaching_continues_where_it_stopped(tmp_path: Path) -> None:
    begun = TagMap({uid: tile for uid, tile in BOX.pieces.items() if tile < "t30"})
    tag_files.save_tag_map(tmp_path / "tags.toml", begun)
    result = run(teach, "--tags", tmp_path / "tags.toml")
    assert "10/10" in result.output
    assert tag_files.load_tag_map(tmp_path / "tags.toml") == BOX


def test_one_sticker_is_replaced(tmp_path: Path) -> None:
    tag_files.save_tag_map(tmp_path / "tags.toml", TagMap({next(iter(BOX.pieces)): "t17"}))
    result = run(teach, "t17", "--tags", tmp_path / "tags.toml")
    assert result.exit_code == 0
    assert tag_files.load_tag_map(tmp_path / "tags.toml").uid_of("t17") == simulated_box.simulated_uid("t17")


def test_an_unknown_tile_is_refused(tmp_path: Path) -> None:
    result = run(teach, "t40", "--tags", tmp_path / "tags.toml")
    assert result.exit_code == 1
    assert "unknown piece 't40', expected one of t01 to t39" in result.output


def test_stickers_can_be_exported_and_imported(tmp_path: Path) -> None:
    tag_files.save_tag_map(tmp_path / "a.toml", BOX)
    assert run(teach, "--tags", tmp_path / "a.toml", "--export", tmp_path / "a.csv").exit_code == 0
    assert run(teach, "--tags", tmp_path / "b.toml", "--import", tmp_path / "a.csv").exit_code == 0
    assert tag_files.load_tag_map(tmp_path / "b.toml") == BOX


def test_an_import_with_unknown_tiles_changes_nothing(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("uid,tile\ndeadbeef,t99\n")
    result = run(teach, "--tags", tmp_path / "b.toml", "--import", tmp_path / "a.csv")
    assert result.exit_code == 1
    assert "unknown pieces t99" in result.output
    assert not (tmp_path / "b.toml").exists()


def test_the_census_of_a_complete_box_misses_nothing() -> None:
    result = run(census)
    assert result.exit_code == 0
    assert "All 39 tiles are in the box." in result.output


@contextmanager
def hand_brings(change: Callable[[Iterable[str]], Iterable[str]]) -> Iterator[None]:
    """Let the simulated hand bring other stickers than it is asked for."""
    bring = simulated_box.pass_stickers_over_twin_gate

    async def bring_others(table: TwinTable, gate: ReaderId, stickers: Iterable[str]) -> None:
        await bring(table, gate, change(stickers))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(simulated_box, "pass_stickers_over_twin_gate", bring_others)
        yield


def test_the_census_names_missing_pieces() -> None:
    with hand_brings(lambda _: []):
        lonely = run(census, "--quiet", "3")
    assert lonely.exit_code == 1
    assert "39 of 39 tiles are missing: t01, t02" in lonely.output


def test_tudors_pieces_are_taught_beside_the_first_games_and_counted(tmp_path: Path) -> None:
    tags = tmp_path / "tags.toml"
    tudor = simulated_box.simulated_tag_map(
        f"tudor:{piece}" for piece in piece_ids(installed.make_game("tudor"))
    ).pieces
    begun = {uid: piece for uid, piece in tudor.items() if piece not in {"tudor:f001", "tudor:q20", "tudor:q21"}}
    tag_files.save_tag_map(tags, TagMap({**BOX.pieces, **begun}))
    taught = run(teach, "--game", "tudor", "--tags", tags)
    assert (taught.exit_code, "140 of 140 tokens, 21 of 21 rings have a sticker" in taught.output) == (0, True)
    stored = tag_files.load_tag_map(tags)
    assert (len(stored.pieces), stored.piece_of(simulated_box.simulated_uid("tudor:q21"))) == (39 + 161, "tudor:q21")
    assert stored.piece_of(simulated_box.simulated_uid("t07")) == "t07"
    counted = run(census, "--game", "tudor")
    assert (counted.exit_code, "All 140 tokens, 21 rings are in the box." in counted.output) == (0, True)


@pytest.mark.parametrize(
    ("strays", "game", "message"),
    [
        ("t07", "tudor", "t07 belongs to another game, tumult_royale. Put it into that box."),
        ("tudor:q21", "tumult_royale", "q21 belongs to another game, tudor. Put it into that box."),
    ],
)
def test_the_census_names_pieces_of_another_game(strays: str, game: str, message: str) -> None:
    with hand_brings(lambda stickers: [strays, *islice(stickers, 3)]):
        counted = run(census, "--game", game, "--quiet", "3")
    assert message in counted.output
    assert "  3 of " in counted.output
    assert "  4 of " not in counted.output


def test_a_sticker_of_another_games_piece_is_not_reused(tmp_path: Path) -> None:
    tag_files.save_tag_map(tmp_path / "tags.toml", BOX)
    with hand_brings(lambda stickers: ["t07", *stickers]):
        taught = run(teach, "f001", "--game", "tudor", "--tags", tmp_path / "tags.toml")
    assert "This is t07 of another game, tumult_royale. Use the requested piece." in taught.output
    assert tag_files.load_tag_map(tmp_path / "tags.toml").uid_of("tudor:f001") == simulated_box.simulated_uid(
        "tudor:f001"
    )


def test_an_unknown_castle_is_refused() -> None:
    result = run(read, "--castle", "green")
    assert result.exit_code == 1
    assert "saw 'green', expected one of blue, yellow, purple, grey" in result.output


@pytest.fixture
def boards(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr("hw.testing.pico.node_board.make_cpython_board", IN_PYTHON)
    castles = (f'[[castle]]\ncolor = "{color}"\nnode = "{color}"\nsimulated = true\n' for color in ("blue", "yellow"))
    (tmp_path / "table.toml").write_text("".join(castles))
    return tmp_path / "table.toml"


def test_teaching_and_census_work_at_castle_boards(boards: Path) -> None:
    begun = TagMap({uid: tile for uid, tile in BOX.pieces.items() if tile < "t35"})
    tag_files.save_tag_map(boards.parent / "tags.toml", begun)
    taught = CliRunner().invoke(teach, ["--config", str(boards)])
    assert "39 of 39 tiles have a sticker" in taught.output
    assert tag_files.load_tag_map(boards.parent / "tags.toml") == BOX
    counted = CliRunner().invoke(census, ["--config", str(boards), "--castle", "yellow"])
    assert (counted.exit_code, "All 39 tiles are in the box." in counted.output) == (0, True)


def test_a_castle_board_reads_only_uids(boards: Path) -> None:
    shown = CliRunner().invoke(read, ["--config", str(boards)])
    assert f"{simulated_box.simulated_uid('t01').hex()}  (UID only)" in shown.output
    written = CliRunner().invoke(teach, ["--ndef", "--config", str(boards)])
    assert written.exit_code == 1
    assert "the reader of blue reads only UIDs. Use an MFRC522 on the Pi's own SPI" in written.output
    assert not (boards.parent / "tags.toml").exists()


def test_a_missing_castle_board_is_reported(boards: Path) -> None:
    boards.write_text(boards.read_text().replace("simulated = true\n", "", 1))
    result = CliRunner().invoke(teach, ["--config", str(boards)])
    assert result.exit_code == 1
    assert "castle board blue: saw no board" in result.output


def calibrated(*answers: str) -> Result:
    return CliRunner().invoke(calibrate_group, ["spinner", "--sim"], input="\n".join(answers) + "\n")


def test_spins_are_shown_each_inside_its_sector() -> None:
    """Four sectors of 90 degrees, 2 to 5 (TR-1.1)."""
    result = CliRunner().invoke(spin, ["--sim", "--times", "5", "--seed", "3"])
    assert result.exit_code == 0, result.output
    shown = re.findall(r"^(\d) at ([\d.]+) degrees$", result.output, re.MULTILINE)
    assert len(shown) == 5
    assert all((int(number) - 2) * 90 < float(angle) < (int(number) - 1) * 90 for number, angle in shown)
    assert "5 of 5 spins" in result.output


def test_a_blocked_arrow_stops_the_test_with_a_cure(monkeypatch: pytest.MonkeyPatch) -> None:
    made = RotorTwin.__init__

    def held(self: RotorTwin, *arguments: object, **options: object) -> None:
        made(self, *arguments, **options)  # type: ignore[arg-type]
        self.stalled = True

    monkeypatch.setattr(RotorTwin, "__init__", held)
    result = CliRunner().invoke(spin, ["--sim"])
    assert result.exit_code == 1
    assert "Check the Hall sensor" in result.output


def test_without_an_arrow_the_missing_setting_is_named(tmp_path: Path) -> None:
    castles = '[[castle]]\ncolor = "blue"\nspi = [0, 0]\n[[castle]]\ncolor = "yellow"\nspi = [0, 1]\n'
    (tmp_path / "table.toml").write_text(castles)
    result = CliRunner().invoke(spin, ["--config", str(tmp_path / "table.toml")])
    assert result.exit_code == 1
    assert "no [spinner]" in result.output


def test_calibration_of_a_simulated_arrow_asks_checks_and_shows_the_value() -> None:
    result = calibrated("12.5", "y")
    assert result.exit_code == 0, result.output
    assert result.output.endswith("Measured: mark_deg = 12.06 under [spinner].\n")


def test_an_arrow_that_misses_the_line_is_not_calibrated() -> None:
    result = calibrated("12.5", "n")
    assert result.exit_code == 1
    assert "run the command again" in result.output
    assert "mark_deg" not in result.output


def test_an_invalid_angle_is_asked_again() -> None:
    assert "mark_deg = 0.56" in calibrated("360", "1", "y").output
