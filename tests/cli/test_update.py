"""`royaltable update`: from the table's own repository, and as its room's hub wants."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from controller.care import own_update
from controller.cli import update
from controller.cli.update import update_group
from controller.config import examples
from controller.fleet.enrolment import key_fingerprint
from tests.hub.test_packages import served
from tests.support.update_files import move_update_files

KEY = "-----BEGIN PGP PUBLIC KEY BLOCK-----\n\nmDMEZ\n-----END PGP PUBLIC KEY BLOCK-----\n"
FILES = ("APT_KEYRING_FILE", "APT_SOURCES_FILE", "APT_PREFERENCES_FILE")


@pytest.fixture
def etc(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "etc").mkdir()
    move_update_files(tmp_path, monkeypatch)
    for name in FILES:
        monkeypatch.setattr(update, name, tmp_path / "etc" / name.lower())
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    return tmp_path / "etc"


@pytest.fixture
def port(tmp_path: Path) -> Iterator[int]:
    (tmp_path / "hub/packages").mkdir(parents=True)
    (tmp_path / "hub/packages/key.asc").write_text(KEY)
    with served(tmp_path / "hub") as port:
        yield port


def trust(port: int, *more: str, typed: str | None = None) -> Result:
    return CliRunner().invoke(update_group, ["trust", "127.0.0.1", "--port", str(port), *more], input=typed)


def test_a_verified_key_is_trusted_only_for_its_hub(etc: Path, port: int) -> None:
    done = trust(port, "--fingerprint", key_fingerprint(KEY))
    assert done.exit_code == 0, done.output
    assert (etc / "apt_keyring_file").read_text() == KEY
    assert (etc / "apt_sources_file").read_text() == (
        f"Types: deb\nURIs: http://127.0.0.1:{port}/packages\nSuites: ./\nSigned-By: {etc / 'apt_keyring_file'}\n"
    )
    assert "Pin-Priority: 50" in (etc / "apt_preferences_file").read_text()
    own_update.STATUS_FILE.write_text("rolled-back 0.2.0 0.1.0 it did not play\n")
    assert CliRunner().invoke(update_group, ["status"]).output.splitlines() == [
        "rolled-back 0.2.0 0.1.0 it did not play",
        "Packages from a hub are accepted.",
    ]


@pytest.mark.parametrize(("typed", "taken"), [("y\n", True), ("n\n", False), ("", False)])
def test_without_a_fingerprint_confirmation_is_required(etc: Path, port: int, typed: str, taken: bool) -> None:
    done = trust(port, typed=typed)
    assert key_fingerprint(KEY) in done.output
    assert (etc / "apt_sources_file").exists() is taken


def test_a_wrong_missing_or_oversized_key_is_not_trusted(etc: Path, port: int, tmp_path: Path) -> None:
    done = trust(port, "--fingerprint", "0000 0000")
    assert "it may be another machine." in done.output
    key = tmp_path / "hub/packages/key.asc"
    for content, message in (("<html>", "has no key"), (KEY + "x" * 9000, "more than 8192 bytes")):
        key.write_text(content)
        assert message in trust(port, "--fingerprint", key_fingerprint(content)).output
    key.unlink()
    assert "has no key (status 404)" in trust(port).output
    assert list(etc.iterdir()) == []
    assert "No update has been requested" in CliRunner().invoke(update_group, ["status"]).output


def test_only_root_may_trust_a_hub(monkeypatch: pytest.MonkeyPatch, port: int) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    assert "Only root may do this. Run: sudo royaltable update trust 127.0.0.1" in trust(port).output


class Updater:
    """Stands for root's unit: answers each request for `steps`, a status line at a time; the last one ends it."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.folder = folder
        self.requests: list[str] = []
        self.answers: dict[str, list[str]] = {}
        (folder / "table.toml").write_text(examples.read_example("simulator"), encoding="utf-8")
        move_update_files(folder, monkeypatch)
        monkeypatch.setattr(update, "version", lambda _: "0.1.0")
        monkeypatch.setattr("time.sleep", lambda _: self.step())

    def step(self) -> None:
        request = own_update.REQUEST_FILE.read_text()
        if request not in self.requests:
            self.requests.append(request)
        if steps := self.answers.get(request.strip(), []):
            own_update.STATUS_FILE.write_text(steps.pop(0) + "\n")
            if not steps:
                own_update.REQUEST_FILE.unlink()

    def run(self, *options: str, typed: str | None = None) -> Result:
        return CliRunner().invoke(
            update_group, ["--config", str(self.folder / "table.toml"), *options], input=typed, catch_exceptions=False
        )


