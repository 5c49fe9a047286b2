"""RPi.GPIO as a Pi 4 with a kernel before 6.6 would have it: real, on registers in a file and pins' edges in pipes.

    old_pi.py FOLDER REGISTERS      in mount namespaces of its own, as root

Says in a line each what became of an output, of a pull, of a level that is read, and of an edge.
"""

import os
import struct
import sys
import threading
from pathlib import Path

sys.path.append(sys.argv[1])

from gpiozero import DigitalInputDevice, OutputDevice

from hw.bus.linux import LinuxPorts

OUTPUT, INPUT = 17, 27
SELECT, SET, CLEAR, LEVEL = 1, 7, 10, 13
"""Of pins 10 to 19, of the lower 32, twice, and of those: words of BCM2711 ARM Peripherals, section 5.2."""

VALUE = f"/sys/class/gpio/gpio{INPUT}/value"


def main() -> None:
    with Path(sys.argv[2]).open("r+b", buffering=0) as file:

        def word(number: int) -> int:
            return int(struct.unpack("<I", os.pread(file.fileno(), 4, 4 * number))[0])

        pins = LinuxPorts(pins="rpigpio").pin_factory()
        coil = OutputDevice(OUTPUT, pin_factory=pins)
        coil.on()
        coil.off()
        print("an output", word(SELECT) >> 3 * (OUTPUT % 10) & 7, word(SET) == word(CLEAR) == 1 << OUTPUT)

        os.pwrite(file.fileno(), struct.pack("<I", 1 << INPUT), 4 * LEVEL)
        button = DigitalInputDevice(INPUT, pull_up=True, bounce_time=None, pin_factory=pins)
        heard = threading.Event()

        def changed(*_: object) -> None:  # gpiozero holds it weakly
            heard.set()

        pipe = os.open(VALUE, os.O_RDWR)
        button.pin.edges = "both"
        button.pin.when_changed = changed
        print("released", button.is_active)
        os.pwrite(file.fileno(), struct.pack("<I", 0), 4 * LEVEL)
        for _ in range(200):  # the first is what stands there when it begins to listen
            os.write(pipe, b"0")
            if heard.wait(0.05):
                break
        print("pressed", heard.is_set(), button.is_active, flush=True)
        os._exit(0)  # its thread waits for ever


main()
