"""What the doctor finds, and its cures."""

import json
import os
import pwd
import re
import shlex
from pathlib import Path

import pytest
from msgspec.structs import replace

from controller.care.doctor.broker import broker
from controller.care.doctor.examination import files
from controller.care.doctor.findings import BY_CODE, worst
from controller.config import MqttSection, parse
from controller.config.schema import VoiceSection
from controller.store.privileges import who_may_lead
from controller.store.table_files import TableFiles
from tests.care.doctor.pi import Break, Pi, count_failed_starts, damage_journal, sound_pi
from tests.fleet.mosquitto import Mosquitto, need_mosquitto, password_file

BOOT = "boot/firmware/config.txt"
THROTTLED = "sys/devices/platform/soc/soc:firmware/get_throttled"
LISTENS = "   1: 0100007F:1F90 00000000:0000 0A\n"
"""On port 8080."""


def spi_off(pi: Pi) -> None:
    pi.change(BOOT, "dtparam=spi=on", "#dtparam=spi=on")
    pi.remove("dev/spidev0.*")


def spi_of_another_model(pi: Pi) -> None:
    pi.change(BOOT, "dtparam=spi=on", "[pi5]\ndtparam=spi=on")
    pi.remove("dev/spidev0.*")


def spi1_off(pi: Pi) -> None:
    pi.change(BOOT, "dtoverlay=spi1-3cs", "")
    pi.remove("dev/spidev1.*")


def i2c_off(pi: Pi) -> None:
    pi.change(BOOT, "dtparam=i2c_arm=on,i2c_arm_baudrate=400000", "")
    pi.remove("dev/i2c-1")


def spi1_left_on(pi: Pi) -> None:
    pi.boards()
    pi.write(BOOT, (pi.root / BOOT).read_text() + "dtoverlay=spi1-1cs\n")


def bootsel(pi: Pi) -> None:
    pi.boards()
    pi.write("dev/disk/by-label/RPI-RP2", "")


def two_boards_missing(pi: Pi) -> None:
    pi.boards()
    pi.remove("dev/serial/by-id/*e660-if00", "dev/serial/by-id/*e661-if00")


def modem_manager(pi: Pi) -> None:
    pi.boards()
    pi.write("proc/712/comm", "ModemManager\n")


def old_kernel(pi: Pi) -> None:
    pi.write("sys/class/gpio/gpiochip0/base", "0\n")


def rpi_gpio_on_a_new_kernel(pi: Pi) -> None:
    pi.packages.add("RPi")
    pi.config = replace(pi.config, table=replace(pi.config.table, pins="rpigpio"))
    pi.write("sys/class/gpio/gpiochip512/base", "512\n")


def rpi_gpio(pi: Pi) -> None:
    old_kernel(pi)
    pi.config = replace(pi.config, table=replace(pi.config.table, pins="rpigpio"))


def only_rpi_gpio_on_a_new_kernel(pi: Pi) -> None:
    pi.packages.remove("lgpio")
    pi.packages.add("RPi")


def only_rpi_gpio(pi: Pi) -> None:
    old_kernel(pi)
    only_rpi_gpio_on_a_new_kernel(pi)


def rpi_gpio_on_a_pi_5(pi: Pi) -> None:
    rpi_gpio(pi)
    pi.packages.add("RPi")
    pi.change("proc/device-tree/model", "Pi 4", "Pi 5")


def no_dialout(pi: Pi) -> None:
    pi.boards()
    pi.change("etc/group", "dialout:x:20:royaltable", "dialout:x:20:pi")


def privileged_port(pi: Pi) -> None:
    pi.config = parse('castle = [{color = "blue", node = "b"}, {color = "yellow", node = "y"}]\n[page]\nport = 80')


def pi_5_with_a_phone_charger(pi: Pi) -> None:
    pi.write("proc/device-tree/model", "Raspberry Pi 5 Model B Rev 1.0\0")
    pi.write("proc/device-tree/chosen/power/max_current", "\x00\x00\x0b\xb8")


def speaking(pi: Pi, *without: str) -> None:
    pi.config = replace(pi.config, voice=VoiceSection())
    for file in {"usr/bin/espeak-ng", "usr/bin/aplay", "dev/snd/pcmC0D0p"}.difference(without):
        pi.write(file, "")