@pytest.fixture
def updater(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Updater:
    return Updater(tmp_path, monkeypatch)


def test_an_update_is_confirmed_waits_for_the_game_and_is_followed(updater: Updater) -> None:
    updater.answers = {
        "look": ["found 0.2.0 0.1.0"],
        "0.2.0": [*["waits 0.2.0 0.1.0 a game is being played"] * 9, "trying 0.2.0 0.1.0", "holds 0.2.0 0.1.0"],
    }
    done = updater.run(typed="y\n")
    assert done.output.splitlines() == [
        "Looking for a newer version …",
        "0.1.0 is installed, 0.2.0 is available.",
        "Install 0.2.0 when no game is being played? [y/N]: y",
        "A game is being played. The update begins half a minute after its end; Ctrl-C leaves it waiting.",
        "Installing; then the new version has a minute to start …",
        "0.2.0 plays.",
    ]
    assert (done.exit_code, updater.requests) == (0, ["look\n", "0.2.0\n"])


def test_without_a_yes_nothing_is_requested_and_yes_asks_nothing(updater: Updater) -> None:
    updater.answers = {"look": ["found 0.2.0 0.1.0"]}
    assert updater.run(typed="n\n").exit_code == 1
    assert updater.requests == ["look\n"]
    updater.answers = {"look": ["found 0.2.0 0.1.0"], "0.2.0": ["holds 0.2.0 0.1.0"]}
    assert updater.run("--yes").output.endswith("0.2.0 plays.\n")


@pytest.mark.parametrize(
    ("look", "told", "code"),
    [
        ("found 0.1.0 0.1.0", "0.1.0 is installed; there is no newer version.", 0),
        ("rolled-back 0.2.0 0.1.0 it did not play", "no newer version. 0.2.0 was tried and did not start.", 0),
        ("refused 0.1.0 0.1.0 the packages cannot be had: E: x", "the packages cannot be had: E: x. 0.1.0 stays", 1),
    ],
)
def test_without_a_newer_version_it_says_why(updater: Updater, look: str, told: str, code: int) -> None:
    updater.answers = {"look": [look]}
    done = updater.run()
    assert told in done.output
    assert (done.exit_code, updater.requests) == (code, ["look\n"])


def test_a_version_that_does_not_start_is_said_to_be_gone_again(updater: Updater) -> None:
    updater.answers = {"look": ["found 0.2.0 0.1.0"], "0.2.0": ["rolled-back 0.2.0 0.1.0 it did not play"]}
    done = updater.run("--yes")
    assert done.exit_code == 1
    assert "Error: 0.2.0: it did not play; 0.1.0 plays again." in done.output


def in_a_room(_: Updater) -> None:
    own_update.REQUEST_FILE.with_suffix(".hub.json").touch()


def without_a_repository(_: Updater) -> None:
    own_update.SOURCES_FILE.unlink()


def with_an_updater_that_is_off(updater: Updater) -> None:
    updater.answers = {}


@pytest.mark.parametrize(
    ("case", "told"),
    [
        (in_a_room, "This table's room updates it."),
        (without_a_repository, "Update by hand: sudo apt install FILE.deb"),
        (with_an_updater_that_is_off, "See: systemctl status royaltable-update.path"),
    ],
)
def test_where_it_cannot_update_it_says_so(
    updater: Updater, case: Callable[[Updater], None], told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(update, "UNIT_PATIENCE_S", 0.0)
    case(updater)
    done = updater.run()
    assert told in done.output
    assert done.exit_code == 1


def test_every_reason_of_the_page_is_one_of_the_updater() -> None:
    script = (Path(__file__).parents[2] / "package/update").read_text(encoding="utf-8")
    for words in own_update.REASONS:
        assert f'"{words}' in script
