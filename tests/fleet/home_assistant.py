"""The real Home Assistant, with one owner, one broker and nothing else, asked over its REST interface."""

import base64
import hmac
import json
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import httpx
import pytest

from bench.shared.ports import free_port

ROOT: Final = Path(__file__).parents[2]
PATIENCE_S: Final = 120.0
KEY: Final = "ab" * 64
THEN: Final = "2026-01-01T00:00:00.000000+00:00"


def need_home_assistant() -> Path:
    """Its environment; half a gigabyte, made once."""
    made = subprocess.run([ROOT / "tools/home_assistant"], check=False, capture_output=True, text=True)
    if made.returncode != 0:
        pytest.skip(made.stderr.strip())
    return Path(made.stdout.strip())


class HomeAssistant:
    """One installation, set up as its own pages would (its files below ``.storage``)."""

    def __init__(self, environment: Path, folder: Path, broker_port: int) -> None:
        self._environment = environment
        self._folder = folder
        self._process: subprocess.Popen[bytes] | None = None
        port = free_port()
        kept = folder / ".storage"
        kept.mkdir(parents=True)
        http = f"http:\n  server_port: {port}\n  server_host: 127.0.0.1\n"
        (folder / "configuration.yaml").write_text(f"{http}api:\nlogger:\n  default: warning\n")
        for key, versions, data in (
            ("onboarding", (4, 1), {"done": ["user", "core_config", "analytics", "integration"]}),
            ("core.config_entries", (1, 4), {"entries": [_broker(broker_port)]}),
            ("auth", (1, 1), _owner()),
        ):
            version, minor = versions
            whole = {"version": version, "minor_version": minor, "key": key, "data": data}
            (kept / key).write_text(json.dumps(whole))
        self._client = httpx.Client(
            base_url=f"http://127.0.0.1:{port}/api/", timeout=20, headers={"Authorization": f"Bearer {_token()}"}
        )

    def start(self) -> None:
        program = self._environment / "bin/hass"
        with (self._folder / "said").open("wb") as said:
            self._process = subprocess.Popen(
                [program, "-c", self._folder, "--skip-pip"], stdout=said, stderr=subprocess.STDOUT
            )
        self.until(lambda: self._get("config")["state"] == "RUNNING", "Home Assistant's start")

    def end(self) -> None:
        if self._process is not None:
            self._process.terminate()
            self._process.wait(PATIENCE_S)
            self._process = None

    def close(self) -> None:
        self.end()
        self._client.close()

    def states(self) -> dict[str, str]:
        """The entities that came over MQTT, and their states."""
        return {each["entity_id"]: each["state"] for each in self._get("states") if each["entity_id"] != "zone.home"}

    def attributes(self, entity: str) -> dict[str, Any]:
        found: dict[str, Any] = self._get(f"states/{entity}")["attributes"]
        return found

    def call(self, service: str, entity: str) -> None:
        """Such as ``switch/turn_on``."""
        self._client.post(f"services/{service}", json={"entity_id": entity}).raise_for_status()

    def complaints(self) -> list[str]:
        """What it said of MQTT in its log."""
        return [line for line in (self._folder / "said").read_text().splitlines() if "mqtt" in line.lower()]

    def until(self, true: Callable[[], bool], what: str) -> None:
        deadline_s = time.monotonic() + PATIENCE_S
        while True:
            try:
                if true():
                    return
            except (httpx.TransportError, KeyError):
                pass
            assert self._process is None or self._process.poll() is None, (self._folder / "said").read_text()[-2000:]
            assert time.monotonic() < deadline_s, f"waited {PATIENCE_S} s in vain for {what}"
            time.sleep(0.2)

    def _get(self, path: str) -> Any:
        return self._client.get(path).raise_for_status().json()


def _broker(port: int) -> dict[str, Any]:
    data = {"broker": "127.0.0.1", "port": port, "discovery": True, "discovery_prefix": "homeassistant"}
    same: dict[str, Any] = {
        "created_at": THEN,
        "modified_at": THEN,
        "disabled_by": None,
        "discovery_keys": {},
        "options": {},
    }
    prefer = {"pref_disable_new_entities": False, "pref_disable_polling": False}
    own = {"domain": "mqtt", "entry_id": "01JMQTT0000000000000000000", "title": "broker", "source": "user"}
    return same | prefer | own | {"data": data, "unique_id": None, "version": 1, "minor_version": 2}


def _owner() -> dict[str, Any]:
    """One owner, with a token that lasts."""
    groups = {"system-admin": "Administrators", "system-users": "Users", "system-read-only": "Read Only"}
    user = {"id": "owner", "group_ids": ["system-admin"], "is_owner": True, "is_active": True, "name": "owner"}
    token: dict[str, Any] = {
        "id": "token",
        "user_id": "owner",
        "client_id": None,
        "client_name": "tests",
        "client_icon": None,
    }
    token |= {"token_type": "long_lived_access_token", "created_at": THEN, "access_token_expiration": 3.2e8}
    token |= {"token": "cd" * 64, "jwt_key": KEY, "last_used_at": None, "last_used_ip": None, "expire_at": None}
    return {
        "users": [user | {"system_generated": False, "local_only": False}],
        "groups": [{"id": id_, "name": name} for id_, name in groups.items()],
        "credentials": [],
        "refresh_tokens": [token | {"credential_id": None, "version": "2025.1.4"}],
    }


def _token() -> str:
    """JWT (RFC 7519) by HMAC-SHA256 for the owner's token."""
    now_s = int(time.time())
    told = json.dumps({"iss": "token", "iat": now_s - 5, "exp": now_s + 86400}).encode()
    signed = _base64(b'{"alg":"HS256","typ":"JWT"}') + b"." + _base64(told)
    return (signed + b"." + _base64(hmac.digest(KEY.encode(), signed, "sha256"))).decode()


def _base64(octets: bytes) -> bytes:
    return base64.urlsafe_b64encode(octets).rstrip(b"=")
