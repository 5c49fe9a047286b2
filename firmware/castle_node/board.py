"""Pins of the Pico (wiring.md), core clock and heap settings."""

SPI = 0
SCK = 18
MOSI = 19
MISO = 16
SPI_HZ = 4_000_000
CHIP_SELECTS = (17, 20)
"""Pins of the first and second reader; one that does not answer at the start is ignored."""

RESETS = (22, 26)
"""RST of each reader, separate so that resetting one leaves the other alone."""

I2C = 0
SDA = 4
SCL = 5
"""Pins of a reader on I2C, used instead of SPI if the setting ``reader`` says so."""

I2C_HZ = 400_000
I2C_TIMEOUT_US = 5_000
"""Longest wait for a message, which takes 0.6 ms at most; a held bus must not keep the watchdog from its feed."""

BUTTONS = (14, 15)
"""Pins of the buttons yes and no; the other contact goes to ground."""

LAMPS = (10, 11, 12)
"""From left to right; lit when high."""

RING = 6
"""Data of a WS2812 ring, over a level shifter."""

BEAMS = (7, 8, 9)
"""Phototransistors of the first low beam, the high one and the second low one; high where the beam is cut."""

BEAM_LIGHT = 13
"""High: the beams' LEDs are lit, over a transistor."""

BEAM_CHANGES = 64
"""Changes of the beams that are kept until the next poll; a tile makes six."""

VBUS = 24
"""High while a USB cable gives power; on a Pico W the radio has this pin and its chip the sense."""

VBUS_BY_RADIO = "WL_GPIO2"

VBUS_BY_RADIO_EVERY_MS = 1000
"""Each look asks the radio's chip over its bus, which takes about a millisecond (arduino-pico#1782)."""

REGULATOR_PWM = 23
"""High: the Pico's regulator switches steadily, for less ripple at the reader; on a Pico W the radio has this pin."""

FASTER_CLOCK_BY_CHIP = {"RP2040": (0x40064000, 0xC1, 200_000_000)}
"""By chip: core voltage register, its value for 1.15 V, and the clock in Hz that needs it (RP2040 data sheet
2.10.6; Pico SDK 2.1.1, SYS_CLK_VREG_VOLTAGE_MIN). On an RP2350 a write to this address, in ACCESSCTRL, stops the chip
(raspberrypi/pico-sdk#1994); its 150 MHz are enough."""

GC_THRESHOLD_BYTES = 49_152
"""Allocated bytes that trigger garbage collection; few, to keep live objects at the heap's low end."""
