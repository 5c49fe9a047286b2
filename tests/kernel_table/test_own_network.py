"""The table's own Wi-Fi network on a real kernel: mac80211_hwsim's radios, NetworkManager, wpa_supplicant as a phone.

The table has the first radio; the access point at home and a phone have the others, in network namespaces of their own.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest

from controller.service.own_network import own_wifi
from controller.show.console_screens import WifiScreen
from tests.kernel_table.guest_machine import COMMAND_LINE, PASSWORD, Guest, switched_on
from tests.kernel_table.image import image, kernel
from tests.systemd.container.machines import made_deb

PACKAGES: Final = (*("network-manager", "busybox", "dnsmasq-base", "iw", "nftables", "polkitd", "wpasupplicant"),)
HOME, HOME_PASSWORD = "Home Wi-Fi", "eine gute Runde"
NO_PAGE: Final = 0
"""The guest has no cable: its page is asked for by the phone."""

SUPPLICANT: Final = """\
ctrl_interface=/run/wifi/{place}
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
mkdir -p /run/wifi
for place in home phone; do
    unshare --net sleep infinity </dev/null >/dev/null 2>&1 & echo $! >/run/wifi/$place.pid
done
sleep 1
iw phy phy1 set netns $(cat /run/wifi/home.pid)
iw phy phy2 set netns $(cat /run/wifi/phone.pid)
"""
AT_HOME: Final = """\
busybox ip addr add 192.168.77.1/24 dev wlan1
busybox ip link set wlan1 up
wpa_supplicant -B -i wlan1 -c /run/wifi/home.conf >/dev/null 2>&1
dnsmasq --no-resolv --interface=wlan1 --bind-interfaces --dhcp-range=192.168.77.50,192.168.77.60 \
    --dhcp-leasefile=/run/wifi/leases --pid-file=/run/wifi/dnsmasq.pid >/dev/null 2>&1
"""
LEASE: Final = """\
#!/bin/sh
[ "$1" = bound ] || exit 0
busybox ip addr add $ip/24 dev $interface
echo "ip=$ip dns=$dns portal=$opt114" >/run/wifi/lease
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


class Phone:
    def __init__(self, guest: Guest, wifi: WifiScreen) -> None:
        self._guest = guest
        self._wifi = wifi

    def run(self, command: str, *, place: str = "phone", status: int | None = 0) -> str:
        return self._guest.run(f"nsenter --net --target $(cat /run/wifi/{place}.pid) sh -c '{command}'", status=status)

    def join(self) -> str:
        """Join the table's own network; return the lease."""
        conf = SUPPLICANT.format(place="phone", name=self._wifi.name, password=self._wifi.password, mode=0)
        self._guest.put("/run/wifi/phone.conf", conf)
        self._guest.run("rm -f /run/wifi/lease")
        self.run("pkill wpa_supplicant.phone; busybox ip addr flush dev wlan2", status=None)
        self.run("wpa_supplicant -B -i wlan2 -c /run/wifi/phone.conf >/dev/null 2>&1", status=None)
        udhcpc = "busybox udhcpc -i wlan2 -n -q -t 10 -O 114 -s /run/wifi/lease.sh"
        self._guest.until(lambda: "portal=" in self.run(f"{udhcpc} 2>/dev/null; cat /run/wifi/lease", status=None))
        return self._guest.run("cat /run/wifi/lease")

    def ask(self, url: str, body: dict[str, Any] | None = None, host: str = "") -> tuple[int, str, str]:
        text = "" if body is None else json.dumps(body)
        self._guest.put("/run/wifi/body", text)
        said = self.run(f'python3 /run/wifi/ask.py {url} "$(cat /run/wifi/body)" {host}')
        status, location, answer = json.loads(said)
        return status, location, answer


@pytest.fixture
def guest(tmp_path: Path) -> Iterator[Guest]:
    command = [
        *("qemu-system-x86_64", "-M", "pc", "-cpu", "max", "-device", "virtio-rng-pci", "-nic", "none"),
        *("-serial", "chardev:agent", "-append", f"console=ttyS0 mitigations=off {COMMAND_LINE}"),
    ]
    with switched_on(command, kernel(), image(made_deb("amd64"), *PACKAGES), tmp_path, NO_PAGE) as on:
        yield on


def test_a_phone_brings_the_table_into_a_network_and_a_wrong_password_brings_it_back(guest: Guest) -> None:
    guest.run(SET_UP)
    for file, text in (("lease.sh", LEASE), ("ask.py", ASK)):
        guest.put(f"/run/wifi/{file}", text)
    guest.run("chmod +x /run/wifi/lease.sh")
    guest.put("/run/wifi/home.conf", SUPPLICANT.format(place="home", name=HOME, password=HOME_PASSWORD, mode=2))
    phone = Phone(guest, own_wifi("table", guest.run("cat /etc/machine-id").encode()))
    guest.put("/run/wifi/home.sh", AT_HOME)
    phone.run("sh /run/wifi/home.sh", place="home")
    guest.run("systemctl start royaltable")

    lease = phone.join()
    assert "ip=10.42.0." in lease
    assert "dns=10.42.0.1" in lease
    assert "portal=http://10.42.0.1/wifi" in lease
    names = phone.run("busybox nslookup captive.apple.com 10.42.0.1", status=None)
    assert "10.42.0.1" in names
    probe = phone.ask("http://10.42.0.1/hotspot-detect.html", host="captive.apple.com")
    assert probe[:2] == (302, "http://10.42.0.1/wifi")
    status, _, page = phone.ask("http://10.42.0.1/wifi")
    assert status == 200
    assert "wifi_page.js" in page
    seen = json.loads(phone.ask("http://10.42.0.1/api/wifi")[2])
    assert HOME in [network["name"] for network in seen["networks"]]

    wish = {"network": HOME, "password": "wrong by a letter", "table": seen["table"], "owner": PASSWORD}
    assert phone.ask("http://10.42.0.1/api/wifi", wish)[0] == 204
    guest.says("joined=False")
    phone.join()
    seen = json.loads(phone.ask("http://10.42.0.1/api/wifi")[2])
    assert (seen["tried"], seen["failure"]) == (HOME, "Wi-Fi: wrong password.")
    assert guest.run("ls /etc/NetworkManager/system-connections") == ""

    assert phone.ask("http://10.42.0.1/api/wifi", wish | {"password": HOME_PASSWORD})[0] == 204
    guest.says("joined=True")
    address = guest.run("busybox ip -4 addr show wlan0")
    assert "192.168.77." in address
    assert phone.run('busybox wget -q -O - http://$(cut -d" " -f3 /run/wifi/leases):8080/api/me', place="home")
    assert HOME in guest.run("grep -l psk= /etc/NetworkManager/system-connections/*")
    guest.run("systemctl restart NetworkManager")
    guest.until(lambda: "192.168.77." in guest.run("busybox ip -4 addr show wlan0"))
