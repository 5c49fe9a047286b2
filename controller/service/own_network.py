"""The table's own Wi-Fi network, open while there is no other: a page in it lets the owner choose one.

It opens at the start if the table knows no network, or when the network has been lost for ten minutes, but never in the
middle of a game. It always has a password. See docs/decisions/50-wifi.md.
"""

import hmac
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from typing import Final

from controller import log, secret, signals
from controller.games.contract.values import Text
from controller.service.network_manager import OWN_ADDRESS, NetworkManager
from controller.service.system_bus import BusError, SystemBus
from controller.show.console_screens import WifiScreen
from hw.clock import Clock

START_S: Final = 30.0
"""How long a table that knows no network waits for a cable; also the pause after a failure of NetworkManager."""

LOST_S: Final = 600.0
"""How long a table that knows one is without it before its own opens; it also looks for others so often."""

CHECK_S: Final = 5.0

ANSWER_S: Final = 2.0
"""Until the page's answer has arrived; then the phone loses the network."""

PASSWORD_DIGITS: Final = 16
"""53 bits: WPA2 lets an eavesdropper guess offline. Digits can be spoken in any language."""


def own_wifi(machine_id: bytes) -> WifiScreen:
    """Return name and password of a table's own network, from machine-id(5), which others in a network do not know."""
    digest = hmac.digest(machine_id.strip(), b"royaltable own network", "sha256")
    number = int.from_bytes(digest[2:]) % 10**PASSWORD_DIGITS
    return WifiScreen(f"royaltable {digest[:2].hex()}", f"{number:0{PASSWORD_DIGITS}}")


class OwnNetwork:
    """Opens and closes the network.

    Args:
        wifi: its name and password.
        connect: opens a connection to the system's bus.
        addresses: returns the table's addresses in all networks.
        is_playing: whether a game is on.

    Attributes:
        opened: emitted with the network when it opens, with None when it closes.
        failed: emitted when a network could not be joined, with the reason.
        networks: names of those seen before it opened; a device that has a network open cannot scan.
        failure: the network that could not be joined last, and why; None after a success.
    """

    def __init__(
        self,
        wifi: WifiScreen,
        connect: Callable[[], AbstractAsyncContextManager[SystemBus]],
        addresses: Callable[[], set[str]],
        is_playing: Callable[[], bool],
        clock: Clock,
    ) -> None:
        self._wifi = wifi
        self._connect = connect
        self._addresses = addresses
        self._is_playing = is_playing
        self._clock = clock
        self._wish: tuple[str, secret.Secret] | None = None
        self._used_s = 0.0
        self._fault = ""
        self.is_open = False
        self.networks: list[str] = []
        self.failure: tuple[str, Text] | None = None
        self.opened: signals.Signal[WifiScreen | None] = signals.Signal()
        self.failed: signals.Signal[Text] = signals.Signal()

    def wish(self, name: str, password: secret.Secret) -> bool:
        """Ask to join a network; return False if the own one is closed, or another is being tried."""
        if not self.is_open or self._wish is not None:
            return False
        self._wish = name, password
        return True

    def take_back_wish(self) -> None:
        self._wish = None

    def note_use(self) -> None:
        """Note that a phone shows the page, so that the network stays open."""
        self._used_s = self._clock.now_s()

    async def run(self) -> None:
        """Open the network whenever it is needed, for ever."""
        patience_s = START_S
        while True:
            patience_s = await self._wait_until_lost(patience_s)
            try:
                async with self._connect() as bus:
                    manager = NetworkManager(bus, self._clock)
                    if patience_s == START_S and await manager.knows_networks():
                        patience_s = LOST_S - START_S
                    else:
                        patience_s = await self._open_until_wish(manager)
            except BusError as fault:
                if str(fault) != self._fault:
                    self._fault = str(fault)
                    log.info("no_own_network", seen=self._fault)
                patience_s = START_S
            finally:
                self._set_open(is_open=False)

    async def _wait_until_lost(self, patience_s: float) -> float:
        """Wait until there was no network for ``patience_s``, or LOST_S if there was one; return which."""
        lost_s = self._clock.now_s()
        while self._clock.now_s() - lost_s < patience_s or self._is_playing():
            if self._addresses() - {OWN_ADDRESS}:  # which stays for some seconds after it closed
                lost_s, patience_s = self._clock.now_s(), LOST_S
            await self._wait(CHECK_S)
        return patience_s

    async def _open_until_wish(self, manager: NetworkManager) -> float:
        """Keep the network open until another is chosen or there; return how long to wait before it opens again."""
        device = await manager.find_wifi()
        self.networks = [name for name in await manager.scan(device) if name != self._wifi.name]
        if self._addresses() - {OWN_ADDRESS} or await manager.join_known(device):
            return LOST_S
        own = await manager.open_network(device, self._wifi.name, secret.Secret(self._wifi.password))
        self._wish, self._used_s = None, self._clock.now_s()
        self._set_open(is_open=True)
        while self._wish is None:
            await self._wait(CHECK_S)
            if self._is_playing():
                self.note_use()
            if self._addresses() != {OWN_ADDRESS} or self._clock.now_s() - self._used_s >= LOST_S:
                return 0.0
        await self._wait(ANSWER_S)
        if self._wish is None:  # taken back
            return 0.0
        name, password = self._wish
        self._set_open(is_open=False)
        await manager.close_network(own)
        why = await manager.join(device, name, password)
        log.info("wifi", joined=why is None, why=why or "")
        if why is None:
            self.failure = None
            return LOST_S
        self.failure = name, Text(f"wifi-failed-{why}")
        self.failed.emit(self.failure[1])
        return 0.0

    async def _wait(self, seconds: float) -> None:
        await self._clock.sleep_until(self._clock.now_s() + seconds)

    def _set_open(self, *, is_open: bool) -> None:
        if is_open != self.is_open:
            self.is_open = is_open
            self.opened.emit(self._wifi if is_open else None)
