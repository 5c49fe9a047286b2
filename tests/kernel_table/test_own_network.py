"""The table's own Wi-Fi network on a real kernel: mac80211_hwsim's radios, NetworkManager, wpa_supplicant as a phone.

The table has the first radio; the access point at home and a phone have the others, in network namespaces of their own.
"""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest
import zxingcpp
from PIL import Image

from tests.kernel_table.guest_machine import COMMAND_LINE, PASSWORD, Guest, switched_on
from tests.kernel_table.image import image, kernel
from tests.systemd.container.machines import made_deb

PACKAGES: Final = (
    *("network-manager", "busybox", "dnsmasq-base", "iw", "libfaketime", "nftables", "polkitd", "procps"),
    "wpasupplicant",
)
HOME, HOME_PASSWORD = "Home Wi-Fi", "eine gute Runde"
NO_PAGE: Final = 0
"""The guest has no cable: its page is asked for by the phone."""

SUPPLICANT: Final = """\
network={{
  ssid="{name}"
  psk="{password}"
  key_mgmt=WPA-PSK
  mode={mode}
  frequency=2437
}}
"""
SET_UP: Final = """\
modprobe mac80211_hwsim radios=3
mkdir -p /run/wifi /etc/systemd/system/royaltable.service.d
for place in home phone; do
    unshare --net sleep infinity </dev/null >/dev/null 2>&1 & echo $! >/run/wifi/$place.pid
done
sleep 1
iw phy phy1 set netns $(cat /run/wifi/home.pid)
iw phy phy2 set netns $(cat /run/wifi/phone.pid)
echo +0 >/run/wifi/clock
printf '[Service]\\nEnvironment=LD_PRELOAD=%s FAKETIME_TIMESTAMP_FILE=/run/wifi/clock\\n' \
    /usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1 >/etc/systemd/system/royaltable.service.d/clock.conf
systemctl daemon-reload
"""
AT_HOME: Final = """\
busybox ip addr add 192.168.77.1/24 dev wlan1
busybox ip link set wlan1 up
dnsmasq --no-resolv --interface=wlan1 --bind-interfaces --dhcp-range=192.168.77.50,192.168.77.60 \
    --dhcp-leasefile=/run/wifi/leases --pid-file=/run/wifi/dnsmasq.pid >/dev/null 2>&1
"""
LEASE: Final = """\
#!/bin/sh
[ "$1" = bound ] || exit 0
busybox ip addr add $ip/24 dev $interface
echo "ip=$ip dns=$dns" >/run/wifi/lease
"""
ASK: Final = """\
import json, sys, urllib.request
class Stay(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_): return None
url, body, *host = sys.argv[1:]
headers = dict({"content-type": "application/json"}, **({"host": host[0]} if host else {}))
asked = urllib.request.Request(url, body.encode() or None, headers)
try: said = urllib.request.build_opener(Stay).open(asked, timeout=60)
except urllib.error.HTTPError as fault: said = fault
print(json.dumps([said.status, said.headers.get("location", ""), said.read().decode()]))
"""