def piper_without_its_voice(pi: Pi) -> None:
    speaking(pi)
    pi.write("usr/local/bin/piper", "")
    pi.config = replace(pi.config, voice=VoiceSection(engine="piper", models={"de": "/opt/voices/de.onnx"}))


def not_in_audio(pi: Pi) -> None:
    speaking(pi)
    pi.write("etc/group", (pi.root / "etc/group").read_text() + "audio:x:29:pi\n")


SETUPS: dict[str, tuple[Break, str, str, str]] = {
    "SPI is off": (spi_off, "RT-SPI-OFF", "no dtparam=spi=on", "sudo raspi-config nonint do_spi 0 && sudo reboot"),
    "SPI is on for another model": (spi_of_another_model, "RT-SPI-OFF", "SPI is off", "do_spi 0"),
    "SPI 1 is off": (spi1_off, "RT-SPI1-OFF", "no dtoverlay=spi1-3cs", "sudo tee -a /boot/firmware/config.txt"),
    "not rebooted yet": (lambda pi: pi.remove("dev/spidev0.*"), "RT-SPI-REBOOT", "not in /dev yet", "sudo reboot"),
    "no such chip select": (
        lambda pi: pi.remove("dev/spidev1.1", "dev/spidev1.2"),
        "RT-SPI-SELECT",
        "names /dev/spidev1.1, but that bus has only spidev1.0",
        "sudoedit",
    ),
    "I2C is off": (i2c_off, "RT-I2C-OFF", "no dtparam=i2c_arm=on", "sudo raspi-config nonint do_i2c 0 && sudo reboot"),
    "i2c-dev not loaded": (lambda pi: pi.remove("dev/i2c-1"), "RT-I2C-MODULE", "i2c-dev is not", "modprobe i2c-dev"),
    "I2C is slow": (
        lambda pi: pi.change(BOOT, ",i2c_arm_baudrate=400000", ""),
        "RT-I2C-SLOW",
        "at 100 kHz",
        "echo dtparam=i2c_arm_baudrate=400000 | sudo tee -a /boot/firmware/config.txt && sudo reboot",
    ),
    "no GPIO chip": (lambda pi: pi.remove("dev/gpiochip*"), "RT-GPIO-NONE", "saw no GPIO chip", "full-upgrade"),
    "no GPIO chip with the header's pins": (
        lambda pi: pi.write("dev/gpiochip0", "gpio-brcmstb@107d508500"),
        "RT-GPIO-NONE",
        "saw gpiochip0 [gpio-brcmstb@107d508500], gpiochip1 [raspberrypi-exp-gpio]",
        "full-upgrade",
    ),
    "a 1-wire overlay on a pin of ours": (
        lambda pi: pi.write(BOOT, (pi.root / BOOT).read_text() + "dtoverlay=w1-gpio,gpiopin=5\n"),
        "RT-PIN-TAKEN",
        "dtoverlay=w1-gpio,gpiopin=5 in /boot/firmware/config.txt takes GPIO 5, which table.toml gives to [console]",
        "sudo sed -i 's/^dtoverlay=w1-gpio,gpiopin=5/#&/' /boot/firmware/config.txt && sudo reboot",
    ),
    "sound on pins of ours": (
        lambda pi: pi.write(BOOT, (pi.root / BOOT).read_text() + "dtoverlay=audremap\n"),
        "RT-PIN-TAKEN",
        "takes GPIO 12, 13, which table.toml gives to [console] and [console] buzzer",
        "sudo sed -i 's/^dtoverlay=audremap/#&/'",
    ),
    "SPI 1 left on for a console on its pins": (
        spi1_left_on,
        "RT-PIN-TAKEN",
        "takes GPIO 19, 20, 21, which table.toml gives to [console] and [console] buzzer",
        "sudo sed -i",
    ),
    "not in the group spi": (
        lambda pi: pi.change("etc/group", "spi:x:989:royaltable", "spi:x:989:"),
        "RT-GROUP",
        "the user royaltable is not in the group spi",
        "sudo usermod -aG spi royaltable",
    ),
    "not in the group gpio": (
        lambda pi: pi.change("etc/group", "pi,royaltable", "pi"),
        "RT-GROUP",
        "not in the group gpio, and so may not use /dev/gpiochip0",
        "sudo usermod -aG gpio royaltable",
    ),
    "not in the group dialout": (no_dialout, "RT-GROUP", "in the group dialout", "sudo usermod -aG dialout royaltable"),
    "no rule gives a reader's bus to its group": (
        lambda pi: pi.rights.update({"dev/spidev0.1": (0, 0o600), "dev/spidev0.0": (989, 0o660)}),
        "RT-NODE-GROUP",
        "the group spi may not read and write /dev/spidev0.1, and so the table may not use yellow",
        "sudo apt install --reinstall royaltable",
    ),
    "no rule gives the pins to their group": (
        lambda pi: pi.rights.update({"dev/gpiochip0": (0, 0o640), "dev/i2c-1": (0, 0o666)}),
        "RT-NODE-GROUP",
        "the group gpio may not read and write /dev/gpiochip0, and so the table may not use its pins",
        "sudo apt install --reinstall royaltable",
    ),
    "lgpio is missing": (
        lambda pi: pi.packages.remove("lgpio"),
        "RT-PACKAGE",
        "the Python package lgpio is missing",
        "sudo apt install python3-lgpio",
    ),
    "lgpio is missing, and RPi.GPIO is there": (
        only_rpi_gpio,
        "RT-PACKAGE-OTHER",
        "this Pi has RPi.GPIO, which can do the same",
        "sudoedit ",
    ),
    "lgpio is missing, and RPi.GPIO would hear of no edge": (
        only_rpi_gpio_on_a_new_kernel,
        "RT-PACKAGE",
        "the Python package lgpio is missing",
        "sudo apt install python3-lgpio",
    ),
    "RPi.GPIO on a new kernel": (
        rpi_gpio_on_a_new_kernel,
        "RT-PINS-EDGES",
        "kernels from 6.6 on count the pins from 512",
        "sudoedit ",
    ),
    "RPi.GPIO is named and missing": (
        rpi_gpio,
        "RT-PACKAGE",
        "the Python package rpi.gpio is missing",
        "sudo apt install python3-rpi.gpio",
    ),
    "RPi.GPIO on a Pi 5": (
        rpi_gpio_on_a_pi_5,
        "RT-PINS-RP1",
        "RPi.GPIO does not know the RP1",
        "sudoedit ",
    ),
    "too weak a supply": (
        lambda pi: pi.write("sys/class/hwmon/hwmon1/in0_lcrit_alarm", "1\n"),
        "RT-POWER-LOW",
        "too weak right now",
        "vcgencmd get_throttled",
    ),
    "a supply that was too weak": (
        lambda pi: pi.write(THROTTLED, "50000\n"),
        "RT-POWER-WAS-LOW",
        "throttled bits 0x50000",
        "vcgencmd get_throttled",
    ),
    "a Pi 5 on a phone's charger": (
        pi_5_with_a_phone_charger,
        "RT-POWER-ADAPTER",
        "offers 3000 mA, expected 5000",
        "vcgencmd get_throttled",
    ),
    "too hot": (
        lambda pi: pi.write("sys/class/thermal/thermal_zone0/temp", "83100\n"),
        "RT-TOO-HOT",
        "is at 83 °C",
        "vcgencmd measure_temp",
    ),
    "the disk is full": (
        lambda pi: setattr(pi, "free_mib", 12),
        "RT-DISK-FULL",
        "only 12 MiB are free",
        "sudo apt clean && sudo journalctl --vacuum-size=50M",
    ),
    "the disk is read-only": (
        lambda pi: pi.change("proc/mounts", "ext4 rw,", "ext4 ro,"),
        "RT-DISK-READONLY",
        "/, where the journal is",
        "sudo mount -o remount,rw /",
    ),
    "the card is failing": (
        lambda pi: pi.write("sys/fs/ext4/mmcblk0p2/errors_count", "7\n"),
        "RT-DISK-ERRORS",
        "mmcblk0p2 has had 7 error(s)",
        "royaltable backup /media/table-backup.zip",
    ),
    "the card is worn": (
        lambda pi: pi.write("sys/block/mmcblk0/device/life_time", "0x01 0x09\n"),
        "RT-DISK-WORN",
        "mmcblk0 says that 90 % of its life is used up",
        "royaltable backup",
    ),
    "the clock was never set": (lambda pi: setattr(pi, "year", 1970), "RT-CLOCK-UNSET", "says 1970", "set-ntp true"),
    "the clock is not synchronised": (
        lambda pi: pi.remove("run/systemd/timesync/synchronized"),
        "RT-CLOCK-UNSYNCED",
        "not set over the network",
        "sudo timedatectl set-ntp true",
    ),
    "a 32-bit system": (lambda pi: pi.write("bin/sh", "\x7fELF\x01"), "RT-OS-32-BIT", "32-bit", "rpi-imager"),
    "an old system": (
        lambda pi: pi.write("etc/os-release", 'PRETTY_NAME="Raspbian 11 (bullseye)"\nVERSION_ID="11"\n'),
        "RT-OS-OLD",
        "saw Raspbian 11 (bullseye), expected Debian 12",
        "rpi-imager",
    ),
    "no Pi": (lambda pi: pi.remove("proc/device-tree/model"), "RT-NOT-A-PI", "not a Raspberry Pi", "royaltable sim"),
    "two castle boards unplugged": (two_boards_missing, "RT-BOARD-FEWER", "names 4 castle board(s), but 2", "flash"),
    "a Pico without firmware": (bootsel, "RT-BOARD-BOOTSEL", "a disk called RPI-RP2", "cp RPI_PICO-*.uf2 /mnt"),
    "ModemManager": (
        modem_manager,
        "RT-BOARD-MODEM-MANAGER",
        "probes every new",
        "systemctl disable --now ModemManager",
    ),
    "the page's port is taken": (
        lambda pi: pi.change("proc/net/tcp", "   0:", LISTENS + "   0:"),
        "RT-PORT-TAKEN",
        "is using port 8080",
        "sudo ss -ltnp 'sport = :8080'",
    ),
    "a port for root": (privileged_port, "RT-PORT-PRIVILEGED", "port 80 ", "ip_unprivileged_port_start=80"),
    "no network": (
        lambda pi: pi.write("sys/class/net/wlan0/operstate", "down\n"),
        "RT-NO-NETWORK",
        "no network is up",
        "sudo nmtui connect",
    ),
    "no sticker taught": (
        lambda pi: (pi.own.journal.parent / "tags.toml").unlink(),
        "RT-TAGS-NONE",
        "tags.toml",
        "royaltable teach --config",
    ),
    "a damaged journal": (damage_journal, "RT-JOURNAL-DAMAGED", "", "royaltable journal restore"),
    "keys that others can read": (
        lambda pi: pi.own.keys.chmod(0o644),
        "RT-KEYS-OPEN",
        "(mode 644)",
        " chmod 600 ",
    ),
    "no espeak-ng": (
        lambda pi: speaking(pi, "usr/bin/espeak-ng"),
        "RT-VOICE-PROGRAM",
        "espeak-ng is missing",
        "sudo apt install espeak-ng",
    ),
    "no aplay": (
        lambda pi: speaking(pi, "usr/bin/aplay"),
        "RT-VOICE-PROGRAM",
        "aplay is missing",
        "sudo apt install alsa-utils",
    ),
    "no sound card": (lambda pi: speaking(pi, "dev/snd/pcmC0D0p"), "RT-VOICE-NO-CARD", "no sound card", "aplay -L"),
    "no file of a voice": (piper_without_its_voice, "RT-VOICE-MODEL", "/opt/voices/de.onnx", "sudoedit"),
    "not in the group audio": (not_in_audio, "RT-GROUP", "not in the group audio", "usermod -aG audio royaltable"),
    "three failed starts": (count_failed_starts, "RT-STARTS-FAILED", "the last 3 starts", "systemctl restart"),
}


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Pi:
    return sound_pi(tmp_path_factory.mktemp("sound"))


