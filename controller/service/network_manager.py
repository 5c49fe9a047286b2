"""NetworkManager, called over D-Bus: scan, open the table's own Wi-Fi network, join another.

Interfaces and numbers are those of NetworkManager's D-Bus API, 1.42. What the table's user may do there is in
systemd/50-royaltable.polkit.
"""

import asyncio
from collections.abc import Mapping
from contextlib import suppress
from typing import Any, Final

from controller.secret import Secret
from controller.service.system_bus import BusError, SystemBus
from hw.clock import Clock

NM: Final = "org.freedesktop.NetworkManager"
ROOT: Final = "/org/freedesktop/NetworkManager"
WIRELESS: Final = f"{NM}.Device.Wireless"

OWN_ADDRESS: Final = "10.42.0.1"
"""The table's address in its own network."""

WIFI: Final = "802-11-wireless"
SECURITY: Final = "802-11-wireless-security"

DISCONNECTED: Final = 30
ACTIVATED: Final = 100
FAILED: Final = 120
"""NMDeviceState; a device below DISCONNECTED is switched off or left to other programs."""

CAN_OPEN_NETWORK: Final = 0x40
"""NM_WIFI_DEVICE_CAP_AP"""

NO_PMF: Final = 1
"""NM_SETTING_WIRELESS_SECURITY_PMF_DISABLE: a Pi's chip refuses phones to which it offers protected frames."""

FAILURES: Final[Mapping[int, str]] = {
    **dict.fromkeys((7, 8, 9, 10, 11), "password"),
    **dict.fromkeys((5, 6, 15, 16, 17), "address"),
    53: "missing",
}
"""Why a network could not be joined, by NMDeviceStateReason."""

SCAN_S: Final = 15.0
ACTIVATE_S: Final = 90.0
LOOK_S: Final = 0.5


