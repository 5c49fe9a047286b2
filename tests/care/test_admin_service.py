"""What an owner asks of a running table: stickers between games, the arrow, settings, the lock."""

import asyncio
import tomllib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest

from controller.care.admin_service import AdminError, AdminService
from controller.care.doctor.findings import Finding, make_finding
from controller.devices.health import DeviceHealth
from controller.devices.stickers import simulated_uid
from controller.fleet.enrolment import Membership
from controller.games.contract.values import PieceId
from controller.play.table import Table
from controller.secret import Secret
from controller.show.effect_loop import PointArrow
from controller.store import keyring, table_files, tags
from controller.store.membership import save_membership
from controller.store.settings_file import Change, toml_with_changes
from controller.store.setup_results import DeviceResult, SetupResults
from hw.ntag.twin import Ntag213
from hw.testing.faults import Faults
from hw.testing.table import TwinTable
from hw.values import ReaderId, Uid
from tests.support.playing import Playing, playing

BLUE = ReaderId("blue")
FRESH = Uid(bytes.fromhex("04a1b2c3d4e5f6"))
SETTINGS = """[[castle]]
color = "blue"
spi = [0, 0]
[[castle]]
color = "yellow"
spi = [0, 1]
[spinner]  # a 28BYJ-48
coil_pins = [17, 27, 22, 23]
home_pin = 26
[page]
port = 8080
"""


@asynccontextmanager
async def at_home(folder: Path, *, hand: bool = False) -> AsyncIterator[tuple[Playing, AdminService]]:
    (folder / "table.toml").write_text(SETTINGS, encoding="utf-8")
    files = table_files.TableFiles(folder / "test.journal", tags=folder / "tags.toml", config=folder / "table.toml")
    table = partial(Table, tags_file=None if hand else files.tags)
    async with playing(folder, castles=2, make_table=table) as play:
        admin = AdminService(play.table, play.twins if hand else None, keyring.Keyring(folder / "keys.json"), files)
        yield play, admin
        admin.cancel_simulated_hand()


class LostLine:
    is_configured = True
    games_waiting = None

    def finding(self) -> Finding:
        return make_finding("RT-ROOM-SILENT", "broker", seen="-", host="-", user="-", id="-", file="-", config="-")

    def reconnect_if_room_changed(self) -> None:
        pass