@pytest.fixture
def pi(sound: Pi, tmp_path: Path) -> Pi:
    return sound.copied(tmp_path / "pi")


def test_a_sound_machine_has_no_finding(pi: Pi) -> None:
    assert [finding.as_mapping() for finding in pi.findings()] == []


def test_so_has_a_sound_machine_with_castle_boards(pi: Pi) -> None:
    pi.boards()
    assert [finding.as_mapping() for finding in pi.findings()] == []


@pytest.mark.parametrize(("rate", "codes"), [("0x61a80", []), ("", ["RT-I2C-SLOW"]), ("fast", ["RT-I2C-SLOW"])])
def test_the_rate_of_i2c_may_be_written_in_any_way(pi: Pi, rate: str, codes: list[str]) -> None:
    """0x61a80 are 400 kHz."""
    pi.change(BOOT, "i2c_arm_baudrate=400000", f"i2c_arm_baudrate={rate}")
    assert [finding.code for finding in pi.findings()] == codes


@pytest.mark.parametrize("setup", SETUPS)
def test_a_broken_set_up_is_named_with_cause_and_cure_and_nothing_else_is(pi: Pi, setup: str) -> None:
    break_it, code, cause, command = SETUPS[setup]
    break_it(pi)
    findings = pi.findings()
    assert {finding.code for finding in findings} == {code}
    assert cause in findings[0].cause
    assert command in findings[0].command
    assert findings[0].cure.endswith(".")


