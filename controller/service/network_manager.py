"""NetworkManager, called over D-Bus: scan, open the table's own Wi-Fi network, join another.

What the table's user needs the right to do there is in docs/decisions/50-wifi.md.
"""

import asyncio
from collections.abc import Mapping
from contextlib import AbstractAsyncContextManager, suppress
from typing import Any, Final, Protocol

from msgspec import Struct

from controller.secret import Secret
from controller.service.system_bus import BusError
from hw.clock import Clock

NM: Final = "org.freedesktop.NetworkManager"
ROOT: Final = "/org/freedesktop/NetworkManager"

OWN_ADDRESS: Final = "10.42.0.1"
"""The table's address in its own network."""

OWN_PREFIX_BITS: Final = 24

WIFI: Final = "802-11-wireless"
SECURITY: Final = "802-11-wireless-security"

WIFI_DEVICE: Final = 2
DISCONNECTED: Final = 30
ACTIVATED: Final = 100
FAILED: Final = 120
"""NMDeviceType and NMDeviceState; a device below DISCONNECTED is switched off or left to other programs."""

CAN_OPEN_NETWORK: Final = 0x40
"""NM_WIFI_DEVICE_CAP_AP"""

PRIVACY: Final = 0x1
KEY_PSK: Final = 0x100
KEY_SAE: Final = 0x400
"""Flags of an access point: NM80211ApFlags, NM80211ApSecurityFlags."""

NO_PMF: Final = 1
"""NM_SETTING_WIRELESS_SECURITY_PMF_DISABLE: a Pi's chip refuses phones to which it offers protected frames."""

FAILURES: Final[Mapping[int, str]] = {
    **dict.fromkeys((7, 8, 9, 10, 11), "password"),
    **dict.fromkeys((5, 6, 15, 16, 17), "address"),
    53: "missing",
}
"""Why a network could not be joined, by NMDeviceStateReason."""

SCAN_S: Final = 15.0
OPEN_S: Final = 30.0
JOIN_S: Final = 90.0
LOOK_S: Final = 0.5

MAX_NETWORKS: Final = 40

KeyManagement = str
"""As NetworkManager names it: wpa-psk, sae, or "" for an open network."""


class Network(Struct, frozen=True):
    """A network in range, with its strength in percent."""

    name: str
    strength: int
    keys: KeyManagement


class Bus(Protocol):
    """What is used of `SystemBus`; tests have one in virtual time."""

    async def call(
        self, service: str, path: str, interface: str, method: str, signature: str = "", *values: Any
    ) -> tuple[Any, ...]: ...

    def signals(self, path: str, interface: str, member: str) -> "AbstractAsyncContextManager[asyncio.Queue[Any]]": ...


