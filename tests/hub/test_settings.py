"""What a room's owner may write into ``hub.toml``: what cannot be used is refused at the start, in words."""

from pathlib import Path

import pytest

from hub.settings import SETTINGS_FILE, SettingsError, load_settings


@pytest.mark.parametrize("section", ["[broker]\nhost", "[broker]\naddress", "[tables]\naddress", "[page]\naddress"])
@pytest.mark.parametrize("host", ["a..b", "", "x" * 64, "table local", ".local", "[::1"])
def test_an_invalid_host_in_the_settings_is_refused(tmp_path: Path, section: str, host: str) -> None:
    (tmp_path / SETTINGS_FILE).write_text(f'{section} = "{host}"\n', "utf-8")
    with pytest.raises(SettingsError, match=r"\.(host|address)"):
        load_settings(tmp_path)


@pytest.mark.parametrize(
    "host", ["10.0.0.2", "broker", "homeassistant.local", "my_broker.lan.", "fd00::7", "fe80::1%eth0"]
)
def test_every_kind_of_host_name_and_address_is_accepted(tmp_path: Path, host: str) -> None:
    (tmp_path / SETTINGS_FILE).write_text(f'[broker]\nhost = "{host}"\n', "utf-8")
    assert load_settings(tmp_path).broker.host == host
