"""What a room's owner may write into ``hub.toml``: what cannot be used is refused at the start, in words."""

from pathlib import Path

import pytest

from hub.settings import FILE, SettingsError, load


@pytest.mark.parametrize("section", ["[broker]\nhost", "[broker]\naddress", "[tables]\naddress", "[page]\naddress"])
@pytest.mark.parametrize("host", ["a..b", "", "x" * 64, "table local", ".local", "[::1"])
def test_a_host_that_can_be_none_is_refused_at_the_start(tmp_path: Path, section: str, host: str) -> None:
    (tmp_path / FILE).write_text(f'{section} = "{host}"\n', "utf-8")
    with pytest.raises(SettingsError, match=r"\.(host|address)"):
        load(tmp_path)


@pytest.mark.parametrize(
    "host", ["10.0.0.2", "broker", "homeassistant.local", "my_broker.lan.", "fd00::7", "fe80::1%eth0"]
)
def test_names_and_addresses_of_every_kind_are_accepted(tmp_path: Path, host: str) -> None:
    (tmp_path / FILE).write_text(f'[broker]\nhost = "{host}"\n', "utf-8")
    assert load(tmp_path).broker.host == host