class NetworkManager:
    """One connection to it, for one network at a time; methods raise BusError if it is missing, or refuses."""

    def __init__(self, bus: SystemBus, clock: Clock) -> None:
        self._bus = bus
        self._clock = clock

    async def knows_networks(self) -> bool:
        """Return whether there is a Wi-Fi that it joins by itself."""
        (paths,) = await self._call(f"{ROOT}/Settings", f"{NM}.Settings", "ListConnections")
        for path in paths:
            (profile,) = await self._call(path, f"{NM}.Settings.Connection", "GetSettings")
            if WIFI in profile and profile[WIFI].get("mode", ("s", ""))[1] != "ap":
                return True
        return False

    async def find_wifi(self) -> str:
        """Return the path of the first Wi-Fi device that can open a network."""
        (paths,) = await self._call(ROOT, NM, "GetDevices")
        for path in paths:
            with suppress(BusError):  # it is of another kind
                can = (await self._properties(path, WIRELESS))["WirelessCapabilities"] & CAN_OPEN_NETWORK
                if can and (await self._properties(path, f"{NM}.Device"))["State"] >= DISCONNECTED:
                    return str(path)
        raise BusError("no Wi-Fi device can open a network")

    async def scan(self, device: str) -> dict[str, str]:
        """Return the access points in range by the names of their networks, the strongest first."""
        seen = await self._properties(device, WIRELESS)
        before, until_s = seen["LastScan"], self._clock.now_s() + SCAN_S
        with suppress(BusError):  # one is under way, or too soon
            await self._call(device, WIRELESS, "RequestScan", "a{sv}", {})
        while seen["LastScan"] == before and self._clock.now_s() < until_s:
            await self._clock.sleep_until(self._clock.now_s() + LOOK_S)
            seen = await self._properties(device, WIRELESS)
        found = []
        for path in seen["AccessPoints"]:
            with suppress(BusError):  # it is out of range by now
                point = await self._properties(path, f"{NM}.AccessPoint")
                found.append((point["Strength"], bytes(point["Ssid"]).strip(b"\0").decode(errors="replace"), path))
        strongest: dict[str, str] = {}
        for _, name, path in sorted(found, reverse=True):
            strongest.setdefault(name, path)
        strongest.pop("", None)  # those that hide their name
        return strongest

    async def open_network(self, device: str, name: str, password: Secret) -> str:
        """Open the table's own network, which ends with the connection to the bus; return its path."""
        profile = {
            "connection": {"id": ("s", name), "type": ("s", WIFI), "autoconnect": ("b", False)},
            WIFI: {"ssid": ("ay", name.encode()), "mode": ("s", "ap"), "band": ("s", "bg")},
            SECURITY: {
                "key-mgmt": ("s", "wpa-psk"),
                "psk": ("s", password.reveal()),
                "pmf": ("i", NO_PMF),
                "proto": ("as", ["rsn"]),
                "pairwise": ("as", ["ccmp"]),
                "group": ("as", ["ccmp"]),
            },
            "ipv4": {
                "method": ("s", "shared"),
                "address-data": ("aa{sv}", [{"address": ("s", OWN_ADDRESS), "prefix": ("u", 24)}]),
            },
            "ipv6": {"method": ("s", "disabled")},
        }
        reason, (_, own, _) = await self._add(device, "/", profile, {"bind-activation": ("s", "dbus-client")})
        if reason is not None:
            raise BusError(f"the table's own network did not open: NMDeviceStateReason {reason}")
        return str(own)

    async def close_network(self, own: str) -> None:
        with suppress(BusError):  # it has ended by itself
            await self._call(ROOT, NM, "DeactivateConnection", "o", own)

    async def join_known(self, device: str) -> bool:
        """Join the best network that it knows and that is in range, also one that it has given up after a refusal."""
        try:
            reason, _ = await self._activate(device, "ActivateConnection", "ooo", "/", device, "/")
        except BusError:  # it knows none of those in range
            return False
        return reason is None

    async def join(self, device: str, name: str, password: Secret) -> str | None:
        """Join a network and keep its profile; an open device looks for hidden ones, too.

        Return None, or a word why it failed: password, address, missing, or other; then nothing is kept.
        """
        security = {"psk": ("s", password.reveal())} if password else {}
        access_point = (await self.scan(device)).get(name, "/")
        profile: dict[str, Any] = {"connection": {"id": ("s", name)}}
        if access_point == "/":  # otherwise NetworkManager takes name and way of encryption from there
            profile[WIFI] = {"ssid": ("ay", name.encode()), "hidden": ("b", True)}
            security |= {"key-mgmt": ("s", "wpa-psk")} if password else {}
        if security:
            profile[SECURITY] = security
        try:
            reason, (settings, _, _) = await self._add(device, access_point, profile, {})
        except BusError:
            return "other"
        if reason is not None:
            return FAILURES.get(reason, "other")
        await self._call(settings, f"{NM}.Settings.Connection", "Save")
        return None

    async def _add(
        self, device: str, access_point: str, profile: dict[str, Any], options: dict[str, Any]
    ) -> tuple[int | None, tuple[Any, ...]]:
        options = {"persist": ("s", "volatile"), **options}
        return await self._activate(
            device, "AddAndActivateConnection2", "a{sa{sv}}ooa{sv}", profile, device, access_point, options
        )

    async def _activate(
        self, device: str, method: str, signature: str, *values: Any
    ) -> tuple[int | None, tuple[Any, ...]]:
        """Return None or the NMDeviceStateReason of a failure (0 after ACTIVATE_S), and the method's answer."""
        async with self._bus.signals(device, f"{NM}.Device", "StateChanged") as changes:
            answer = await self._call(ROOT, NM, method, signature, *values)
            with suppress(TimeoutError):
                async with asyncio.timeout(ACTIVATE_S):
                    while True:
                        state, _, reason = (await changes.get()).body
                        if state in {ACTIVATED, FAILED}:
                            return (None if state == ACTIVATED else reason), answer
        return 0, answer

    async def _call(self, path: str, interface: str, method: str, signature: str = "", *values: Any) -> tuple[Any, ...]:
        return await self._bus.call(NM, path, interface, method, signature, *values)

    async def _properties(self, path: str, interface: str) -> dict[str, Any]:
        (found,) = await self._call(path, "org.freedesktop.DBus.Properties", "GetAll", "s", interface)
        return {name: value for name, (_, value) in found.items()}
