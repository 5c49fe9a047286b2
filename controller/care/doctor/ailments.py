"""Everything the doctor can find, as data: code, how bad, cause, cure, the line to type."""

from dataclasses import dataclass
from enum import IntEnum
from typing import Final


class Severity(IntEnum):
    """How bad it is; the worst one is the exit status of ``royaltable doctor``."""

    NOTE = 0
    WARNING = 1
    ERROR = 2


@dataclass(frozen=True, slots=True)
class Ailment:
    """One kind of finding; ``cause``, ``cure`` and ``command`` may hold ``{values}``.

    Attributes:
        cure: what to do, in words.
        command: the line to type; empty where only hands help.
    """

    code: str
    severity: Severity
    cause: str
    cure: str
    command: str = ""


_N, _W, _E = Severity.NOTE, Severity.WARNING, Severity.ERROR

AILMENTS: Final = (
    # The machine
    Ailment(
        "RT-NOT-A-PI",
        _N,
        "this machine is no Raspberry Pi ({model}), so it has no pins for parts.",
        "Play on a simulated table here, or run this on the table's Pi.",
        "royaltable sim",
    ),
    Ailment(
        "RT-OS-32-BIT",
        _E,
        "the operating system is a 32-bit one.",
        "Write the 64-bit Raspberry Pi OS onto the card, with Raspberry Pi Imager.",
        "rpi-imager",
    ),
    Ailment(
        "RT-OS-OLD",
        _W,
        "saw {system}, expected Debian 12 (Bookworm) or newer.",
        "Write a current Raspberry Pi OS (64-bit) onto the card, with Raspberry Pi Imager.",
        "rpi-imager",
    ),
    Ailment(
        "RT-PACKAGE",
        _E,
        "the Python package {package} is missing, which {use} needs.",
        "Install what the Pi needs.",
        "pip install 'royaltable[pi]' || sudo apt install python3-{package}",
    ),
    # Buses
    Ailment(
        "RT-SPI-OFF",
        _E,
        "SPI is switched off: {config_txt} has no dtparam=spi=on.",
        "Switch it on and start the Pi again.",
        "sudo raspi-config nonint do_spi 0 && sudo reboot",
    ),
    Ailment(
        "RT-SPI1-OFF",
        _E,
        "SPI bus 1 is switched off: {config_txt} has no dtoverlay=spi1-3cs.",
        "Add the line and start the Pi again.",
        "echo dtoverlay=spi1-3cs | sudo tee -a {config_txt} && sudo reboot",
    ),
    Ailment(
        "RT-SPI-REBOOT",
        _E,
        "SPI bus {bus} is switched on in {config_txt}, but /dev has none of it yet.",
        "Start the Pi again; if that does not help, see what the kernel says of it.",
        "sudo reboot",
    ),
    Ailment(
        "RT-SPI-SELECT",
        _E,
        "table.toml names /dev/spidev{bus}.{select}, but that bus has only {has}.",
        "Name one of those in table.toml, or put the reader on bus 1 (dtoverlay=spi1-3cs).",
        "sudoedit {config}",
    ),
    Ailment(
        "RT-I2C-OFF",
        _E,
        "I2C is switched off: {config_txt} has no dtparam=i2c_arm=on.",
        "Switch it on and start the Pi again.",
        "sudo raspi-config nonint do_i2c 0 && sudo reboot",
    ),
    Ailment(
        "RT-I2C-MODULE",
        _E,
        "I2C is switched on in {config_txt}, but there is no /dev/i2c-{bus}: the module i2c-dev is not loaded.",
        "Load it now and at each start.",
        "echo i2c-dev | sudo tee /etc/modules-load.d/i2c-dev.conf && sudo modprobe i2c-dev",
    ),
    Ailment(
        "RT-I2C-SLOW",
        _N,
        "I2C runs at 100 kHz: a picture takes the display four times as long as at 400 kHz.",
        "Add the faster clock and start the Pi again.",
        "echo dtparam=i2c_arm_baudrate=400000 | sudo tee -a {config_txt} && sudo reboot",
    ),
    Ailment(
        "RT-GPIO-NONE",
        _E,
        "there is no GPIO chip at /dev/gpiochip0 or /dev/gpiochip4.",
        "Start the Pi again with the kernel of Raspberry Pi OS.",
        "sudo apt full-upgrade && sudo reboot",
    ),
    Ailment(
        "RT-PIN-TAKEN",
        _E,
        "{line} in {config_txt} takes GPIO {pins}, which table.toml gives to {user}.",
        "Remove the line and start the Pi again, or move the device to another pin.",
        "sudo sed -i 's/^{line}/#&/' {config_txt} && sudo reboot",
    ),
    Ailment(
        "RT-GROUP",
        _E,
        "the user {user} is not in the group {group}, which {use} belongs to.",
        "Put the user into it, then log in again or restart the service.",
        "sudo usermod -aG {group} {user}",
    ),
    # Power
    Ailment(
        "RT-POWER-LOW",
        _E,
        "the supply is too weak at this moment: less than 4.63 V reach the Pi.",
        "Use the supply made for this Pi and a short, thick cable; give the motor a supply of its own.",
        "vcgencmd get_throttled",
    ),
    Ailment(
        "RT-POWER-WAS-LOW",
        _W,
        "the supply was too weak since the Pi started (throttled bits {bits}).",
        "Use the supply made for this Pi and a short, thick cable; give the motor a supply of its own.",
        "vcgencmd get_throttled",
    ),
    Ailment(
        "RT-POWER-ADAPTER",
        _W,
        "the supply of this Pi 5 offers {milliamperes} mA, expected 5000.",
        "Use the 27 W supply made for it: USB sockets get 600 mA in all from any other.",
        "vcgencmd get_throttled",
    ),
    Ailment(
        "RT-TOO-HOT",
        _W,
        "the processor has {celsius} degrees and slows down from 80 on.",
        "Give it air or a heat sink.",
        "vcgencmd measure_temp",
    ),
    # Disk and clock
    Ailment(
        "RT-DISK-FULL",
        _E,
        "only {free} MiB are free where the journal is ({folder}), expected 200.",
        "Make room.",
        "sudo apt clean && sudo journalctl --vacuum-size=50M",
    ),
    Ailment(
        "RT-DISK-READONLY",
        _E,
        "{mount}, where the journal is ({folder}), is mounted read-only: games are not kept.",
        "Mount it for writing; if it turns read-only again, the card is failing.",
        "sudo mount -o remount,rw {mount}",
    ),
    Ailment(
        "RT-DISK-ERRORS",
        _E,
        "the file system on {disk} has met {count} error(s): the card may be failing.",
        "Make a backup elsewhere now, then write a new card.",
        "royaltable backup /media/table-backup.zip",
    ),
    Ailment(
        "RT-DISK-WORN",
        _W,
        "{disk} says that {percent} % of its life are used.",
        "Make a backup and replace it soon.",
        "royaltable backup /media/table-backup.zip",
    ),
    Ailment(
        "RT-CLOCK-UNSET",
        _W,
        "the clock says {year}: it was never set since the Pi started. Games get wrong dates; nothing else goes by it.",
        "Give the Pi a network once, or set the clock.",
        "sudo timedatectl set-ntp true",
    ),
    Ailment(
        "RT-CLOCK-UNSYNCED",
        _N,
        "the clock is not set by the network, and there is no real-time clock.",
        "Let it be set by the network.",
        "sudo timedatectl set-ntp true",
    ),
    # Castle boards
    Ailment(
        "RT-BOARD-FEWER",
        _E,
        "table.toml names {expected} castle board(s), but {seen} with MicroPython are plugged in.",
        "Check their cables, some only carry power; put the firmware on a new one.",
        "royaltable flash",
    ),
    Ailment(
        "RT-BOARD-BOOTSEL",
        _E,
        "a Pico waits for its firmware, as a disk called {label}.",
        "Put MicroPython on it (micropython.org/download), then the table's firmware.",
        "cp micropython.uf2 /dev/disk/by-label/{label} && royaltable flash",
    ),
    Ailment(
        "RT-BOARD-MODEM-MANAGER",
        _W,
        "ModemManager runs and tries each new serial port, which keeps castle boards from being heard at first.",
        "Install the table's udev rules, or switch it off.",
        "sudo systemctl disable --now ModemManager",
    ),
    # The page
    Ailment(
        "RT-PORT-TAKEN",
        _E,
        "another program has port {port}, which the page is to have.",
        "See which and stop it, or name another port under [page].",
        "sudo ss -ltnp 'sport = :{port}'",
    ),
    Ailment(
        "RT-PORT-PRIVILEGED",
        _E,
        "port {port} may be used by root alone; the system allows others from {first} on.",
        "Name port 8080 under [page], or allow it.",
        "sudo sysctl -w net.ipv4.ip_unprivileged_port_start={port}",
    ),
    Ailment(
        "RT-NO-NETWORK",
        _W,
        "no network is up, so phones cannot reach the page. The table plays without it.",
        "Connect the Pi to a network.",
        "sudo nmtui connect",
    ),
    Ailment(
        "RT-PAGE-SILENT",
        _E,
        "the table runs, but its page at {address} does not answer ({seen}).",
        "Restart the table; its game goes on.",
        "sudo systemctl restart royaltable",
    ),
    # The table's files
    Ailment(
        "RT-CONFIG-NONE",
        _E,
        "there is no table.toml ({looked}).",
        "Write one, and then say what you have built.",
        "sudo royaltable config init a --to /etc/royaltable/table.toml",
    ),
    Ailment("RT-CONFIG-FAULT", _E, "{fault}", "Put it right in {config}.", "sudoedit {config}"),
    Ailment(
        "RT-TAGS-NONE",
        _E,
        "no sticker was taught: {fault}",
        "Teach the table which sticker is under which tile.",
        "royaltable teach --config {config}",
    ),
    Ailment(
        "RT-JOURNAL-DAMAGED",
        _E,
        "{fault}",
        "Take up the last backup; what is there is kept aside.",
        "royaltable journal restore {journal}",
    ),
    Ailment(
        "RT-FILES-CLOSED",
        _E,
        "you may not look into {folder}, where the table's files are; nor can be seen whether a table plays there.",
        "Ask as root.",
        "sudo royaltable doctor",
    ),
    Ailment(
        "RT-JOURNAL-FOLDER",
        _E,
        "the folder of the journal, {folder}, is not there or not {user}'s to write: games are not kept.",
        "Make it, for the user that the table runs as.",
        "sudo install -d -o {user} -m 700 {folder}",
    ),
    Ailment(
        "RT-KEYS-OPEN",
        _W,
        "others can read {file}, where PIN and password are kept as hashes (mode {mode}).",
        "Let only its owner read it.",
        "sudo chmod 600 {file}",
    ),
    Ailment(
        "RT-STARTS-FAILED",
        _E,
        "the last {count} starts ended at once, so the table opens no device any more.",
        "See which device came last, unplug it, then start anew.",
        "journalctl -u royaltable -n 50; rm {file}; sudo systemctl restart royaltable",
    ),
    Ailment(
        "RT-RUNNING",
        _N,
        "the table runs (process {pid}) and holds its devices, so none was tested; what it says of them follows.",
        "To test them, stop it first.",
        "sudo systemctl stop royaltable; royaltable doctor; sudo systemctl start royaltable",
    ),
    # Devices
    Ailment("RT-DEVICE-LOST", _E, "{fault}", "Repair it; the game goes on by hand till then.", "royaltable doctor"),
    Ailment(
        "RT-READER-SILENT",
        _E,
        "{fault}",
        "Check its seven wires, its chip select and its 3.3 V; lengthen none of them beyond 30 cm.",
        "royaltable wiring",
    ),
    Ailment(
        "RT-READER-CLONE",
        _W,
        "the chip is {version}.",
        "It may read tiles at a shorter distance; try each gate, and exchange the module if it misses any.",
        "royaltable read --castle {castle}",
    ),
    Ailment(
        "RT-READER-GAIN",
        _E,
        "the chip has a gain of {seen} dB after it was told {expected} dB.",
        "Exchange the module: it does not keep what it is told.",
        "royaltable wiring",
    ),
    Ailment(
        "RT-READER-RANGE",
        _W,
        "a tile on the gate is read from {needed} dB on; table.toml sets {expected} dB.",
        "Bring the coil nearer to the tiles (2 cm at most), keep metal away from it, or set a higher gain_db.",
        "sudoedit {config}",
    ),
    Ailment(
        "RT-READER-NO-TILE",
        _N,
        "no tile lay on the gate, so its range was not tested.",
        "Lay a tile on each gate and ask again.",
        "royaltable doctor",
    ),
    Ailment(
        "RT-OLED-SILENT",
        _E,
        "{fault}",
        "Check its four wires and its address.",
        "i2cdetect -y {bus}",
    ),
    Ailment(
        "RT-OLED-LOOK",
        _N,
        "the display took a test picture: a frame along all four edges. Nobody but you can see whether it is whole.",
        "If it is shifted by two columns or torn, set another chip under [oled].",
        "royaltable setup --only oled",
    ),
    Ailment(
        "RT-ARROW-LOST",
        _E,
        "{fault}",
        "Check magnet, Hall sensor and the motor's 5 V; order of the coils: blue, pink, yellow, orange.",
        "royaltable setup --only spinner",
    ),
    Ailment(
        "RT-ARROW-SLIPS",
        _W,
        "the arrow found its mark, but not where it belongs after a turn. {fault}",
        "Fasten the arrow on its axle and the magnet on the arrow.",
        "royaltable spin",
    ),
    Ailment(
        "RT-CONSOLE-LOST",
        _E,
        "{fault}",
        "Check the pins of knob and button.",
        "royaltable wiring",
    ),
    Ailment(
        "RT-BUTTON-STUCK",
        _E,
        "{which} is pressed, though nobody should press it now.",
        "Check for a short to ground; let go of it if you did press it.",
        "royaltable setup --only {device}",
    ),
    Ailment("RT-PANEL-LOST", _E, "{fault}", "Check buttons and lamps of that castle.", "royaltable wiring"),
    Ailment("RT-BOARD-LOST", _E, "{fault}", "Check its cable, then bring it its firmware.", "royaltable flash"),
    Ailment(
        "RT-BOARD-FIRMWARE",
        _W,
        "the castle board {board} has firmware {seen}, this program carries {expected}.",
        "Bring it the newer one; its settings stay.",
        "royaltable flash",
    ),
)

BY_CODE: Final = {ailment.code: ailment for ailment in AILMENTS}
