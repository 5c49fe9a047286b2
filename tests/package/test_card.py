"""The card's image, as it is published, in an emulated Raspberry Pi 3: from its first start to the table's page.

The emulator has processor, card, network by USB, SPI, I2C and outputs of GPIO, with twins at its header, and no GPU:
what the GPU's firmware does with config.txt, cmdline.txt and overlays, these tests do.
"""

import base64
import hashlib
import json
import lzma
import shutil
import subprocess
import sys
import sysconfig
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, Final

import httpx
import pytest
import yaml

from controller.config import parse_config
from controller.devices.stickers import simulated_uid
from controller.games.contract.inputs import Carry, Gesture, PressKnob
from controller.games.contract.values import CastleId
from controller.games.naming import DEFAULT_GAME, sticker_name
from hw.ntag.twin import Ntag213
from hw.values import ReaderId, Uid
from tests.kernel_table.conftest import peoples_files
from tests.kernel_table.guest_machine import PASSWORD, STATE
from tests.kernel_table.hands import DWELL_S, NOTED_S, SETTLED_S, GuestHands
from tests.package.header import Header
from tests.support.ports import free_port
from tests.support.soak import SOAK
from tests.systemd.container.machines import PROJECT, made_deb

CARD: Final = PROJECT / "package/card"
PATIENCE_S: Final = 3600.0
DTB: Final = "bcm2837-rpi-3-b.dtb"
PI_3B_REVISION: Final = "a02082"
BY_IMAGER: Final = """\
#cloud-config
hostname: castle
manage_etc_hosts: true
users:
- name: anna
  groups: users,adm,dialout,audio,netdev,video,plugdev,cdrom,games,input,gpio,spi,i2c,render,sudo
  shell: /bin/bash
  lock_passwd: true
  ssh_authorized_keys:
    - {key}
  sudo: ALL=(ALL) NOPASSWD:ALL
"""
"""user-data as Raspberry Pi Imager 2 writes it for ``cloudinit``."""
WIFI: Final = """\
network:
  version: 2
  ethernets:
    usb0: {dhcp4: true}
  wifis:
    wlan0:
      dhcp4: true
      optional: true
      regulatory-domain: "DE"
      access-points:
        "café": {password: "a long evening"}
"""
"""network-config likewise, and the emulator's cable: by its USB id it is one between two computers, for which
NetworkManager asks no server for an address (ID_NET_AUTO_LINK_LOCAL_ONLY of systemd's hardware database).
"""


SETTINGS: Final = """\
[table]
language = "en"

[[castle]]
color = "blue"
spi = [0, 0]
reset_pin = 27

[[castle]]
color = "yellow"
spi = [0, 1]
reset_pin = 27

[oled]
chip = "sh1106"
i2c_bus = 1
address = 0x3C

[tags]
file = "/var/lib/royaltable/tags.toml"

[journal]
file = "/var/lib/royaltable/table.journal"

[page]
"""
"""Topology A, as far as the emulator has its buses."""


READ: Final = """\
import json, sqlite3, sys
db = sqlite3.connect("file:" + sys.argv[1] + "?mode=ro", uri=True)
current = "game_id = (select game_id from current)"
found = db.execute(f"select action, origin from entries where {current} and seq > ? order by seq", sys.argv[2:])
print(json.dumps([(json.loads(action), origin) for action, origin in found]))
"""


def said(*command: str | Path) -> str:
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    assert done.returncode == 0, f"{command} ended with {done.returncode}:\n{done.stdout}"
    return done.stdout.strip()


def test_what_a_laptop_finds_on_the_card_is_read_by_cloud_init() -> None:
    shown, etc = CARD / "root/boot/firmware", CARD / "root/etc"
    user_data = (shown / "user-data").read_text("utf-8")
    assert user_data.startswith("#cloud-config\n")
    assert yaml.safe_load(user_data)["hostname"] == (etc / "hostname").read_text().strip() == "royaltable"
    assert list(yaml.safe_load((shown / "network-config").read_text("utf-8"))["network"]["ethernets"]) == ["cable"]
    cloud = yaml.safe_load((etc / "cloud/cloud.cfg.d/90_royaltable.cfg").read_text("utf-8"))
    labels = [line.split()[0] for line in (etc / "fstab").read_text().splitlines() if line.startswith("LABEL=")]
    assert f"LABEL={cloud['datasource']['NoCloud']['fs_label']}" in labels


