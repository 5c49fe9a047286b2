"""`royaltable screens` and `film`, and the pictures of README and docs/evening.md that they draw.

To renew these: `ROYALTABLE_SCREENSHOT=1 .venv/bin/pytest tests/cli/test_pictures.py`.
"""

import json
import os
import re
import shutil
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from PIL import Image, ImageChops, ImageSequence

from controller.cli.game.film import film
from controller.cli.screens import screens, screens_with_longest_words
from controller.games import installed
from controller.show.painting import game_film
from controller.texts.translation import LANGUAGES
from tests.play.tiny_game.game import Race
from tests.support.commands import TO_STATUES, lines, royaltable
from tests.support.limits import set_limits
from tests.support.soak import sample


def run(folder: Path, language: str = "en", *more: str) -> str:
    result = CliRunner().invoke(screens, ["--out", str(folder), "--lang", language, *more])
    assert result.exit_code == 0, result.output
    return result.output


@pytest.fixture(scope="module")
def drawn(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("screens")
    assert f"screens of the table and of Tumult Royale are in {folder}" in run(folder)
    return folder


def test_each_screen_has_a_different_picture(drawn: Path) -> None:
    pictures = {file.stem: Image.open(file) for file in drawn.glob("*.png")}
    some = {"spin", "rob", "compare-4", "build-offer", "tumult", "count", "over-gap", "trouble-spinner"}
    assert some <= pictures.keys()
    assert {picture.size for picture in pictures.values()} == {(512, 256)}
    assert len({picture.tobytes() for picture in pictures.values()}) > 0.9 * len(pictures)


@pytest.mark.parametrize("language", sample(LANGUAGES[1:]))
def test_each_language_has_its_own_pictures(drawn: Path, tmp_path: Path, language: str) -> None:
    run(tmp_path, language)
    assert {file.name for file in tmp_path.iterdir()} == {file.name for file in drawn.iterdir()}
    assert (tmp_path / "spin.png").read_bytes() != (drawn / "spin.png").read_bytes()


def test_screens_of_another_game_are_drawn_with_the_tables_own(tmp_path: Path) -> None:
    assert f"screens of the table and of Tudor are in {tmp_path}" in run(tmp_path, "en", "--game", "tudor")
    names = {file.stem for file in tmp_path.glob("*.png")}
    assert {"draw", "hand-8-True", "refused-occupied", "standings-4", "put-right-one", "trouble-spinner"} <= names
    assert not {"rob", "spin", "menu-hourglass_s"} & names


@pytest.mark.parametrize("name", installed.bundled_game_names())
def test_screen_names_are_unique(name: str) -> None:
    names = Counter(named for named, _ in screens_with_longest_words(installed.make_game(name), "en"))
    assert [named for named, count in names.items() if count > 1] == []


def test_a_game_without_sample_screens_shows_its_start() -> None:
    names = {named for named, _ in screens_with_longest_words(Race(), "en")}
    assert {"begin", "begun-2", "standings-2", "menu-setup-0-0", "trouble-spinner"} <= names


ROOT = Path(__file__).parents[2]
SHOWN = ("address-begin", "rob", "tumult", "build-offer", "ranks-4", "complaint-elsewhere")
IN_AN_EVENING = tuple(
    sorted(set(re.findall(r"\(screens/([\w-]+)\.png\)", (ROOT / "docs" / "evening.md").read_text(encoding="utf-8"))))
)


@pytest.mark.parametrize("name", sorted({*SHOWN, *IN_AN_EVENING}))
def test_the_pictures_in_the_documents_are_current(drawn: Path, name: str) -> None:
    document = ROOT / "docs" / "screens" / f"{name}.png"
    if "ROYALTABLE_SCREENSHOT" in os.environ:
        document.parent.mkdir(exist_ok=True)
        shutil.copy(drawn / f"{name}.png", document)
    with Image.open(document) as stored, Image.open(drawn / f"{name}.png") as new:
        assert ImageChops.difference(stored.convert("L"), new.convert("L")).getbbox() is None, "see the module's text"


def test_the_readme_shows_current_pictures() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert [name for name in SHOWN if f"docs/screens/{name}.png" not in text] == []


LOG = Path(__file__).parent / "two_rounds.jsonl"
TUDOR = ROOT / "tests" / "games" / "tudor" / "examples" / "2-office.jsonl"
README_FILM = ROOT / "docs" / "round.gif"


def make_film(log: str, out: Path, *options: str) -> Result:
    return CliRunner().invoke(film, ["-", "--out", str(out), *options], input=log)


def pictures(file: Path) -> Iterator[Image.Image]:
    with Image.open(file) as whole:
        for each in ImageSequence.Iterator(whole):
            yield each.convert("RGB")


def test_the_readmes_film_is_current(tmp_path: Path) -> None:
    out = tmp_path / "round.gif"
    assert CliRunner().invoke(film, [str(LOG), "--round", "2", "--out", str(out)]).exit_code == 0
    if "ROYALTABLE_SCREENSHOT" in os.environ:
        shutil.copy(out, README_FILM)
    assert out.read_bytes() == README_FILM.read_bytes(), "see the module's text"
    assert "](docs/round.gif)" in (ROOT / "README.md").read_text(encoding="utf-8")
    assert len(out.read_bytes()) < 2_000_000


def test_each_action_has_a_picture_and_runs_are_fast(tmp_path: Path) -> None:
    out = tmp_path / "round.gif"
    result = make_film(lines(*TO_STATUES), out)
    assert result.output == f"{out}: 16 pictures, {out.stat().st_size:,} bytes\n"
    with Image.open(out) as whole:
        assert (whole.size, whole.info["loop"]) == ((800, 496), 0)
        seen_ms = [each.info["duration"] for each in ImageSequence.Iterator(whole)]
    assert seen_ms[4:9] == [250] * 5, "of six tiles that are set aside all but the last go by quickly"
    assert seen_ms[-1] == 4000


def test_no_picture_shows_hidden_information(tmp_path: Path) -> None:
    """Two games that differ in which tiles were taken, up to the count that shows them."""
    other = [{**action, "tile": "t05"} if action.get("tile") == "t01" else action for action in TO_STATUES[:-1]]
    one, two = tmp_path / "one.gif", tmp_path / "two.gif"
    for file, actions in ((one, TO_STATUES[:-1]), (two, other)):
        assert make_film(lines(*actions), file).exit_code == 0
    assert one.read_bytes() == two.read_bytes()
    assert make_film(lines(*TO_STATUES), one).exit_code == 0
    assert make_film(lines(*other, TO_STATUES[-1]), two).exit_code == 0
    assert one.read_bytes() != two.read_bytes(), "once counted they lie open"


@pytest.mark.parametrize("language", sample(LANGUAGES[::-1]))
def test_the_second_game_is_filmed_in_each_language(language: str, tmp_path: Path) -> None:
    log = b"".join(TUDOR.read_bytes().splitlines(keepends=True)[:12]).decode()
    out = tmp_path / "round.gif"
    assert make_film(log, out, "--language", language).exit_code == 0
    first, *_, last = pictures(out)
    assert first.size == last.size == (800, 496)
    assert first.tobytes() != last.tobytes()


def test_a_game_without_drawings_shows_its_story(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(game_film, "Drawable", bool)  # which no game is
    out = tmp_path / "round.gif"
    assert make_film(lines(*TO_STATUES), out).exit_code == 0
    first, *_, last = pictures(out)
    assert first.height < 496
    assert first.tobytes() != last.tobytes()


def test_a_whole_game_of_a_journal_has_a_picture_for_each_run_of_an_action(tmp_path: Path) -> None:
    (tmp_path / "log").write_text(lines(*TO_STATUES))
    assert royaltable("journal", "import", tmp_path / "j", tmp_path / "log").exit_code == 0
    out = tmp_path / "game.gif"
    assert ": 8 pictures" in royaltable("film", "--journal", tmp_path / "j", "--game", 1, "--out", out).output
    with Image.open(out) as whole:
        assert [each.info["duration"] for each in ImageSequence.Iterator(whole)] == [1000] * 7 + [4000]


@pytest.mark.parametrize(
    ("log", "options", "error"),
    [
        ("", (), "The log has no game."),
        ("\n \n", (), "The log has no game."),
        (lines(*TO_STATUES), ("--round", "2"), "The log has no round 2, only rounds 1 to 1."),
        (lines(*TO_STATUES)[:-5], (), "line 16 is refused (LOG): This line is not JSON"),
        (lines(*TO_STATUES[1:]), (), "line 1 is refused (LOG)"),
        (lines(*TO_STATUES[:5], TO_STATUES[4]), (), "line 6 is refused (TR-2.1)"),
        (lines({"do": "start", "game": "no-such-game"}), (), "no-such-game"),
        (json.dumps("x" * 1_100_000), (), "it is longer than 1,048,576 bytes"),
    ],
)
def test_an_unusable_log_is_reported_and_leaves_no_file(
    log: str, options: tuple[str, ...], error: str, tmp_path: Path
) -> None:
    result = make_film(log, tmp_path / "round.gif", *options)
    assert result.exit_code == 1
    assert error in result.output
    assert list(tmp_path.iterdir()) == []


def test_a_film_that_is_too_long_or_large_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out = tmp_path / "round.gif"
    set_limits(monkeypatch, FILM_BYTES=1000)
    assert "and at most 1,000 are allowed. Choose a shorter round." in make_film(lines(*TO_STATUES), out).output
    set_limits(monkeypatch, FILM_PICTURES=5)
    assert "it would have 6 pictures, and at most 5 are allowed" in make_film(lines(*TO_STATUES), out).output
    assert not out.exists()


def test_a_film_is_written_through_links_only_to_files(tmp_path: Path) -> None:
    (tmp_path / "link.gif").symlink_to(tmp_path / "film.gif")
    refused = make_film(lines(*TO_STATUES[:3]), tmp_path / "link.gif")
    assert f"{tmp_path}/link.gif: is a dangling link. Choose another file with --out." in refused.output
    (tmp_path / "film.gif").touch()
    assert make_film(lines(*TO_STATUES[:3]), tmp_path / "link.gif").exit_code == 0
    assert (tmp_path / "link.gif").is_symlink()
    assert (tmp_path / "film.gif").read_bytes().startswith(b"GIF89a")
    (tmp_path / "full.gif").symlink_to("/dev/full")
    assert "No space left on device" in make_film(lines(*TO_STATUES[:3]), tmp_path / "full.gif").output
    assert (tmp_path / "full.gif").is_symlink()