def test_the_doctor_changes_no_file(tmp_path: Path, pi: Pi) -> None:
    for break_it in (spi_off, i2c_off, damage_journal):
        break_it(pi)
    before = {path: (path.stat().st_mtime_ns, path.read_bytes()) for path in tmp_path.rglob("*") if path.is_file()}
    assert len(pi.findings()) == 3
    assert {
        path: (path.stat().st_mtime_ns, path.read_bytes()) for path in tmp_path.rglob("*") if path.is_file()
    } == before


def test_several_things_are_named_at_once_and_the_worst_is_the_exit_status(pi: Pi) -> None:
    assert worst(pi.findings()) == 0
    pi.change(BOOT, ",i2c_arm_baudrate=400000", "")
    assert worst(pi.findings()) == 0
    pi.write(THROTTLED, "50000\n")
    assert worst(pi.findings()) == 1
    spi1_off(pi)
    assert worst(pi.findings()) == 2
    assert {finding.code for finding in pi.findings()} == {"RT-I2C-SLOW", "RT-POWER-WAS-LOW", "RT-SPI1-OFF"}


@pytest.mark.parametrize("node", ["soc@107c000000/soc@107c000000:firmware", "axi/axi:firmware"])
def test_the_throttled_bits_of_a_pi_5_are_found_wherever_its_firmware_node_hangs(pi: Pi, node: str) -> None:
    pi.remove(THROTTLED)
    pi.write(f"sys/devices/platform/{node}/get_throttled", "50000\n")
    assert "RT-POWER-WAS-LOW" in {finding.code for finding in pi.findings()}


