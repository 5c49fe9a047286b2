"""A table in the real Home Assistant: found by itself, shown as it stands, gone when it is to be forgotten."""

import base64
import hmac
import json
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any, Final

import httpx
import pytest

from tests.fleet.evening import Evening
from tests.support import mosquitto, ports, soak

ROOT: Final = Path(__file__).parents[2]
PATIENCE_S: Final = 120.0
KEY: Final = "ab" * 64
THEN: Final = "2026-01-01T00:00:00.000000+00:00"

GAME: Final = "binary_sensor.royaltable"
BEFORE_A_GAME: Final = {
    f"{GAME}_game": "off",
    f"{GAME}_fault": "off",
    f"{GAME}_help_requested": "off",
    "sensor.royaltable_waiting_for": "Royaltable. Press the knob to begin.",
    "sensor.royaltable_round": "unknown",
    "sensor.royaltable_to_act": "unknown",
    "sensor.royaltable_hourglass_ends": "unknown",
    "event.royaltable_event": "unknown",
    "update.royaltable_software": "off",
    "switch.royaltable_silent": "off",
    "switch.royaltable_page_locked": "off",
}

OWNER: Final[dict[str, Any]] = {
    "users": [
        {"id": "owner", "group_ids": ["system-admin"], "is_owner": True, "is_active": True, "name": "owner"}
        | {"system_generated": False, "local_only": False}
    ],
    "groups": [
        {"id": "system-admin", "name": "Administrators"},
        {"id": "system-users", "name": "Users"},
        {"id": "system-read-only", "name": "Read Only"},
    ],
    "credentials": [],
    "refresh_tokens": [
        {"id": "token", "user_id": "owner", "client_id": None, "client_name": "tests", "client_icon": None}
        | {"token_type": "long_lived_access_token", "created_at": THEN, "access_token_expiration": 3.2e8}
        | {"token": "cd" * 64, "jwt_key": KEY, "last_used_at": None, "last_used_ip": None, "expire_at": None}
        | {"credential_id": None, "version": "2025.1.4"}
    ],
}
"""One owner, with a token that lasts."""


class HomeAssistant:
    """One installation, set up as its own pages would (its files below ``.storage``), asked over REST."""

    def __init__(self, program: Path, folder: Path, broker_port: int) -> None:
        self._program = program
        self.log = folder / "said"
        self._folder = folder
        self._process: subprocess.Popen[bytes] | None = None
        port = ports.free_port()
        storage = folder / ".storage"
        storage.mkdir(parents=True)
        http = f"http:\n  server_port: {port}\n  server_host: 127.0.0.1\n"
        (folder / "configuration.yaml").write_text(f"{http}api:\nlogger:\n  default: warning\n")
        for key, version, minor, data in (
            ("onboarding", 4, 1, {"done": ["user", "core_config", "analytics", "integration"]}),
            ("core.config_entries", 1, 4, {"entries": [_broker(broker_port)]}),
            ("auth", 1, 1, OWNER),
        ):
            whole = {"version": version, "minor_version": minor, "key": key, "data": data}
            (storage / key).write_text(json.dumps(whole))
        self._client = httpx.Client(
            base_url=f"http://127.0.0.1:{port}/api/", timeout=20, headers={"Authorization": f"Bearer {_token()}"}
        )

    def start(self) -> None:
        command = [str(self._program), "-c", str(self._folder), "--skip-pip"]
        with self.log.open("wb") as log:
            self._process = subprocess.Popen(command, stdout=log, stderr=subprocess.STDOUT)
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
        return {each["entity_id"]: each["state"] for each in self._get("states") if each["entity_id"] != "zone.home"}

    def attributes(self, entity: str) -> dict[str, Any]:
        found: dict[str, Any] = self._get(f"states/{entity}")["attributes"]
        return found

    def turn(self, switch: str, state: str) -> None:
        self._client.post(f"services/switch/turn_{state}", json={"entity_id": switch}).raise_for_status()
        self.until(lambda: self.states()[switch] == state, f"{switch} {state}")

    def until(self, true: Callable[[], bool], what: str) -> None:
        deadline_s = time.monotonic() + PATIENCE_S
        while True:
            try:
                if true():
                    return
            except (httpx.TransportError, KeyError):
                pass
            assert self._process is None or self._process.poll() is None, self.log.read_text()[-2000:]
            assert time.monotonic() < deadline_s, f"waited {PATIENCE_S} s in vain for {what}"
            time.sleep(0.2)

    def _get(self, path: str) -> Any:
        return self._client.get(path).raise_for_status().json()


