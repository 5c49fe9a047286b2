"""`royaltable update`: whose newer versions are taken is root's to say, once, by a key that people have compared."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from controller.cli import join as module
from controller.cli.join import update
from controller.fleet.trust import fingerprint
from tests.hub.care.test_packages import served

KEY = "-----BEGIN PGP PUBLIC KEY BLOCK-----\n\nmDMEZ\n-----END PGP PUBLIC KEY BLOCK-----\n"
FILES = ("KEYRING", "SOURCES", "PREFERENCES", "STANDS")


@pytest.fixture
def etc(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in FILES:
        monkeypatch.setattr(module, name, tmp_path / "etc" / name.lower())
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    (tmp_path / "etc").mkdir()
    return tmp_path / "etc"


@pytest.fixture
def port(tmp_path: Path) -> Iterator[int]:
    (tmp_path / "hub/packages").mkdir(parents=True)
    (tmp_path / "hub/packages/key.asc").write_text(KEY)
    with served(tmp_path / "hub") as port:
        yield port


def trust(port: int, *more: str, typed: str | None = None) -> Result:
    return CliRunner().invoke(update, ["trust", "127.0.0.1", "--port", str(port), *more], input=typed)


def test_a_key_with_the_right_fingerprint_is_trusted_for_this_hub_alone_and_not_by_every_upgrade(
    etc: Path, port: int
) -> None:
    done = trust(port, "--fingerprint", fingerprint(KEY))
    assert done.exit_code == 0, done.output
    assert (etc / "keyring").read_text() == KEY
    assert (etc / "sources").read_text() == (
        f"Types: deb\nURIs: http://127.0.0.1:{port}/packages\nSuites: ./\nSigned-By: {etc / 'keyring'}\n"
    )
    assert "Pin-Priority: 50" in (etc / "preferences").read_text()
    (etc / "stands").write_text("rolled-back 0.2.0 0.1.0 it did not play\n")
    assert CliRunner().invoke(update, ["status"]).output.splitlines() == [
        "rolled-back 0.2.0 0.1.0 it did not play",
        "The packages of a hub are taken.",
    ]


@pytest.mark.parametrize(("typed", "taken"), [("y\n", True), ("n\n", False), ("", False)])
def test_without_a_fingerprint_people_compare_it(etc: Path, port: int, typed: str, taken: bool) -> None:
    done = trust(port, typed=typed)
    assert fingerprint(KEY) in done.output
    assert (etc / "sources").exists() is taken


def test_nothing_is_trusted_that_is_another_key_none_or_too_much(etc: Path, port: int, tmp_path: Path) -> None:
    done = trust(port, "--fingerprint", "0000 0000")
    assert "Somebody may stand between." in done.output
    key = tmp_path / "hub/packages/key.asc"
    for content, said in (("<html>", "has no key"), (KEY + "x" * 9000, "more than 8192 octets")):
        key.write_text(content)
        assert said in trust(port, "--fingerprint", fingerprint(content)).output
    key.unlink()
    assert "has no key (status 404)" in trust(port).output
    assert list(etc.iterdir()) == []
    assert "No hub has wanted another version" in CliRunner().invoke(update, ["status"]).output


def test_it_is_root_s_to_say(monkeypatch: pytest.MonkeyPatch, port: int) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    assert "This is root's to say. Run: sudo royaltable update trust 127.0.0.1" in trust(port).output