class Cafe:
    """A table, an access point at home, and a phone."""

    def __init__(self, guest: Guest) -> None:
        self.guest = guest
        guest.run(SET_UP)
        for file, text in (("lease.sh", LEASE), ("ask.py", ASK), ("at_home.sh", AT_HOME)):
            guest.put(f"/run/wifi/{file}", text)
        guest.run("chmod +x /run/wifi/lease.sh")
        self.at("home", "sh /run/wifi/at_home.sh")
        self.switch_on("home", HOME, HOME_PASSWORD)

    def at(self, place: str, command: str, *, status: int | None = 0) -> str:
        return self.guest.run(f"nsenter --net --target $(cat /run/wifi/{place}.pid) {command}", status=status)

    def switch_on(self, place: str, name: str, password: str) -> None:
        mode = 2 if place == "home" else 0
        radio = {"home": "wlan1", "phone": "wlan2"}[place]
        conf = SUPPLICANT.format(name=name, password=password, mode=mode)
        self.guest.put(f"/run/wifi/{place}.conf", conf)
        self.at(place, f"wpa_supplicant -B -i {radio} -c /run/wifi/{place}.conf -P /run/wifi/{place}-wpa >/dev/null")

    def switch_off(self, place: str) -> None:
        self.guest.run(f"kill $(cat /run/wifi/{place}-wpa); sleep 1", status=None)

    def scan_display(self) -> re.Match[str] | None:
        """Read name and password from the QR code on the table's display, if it shows one."""
        width, height, pixels = self.guest.far("(*table.oled.image().size, table.oled.image().convert('L').tobytes())")
        picture = Image.frombytes("L", (width, height), pixels).resize((4 * width, 4 * height))
        (seen,) = zxingcpp.read_barcodes(picture) or (None,)
        return None if seen is None else re.fullmatch("WIFI:T:WPA;S:(.+);P:(.+);;", seen.text)

    def phone_joins(self) -> str:
        """Join the table's own network as the display says; return the lease."""
        self.switch_off("phone")
        self.guest.until(lambda: self.scan_display() is not None)
        read = self.scan_display()
        assert read is not None
        self.guest.run("rm -f /run/wifi/lease")
        self.at("phone", "busybox ip addr flush dev wlan2")
        self.switch_on("phone", read[1], read[2])
        udhcpc = "busybox udhcpc -i wlan2 -n -q -t 10 -s /run/wifi/lease.sh"
        self.guest.until(lambda: "ip=" in self.at("phone", f"{udhcpc} 2>/dev/null; cat /run/wifi/lease", status=None))
        return self.guest.run("cat /run/wifi/lease")

    def phone_asks(self, url: str, body: dict[str, Any] | None = None, host: str = "") -> tuple[int, str, str]:
        self.guest.put("/run/wifi/body", "" if body is None else json.dumps(body))
        said = self.at("phone", f'python3 /run/wifi/ask.py {url} "$(cat /run/wifi/body)" {host}')
        status, location, answer = json.loads(said)
        return status, location, answer

    def seen_on_page(self) -> dict[str, Any]:
        status, _, answer = self.phone_asks("http://10.42.0.1/api/wifi")
        assert status == 200, answer
        seen: dict[str, Any] = json.loads(answer)
        return seen

    def is_table_at_home(self) -> bool:
        return "192.168.77." in self.guest.run("busybox ip -4 addr show wlan0")

    def let_minutes_pass(self, minutes: int) -> None:
        """Put the table's clock, which never goes back, forward."""
        self.guest.run(f"echo +$(($(cut -d+ -f2 /run/wifi/clock | tr -d m) + {minutes}))m >/run/wifi/clock")


@pytest.fixture
def cafe(tmp_path: Path) -> Iterator[Cafe]:
    command = [
        *("qemu-system-x86_64", "-M", "pc", "-cpu", "max", "-device", "virtio-rng-pci", "-nic", "none"),
        *("-serial", "chardev:agent", "-append", f"console=ttyS0 mitigations=off {COMMAND_LINE}"),
    ]
    with switched_on(command, kernel(), image(made_deb("amd64"), *PACKAGES), tmp_path, NO_PAGE) as on:
        yield Cafe(on)


def test_a_phone_moves_it_into_a_network_and_a_wrong_password_back(cafe: Cafe) -> None:
    cafe.guest.run("systemctl start royaltable")

    lease = cafe.phone_joins()
    assert "ip=10.42.0." in lease
    assert "dns=10.42.0.1" in lease
    names = cafe.at("phone", "busybox nslookup captive.apple.com 10.42.0.1", status=None)
    assert "Address: 10.42.0.1" in names
    probe = cafe.phone_asks("http://10.42.0.1/hotspot-detect.html", host="captive.apple.com")
    assert probe[:2] == (302, "http://10.42.0.1/wifi")
    status, _, page = cafe.phone_asks("http://10.42.0.1/wifi")
    assert status == 200
    assert "wifi_page.js" in page
    seen = cafe.seen_on_page()
    assert seen["networks"] == [HOME]

    wish = {"network": HOME, "password": "wrong by a letter", "table": "window table", "owner": PASSWORD}
    assert cafe.phone_asks("http://10.42.0.1/api/wifi", wish)[::2] == (200, '{"note":""}')
    cafe.guest.says("joined=False")
    cafe.phone_joins()
    seen = cafe.seen_on_page()
    assert (seen["tried"], seen["failure"], seen["has_owner"]) == (HOME, "Wi-Fi: wrong password.", True)
    assert seen["table"] == "window table"
    assert cafe.guest.run("ls /etc/NetworkManager/system-connections") == ""

    assert cafe.phone_asks("http://10.42.0.1/api/wifi", wish | {"password": HOME_PASSWORD})[0] == 200
    cafe.guest.says("joined=True")
    assert cafe.is_table_at_home()
    assert cafe.at("home", "busybox wget -q -O - http://$(cut -d' ' -f3 /run/wifi/leases):8080/api/me")
    assert HOME in cafe.guest.run("cat /etc/NetworkManager/system-connections/*")
    cafe.guest.run("systemctl restart NetworkManager")
    cafe.guest.until(cafe.is_table_at_home)

    cafe.switch_off("home")
    cafe.guest.until(lambda: not cafe.is_table_at_home())
    assert cafe.scan_display() is None
    cafe.let_minutes_pass(11)
    cafe.phone_joins()
    assert cafe.seen_on_page()["networks"] == []

    cafe.switch_on("home", HOME, HOME_PASSWORD)
    cafe.let_minutes_pass(11)
    cafe.guest.until(cafe.is_table_at_home)