def _broker(port: int) -> dict[str, Any]:
    data = {"broker": "127.0.0.1", "port": port, "discovery": True, "discovery_prefix": "homeassistant"}
    entry: dict[str, Any] = {"domain": "mqtt", "entry_id": "01JMQTT0000000000000000000", "title": "broker"}
    entry |= {"source": "user", "data": data, "unique_id": None, "version": 1, "minor_version": 2}
    entry |= {"created_at": THEN, "modified_at": THEN, "disabled_by": None, "discovery_keys": {}, "options": {}}
    return entry | {"pref_disable_new_entities": False, "pref_disable_polling": False}


def _token() -> str:
    """Make a JWT (RFC 7519) by HMAC-SHA256 for the owner's token."""

    def base64url(data: bytes) -> bytes:
        return base64.urlsafe_b64encode(data).rstrip(b"=")

    now_s = int(time.time())
    claims = json.dumps({"iss": "token", "iat": now_s - 5, "exp": now_s + 86400}).encode()
    signed = base64url(b'{"alg":"HS256","typ":"JWT"}') + b"." + base64url(claims)
    return (signed + b"." + base64url(hmac.digest(KEY.encode(), signed, "sha256"))).decode()


@pytest.mark.skipif(not soak.SOAK, reason="takes minutes and half a gigabyte: make soak")
def test_a_table_in_home_assistant(tmp_path: Path) -> None:
    mosquitto.need_mosquitto()
    made = subprocess.run([ROOT / "tools/home_assistant"], check=False, capture_output=True, text=True)
    if made.returncode != 0:
        pytest.skip(made.stderr.strip())
    program = Path(made.stdout.strip(), "bin/hass")
    with (
        closing(Evening(tmp_path)) as evening,
        closing(HomeAssistant(program, tmp_path / "home", evening.broker.port)) as home,
    ):
        evening.broker.start()
        evening.start()
        home.start()
        home.until(lambda: home.states() == BEFORE_A_GAME, "the table")

        evening.table.begin("coronation")
        evening.table.until(lambda: evening.table.view()["phase"] != "", "the game")
        home.until(lambda: home.states()[f"{GAME}_game"] == "on", "the game")
        assert home.attributes(f"{GAME}_game")["game"] == "Tumult Royale"
        home.until(lambda: home.states()["sensor.royaltable_round"] == str(evening.table.view()["round"]), "its round")
        home.until(lambda: home.attributes("event.royaltable_event").get("event_type") is not None, "its news")

        assert evening.table.post("/api/table/fault", {"name": "reader_deaf", "on": True}).status_code == 204
        home.until(lambda: home.states()[f"{GAME}_fault"] == "on", "the fault")
        assert home.attributes(f"{GAME}_fault")["lost"] == ["blue"]
        assert evening.table.post("/api/table/fault", {"name": "reader_deaf", "on": False}).status_code == 204
        home.until(lambda: home.states()[f"{GAME}_fault"] == "off", "its end")

        home.turn("switch.royaltable_silent", "on")
        assert evening.table.get("/api/owner?language=en").json()["house"]["silent"]
        home.turn("switch.royaltable_silent", "off")

        before = home.states()
        evening.broker.kill()
        home.until(lambda: set(home.states().values()) == {"unavailable"}, "the loss of the broker")
        evening.broker.start()
        home.until(lambda: home.states() == before, "all as before")
        home.end()
        home.start()
        home.until(lambda: home.states() == before, "all as before its own restart")

        evening.end(signal.SIGKILL)
        home.until(lambda: set(home.states().values()) == {"unavailable"}, "the table's will")
        evening.start()
        home.until(lambda: "unavailable" not in home.states().values(), "the table")
        assert home.states().keys() == before.keys()

        evening.end()
        command = [sys.executable, "-m", "controller", "mqtt", "forget", "--config", str(evening.settings)]
        done = subprocess.run(command, check=False, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        home.until(lambda: home.states() == {}, "its end")
        home.end()
        home.start()
        assert home.states() == {}, "a ghost of the device"
        assert [line for line in home.log.read_text().splitlines() if "mqtt" in line.lower()] == []
