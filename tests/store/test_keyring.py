"""PIN, password and tokens: told once, kept as hashes, readable for nobody else."""

import hashlib
import json
import re
import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from controller import limits
from controller.secret import Secret
from controller.store.keyring import Keyring, KeyringError


def keyring(folder: Path) -> Keyring:
    keys = Keyring(folder / "table.keys.json")
    keys.load()
    return keys


def test_a_new_pin_opens_also_after_a_restart_and_the_one_before_does_not(tmp_path: Path) -> None:
    keys = keyring(tmp_path)
    old, new = keys.new_pin().reveal(), keys.new_pin().reveal()
    again = keyring(tmp_path)
    assert len(new) == 6
    assert again.check_pin(Secret(new))
    assert not again.check_pin(Secret(old)) or old == new


def test_a_guess_at_what_is_kept_costs_16_mib(tmp_path: Path) -> None:
    pin = keyring(tmp_path).new_pin().reveal()
    kept = json.loads((tmp_path / "table.keys.json").read_text())["pin"]
    salt, room = bytes.fromhex(kept["salt"]), 64 * 1024 * 1024
    assert hashlib.scrypt(pin.encode(), salt=salt, n=16_384, r=8, p=1, maxmem=room, dklen=32).hex() == kept["digest"]


def test_before_anything_is_set_nothing_opens(tmp_path: Path) -> None:
    keys = keyring(tmp_path)
    assert not keys.has_password
    assert [keys.check_pin(Secret("")), keys.check_password(Secret("")), keys.check_token(Secret(""))] == [
        False,
        False,
        None,
    ]


def test_the_file_holds_no_secret_and_is_its_owners_alone(tmp_path: Path) -> None:
    keys = keyring(tmp_path)
    keys.set_password(Secret("a long evening"))
    pin, secrets = keys.new_pin().reveal(), ["a long evening", keys.new_token("scoreboard").reveal()]
    file = tmp_path / "table.keys.json"
    assert [secret for secret in secrets if secret in file.read_text()] == []
    assert pin not in re.findall(r"\w+", file.read_text())  # a digest may have these digits somewhere by chance
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_two_of_the_same_password_are_kept_differently(tmp_path: Path) -> None:
    texts = []
    for _ in range(2):
        keyring(tmp_path).set_password(Secret("a long evening"))
        texts.append((tmp_path / "table.keys.json").read_text())
    assert texts[0] != texts[1]
    assert keyring(tmp_path).check_password(Secret("a long evening"))


def test_no_more_machines_get_a_token_than_a_house_has(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "TOKENS", 2)
    keys = keyring(tmp_path)
    keys.new_token("scoreboard")
    keys.new_token("camera")
    with pytest.raises(KeyringError, match="Revoke another"):
        keys.new_token("lights")
    keys.revoke_token("camera")
    keys.new_token("lights")
    assert keys.token_names == ["scoreboard", "lights"]


def test_a_token_has_a_name_and_ends_when_it_is_revoked(tmp_path: Path) -> None:
    keys = keyring(tmp_path)
    token = keys.new_token("scoreboard").reveal()
    assert keyring(tmp_path).check_token(Secret(token)) == "scoreboard"
    with pytest.raises(KeyringError, match="has a token already"):
        keys.new_token("scoreboard")
    keys.revoke_token("scoreboard")
    assert keyring(tmp_path).check_token(Secret(token)) is None
    assert keys.token_names == []


def test_a_short_password_is_refused(tmp_path: Path) -> None:
    with pytest.raises(KeyringError, match="saw a password of 7 characters"):
        keyring(tmp_path).set_password(Secret("1234567"))


def test_a_damaged_file_is_named_and_nothing_opens(tmp_path: Path) -> None:
    (tmp_path / "table.keys.json").write_text("{")
    keys = Keyring(tmp_path / "table.keys.json")
    with pytest.raises(KeyringError, match=r"table\.keys\.json"):
        keys.load()
    assert not keys.check_pin(Secret("123456"))


def test_keys_that_are_changed_at_the_same_time_are_all_kept(tmp_path: Path) -> None:
    """The owner makes tokens on the page while somebody draws a PIN at the knob."""
    keys = keyring(tmp_path)
    with ThreadPoolExecutor() as threads:
        pin = threads.submit(keys.new_pin)
        tokens = list(threads.map(keys.new_token, ("scoreboard", "camera", "lights")))
    again = keyring(tmp_path)
    assert again.check_pin(pin.result())
    assert [again.check_token(token) for token in tokens] == ["scoreboard", "camera", "lights"]
