"""The card's image, as it is published, in an emulated Raspberry Pi 3: from its first start to the table's page.

The emulator has processor, card, network by USB, SPI and I2C, and no GPU: what the GPU's firmware does with config.txt,
cmdline.txt and overlays, these tests do.
"""

import hashlib
import json
import lzma
import shutil
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import httpx
import pytest
import yaml

from bench.shared.ports import free_port
from tests.soak import SOAK
from tests.systemd.container.machines import PROJECT, made_deb

CARD: Final = PROJECT / "package/card"
PATIENCE_S: Final = 3600.0
DTB: Final = "bcm2837-rpi-3-b.dtb"
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
  wifis:
    wlan0:
      dhcp4: true
      optional: true
      regulatory-domain: "DE"
      access-points:
        "café": {password: "a long evening"}
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
    """An emulated Raspberry Pi 3 with the card in it."""

    def __init__(self, card: Path, emulator: list[str]) -> None:
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
        said("truncate", "-s", "4G", card)  # the emulator wants a power of two
        self._page, self._ssh = free_port(), free_port()
        self._console = card.parent / "console.log"
        ports = f"hostfwd=tcp:127.0.0.1:{self._page}-:8080,hostfwd=tcp:127.0.0.1:{self._ssh}-:22"
        command: list[str | Path] = [*emulator, "-M", "raspi3b", "-display", "none", "-monitor", "none"]
        command += ["-kernel", kernel, "-initrd", initrd, "-dtb", tree]
        command += ["-append", shown(card, "cmdline.txt").read_text().strip()]
        command += ["-drive", f"file={card},format=raw,if=sd", "-serial", "null", "-serial", f"file:{self._console}"]
        command += ["-netdev", f"user,id=net,restrict=on,{ports}", "-device", "usb-net,netdev=net"]
        self.process = subprocess.Popen(command)

    def run(self, command: str) -> str:
        options = ("UserKnownHostsFile=/dev/null", "StrictHostKeyChecking=no", "LogLevel=ERROR", "ConnectTimeout=300")
        ways = [word for option in options for word in ("-o", option)]
        return said("ssh", *ways, "-i", self._key, "-p", str(self._ssh), "anna@127.0.0.1", command)

    def get(self, path: str) -> httpx.Response:
        until_s = time.monotonic() + PATIENCE_S
        while True:
            try:
                return httpx.get(f"http://127.0.0.1:{self._page}{path}", timeout=120)
            except httpx.TransportError:
                console = self._console.read_text(errors="replace")[-3000:]
                assert self.process.poll() is None, console
                assert time.monotonic() < until_s, console
                time.sleep(2)


@pytest.fixture(scope="module")
def pi(card: Path) -> Iterator[Pi]:
    made = subprocess.run(["tools/raspi_emulator"], cwd=PROJECT, capture_output=True, text=True, check=False)
    if made.returncode != 0:
        pytest.skip(made.stderr.strip())
    pi = Pi(card, made.stdout.split())
    yield pi
    pi.process.kill()
    pi.process.wait()


def test_it_boots_to_the_page_with_the_owner_s_settings(pi: Pi) -> None:
    begun_s = time.monotonic()
    assert pi.get("/api/view").json()["view"]
    print(f"the page answers after {time.monotonic() - begun_s:.0f} s")
    assert "<!doctype html>" in pi.get("/").text.lower()
    assert pi.run("sudo cloud-init status --wait").endswith("done")
    assert pi.run("hostname; whoami; sudo whoami").split() == ["castle", "anna", "root"]
    assert pi.run("ls /dev/spidev0.0 /dev/spidev0.1 /dev/i2c-1 /dev/gpiochip0").count("/dev/") == 4
    assert pi.run("/opt/royaltable/bin/python3 -c 'import lgpio; print(lgpio.gpiochip_open(0) >= 0)'") == "True"
    assert "ssid=café" in pi.run("sudo cat /run/NetworkManager/system-connections/netplan-wlan0-*")
    assert int(pi.run("df --output=size -m / | tail -1")) > 2500, "it has grown to the card"
    assert pi.run("findmnt -n -o LABEL /var/lib/royaltable") == "games"
    assert pi.run("systemctl is-active royaltable NetworkManager ssh avahi-daemon").split() == ["active"] * 4
    assert pi.run("systemctl --failed --no-legend --plain") == ""
    sectors = "awk '$3 == \"mmcblk0p3\" {print $10}' /proc/diskstats"
    before = pi.run(f"sudo sync; {sectors}")
    assert pi.run(f"sleep 60; sudo sync; {sectors}") == before, (
        "the system's partition is written while nothing changes"
    )
