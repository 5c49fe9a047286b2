"""The real RPi.GPIO behind gpiozero, on a Pi 4 whose registers are a file; where it cannot work it is refused."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from hw.bus import rpi_gpio
from hw.bus.linux import LinuxPorts
from hw.errors import BusError
from tests.soak import SOAK

PROJECT = Path(__file__).parents[3]
OLD_PI = """\
set -e
printf 'Hardware\\t: BCM2711\\nRevision\\t: c03111\\n' >"$1/cpuinfo"
mount --bind "$1/cpuinfo" /proc/cpuinfo
head -c 4096 /dev/zero >"$1/registers"
mkdir "$1/dev"
mount --rbind /dev "$1/dev"
mount -t tmpfs tmpfs /dev
for node in null zero urandom; do touch /dev/$node; mount --bind "$1/dev/$node" /dev/$node; done
touch /dev/gpiomem
mount --bind "$1/registers" /dev/gpiomem
mount -t tmpfs tmpfs /sys/class
mkdir -p /sys/class/gpio/gpiochip0 /sys/class/gpio/gpio27
cd /sys/class/gpio
touch export unexport gpio27/direction gpio27/edge
mkfifo gpio27/value
cd "$2"
exec timeout 60 "$3" -m tests.hw.bus.old_pi "$1/packages" /dev/gpiomem
"""


@pytest.mark.skipif(not SOAK, reason="RPi.GPIO is compiled for it. Cure: make soak")
@pytest.mark.skipif(
    os.geteuid() != 0 or not shutil.which("unshare") or not shutil.which("cc"),
    reason="it takes the place of a Pi's devices, and compiles RPi.GPIO. Cure: as root, apt install gcc",
)
def test_the_real_rpi_gpio_switches_outputs_reads_levels_and_tells_edges(tmp_path: Path) -> None:
    """As far as that goes without a Pi: what its registers would do to the pins nobody sees."""
    installed = (
        "tools/install_pinned",
        sys.executable,
        "constraints.txt",
        "pi-legacy",
        "--target",
        tmp_path / "packages",
    )
    subprocess.run(installed, cwd=PROJECT, check=True)
    done = subprocess.run(
        ["unshare", "--mount", "sh", "-c", OLD_PI, "old_pi", tmp_path, PROJECT, sys.executable],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout.splitlines() == ["an output 1 True", "released False", "pressed True True"], done.stderr


@pytest.mark.parametrize("model", ["Raspberry Pi 5 Model B Rev 1.0", "Raspberry Pi Compute Module 5 Rev 1.0"])
def test_it_is_refused_where_it_does_not_know_the_pins(
    model: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "model").write_bytes(model.encode() + b"\0")
    monkeypatch.setattr(rpi_gpio, "MODEL", tmp_path / "model")
    with pytest.raises(BusError, match=rf'"rpigpio" on a {model}.*RP1.*pins = "lgpio"'):
        LinuxPorts(pins="rpigpio").pin_factory()


def test_it_is_refused_where_the_kernel_counts_pins_so_that_it_would_hear_of_no_edge(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "gpiochip512").mkdir()
    monkeypatch.setattr(rpi_gpio, "EDGES", tmp_path)
    with pytest.raises(BusError, match=r"gpiochip0.*before 6\.6.*no knob and no button"):
        LinuxPorts(pins="rpigpio").pin_factory()


def test_it_is_refused_where_it_may_not_ask_for_edges(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "gpiochip0").mkdir()
    monkeypatch.setattr(rpi_gpio, "EDGES", tmp_path)
    with pytest.raises(BusError, match=r"export, which may not be written.*sudo usermod -aG gpio"):
        LinuxPorts(pins="rpigpio").pin_factory()
