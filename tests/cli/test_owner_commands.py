"""`royaltable config`, `certificate` and `password`."""

import ssl
from pathlib import Path

import pytest
from click.testing import Result

from controller.config import ConfigError, examples, parse_config
from controller.secret import Secret
from controller.store.keyring import Keyring
from tests.support.certificates import make_pair
from tests.support.commands import royaltable


@pytest.mark.parametrize("name", examples.EXAMPLE_NAMES)
def test_a_created_example_is_valid(tmp_path: Path, name: str) -> None:
    file = str(tmp_path / "deep" / "table.toml")
    assert royaltable("config", "init", name, "--to", file).exit_code == 0
    done = royaltable("config", "check", "--config", file)
    assert done.exit_code == 0
    assert f"{file}: valid. Castles: blue, yellow" in done.output


def test_an_existing_file_is_not_overwritten(tmp_path: Path) -> None:
    (tmp_path / "table.toml").write_text("mine")
    done = royaltable("config", "init", "a", "--to", str(tmp_path / "table.toml"))
    assert done.exit_code == 1
    assert "already exists and has settings of its own" in done.output
    assert (tmp_path / "table.toml").read_text() == "mine"


def test_an_unchanged_example_is_replaced_by_another(tmp_path: Path) -> None:
    file = tmp_path / "table.toml"
    royaltable("config", "init", "b", "--to", file)
    file.chmod(0o640)
    assert royaltable("config", "init", "kit", "--to", file).exit_code == 0
    assert file.read_text() == examples.read_example("kit")
    assert file.stat().st_mode & 0o777 == 0o640
    file.write_text(file.read_text().replace("our table", "my table"))
    assert royaltable("config", "init", "b", "--to", file).exit_code == 1
    assert "my table" in file.read_text()


def test_all_mistakes_are_listed_with_exit_status_1(tmp_path: Path) -> None:
    (tmp_path / "table.toml").write_text("[table]\nhourglass_s = 5\nantennas = 'none'\n")
    done = royaltable("config", "check", "--config", str(tmp_path / "table.toml"))
    assert done.exit_code == 1
    assert "3 mistake(s)" in done.output
    assert "saw 'none', expected one of in turn, together." in done.output


@pytest.mark.parametrize("name", examples.EXAMPLE_NAMES)
def test_the_shown_settings_are_equivalent(tmp_path: Path, name: str) -> None:
    royaltable("config", "init", name, "--to", str(tmp_path / "table.toml"))
    shown = royaltable("config", "show", "--config", str(tmp_path / "table.toml"))
    try:
        assert parse_config(shown.output) == parse_config(examples.read_example(name))
    except ConfigError as fault:
        pytest.fail(str(fault))


def certificate(journal: Path, *words: str) -> Result:
    return royaltable("certificate", *words, "--sim", "--journal", str(journal))


def test_an_authority_is_created_shown_replaced_and_removed(tmp_path: Path) -> None:
    journal = tmp_path / "folder" / "sim.journal"
    made = certificate(journal, "make")
    assert made.exit_code == 0, made.output
    file, key = journal.with_suffix(".authority.crt"), journal.with_suffix(".authority.key")
    assert key.stat().st_mode & 0o777 == 0o600
    shown = certificate(journal, "show").output
    lines = shown.splitlines()
    assert ssl.PEM_cert_to_DER_cert(file.read_text()) == ssl.PEM_cert_to_DER_cert("\n".join(lines[:-5]) + "\n")
    assert [len(line.split()) for line in lines[-4:]] == [8, 8, 8, 8]
    assert "\n".join(lines[-4:]) in made.output
    before = file.read_bytes()
    refused = certificate(journal, "make")
    assert refused.exit_code == 1
    assert "--again" in refused.output
    assert file.read_bytes() == before
    assert certificate(journal, "make", "--again").exit_code == 0
    assert file.read_bytes() != before
    assert certificate(journal, "remove").exit_code == 0
    assert list(journal.parent.iterdir()) == []
    assert certificate(journal, "remove").exit_code == 1
    assert certificate(journal, "show").exit_code == 1


def settings(folder: Path, more: str) -> str:
    file = folder / "table.toml"
    text = examples.read_example("a").replace("/var/lib/royaltable", str(folder))
    file.write_text(f"{text}\n[web]\n{more}\n", "utf-8")
    return str(file)


@pytest.mark.parametrize(
    ("certificate", "key", "code"),
    [
        ("page.crt", "page.key", None),
        ("none.crt", "page.key", "RT-CERTIFICATE-FILE"),
        ("page.crt", "none.key", "RT-CERTIFICATE-FILE"),
        ("page.crt", ".", "RT-CERTIFICATE-FILE"),
        ("page.crt", "other.key", "RT-CERTIFICATE-PAIR"),
        ("table.toml", "page.key", "RT-CERTIFICATE-FORM"),
        ("page.key", "page.key", "RT-CERTIFICATE-FORM"),
        ("page.crt", "page.crt", "RT-CERTIFICATE-FORM"),
    ],
)
def test_checking_the_settings_reports_certificate_problems(
    tmp_path: Path, certificate: str, key: str, code: str | None
) -> None:
    make_pair(tmp_path)
    make_pair(tmp_path, "other")
    checked = royaltable(
        "config", "check", "--config", settings(tmp_path, f'certificate = "{certificate}"\nkey = "{key}"')
    )
    assert checked.exit_code == (0 if code is None else 1)
    assert (code or "valid. Castles") in checked.output


COMMAND = ["password", "--sim", "--journal"]


def keyring(folder: Path) -> Keyring:
    keys = Keyring(folder / "sim.keys.json")
    keys.load()
    return keys


def test_a_password_is_entered_twice_and_stored_as_a_hash(tmp_path: Path) -> None:
    ended = royaltable(*COMMAND, str(tmp_path / "sim.journal"), given="a long evening\n" * 2)
    assert ended.exit_code == 0, ended.output
    assert "a long evening" not in ended.output + (tmp_path / "sim.keys.json").read_text()
    assert keyring(tmp_path).matches_password(Secret("a long evening"))


def test_a_running_table_uses_a_new_password_at_once(tmp_path: Path) -> None:
    running = keyring(tmp_path)
    running.set_password(Secret("before the party"))
    royaltable(*COMMAND, str(tmp_path / "sim.journal"), given="a long evening\n" * 2)
    assert running.matches_password(Secret("a long evening"))
    assert not running.matches_password(Secret("before the party"))


def test_a_short_password_is_refused_and_the_old_one_stays(tmp_path: Path) -> None:
    keyring(tmp_path).set_password(Secret("before the party"))
    ended = royaltable(*COMMAND, str(tmp_path / "sim.journal"), given="short\n" * 2)
    assert ended.exit_code == 1
    assert "the password has 5 characters, expected at least 8" in ended.output
    assert keyring(tmp_path).matches_password(Secret("before the party"))
