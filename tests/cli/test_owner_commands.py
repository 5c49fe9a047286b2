"""`royaltable config`, `certificate` and `password`."""

import os
import ssl
import tempfile
from pathlib import Path

import pytest
from click.testing import Result

from controller.config import ConfigError, examples, parse
from controller.secret import Secret
from controller.store.keyring import Keyring
from tests.certificates import make_pair
from tests.cli.games import royaltable


@pytest.mark.parametrize("name", examples.NAMES)
def test_an_example_that_was_written_is_right(tmp_path: Path, name: str) -> None:
    file = str(tmp_path / "deep" / "table.toml")
    assert royaltable("config", "init", name, "--to", file).exit_code == 0
    done = royaltable("config", "check", "--config", file)
    assert done.exit_code == 0
    assert f"{file}: valid. Castles: blue, yellow" in done.output


def test_a_file_that_is_there_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "table.toml").write_text("mine")
    done = royaltable("config", "init", "a", "--to", str(tmp_path / "table.toml"))
    assert done.exit_code == 1
    assert "already exists" in done.output
    assert (tmp_path / "table.toml").read_text() == "mine"


def test_all_faults_are_told_with_exit_status_1(tmp_path: Path) -> None:
    (tmp_path / "table.toml").write_text("[table]\nhourglass_s = 5\nmap = 'none'\n")
    done = royaltable("config", "check", "--config", str(tmp_path / "table.toml"))
    assert done.exit_code == 1
    assert "3 mistake(s)" in done.output
    assert "saw 'none', expected one of honour, tracked." in done.output


@pytest.mark.parametrize("name", examples.NAMES)
def test_what_is_shown_is_the_same_table(tmp_path: Path, name: str) -> None:
    royaltable("config", "init", name, "--to", str(tmp_path / "table.toml"))
    shown = royaltable("config", "show", "--config", str(tmp_path / "table.toml"))
    try:
        assert parse(shown.output) == parse(examples.text_of(name))
    except ConfigError as fault:
        pytest.fail(str(fault))


def certificate(journal: Path, *words: str) -> Result:
    return royaltable("certificate", *words, "--sim", "--journal", str(journal))


def test_an_authority_is_made_shown_made_again_and_removed(tmp_path: Path) -> None:
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
    text = examples.text_of("a").replace("/var/lib/royaltable", str(folder))
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
def test_the_check_of_the_settings_names_what_is_wrong_with_a_certificate(
    tmp_path: Path, certificate: str, key: str, code: str | None
) -> None:
    make_pair(tmp_path)
    make_pair(tmp_path, "other")
    checked = royaltable(
        "config", "check", "--config", settings(tmp_path, f'certificate = "{certificate}"\nkey = "{key}"')
    )
    assert checked.exit_code == (0 if code is None else 1)
    assert (code or "valid. Castles") in checked.output


def test_one_of_certificate_and_key_is_a_mistake_in_the_settings(tmp_path: Path) -> None:
    checked = royaltable("config", "check", "--config", settings(tmp_path, 'certificate = "page.crt"'))
    assert checked.exit_code == 1
    assert "[web]: saw only one of certificate and key, expected both" in checked.output


def test_a_certificate_is_sent_on_from_other_sections(tmp_path: Path) -> None:
    file = tmp_path / "table.toml"
    file.write_text('[page]\ncertificate = "page.crt"\n[https]\nkey = "page.key"\n', "utf-8")
    said = royaltable("config", "check", "--config", str(file)).output
    assert "[page] certificate: belongs in [web]. Move it there." in said
    assert "[https]: unknown. Did you mean 'web'?" in said


COMMAND = ["password", "--sim", "--journal"]


def keyring(folder: Path) -> Keyring:
    keys = Keyring(folder / "sim.keys.json")
    keys.load()
    return keys


def test_a_password_is_asked_for_twice_and_kept_as_a_hash(tmp_path: Path) -> None:
    ended = royaltable(*COMMAND, str(tmp_path / "sim.journal"), given="a long evening\n" * 2)
    assert ended.exit_code == 0, ended.output
    assert "a long evening" not in ended.output + (tmp_path / "sim.keys.json").read_text()
    assert keyring(tmp_path).check_password(Secret("a long evening"))


def test_a_table_that_runs_takes_it_at_once(tmp_path: Path) -> None:
    running = keyring(tmp_path)
    running.set_password(Secret("before the party"))
    royaltable(*COMMAND, str(tmp_path / "sim.journal"), given="a long evening\n" * 2)
    assert running.check_password(Secret("a long evening"))
    assert not running.check_password(Secret("before the party"))


def test_a_short_one_is_refused_and_the_one_so_far_holds(tmp_path: Path) -> None:
    keyring(tmp_path).set_password(Secret("before the party"))
    ended = royaltable(*COMMAND, str(tmp_path / "sim.journal"), given="short\n" * 2)
    assert ended.exit_code == 1
    assert "the password has 5 characters, expected at least 8" in ended.output
    assert keyring(tmp_path).check_password(Secret("before the party"))


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a file away: run the tests as root")
def test_what_root_writes_belongs_to_the_one_who_has_the_folder() -> None:
    with tempfile.TemporaryDirectory(prefix="somebody-") as folder:  # pytest's own lets nobody but root through
        os.chown(folder, 4711, 4712)
        ended = royaltable(*COMMAND, f"{folder}/sim.journal", given="a long evening\n" * 2)
        assert ended.exit_code == 0, ended.output
        found = Path(folder, "sim.keys.json").stat()
    assert (found.st_uid, found.st_gid, found.st_mode & 0o777) == (4711, 4712, 0o600)