@pytest.fixture(scope="module")
def manifest() -> dict[str, Any]:
    if not SOAK:
        pytest.skip("builds a whole card. Cure: make soak")
    made_deb("arm64")
    done = subprocess.run(["package/make_card"], cwd=PROJECT, capture_output=True, text=True, check=False)
    if "make card: " in done.stderr:
        pytest.skip(done.stderr.strip().splitlines()[-1])
    assert done.returncode == 0, done.stdout + done.stderr
    made = Path(PROJECT / done.stdout.splitlines()[-1].split(":")[0]).with_suffix("").with_suffix("")
    (entry,) = json.loads(Path(f"{made}.rpi-imager-manifest").read_text("utf-8"))["os_list"]
    return dict(entry)


@pytest.fixture(scope="module")
def card(manifest: dict[str, Any], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The image, unpacked."""
    image = tmp_path_factory.mktemp("card") / "card.img"
    with lzma.open(manifest["url"].removeprefix("file://")) as packed, image.open("wb") as unpacked:
        shutil.copyfileobj(packed, unpacked, 1 << 20)
    return image


def shown(card: Path, name: str) -> Path:
    """Copy a file out of the partition that a laptop shows."""
    said("mcopy", "-n", "-i", f"{card}@@4M", f"::{name}", card.parent / Path(name).name)
    return card.parent / Path(name).name


def change(card: Path, name: str, text: str) -> None:
    (card.parent / name).write_text(text, "utf-8")
    said("mcopy", "-o", "-i", f"{card}@@4M", card.parent / name, f"::{name}")


def test_the_imager_is_told_what_the_image_is(manifest: dict[str, Any], card: Path) -> None:
    packed = Path(manifest["url"].removeprefix("file://"))
    assert manifest["init_format"] == "cloudinit"
    assert manifest["image_download_size"] == packed.stat().st_size
    assert manifest["extract_size"] == card.stat().st_size
    with card.open("rb") as image:
        assert manifest["extract_sha256"] == hashlib.file_digest(image, "sha256").hexdigest()


def test_the_firmware_finds_a_kernel_and_both_buses_for_each_model(card: Path) -> None:
    config = shown(card, "config.txt").read_text().splitlines()
    assert {"arm_64bit=1", "dtoverlay=royaltable"} <= set(config)
    line = shown(card, "cmdline.txt").read_text().split()
    assert "root=LABEL=royaltable" in line
    assert not any(word.startswith("cma=") for word in line), "a Pi 4 would not boot"
    overlays = [shown(card, f"overlays/{name}.dtbo") for name in ("royaltable", "spi1-3cs")]
    tree = card.parent / "tree.dtb"
    for model in (DTB, "bcm2837-rpi-3-b-plus.dtb", "bcm2837-rpi-zero-2-w.dtb", "bcm2711-rpi-4-b.dtb"):
        said("fdtoverlay", "-i", shown(card, model), "-o", tree, *overlays)
        for node in ("spi@7e204000", "spi@7e215080", "aux@7e215000", "i2c@7e804000"):
            assert said("fdtget", tree, f"/soc/{node}", "status") == "okay", model
        assert said("fdtget", tree, "/soc/i2c@7e804000", "clock-frequency") == "400000"


class Pi:
    """An emulated Raspberry Pi 3 with the card in it and twins at its header; `GuestHands` play at it as at a guest."""

    def __init__(self, card: Path, emulator: list[str]) -> None:
        self.header = Header(parse_config(SETTINGS), card.parent / "header")
        self.header.start()
        self._key = card.parent / "key"
        said("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", self._key)
        change(card, "user-data", BY_IMAGER.format(key=self._key.with_suffix(".pub").read_text().strip()))
        change(card, "network-config", WIFI)
        config = dict(
            line.replace("=", " ", 1).split(" ", 1)
            for line in shown(card, "config.txt").read_text().splitlines()
            if line.startswith(("kernel=", "initramfs "))
        )
        kernel, initrd = (shown(card, config[each]) for each in ("kernel", "initramfs"))
        tree = card.parent / "tree.dtb"
        said("fdtoverlay", "-i", shown(card, DTB), "-o", tree, shown(card, "overlays/royaltable.dtbo"))
        said("fdtput", "-c", tree, "/system")
        said("fdtput", "-t", "x", tree, "/system", "linux,revision", PI_3B_REVISION)
        said("truncate", "-s", "4G", card)  # the emulator wants a power of two
        self._page, self._ssh = free_port(), free_port()
        options = ("UserKnownHostsFile=/dev/null", "StrictHostKeyChecking=no", "LogLevel=ERROR", "ConnectTimeout=300")
        self._ways = [*(word for option in options for word in ("-o", option)), "-i", str(self._key)]
        self._console = card.parent / "console.log"
        ports = f"hostfwd=tcp:127.0.0.1:{self._page}-:8080,hostfwd=tcp:127.0.0.1:{self._ssh}-:22"
        command: list[str | Path] = [*emulator, "-M", "raspi3b", "-display", "none", "-monitor", "none"]
        command += ["-kernel", kernel, "-initrd", initrd, "-dtb", tree]
        command += ["-append", shown(card, "cmdline.txt").read_text().strip()]
        command += ["-drive", f"file={card},format=raw,if=sd", "-serial", "null", "-serial", f"file:{self._console}"]
        command += ["-chardev", f"socket,id=twins,path={card.parent / 'header'}"]
        command += ["-device", "header-spi,bus=spi,chardev=twins", "-device", "header-i2c,bus=i2c-bus.1,address=0x3c"]
        command += ["-netdev", f"user,id=net,restrict=on,{ports}", "-device", "usb-net,netdev=net"]
        self.process = subprocess.Popen(command)
        self._referees: list[httpx.Client] = []

    def close(self) -> None:
        for client in self._referees:
            client.close()
        self.process.kill()
        self.process.wait()

    def run(self, command: str) -> str:
        return said("ssh", *self._ways, "-p", str(self._ssh), "anna@127.0.0.1", command)

    def copy(self, *files: Path) -> None:
        """Copy files and folders to the home of the user."""
        said("scp", *self._ways, "-r", "-P", str(self._ssh), *files, "anna@127.0.0.1:")

    def put(self, place: str, text: str) -> None:
        """Write a file of the table's."""
        packed = base64.b64encode(text.encode()).decode()
        self.run(f"echo {packed} | base64 -d | sudo tee {place} >/dev/null; sudo chown royaltable: {place}")

    def get(self, path: str) -> httpx.Response:
        until_s = time.monotonic() + PATIENCE_S
        while True:
            try:
                with self.client() as client:
                    return client.get(path)
            except httpx.TransportError:
                console = self._console.read_text(errors="replace")[-3000:]
                assert self.process.poll() is None, console
                assert time.monotonic() < until_s, console
                time.sleep(2)

    def client(self) -> httpx.Client:
        return httpx.Client(base_url=f"http://127.0.0.1:{self._page}", timeout=120)

    def referee(self) -> httpx.Client:
        client = self.client()
        self._referees.append(client)
        assert client.post("/api/login", json={"password": PASSWORD}).status_code == httpx.codes.NO_CONTENT
        return client

    def entries(self, journal: str, after: int = 0) -> list[tuple[dict[str, Any], str]]:
        found = json.loads(self.run(f"sudo python3 -c '{READ}' {journal} {after}"))
        return [(action, origin) for action, origin in found]


@pytest.fixture(scope="module")
def pi(card: Path) -> Iterator[Pi]:
    made = subprocess.run(["tools/raspi_emulator"], cwd=PROJECT, capture_output=True, text=True, check=False)
    if made.returncode != 0:
        pytest.skip(made.stderr.strip())
    pi = Pi(card, made.stdout.split())
    yield pi
    pi.close()


def test_it_boots_to_the_page_with_the_owner_s_settings(pi: Pi) -> None:
    begun_s = time.monotonic()
    assert pi.get("/api/view").json()["view"]
    print(f"the page answers after {time.monotonic() - begun_s:.0f} s")
    assert "<!doctype html>" in pi.get("/").text.lower()
    assert pi.run("sudo cloud-init status --wait || true").endswith("done"), "with warnings, its status is 2"
    assert pi.run("hostname; whoami; sudo whoami").split() == ["castle", "anna", "root"]
    assert pi.run("ls /dev/spidev0.0 /dev/spidev0.1 /dev/i2c-1 /dev/gpiochip0").count("/dev/") == 4
    assert pi.run("/opt/royaltable/bin/python3 -c 'import lgpio; print(lgpio.gpiochip_open(0) >= 0)'") == "True"
    assert "ssid=café" in pi.run("sudo cat /run/NetworkManager/system-connections/netplan-wlan0-*")
    assert int(pi.run("df --output=size -m / | tail -1")) > 2500, "it has grown to the card"
    assert pi.run("findmnt -n -o LABEL /var/lib/royaltable") == "games"
    assert pi.run("systemctl is-active royaltable NetworkManager ssh avahi-daemon").split() == ["active"] * 4
    assert pi.run("systemctl --failed --no-legend --plain") == ""
    sectors = "sudo sync; awk '$3 == \"mmcblk0p3\" {print $10}' /proc/diskstats"
    for _ in range(15):  # its first start goes on for some minutes
        if pi.run(sectors) == pi.run(f"sleep 60; {sectors}"):
            return
    raise AssertionError("the system's partition is written while nothing changes")


class PageHands(GuestHands):
    """Hands that carry tiles over gates and use the page for all else; the emulator has no inputs for a knob."""

    def __init__(self, pi: Pi) -> None:
        super().__init__(pi, Random(3))  # type: ignore[arg-type]  # as far as these hands need a guest
        self._header = pi.header

    def _perform(self, castle: CastleId, deed: Gesture) -> float:
        match deed:
            case Carry(piece=piece):
                sticker = Ntag213(simulated_uid(sticker_name(DEFAULT_GAME, piece)))
                with self._header.lock:
                    self._header.table.readers[ReaderId(castle)].enter(sticker)
                time.sleep(DWELL_S)
                with self._header.lock:
                    self._header.table.readers[ReaderId(castle)].leave(sticker)
                return NOTED_S
            case PressKnob():
                self.by_hand()
                return SETTLED_S
        return super()._perform(castle, deed)


def test_a_round_is_played_by_the_soc_s_own_drivers(pi: Pi) -> None:
    for name, text in peoples_files().items():
        pi.put(f"{STATE}/{name}", text)
    pi.put("/etc/royaltable/table.toml", SETTINGS)
    pi.run("sudo systemctl restart royaltable")
    pi.get("/api/view")
    oled = pi.header.table.oled
    assert oled is not None
    before = oled.image().tobytes()
    hands = PageHands(pi)
    hands.begin(["blue", "yellow"], map="tracked")
    hands.play_to_round(2)
    assert hands.origins >= {"gate:blue", "gate:yellow"}
    assert oled.lit
    assert oled.image().tobytes() != before


def test_an_unmodified_program_reads_a_sticker_there(pi: Pi, tmp_path: Path) -> None:
    options = (
        "APT::Architecture=arm64",
        "APT::Architectures=arm64",
        f"Dir={tmp_path}/apt",
        "Dir::State::status=/dev/null",
    )
    apt = " ".join(f"-o {option}" for option in (*options, "APT::Sandbox::User=root"))
    key = "[signed-by=/usr/share/keyrings/debian-archive-keyring.gpg]"
    trixie = f"deb {key} {said(PROJECT / 'tools/debian_mirror')} trixie main"
    script = f"""
        set -e
        cd {tmp_path}
        mkdir -p apt/etc/apt apt/var/lib/apt/lists/partial apt/var/cache/apt/archives/partial program
        echo '{trixie}' >apt/etc/apt/sources.list
        apt-get -qq {apt} update
        apt-get -qq {apt} download python3-spidev
        dpkg-deb --extract python3-spidev_*.deb spidev
        cp -r {sysconfig.get_path("purelib")}/mfrc522 spidev/usr/lib/python3/dist-packages/spidev* program/
        {sys.executable} -m pip install -q --no-deps --target program rpi-lgpio==0.6
    """
    said("sh", "-c", script)
    pi.copy(tmp_path / "program")
    pi.run("sudo systemctl stop royaltable")
    with pi.header.lock:
        pi.header.table.readers[ReaderId("blue")].enter(Ntag213(Uid(bytes.fromhex("04a1b2c3d4e5f6"))))
    read = "import mfrc522; print(mfrc522.SimpleMFRC522().read_id())"
    number = pi.run(f"cd program && sudo PYTHONPATH=. python3 -c '{read}'")
    assert int(number).to_bytes(5).hex() == "8804a1b29f"