async def test_the_running_tables_doctor_opens_no_second_connection(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("controller.care.doctor.broker.BrokerConnection", None)
    async with at_home(tmp_path) as (_, admin):
        save_membership(
            table_files.TableFiles(tmp_path / "test.journal").membership,
            Membership("rt-one", "p" * 43, 8883, "-", host="127.0.0.1"),
        )
        admin.connection = LostLine()
        codes = [each["code"] for each in await asyncio.to_thread(admin.collect_finding_dicts)]
        assert codes.count("RT-ROOM-SILENT") == 1


def of_stickers(admin: AdminService, key: str) -> object:
    return admin.overview("en")["stickers"][key]


async def test_a_sticker_is_taught_at_any_gate_and_counts_at_once(tmp_path: Path) -> None:
    async with at_home(tmp_path) as (play, admin):
        admin.start_or_end_sticker_task("teach", "t05")
        await play.twins.pass_tile(BLUE, simulated_uid(PieceId("t07")), 0.3)
        await play.wait(2)
        assert of_stickers(admin, "said") == "elsewhere"
        assert of_stickers(admin, "due") == ["t05"]
        await play.twins.pass_tile(BLUE, FRESH, 0.3)
        await play.wait(2)
        assert of_stickers(admin, "said") == "taught"
        assert of_stickers(admin, "doing") == ""
        assert tags.load_tag_map(tmp_path / "tags.toml").uid_of("t05") == FRESH
        assert play.table.stickers.sticker_by_uid(FRESH) == "t05"
        assert play.table.stickers.sticker_by_uid(simulated_uid(PieceId("t05"))) is None


async def test_a_phone_teaches_a_sticker_only_while_stickers_are_taught(tmp_path: Path) -> None:
    async with at_home(tmp_path) as (play, admin):
        with pytest.raises(AdminError, match="No stickers are being taught"):
            admin.teach_sticker("04:a1:b2:c3:d4:e5:f6")
        admin.start_or_end_sticker_task("teach", "t05")
        admin.teach_sticker("04:a1:b2:c3:d4:e5:f6")
        assert tags.load_tag_map(tmp_path / "tags.toml").uid_of("t05") == FRESH
        await play.begin()
        with pytest.raises(AdminError, match="A game is in progress"):
            admin.teach_sticker("04:a1:b2:c3:d4:e5:f7")


async def test_a_census_reports_missing_pieces_without_game_inputs(tmp_path: Path) -> None:
    async with at_home(tmp_path) as (play, admin):
        seq = play.table.loop.seq
        admin.start_or_end_sticker_task("census", "")
        for number in range(1, 39):
            await play.twins.pass_tile(BLUE, simulated_uid(PieceId(f"t{number:02}")), 0.2)
            await play.wait(0.5)
        assert of_stickers(admin, "due") == ["t39"]
        counts = admin.overview("en")["devices"][0]["counts"]
        assert counts == {"tiles": 38}
        admin.start_or_end_sticker_task("end", "")
        assert of_stickers(admin, "doing") == ""
        assert of_stickers(admin, "ended") == ""
        assert of_stickers(admin, "missing") == ["t39"]
        (lost,) = [each for each in admin.collect_finding_dicts() if each["code"] == "RT-PIECES-MISSING"]
        assert lost["cause"] == "The latest census did not find these pieces of the box: t39."
        assert play.table.loop.seq == seq
        assert play.complaints == {}


async def test_a_simulated_table_brings_the_whole_box_itself(tmp_path: Path) -> None:
    async with at_home(tmp_path, hand=True) as (play, admin):
        admin.start_or_end_sticker_task("census", "")
        await play.wait(60)
        assert of_stickers(admin, "due") == []
        assert of_stickers(admin, "ended") == "census"
        admin.start_or_end_sticker_task("teach", "")
        assert of_stickers(admin, "ended") == "nothing"


async def test_stickers_and_arrow_are_refused_during_a_game(tmp_path: Path) -> None:
    async with at_home(tmp_path) as (play, admin):
        admin.start_or_end_sticker_task("teach", "t05")
        await play.begin()
        assert of_stickers(admin, "doing") == ""
        with pytest.raises(AdminError, match="A game is in progress"):
            admin.start_or_end_sticker_task("census", "")
        with pytest.raises(AdminError, match="A game is in progress"):
            await admin.home_or_calibrate_arrow(None)


@pytest.mark.parametrize(
    ("fault", "place", "device"),
    [("reader_deaf", "blue", "blue"), ("oled_missing", "", "oled"), ("home_sensor_never", "", "spinner")],
)
async def test_a_restart_brings_a_mended_device_back_at_once(
    tmp_path: Path, fault: str, place: str, device: str
) -> None:
    """By itself the table tries a reader or display every 8 s, and the arrow after the next spin."""
    async with at_home(tmp_path) as (play, admin):
        await play.wait(30)
        with pytest.raises(AdminError, match="cannot be restarted"):
            admin.restart_device(device)
        faults = Faults(play.twins, Random(1))
        faults.switch(fault, place, on=True)
        play.table.hardware.arrow.was_lost.set()
        await play.wait(60)
        assert play.table.health.is_lost(device)
        faults.mend_all()
        admin.restart_device(device)
        await play.wait(20 if device == "spinner" else 0.5)
        assert not play.table.health.is_lost(device)


async def test_a_watched_gate_names_its_piece_only_between_games(tmp_path: Path) -> None:
    async with at_home(tmp_path) as (play, admin):
        piece = Ntag213(simulated_uid(PieceId("t05")))
        play.twins.readers[BLUE].enter(piece)
        await play.wait(1)
        seen = admin.describe_gate("blue")
        assert (seen["present"], seen["pieces"], seen["setup"]) == (True, ["t05"], None)
        assert seen["reads"] > 5
        assert (seen["failed"], seen["verdict"]) == (0, "good")
        assert seen["percent"] >= seen["good_percent"] == 80
        play.twins.readers[BLUE].leave(piece)
        await play.begin()
        await play.wait(1)
        seen = admin.describe_gate("blue")
        assert (seen["present"], seen["pieces"], seen["reads"] > 5) == (False, None, True)
        await play.wait(5)
        seen = admin.describe_gate("blue")
        assert (seen["reads"], seen["percent"], seen["verdict"]) == (0, 0, "none")
        with pytest.raises(AdminError, match="Unknown gate 'oled'"):
            admin.describe_gate("oled")


async def test_a_restart_is_refused_while_it_would_lose_steps_of_the_game(tmp_path: Path) -> None:
    async with at_home(tmp_path) as (play, admin):
        await play.begin()
        play.table.loop.journal_queue.unwritten.append(next(iter(play.journal.entries(1))))
        with pytest.raises(AdminError, match="not saved"):
            admin.restart_table()
        play.table.loop.journal_queue.unwritten.clear()
        assert not play.table.console.stop_requested.is_set()
        admin.restart_table()
        assert play.table.console.stop_requested.is_set()


async def test_each_minute_of_the_history_counts_its_own_pieces_and_faults(tmp_path: Path) -> None:
    async with at_home(tmp_path) as (play, admin):
        measuring = asyncio.create_task(admin.history.run())
        await play.wait(70)
        await play.twins.pass_tile(BLUE, simulated_uid(PieceId("t05")), 0.2)
        await play.twins.pass_tile(BLUE, FRESH, 0.2)
        await play.wait(120)
        measuring.cancel()
        values = admin.history.values_by_name()
        assert (values["pieces"], values["faults"]) == ([0, 0, 1, 0], [0, 0, 1, 0])
        assert min(values["memory_mib"]) > 1
        assert len(values["celsius"]) == 4


async def test_an_unknown_piece_is_not_taught(tmp_path: Path) -> None:
    async with at_home(tmp_path) as (_, admin):
        with pytest.raises(AdminError, match="Unknown piece 't99'"):
            admin.start_or_end_sticker_task("teach", "t99")


async def test_calibration_moves_to_zero_and_returns_the_new_settings(tmp_path: Path) -> None:
    async with at_home(tmp_path) as (play, admin):
        rotor = play.twins.rotor
        assert rotor is not None
        await play.wait(30)
        await admin.home_or_calibrate_arrow(None)
        at_mark_deg = rotor.angle_deg
        found = await admin.home_or_calibrate_arrow(90.0)
        assert (at_mark_deg - rotor.angle_deg) % 360 == pytest.approx(90, abs=0.1)
        assert found["text"] == SETTINGS.replace("home_pin = 26\n", "home_pin = 26\nmark_deg = 89.56\n")
        assert (tmp_path / "table.toml").read_text(encoding="utf-8") == SETTINGS


async def test_an_arrow_without_its_mark_is_lost_until_it_finds_it(tmp_path: Path) -> None:
    async with at_home(tmp_path) as (play, admin):
        await play.wait(30)
        faults = Faults(play.twins, Random(1))
        faults.switch("home_sensor_never", "", on=True)
        with pytest.raises(AdminError, match="spinner: saw"):
            await admin.home_or_calibrate_arrow(None)
        assert device_shown(admin, "spinner")["ok"] is False
        faults.switch("home_sensor_never", "", on=False)
        await admin.home_or_calibrate_arrow(None)
        assert device_shown(admin, "spinner")["ok"] is True


async def test_a_device_that_failed_its_test_works_after_passing_it(tmp_path: Path) -> None:
    async with at_home(tmp_path) as (_, admin):
        results = SetupResults(table_files.TableFiles(tmp_path / "test.journal").setup_results)
        failed = DeviceResult(False, "2026-05-01", {}, ["RT-KNOB-CLICKS"], "RT-KNOB-CLICKS: Set it.")
        results.save_result("console", failed)
        shown = device_shown(admin, "console")
        assert (shown["ok"], shown["text"], shown["mends"]) == (False, "RT-KNOB-CLICKS: Set it.", "test")
        results.save_result("console", DeviceResult(True, "2026-05-02"))
        shown = device_shown(admin, "console")
        assert (shown["ok"], shown["mends"]) == (True, "")


async def test_a_weak_supply_is_listed_first(tmp_path: Path) -> None:
    async with at_home(tmp_path) as (play, admin):
        await play.wait(30)
        Faults(play.twins, Random(1)).switch("undervoltage", "", on=True)
        await play.wait(5)
        assert next(device["name"] for device in admin.overview("en")["devices"]) == "supply"


async def test_a_held_display_bus_blames_no_exchanged_wires(tmp_path: Path) -> None:
    async with at_home(tmp_path) as (play, admin):
        await play.wait(30)
        Faults(play.twins, Random(1)).switch("i2c_held", "", on=True)
        await play.begin()
        await play.wait(10)
        found = [finding["code"] for finding in admin.collect_finding_dicts() if finding["device"] == "oled"]
        assert "held low" in device_shown(admin, "oled")["text"]
        assert "RT-DEVICE-LOST" in found
        assert "RT-OLED-WIRES" not in found


async def test_a_failed_backup_is_shown_until_one_succeeds(tmp_path: Path) -> None:
    async with at_home(tmp_path) as (_, admin):
        with pytest.raises(AdminError):
            admin.write_backup(tmp_path / "absent" / "backup.zip")
        assert admin.overview("en")["backup"]["fault"]
        admin.write_backup(tmp_path / "backup.zip")
        assert admin.overview("en")["backup"]["fault"] == ""


def device_shown(admin: AdminService, name: str) -> dict[str, Any]:
    (shown,) = [device for device in admin.overview("en")["devices"] if device["name"] == name]
    return dict(shown)


async def test_stickers_are_not_taught_on_a_partly_simulated_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(TwinTable, "is_all_twins", False)
    async with at_home(tmp_path, hand=True) as (_, admin):
        with pytest.raises(AdminError, match="royaltable teach"):
            admin.start_or_end_sticker_task("teach", "t05")
        assert of_stickers(admin, "doing") == ""


@pytest.mark.parametrize("up_s", [0.0, 30.0])
async def test_calibration_is_refused_while_the_arrow_moves(tmp_path: Path, up_s: float) -> None:
    """It looks for its mark after the start, or makes a turn for nothing from the menu."""

    async with at_home(tmp_path) as (play, admin):
        await play.wait(up_s)
        play.table.loop.show_effects([PointArrow(3, 200.0)])
        await play.wait(1.0)
        await admin.home_or_calibrate_arrow(90.0)
        await play.wait(30)
        assert [device.name for device in play.table.health if device.fault] == []
        assert play.twins.rotor is not None
        assert play.twins.rotor.angle_deg == pytest.approx(-89.56 % 360, abs=0.1)


def test_devices_may_appear_while_another_thread_lists_them() -> None:
    devices = DeviceHealth()
    devices.report_lost("blue", "no answer")
    for device in devices:
        devices.report_lost(f"next to {device.name}", "no answer")
    assert [device.name for device in devices] == ["blue", "next to blue"]


def toml_with_mark_angle(text: str, mark_deg: float) -> str:
    return toml_with_changes(text, [Change("spinner", {"mark_deg": mark_deg})])


def test_only_the_mark_angle_is_replaced_in_the_settings() -> None:
    text = "[spinner]\nmark_deg = 10  # measured\nhome_pin = 26\n[other]\nmark_deg = 10\n"
    assert toml_with_mark_angle(text, 12.5) == "[spinner]\nmark_deg = 12.5\nhome_pin = 26\n[other]\nmark_deg = 10\n"


@pytest.mark.parametrize(
    "text",
    [
        "[spinner]\nhome_pin = 26\n\n[other]\nmark_deg = 1\n",
        "[spinner]\n  home_pin = 26\n  mark_deg = 10\n",
        '[spinner]\n"mark_deg" = 10\n',
        "[ spinner ]\nmark_deg = 10\n",
        "[spinner]\nmark_deg = 10\n  [other]\n  mark_deg = 1\n",
        "[other]\na = 1\n  [spinner]\n  mark_deg = 10\n",
        "[spinner]\npins = [\n[5, 6],\n]\nmark_deg = 10\n",
        'note = """\n[spinner]\nmark_deg = 1\n"""\n[spinner]\nmark_deg = 10\n',
        "spinner.home_pin = 26\nspinner.mark_deg = 10\n",
        "spinner = { home_pin = 26, mark_deg = 10 }\n",
        "[spinner]\r\nmark_deg = 10\r\n",
    ],
)
def test_the_mark_is_set_in_any_notation_of_its_section(text: str) -> None:
    wanted = tomllib.loads(text)
    wanted["spinner"]["mark_deg"] = 12.5
    assert tomllib.loads(toml_with_mark_angle(text, 12.5)) == wanted


def test_settings_that_are_not_toml_are_refused_with_the_position() -> None:
    with pytest.raises(ValueError, match="line 2"):
        toml_with_mark_angle("[spinner]\nmark_deg = = 10\n", 12.5)


async def test_valid_settings_are_saved_and_list_what_needs_a_restart(tmp_path: Path) -> None:
    async with at_home(tmp_path) as (_, admin):
        wrong = SETTINGS.replace("port", "prot")
        assert admin.settings_faults_and_restarts(wrong)["faults"] == ["[page] prot: unknown. Did you mean 'port'?"]
        with pytest.raises(AdminError, match="Did you mean 'port'"):
            admin.write_settings(wrong)
        assert admin.read_settings_file()["text"] == SETTINGS
        assert "page" in admin.write_settings(SETTINGS.replace("8080", "80"))["restart"]
        assert "port = 80\n" in (tmp_path / "table.toml").read_text(encoding="utf-8")


async def test_a_table_without_a_password_cannot_be_locked(tmp_path: Path) -> None:
    async with at_home(tmp_path) as (play, admin):
        with pytest.raises(AdminError, match="no password yet"):
            admin.set_house_rules({"locked": True})
        assert not admin.is_locked
        keyring.Keyring(tmp_path / "keys.json").set_password(Secret("a long evening"))
        admin.set_house_rules({"locked": True, "idle_game_h": 3.5})
        assert admin.is_locked
        assert play.table.house.current.idle_game_h == 3.5
