"""The chip with the header's pins by its label, on every Pi and kernel; and the real RPi.GPIO behind gpiozero."""

import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from types import SimpleNamespace

import pytest

from hw.bus import gpio
from hw.errors import BusError
from tests.support.soak import SOAK

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


BRCMSTB = ["gpio-brcmstb@107d508500", "gpio-brcmstb@107d508520", "gpio-brcmstb@107d517c00", "gpio-brcmstb@107d517c20"]
LISTINGS = {
    "a Pi 3": ({0: "pinctrl-bcm2835", 1: "brcmvirt-gpio", 2: "raspberrypi-exp-gpio"}, 0),
    "a Pi 4, kernel 6.6": ({0: "pinctrl-bcm2711", 1: "raspberrypi-exp-gpio"}, 0),
    "a Pi 4 whose expander came first": ({0: "raspberrypi-exp-gpio", 1: "pinctrl-bcm2711"}, 1),
    "a Pi 5, kernel 6.1": ({**dict(enumerate(BRCMSTB)), 4: "pinctrl-rp1"}, 4),
    "a Pi 5, kernel 6.6": ({0: "pinctrl-rp1", **dict(enumerate(BRCMSTB, 10))}, 0),
    "a Pi 5, kernel 6.12": ({**dict(enumerate(BRCMSTB, 11)), 15: "pinctrl-rp1"}, 15),
    "a Pi 5, kernel 6.12, the other way round": ({11: "pinctrl-rp1", **dict(enumerate(BRCMSTB, 12))}, 11),
}
"""As gpiodetect prints them: raspberrypi/linux#6144, WiringPi/WiringPi#280, adafruit/Adafruit_Blinka#1119."""


def made_chips(dev: Path, labels: Mapping[int, str | None]) -> dict[int, str | None]:
    for number, label in labels.items():
        (dev / f"gpiochip{number}").write_text(label or "")
    (dev / "gpiochip9999").symlink_to(dev / f"gpiochip{min(labels)}")
    return gpio.gpio_labels_by_chip_number(dev, lambda node: node.read_text() or None)


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    chips: list[int] = []

    def factory(chip: int) -> None:
        chips.append(chip)

    monkeypatch.setitem(sys.modules, "lgpio", SimpleNamespace(error=OSError))
    monkeypatch.setitem(sys.modules, "gpiozero.pins.lgpio", SimpleNamespace(LGPIOFactory=factory))
    return chips


@pytest.mark.parametrize(("labels", "header"), LISTINGS.values(), ids=LISTINGS)
def test_the_pins_are_those_of_the_chip_with_the_header(
    labels: dict[int, str], header: int, opened: list[int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("LG_WD", raising=False)
    gpio.lgpio_pin_factory(lambda: made_chips(tmp_path, labels))
    assert opened == [header]
    assert os.environ["LG_WD"] != os.getcwd()  # noqa: PTH109


@pytest.mark.parametrize(
    ("labels", "says"),
    [
        (
            dict(enumerate(BRCMSTB)),
            r"gpiochip3 \[gpio-brcmstb@107d517c20\].*pinctrl-rp1.*kernel that comes with Raspberry Pi OS",
        ),
        ({0: BRCMSTB[0], 4: None}, r"gpiochip4 \[no permission to open it\].*usermod -aG gpio"),
    ],
)
def test_a_chip_of_another_label_is_never_opened(
    labels: dict[int, str | None], says: str, opened: list[int], tmp_path: Path
) -> None:
    with pytest.raises(BusError, match=says):
        gpio.lgpio_pin_factory(lambda: made_chips(tmp_path, labels))
    assert opened == []


def test_a_node_that_is_no_gpio_chip_has_no_label() -> None:
    assert gpio.read_chip_label(Path("/dev/null")) is None
    assert gpio.read_chip_label(Path("/dev/gpiochip9999")) is None


@pytest.mark.skipif(not SOAK, reason="RPi.GPIO is compiled for it. Cure: make soak")
@pytest.mark.skipif(
    os.geteuid() != 0 or not shutil.which("unshare") or not shutil.which("cc"),
    reason="it takes the place of a Pi's devices, and compiles RPi.GPIO. Cure: as root, apt install gcc",
)
def test_the_real_rpi_gpio_switches_outputs_reads_levels_and_tells_edges(tmp_path: Path) -> None:
    """Without a Pi, the pins themselves are not seen, only what RPi.GPIO asks of the kernel and reads from memory."""
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
def test_rpi_gpio_is_refused_on_a_pi_5(model: str, tmp_path: Path) -> None:
    (tmp_path / "model").write_bytes(model.encode() + b"\0")
    with pytest.raises(BusError, match=rf'"rpigpio" on a {model}.*RP1.*pins = "lgpio"'):
        gpio.rpi_gpio_pin_factory(tmp_path / "model")


def test_rpi_gpio_is_refused_on_kernels_where_it_misses_edges(tmp_path: Path) -> None:
    (tmp_path / "gpiochip512").mkdir()
    with pytest.raises(BusError, match=r"gpiochip0.*before 6\.6.*neither knob nor buttons"):
        gpio.rpi_gpio_pin_factory(sysfs=tmp_path)


def test_rpi_gpio_is_refused_without_permission_for_edges(tmp_path: Path) -> None:
    (tmp_path / "gpiochip0").mkdir()
    with pytest.raises(BusError, match=r"export without write permission.*sudo usermod -aG gpio"):
        gpio.rpi_gpio_pin_factory(sysfs=tmp_path)