BY_ROOT = re.compile(r"sudo (?!-u |-v )([a-z-]+)")
LEADS_NOWHERE = {"mkdir", "chown -h", "cat", "sudoedit", "royaltable"}
"""What root may do in a folder of the table's user: follows no link there, or lays down root's rights by itself."""


def test_no_cure_has_root_write_where_the_tables_user_could_plant_a_link() -> None:
    for step in (step for ailment in BY_CODE.values() for step in re.split(r"[|;]+|&&", ailment.command)):
        in_his_folder = re.search(r"\{(file|key|folder|journal|config)\}|/etc/royaltable|/var/lib/royaltable", step)
        by_root = BY_ROOT.search(step)
        if in_his_folder and by_root:
            assert any(step.split("sudo ")[1].startswith(allowed) for allowed in LEADS_NOWHERE), step


def test_a_cures_line_is_typed_by_whoever_could_lead_there_and_names_are_one_word_of_it(tmp_path: Path) -> None:
    folder = tmp_path / "of; the $(table)"
    folder.mkdir()
    keys = TableFiles(folder / "table.journal").keys
    keys.write_text("{}")
    keys.chmod(0o644)
    owner = who_may_lead(keys)
    (finding,) = (each for each in files(TableFiles(folder / "table.journal"), owner) if each.code == "RT-KEYS-OPEN")
    assert shlex.split(finding.command) == ["sudo", "-u", owner, "chmod", "600", str(keys)]


@pytest.mark.skipif(os.getuid() != 0, reason="only root can give a folder away")
def test_the_tables_user_types_what_is_done_in_his_folder_whatever_root_has_left_there(tmp_path: Path) -> None:
    nobody = pwd.getpwnam("nobody")
    folder = tmp_path / "his"
    folder.mkdir()
    (folder / "page.key").symlink_to("/etc/passwd")
    os.chown(folder, nobody.pw_uid, nobody.pw_gid)
    assert who_may_lead(folder / "page.key") == "nobody"
    assert who_may_lead(Path("/etc/passwd")) == "root"


WIDTH = 80


