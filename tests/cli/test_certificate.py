"""`royaltable certificate` and what `royaltable config check` says of an owner's certificate."""

import ssl
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from controller.__main__ import main
from controller.config import examples
from tests.certificates import make_pair


def royaltable(*words: str) -> Result:
    return CliRunner().invoke(main, list(words))


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
    assert (code or "right. Castles") in checked.output


def test_one_of_certificate_and_key_is_a_mistake_in_the_settings(tmp_path: Path) -> None:
    checked = royaltable("config", "check", "--config", settings(tmp_path, 'certificate = "page.crt"'))
    assert checked.exit_code == 1
    assert "[web]: saw one of certificate and key, expected both" in checked.output


def test_a_certificate_is_sent_on_from_other_sections(tmp_path: Path) -> None:
    file = tmp_path / "table.toml"
    file.write_text('[page]\ncertificate = "page.crt"\n[https]\nkey = "page.key"\n', "utf-8")
    said = royaltable("config", "check", "--config", str(file)).output
    assert "[page] certificate: belongs in [web]. Write it there." in said
    assert "[https]: unknown. Did you mean 'web'?" in said
