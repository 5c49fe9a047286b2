"""Drivers for Debian's Firefox (Marionette) and WebKit (WebDriver).

Both speak the commands of W3C WebDriver; of these the tests need to go somewhere and to run a script.
"""

import json
import os
import shutil
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, Final, Protocol

import httpx

from tests.support.ports import free_port

PATIENCE_S: Final = 60.0
FIREFOX: Final = shutil.which("firefox-esr")
XVFB: Final = shutil.which("Xvfb")
WEBKIT_DRIVER: Final = shutil.which("WebKitWebDriver")
MINI_BROWSER: Final = next(iter(sorted(Path("/usr/lib").glob("*/webkit2gtk-4.*/MiniBrowser"))), None)


class OtherBrowser(Protocol):
    """A browser with one page."""

    def go(self, url: str) -> None:
        """Load the page and wait for it."""
        ...

    def run(self, script: str, *arguments: Any) -> Any:
        """Run the body of a function on the page and return its awaited result."""
        ...

    def resize(self, width: int, height: int) -> None:
        """Resize the window; the page is slightly smaller."""
        ...


def until(browser: OtherBrowser, script: str, *arguments: Any) -> Any:
    """Return the script's result once it is true."""
    deadline_s = time.monotonic() + PATIENCE_S
    while not (found := browser.run(script, *arguments)):
        assert time.monotonic() < deadline_s, (
            f"waited in vain for: {script}\n{browser.run('return document.body.innerText')}"
        )
        time.sleep(0.05)
    return found


class _Firefox:
    """Marionette: each message is its length, a colon, and a JSON list ``[0, id, command, parameters]``."""

    def __init__(self, connection: socket.socket) -> None:
        self._connection = connection
        self._file = connection.makefile("rb")
        self._sent = 0
        self._heard()
        self._ask("WebDriver:NewSession", capabilities={"alwaysMatch": {"acceptInsecureCerts": True}})
        self._ask("WebDriver:SetTimeouts", script=int(PATIENCE_S * 1000))

    def go(self, url: str) -> None:
        self._ask("WebDriver:Navigate", url=url)

    def run(self, script: str, *arguments: Any) -> Any:
        return self._ask("WebDriver:ExecuteScript", script=script, args=list(arguments))["value"]

    def resize(self, width: int, height: int) -> None:
        self._ask("WebDriver:SetWindowRect", width=width, height=height)

    def _ask(self, command: str, **parameters: Any) -> Any:
        self._sent += 1
        message = json.dumps([0, self._sent, command, parameters]).encode()
        self._connection.sendall(f"{len(message)}:".encode() + message)
        _, _, fault, answer = self._heard()
        assert fault is None, fault
        return answer

    def _heard(self) -> Any:
        length = b""
        while (octet := self._file.read(1)) != b":":
            assert octet, "Firefox has gone"
            length += octet
        return json.loads(self._file.read(int(length)))


class _WebKit:
    """WebDriver over HTTP."""

    def __init__(self, client: httpx.Client) -> None:
        self._client = client
        options = {"binary": str(MINI_BROWSER), "args": ["--automation"]}
        wanted = {"alwaysMatch": {"webkitgtk:browserOptions": options, "acceptInsecureCerts": True}}
        self._session = f"/session/{self._ask('/session', capabilities=wanted)['sessionId']}"

    def go(self, url: str) -> None:
        self._ask(f"{self._session}/url", url=url)

    def run(self, script: str, *arguments: Any) -> Any:
        return self._ask(f"{self._session}/execute/sync", script=script, args=list(arguments))

    def resize(self, width: int, height: int) -> None:
        self._ask(f"{self._session}/window/rect", width=width, height=height)

    def _ask(self, path: str, **body: Any) -> Any:
        answer = self._client.post(path, json=body)
        assert answer.status_code == 200, answer.text
        return answer.json()["value"]

    def quit(self) -> None:
        self._client.delete(self._session)


@contextmanager
def firefox(folder: Path) -> Iterator[OtherBrowser]:
    """A headless Firefox with a new profile in ``folder``."""
    port = free_port()
    settings = {
        "marionette.port": port,
        "intl.accept_languages": "en",
        "ui.prefersReducedMotion": 1,
        "app.normandy.enabled": False,
        "browser.safebrowsing.downloads.enabled": False,
        "datareporting.policy.dataSubmissionEnabled": False,
    }
    lines = [f'user_pref("{name}", {json.dumps(value)});\n' for name, value in settings.items()]
    (folder / "user.js").write_text("".join(lines), encoding="utf-8")
    command = [str(FIREFOX), "--headless", "--marionette", "--no-remote", "--profile", str(folder)]
    with ended(command, {"HOME": str(folder)}), ExitStack() as stack:
        connection = stack.enter_context(connected(lambda: socket.create_connection(("127.0.0.1", port), PATIENCE_S)))
        yield _Firefox(connection)


@contextmanager
def webkit(folder: Path) -> Iterator[OtherBrowser]:
    """WebKit's MiniBrowser on a virtual screen."""
    reading, writing = os.pipe()
    screen = [str(XVFB), "-displayfd", str(writing), "-screen", "0", "1440x1000x24", "-nolisten", "tcp"]
    port = free_port()
    with ExitStack() as stack:
        stack.enter_context(ended(screen, {}, keep=(writing,)))
        os.close(writing)
        with os.fdopen(reading) as told:
            display = f":{told.readline().strip()}"
        quiet = {"WEBKIT_DISABLE_DMABUF_RENDERER": "1", "LIBGL_ALWAYS_SOFTWARE": "1", "NO_AT_BRIDGE": "1"}
        own = {
            "DISPLAY": display,
            "HOME": str(folder),
            "XDG_RUNTIME_DIR": str(folder),
            "LANGUAGE": "en",
            "GDK_BACKEND": "x11",
        }
        stack.enter_context(ended([str(WEBKIT_DRIVER), f"--port={port}"], quiet | own))
        with connected(lambda: socket.create_connection(("127.0.0.1", port))):
            pass
        client = stack.enter_context(httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=PATIENCE_S))
        browser = _WebKit(client)
        stack.callback(browser.quit)
        yield browser


@contextmanager
def ended(command: list[str], environment: dict[str, str], keep: tuple[int, ...] = ()) -> Iterator[None]:
    """A process that is ended together with its children."""
    quiet = subprocess.DEVNULL
    with subprocess.Popen(
        command, env=os.environ | environment, stdout=quiet, stderr=quiet, pass_fds=keep, start_new_session=True
    ) as process:
        try:
            yield
        finally:
            os.killpg(process.pid, 15)
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, 9)


def connected(tried: Callable[[], socket.socket]) -> socket.socket:
    """Connect as soon as the port is open."""
    deadline_s = time.monotonic() + PATIENCE_S
    while True:
        try:
            return tried()
        except ConnectionRefusedError:
            if time.monotonic() > deadline_s:
                raise
            time.sleep(0.05)