class NetworkManager:
    """All methods raise BusError if NetworkManager is missing, or refuses."""

    def __init__(self, bus: Bus, clock: Clock) -> None:
        self._bus = bus
        self._clock = clock

    async def find_wifi(self) -> str | None:
        """Return the first Wi-Fi device that can open a network; None without any."""
        (paths,) = await self._call(ROOT, NM, "GetDevices")
        for path in paths:
            seen = await self._properties(path, f"{NM}.Device")
            if seen["DeviceType"] == WIFI_DEVICE and seen["State"] >= DISCONNECTED:
                wireless = await self._properties(path, f"{NM}.Device.Wireless")
                if wireless["WirelessCapabilities"] & CAN_OPEN_NETWORK:
                    return str(path)
        return None

    async def known_networks(self) -> dict[str, str]:
        """Return the names of networks that NetworkManager joins, by the path of their profile."""
        (paths,) = await self._call(f"{ROOT}/Settings", f"{NM}.Settings", "ListConnections")
        known = {}
        for path in paths:
            with suppress(BusError):  # it has just been deleted
                (profile,) = await self._call(path, f"{NM}.Settings.Connection", "GetSettings")
                wifi = {name: value for name, (_, value) in profile.get(WIFI, {}).items()}
                if wifi and wifi.get("mode", "infrastructure") == "infrastructure":
                    known[str(path)] = bytes(wifi["ssid"]).decode(errors="replace")
        return known

    async def scan(self, device: str) -> list[Network]:
        """Return the networks in range that need a password or nothing, the strongest first."""
        wireless = f"{NM}.Device.Wireless"
        before = (await self._properties(device, wireless))["LastScan"]
        with suppress(BusError):  # one is under way, or too soon
            await self._call(device, wireless, "RequestScan", "a{sv}", {})
        until_s = self._clock.now_s() + SCAN_S
        while (await self._properties(device, wireless))["LastScan"] == before and self._clock.now_s() < until_s:
            await self._clock.sleep_until(self._clock.now_s() + LOOK_S)
        (paths,) = await self._call(device, wireless, "GetAllAccessPoints")
        found: dict[str, Network] = {}
        for path in paths:
            with suppress(BusError):  # it is out of range by now
                seen = _network(await self._properties(path, f"{NM}.AccessPoint"))
                if seen is not None and (seen.name not in found or found[seen.name].strength < seen.strength):
                    found[seen.name] = seen
        return sorted(found.values(), key=lambda each: -each.strength)[:MAX_NETWORKS]

    async def open_network(self, device: str, name: str, password: Secret) -> str:
        """Open the table's own network and return its active connection; it ends with our connection to the bus."""
        profile = _profile(name, "ap", "wpa-psk", password)
        profile["connection"]["autoconnect"] = ("b", False)
        profile[WIFI]["band"] = ("s", "bg")
        profile[SECURITY] |= {"pmf": ("i", NO_PMF)} | dict.fromkeys(("pairwise", "group"), ("as", ["ccmp"]))
        profile[SECURITY]["proto"] = ("as", ["rsn"])
        address = {"address": ("s", OWN_ADDRESS), "prefix": ("u", OWN_PREFIX_BITS)}
        profile["ipv4"] = {"method": ("s", "shared"), "address-data": ("aa{sv}", [address])}
        profile["ipv6"] = {"method": ("s", "disabled")}
        reason, _, active = await self._activate(device, profile, OPEN_S, {"bind-activation": ("s", "dbus-client")})
        if reason is not None:
            raise BusError(f"the table's own network did not open: NMDeviceStateReason {reason}")
        return active

    async def is_open(self, active: str) -> bool:
        return active in (await self._properties(ROOT, NM))["ActiveConnections"]

    async def close_network(self, active: str) -> None:
        with suppress(BusError):  # it has ended by itself
            await self._call(ROOT, NM, "DeactivateConnection", "o", active)

    async def join(self, device: str, name: str, keys: KeyManagement, password: Secret, *, hidden: bool) -> str | None:
        """Join a network and keep its profile in place of older ones.

        Return None, or a word why it failed: password, address, missing, or other; then nothing is kept.
        """
        profile = _profile(name, "infrastructure", keys, password)
        profile[WIFI]["hidden"] = ("b", hidden)
        older = [path for path, known in (await self.known_networks()).items() if known == name]
        try:
            reason, settings, active = await self._activate(device, profile, JOIN_S, {})
        except BusError:
            return "other"
        if reason is not None:
            await self.close_network(active)
            return FAILURES.get(reason, "other")
        await self._call(settings, f"{NM}.Settings.Connection", "Save")
        for path in older:
            await self._call(path, f"{NM}.Settings.Connection", "Delete")
        return None

    async def _activate(
        self, device: str, profile: dict[str, Any], patience_s: float, options: dict[str, Any]
    ) -> tuple[int | None, str, str]:
        """Return None or the NMDeviceStateReason of a failure (0 after ``patience_s``), and the profile's two paths."""
        options = {"persist": ("s", "volatile"), **options}
        async with self._bus.signals(device, f"{NM}.Device", "StateChanged") as changes:
            settings, active, _ = await self._call(
                ROOT, NM, "AddAndActivateConnection2", "a{sa{sv}}ooa{sv}", profile, device, "/", options
            )
            with suppress(TimeoutError):
                async with asyncio.timeout(patience_s):
                    while True:
                        state, _, reason = (await changes.get()).body
                        if state in {ACTIVATED, FAILED}:
                            return (None if state == ACTIVATED else reason), settings, active
        return 0, settings, active

    async def _call(self, path: str, interface: str, method: str, signature: str = "", *values: Any) -> tuple[Any, ...]:
        return await self._bus.call(NM, path, interface, method, signature, *values)

    async def _properties(self, path: str, interface: str) -> dict[str, Any]:
        (found,) = await self._call(path, "org.freedesktop.DBus.Properties", "GetAll", "s", interface)
        return {name: value for name, (_, value) in found.items()}


def _profile(name: str, mode: str, keys: KeyManagement, password: Secret) -> dict[str, Any]:
    profile: dict[str, Any] = {
        "connection": {"id": ("s", name), "type": ("s", WIFI)},
        WIFI: {"ssid": ("ay", name.encode()), "mode": ("s", mode)},
    }
    if keys:
        profile[SECURITY] = {"key-mgmt": ("s", keys), "psk": ("s", password.reveal())}
    return profile


def _network(access_point: Mapping[str, Any]) -> Network | None:
    """Return None for a network without a name, or with accounts instead of a password."""
    name = bytes(access_point["Ssid"]).decode(errors="replace")
    flags = access_point["WpaFlags"] | access_point["RsnFlags"]
    keys = "wpa-psk" if flags & KEY_PSK else "sae" if flags & KEY_SAE else ""
    if not name.strip("\0") or (not keys and (flags or access_point["Flags"] & PRIVACY)):
        return None
    return Network(name, access_point["Strength"], keys)
