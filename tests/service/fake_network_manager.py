"""NetworkManager as far as the table uses it, on a bus in virtual time: one Wi-Fi device, networks, profiles.

Not modelled: rights, other devices, states between two of those that the table waits for.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from types import SimpleNamespace
from typing import Any, Final

from controller.service import network_manager, system_bus

DEVICE: Final = f"{network_manager.ROOT}/Devices/2"
NO_SECRETS: Final = 7
SSID_NOT_FOUND: Final = 53
"""NMDeviceStateReason"""

AUTOCONNECT_S: Final = 8.0
JOINS_AFTER_S: Final = 4.0
LEAVES_S: Final = 6.0
"""How long the own address stays after its network closed, as seen with NetworkManager 1.42."""


class FakeNetworkManager(system_bus.SystemBus):
    """Attributes:
    in_range: passwords of networks by name.
    profiles: settings of stored profiles by path.
    joined: the network that the device is in, as a client.
    own: settings of the network that the device has open.
    hidden: networks whose names no scan shows.
    is_wired: a cable is plugged in.
    has_given_up: it was refused by a network that it knows, and waits to be asked.
    """

    def __init__(self, in_range: dict[str, str]) -> None:  # there is no bus below
        self.in_range = in_range
        self.profiles: dict[str, dict[str, Any]] = {}
        self.joined: str | None = None
        self.own: dict[str, Any] | None = None
        self.hidden: set[str] = set()
        self.is_wired = False
        self.has_given_up = False
        self.is_missing = False
        self._left_s = 0.0
        self._scans = 0
        self._paths = 0
        self._changes: list[asyncio.Queue[Any]] = []

    @property
    def own_password(self) -> str | None:
        return None if self.own is None else str(self.own[network_manager.SECURITY]["psk"][1])

    @asynccontextmanager
    async def connect(self) -> AsyncIterator["FakeNetworkManager"]:
        if self.is_missing:
            raise system_bus.BusError("The name org.freedesktop.NetworkManager was not provided by any .service files")
        yield self
        self._close()

    def addresses(self) -> set[str]:
        found = {
            "192.168.1.7": self.is_wired,
            "192.168.1.8": self.joined is not None,
            network_manager.OWN_ADDRESS: self._has_own_address(),
        }
        return {address for address, is_there in found.items() if is_there}

    def _has_own_address(self) -> bool:
        return self.own is not None or asyncio.get_running_loop().time() < self._left_s

    def _close(self) -> None:
        if self.own is not None:
            self._left_s = asyncio.get_running_loop().time() + LEAVES_S
        self.own = None

    def know(self, name: str, password: str) -> None:
        self._store(
            {network_manager.WIFI: {"ssid": ("ay", name.encode())}, network_manager.SECURITY: {"psk": ("s", password)}}
        )

    def carry_away(self, name: str) -> str:
        """Put a network out of range; return its password."""
        self.joined = None if self.joined == name else self.joined
        return self.in_range.pop(name)

    async def run(self) -> None:
        """Join known networks, as NetworkManager does while the device is free."""
        while True:
            await asyncio.sleep(AUTOCONNECT_S)
            if self.own is None and self.joined is None and not self.has_given_up:
                self.joined = self._known_in_range()

    def _known_in_range(self) -> str | None:
        return next((name for name in map(_ssid, self.profiles.values()) if name in self.in_range), None)

    @asynccontextmanager
    async def signals(self, path: str, interface: str, member: str) -> AsyncIterator["asyncio.Queue[Any]"]:
        assert (path, interface, member) == (DEVICE, f"{network_manager.NM}.Device", "StateChanged")
        queue: asyncio.Queue[Any] = asyncio.Queue()
        self._changes.append(queue)
        yield queue
        self._changes.remove(queue)

    async def call(
        self, service: str, path: str, interface: str, method: str, signature: str = "", *values: Any
    ) -> tuple[Any, ...]:
        assert service == network_manager.NM
        await asyncio.sleep(0.01)
        match method:
            case "GetDevices":
                return ([DEVICE],)
            case "GetAll":
                return ({name: ("v", value) for name, value in self._properties(path, values[0]).items()},)
            case "ListConnections":
                return (list(self.profiles),)
            case "GetSettings":
                return (self.profiles[path],)
            case "RequestScan":
                self._scans += self.own is None  # a device that has a network open cannot
            case "AddAndActivateConnection2":
                return self._activate(*values)
            case "ActivateConnection":
                assert values == ("/", DEVICE, "/")
                if self._known_in_range() is None:
                    raise system_bus.BusError("The device has no connections available for activation.")
                name = str(self._known_in_range())
                asyncio.get_running_loop().call_later(JOINS_AFTER_S, self._end_joining, name, True)
                return ("/active",)
            case "DeactivateConnection":
                self._close()
            case "Save":
                pass
            case _:
                raise AssertionError(method)
        return ()

    def _properties(self, path: str, interface: str) -> dict[str, Any]:
        match interface.removeprefix(network_manager.NM):
            case ".Device":
                return {"State": network_manager.DISCONNECTED}
            case ".Device.Wireless":
                points = [f"/ap/{name}" for name in self.in_range if self.own is None and name not in self.hidden]
                return {
                    "WirelessCapabilities": network_manager.CAN_OPEN_NETWORK,
                    "LastScan": self._scans,
                    "AccessPoints": points,
                }
            case ".AccessPoint":
                ssid = path.removeprefix("/ap/").encode()
                return {"Ssid": ssid, "Strength": 90 - len(ssid)}
            case _:
                raise AssertionError(interface)

    def _activate(
        self, profile: dict[str, Any], device: str, access_point: str, *_: Any
    ) -> tuple[str, str, dict[str, Any]]:
        assert device == DEVICE
        assert self.own is None
        self.joined = None
        if access_point != "/":  # what NetworkManager fills in itself
            profile = profile | {network_manager.WIFI: {"ssid": ("ay", access_point.removeprefix("/ap/").encode())}}
        if profile[network_manager.WIFI].get("mode") == ("s", "ap"):
            self.own = profile
            self._change(network_manager.ACTIVATED, 0)
            return "/volatile", "/active", {}
        name = _ssid(profile)
        is_right = self.in_range.get(name) == profile.get(network_manager.SECURITY, {}).get("psk", ("s", ""))[1]
        path = self._store(profile) if is_right else "/volatile"
        asyncio.get_running_loop().call_later(JOINS_AFTER_S, self._end_joining, name, is_right)
        return path, "/active", {}

    def _end_joining(self, name: str, is_right: bool) -> None:  # a timer's callback
        if is_right:
            self.joined = name
            self._change(network_manager.ACTIVATED, 0)
        else:
            self._change(network_manager.FAILED, NO_SECRETS if name in self.in_range else SSID_NOT_FOUND)

    def _change(self, state: int, reason: int) -> None:
        for queue in self._changes:
            queue.put_nowait(SimpleNamespace(body=(state, 0, reason)))

    def _store(self, profile: dict[str, Any]) -> str:
        self._paths += 1
        path = f"{network_manager.ROOT}/Settings/{self._paths}"
        self.profiles[path] = profile
        return path


def _ssid(profile: dict[str, Any]) -> str:
    return bytes(profile[network_manager.WIFI]["ssid"][1]).decode()