def test_a_picture_fits_a_terminal_and_names_no_value() -> None:
    drawn = {code: ailment.picture for code, ailment in BY_CODE.items() if ailment.picture}
    assert len(drawn) >= 7
    for code, picture in drawn.items():
        assert max(map(len, picture.splitlines())) <= WIDTH, code
        assert not set(picture) & set("{}\t"), code


def test_whatever_the_set_up_measures_has_a_picture_with_its_finding() -> None:
    measured = {
        *("RT-READER-WEAK", "RT-READER-NEAR", "RT-SPI-ERRORS", "RT-I2C-MEASURED"),
        *("RT-KNOB-CLICKS", "RT-ARROW-PLAY", "RT-POWER-LOAD"),
    }
    assert {code for code in measured if not BY_CODE[code].picture} == set()


ID = "rt-test"


def found(config: Path, **settings: object) -> list[str]:
    section = MqttSection("127.0.0.1", id=ID, **settings)  # type: ignore[arg-type]
    findings = list(broker(section, TableFiles(config.parent / "table.journal", config=config)))
    for finding in findings:
        assert finding.as_text()
    return [finding.code for finding in findings]


def test_a_table_without_a_broker_is_asked_nothing(tmp_path: Path) -> None:
    assert list(broker(None, TableFiles(tmp_path / "table.journal"))) == []


def test_a_room_that_is_not_known_any_more_is_joined_again(tmp_path: Path) -> None:
    files = TableFiles(tmp_path / "table.journal")
    files.membership.write_text('{"table": "rt-one"}')
    (finding,) = broker(None, files)
    assert finding.code == "RT-HUB-FILE"
    assert "royaltable join" in finding.as_text()


def test_silence_a_wrong_password_and_a_missing_right_are_told_apart(tmp_path: Path) -> None:
    need_mosquitto()
    users = password_file(tmp_path, {"table": "right"})
    rights = tmp_path / "rights"
    rights.write_text(f"user table\ntopic readwrite royaltable/v1/{ID}/#\n")
    real = Mosquitto(tmp_path, f"allow_anonymous false\npassword_file {users}\nacl_file {rights}\n")
    config, secret = tmp_path / "table.toml", tmp_path / "secret"
    config.touch()
    secret.write_text("right\n")
    asked = {"port": real.port, "user": "table", "password_file": "secret"}
    assert found(config, **asked) == ["RT-MQTT-OPEN", "RT-MQTT-SILENT"]
    real.start()
    try:
        assert found(config, **asked) == ["RT-MQTT-OPEN"]
        presence = {
            "online": True,
            "boot": "b",
            "findings": ["RT-HUB-SILENT", "RT-HUB-TWIN", "RT-HUB-FORK", "RT-HUB-AHEAD"],
        }
        says = ["RT-HUB-SILENT", "RT-HUB-TWIN", "RT-HUB-FORK", "RT-HUB-AHEAD"]
        presence = {"online": True, "boot": "b", "findings": [*says, "RT-ELSE"]}
        login = ("-r", "-u", "table", "-P", "right")
        real.publish(f"royaltable/v1/{ID}/presence", json.dumps(presence), *login)
        assert found(config, **asked) == ["RT-MQTT-OPEN", *says], "what the running table has found"
        real.publish(f"royaltable/v1/{ID}/presence", json.dumps(presence | {"online": False}), *login)
        assert found(config, **asked) == ["RT-MQTT-OPEN"]
        secret.write_text("wrong\n")
        assert found(config, **asked) == ["RT-MQTT-OPEN", "RT-MQTT-PASSWORD"]
        assert found(config, **asked | {"password_file": "nowhere"}) == ["RT-MQTT-PASSWORD"]
        secret.write_text("right\n")
        rights.write_text("user table\ntopic write somewhere/else\n")
        real.kill()
        real.start()
        assert found(config, **asked) == ["RT-MQTT-OPEN", "RT-MQTT-RIGHTS"]
        assert found(config, **asked, tls=True) == ["RT-MQTT-TLS"]
    finally:
        real.kill()


@pytest.mark.skipif(os.getuid() != 0, reason="only root can give a file away")
def test_root_sends_nobody_what_the_tables_user_could_not_read(tmp_path: Path) -> None:
    nobody = pwd.getpwnam("nobody")
    config = tmp_path / "table.toml"
    config.touch()
    os.chown(config, nobody.pw_uid, nobody.pw_gid)
    assert found(config, user="table", password_file="/etc/shadow") == ["RT-MQTT-PASSWORD"]
