"""Invalid settings: if they may name a certificate, no secret is accepted over plain HTTP."""

from pathlib import Path

import pytest

from controller.cli.serve import degraded_settings
from controller.config import ConfigError, examples, load_config
from controller.config.schema import WebSection
from controller.service.page_encryption import build_page_encryption
from controller.store.certificates.page_encryption import PageEncryption
from controller.store.table_files import TableFiles
from tests.support.page_of_table import open_table_page

PAIR = 'certificate = "page.crt"\nkey = "page.key"\n'
WRONG_PORT = '[page]\nport = "none"\n'


def encryption_with(folder: Path, settings: str | bytes | None) -> PageEncryption | None:
    """Return the page's encryption for an invalid table.toml; None for a missing one."""
    file = folder / "table.toml"
    if settings is not None:
        file.write_bytes(settings if isinstance(settings, bytes) else settings.encode())
    with pytest.raises(ConfigError) as fault:
        load_config(file)
    config = degraded_settings(fault.value, folder)
    return build_page_encryption(config.page, config.web, TableFiles.from_settings(config, file), lambda: None)


@pytest.mark.parametrize(
    "settings",
    [
        f"[web]\n{PAIR}port = 80\n",
        '[web]\ncertificate = 1\nkey = "page.key"\n',
        '[web]\nkey = "page.key"\n',
        f"[page]\n{PAIR}",
        f"[wep]\n{PAIR}",
        f"[tables]\n{PAIR}",
        f"{PAIR}[page]\n",
        '[page]\ncertficate = "page.crt"\n',
        f'web = "{"x" * 10}"\n',
        f"[https]\n{PAIR}",
        f"[web]\n{PAIR}[[castle\n",
        f"[web\n{PAIR}",
        b"[web]\nkey = '\xff'\n",
        "[journal]\nfile = 5\n",  # the table's own authority may lie beside it
        None,
    ],
)
async def test_invalid_settings_that_may_name_a_certificate_forbid_logins(
    tmp_path: Path, settings: str | bytes | None
) -> None:
    encryption = encryption_with(tmp_path, settings)
    assert encryption is not None
    encryption.reload()
    assert not encryption.is_on

    async with open_table_page(tmp_path, encryption=encryption) as table_page:
        assert (await table_page.client.get("/api/view")).status_code == 200
        for path, body in (("/api/login", {"pin": table_page.pin}), ("/api/knock", {}), ("/api/owner/password", {})):
            refused = await table_page.client.post(path, json=body)
            assert refused.status_code == 403
            assert "the page is not encrypted and nobody can log in" in refused.json()["error"]["message"]
        as_referee = {"authorization": f"Bearer {table_page.token}"}
        assert not (await table_page.client.get("/api/me", headers=as_referee)).json()["logged_in"]


def test_invalid_settings_are_reported_as_the_encryptions_fault(tmp_path: Path) -> None:
    encryption = encryption_with(tmp_path, f"[page]\n{PAIR}")
    assert encryption is not None
    encryption.reload()
    assert encryption.fault is not None
    assert f"{tmp_path}/table.toml has a mistake, so it is unknown whether it names a certificate" in encryption.fault


def test_a_certificate_stays_when_the_mistake_is_elsewhere(tmp_path: Path) -> None:
    (tmp_path / "table.toml").write_text(f"[web]\n{PAIR}{WRONG_PORT}")
    with pytest.raises(ConfigError) as fault:
        load_config(tmp_path / "table.toml")
    assert degraded_settings(fault.value, tmp_path).web == WebSection("page.crt", "page.key")


@pytest.mark.parametrize("mistake", [WRONG_PORT, '[oled]\nchip = "none"\n', "[tagz]\n", "[[castle\n"])
@pytest.mark.parametrize("example", examples.EXAMPLE_NAMES)
def test_a_table_without_certificate_plays_on_over_plain_http(tmp_path: Path, example: str, mistake: str) -> None:
    section = mistake.splitlines()[0].strip("[]")
    text = examples.read_example(example).replace(f"[{section}]", "[nobody]")
    text = text.replace("/var/lib/royaltable", str(tmp_path))
    assert encryption_with(tmp_path, f"{text}\n{mistake}") is None
