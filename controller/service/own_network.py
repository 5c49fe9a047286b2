"""The table's own Wi-Fi network, open while there is no other: a page in it lets the owner choose one.

It opens at the start if the table knows no network, or when the network has been lost for ten minutes, but never in the
middle of a game. It always has a password. See docs/decisions/50-wifi.md.
"""

import asyncio
import hmac
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager, suppress
from pathlib import Path
from typing import Final

from msgspec import Struct

from controller import log
from controller.secret import Secret
from controller.service.network_manager import Bus, KeyManagement, Network, NetworkManager
from controller.service.system_bus import BusError
from controller.show.console_screens import LONGEST_LINE, WifiScreen
from controller.signals import Signal
from hw.clock import Clock

START_S: Final = 30.0
"""How long a table that knows no network waits for a cable."""

LOST_S: Final = 600.0
"""How long a table that knows one is without it before its own opens; it also looks for it so often."""

RETURN_S: Final = 45.0
"""How long the own network is closed to look for known ones."""

CHECK_S: Final = 5.0

ANSWER_S: Final = 2.0
"""Until the page's answer has arrived; then the phone loses the network."""

AGAIN_S: Final = 60.0
"""Pause after a failure of NetworkManager, which may be missing."""

MACHINE_ID: Final = Path("/etc/machine-id")

PASSWORD_DIGITS: Final = 16
"""53 bits: WPA2 lets an eavesdropper guess offline. Digits can be spoken in any language."""


def own_wifi(page_name: str, machine_id: bytes) -> WifiScreen:
    """Return name and password of a table's own network, which stay the same."""
    digest = hmac.digest(machine_id.strip(), b"royaltable own network", "sha256")
    number = int.from_bytes(digest[2:]) % 10**PASSWORD_DIGITS
    name = (page_name or "royaltable")[:LONGEST_LINE].rstrip("-")
    return WifiScreen(f"{name} {digest[:2].hex()}", f"{number:0{PASSWORD_DIGITS}}")


class Wish(Struct, frozen=True):
    """The network that the owner chose; ``hidden``: its name is not in the scan."""

    name: str
    password: Secret
    keys: KeyManagement
    hidden: bool


class OwnNetwork:
    """Opens and closes the network.

    Args:
        wifi: its name and password.
        connect: opens a connection to the system's bus.
        has_network: whether the table is in another network.
        is_playing: whether a game is on.

    Attributes:
        opened: emitted with the network when it opens, with None when it closes.
        failed: emitted with the network that could not be joined, and why.
        networks: seen before it opened; a device that has a network open cannot scan.
        failure: the last wish and why it failed; None after a success.
    """

    def __init__(
        self,
        wifi: WifiScreen,
        connect: Callable[[], AbstractAsyncContextManager[Bus]],
        has_network: Callable[[], bool],
        is_playing: Callable[[], bool],
        clock: Clock,
    ) -> None:
        self._wifi = wifi
        self._connect = connect
        self._has_network = has_network
        self._is_playing = is_playing
        self._clock = clock
        self._wish: asyncio.Future[Wish] | None = None
        self._used_s = -LOST_S
        self.is_open = False
        self.networks: list[Network] = []
        self.failure: tuple[str, str] | None = None
        self.opened: Signal[WifiScreen | None] = Signal()
        self.failed: Signal[tuple[str, str]] = Signal()

    def wish(self, name: str, password: Secret) -> bool:
        """Ask to join a network; return False if it is closed, or another is being tried."""
        if self._wish is None or self._wish.done():
            return False
        keys = next((each.keys for each in self.networks if each.name == name), None)
        keys_or_guess = keys if keys is not None else "wpa-psk" if password else ""
        self._wish.set_result(Wish(name, password, keys_or_guess, hidden=keys is None))
        return True

    def note_use(self) -> None:
        """Note that a phone shows the page, so that the network stays open."""
        self._used_s = self._clock.now_s()

    async def run(self) -> None:
        """Open the network whenever it is needed, for ever."""
        while True:
            try:
                async with self._connect() as bus:
                    await self._watch(NetworkManager(bus, self._clock))
            except BusError as fault:
                log.info("no_own_network", seen=str(fault))
            finally:
                self._set_open(is_open=False)
            await self._wait(AGAIN_S)

    async def _watch(self, manager: NetworkManager) -> None:
        lost_s = self._clock.now_s()
        patience_s = LOST_S if await manager.known_networks() else START_S
        while True:
            if self._has_network():
                lost_s, patience_s = self._clock.now_s(), LOST_S
            elif self._clock.now_s() - lost_s >= patience_s and not self._is_playing():
                device = await manager.find_wifi()
                if device is not None:
                    await self._keep_open(manager, device)
                    continue
            await self._wait(CHECK_S)

    async def _keep_open(self, manager: NetworkManager, device: str) -> None:
        """Keep the network open until the table has another."""
        while not self._has_network():
            self.networks = [each for each in await manager.scan(device) if each.name != self._wifi.name]
            active = await manager.open_network(device, self._wifi.name, Secret(self._wifi.password))
            self._wish = asyncio.get_running_loop().create_future()
            self._set_open(is_open=True)
            wish = await self._next_wish(manager, active)
            if wish is None:
                self._set_open(is_open=False)
                await manager.close_network(active)
                await self._wait_for_known_network()
                continue
            await self._wait(ANSWER_S)
            self._set_open(is_open=False)
            why = await manager.join(device, wish.name, wish.keys, wish.password, hidden=wish.hidden)
            log.info("wifi", joined=why is None, why=why or "")
            self.failure = None if why is None else (wish.name, why)
            if self.failure is None:
                return
            self.failed.emit(self.failure)

    async def _next_wish(self, manager: NetworkManager, active: str) -> Wish | None:
        """Return what the owner wishes; None when the network is no longer needed, or to look for known ones."""
        knows_some = bool(await manager.known_networks())
        quiet_s = self._clock.now_s()
        while not self._has_network() and await manager.is_open(active):
            quiet_s = self._clock.now_s() if self._is_playing() else max(quiet_s, self._used_s)
            if knows_some and self._clock.now_s() - quiet_s >= LOST_S:
                return None
            assert self._wish is not None
            if (await asyncio.wait([self._wish], timeout=CHECK_S))[0]:
                return self._wish.result()
        return None

    async def _wait_for_known_network(self) -> None:
        until_s = self._clock.now_s() + RETURN_S
        while not self._has_network() and self._clock.now_s() < until_s:
            await self._wait(CHECK_S)

    async def _wait(self, seconds: float) -> None:
        await self._clock.sleep_until(self._clock.now_s() + seconds)

    def _set_open(self, *, is_open: bool) -> None:
        if is_open != self.is_open:
            self.is_open = is_open
            self.opened.emit(self._wifi if is_open else None)


def read_machine_id() -> bytes | None:
    """Return machine-id(5), which is secret in the network; None without one."""
    with suppress(OSError):
        return MACHINE_ID.read_bytes().strip() or None
    return None
