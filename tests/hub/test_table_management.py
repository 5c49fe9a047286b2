"""What a room wants of its tables: games, how they are played, a version; and the owner's commands for it."""

import asyncio
import json
from pathlib import Path

import click.testing
import msgspec
import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from controller.cli.game.edition import edition
from controller.cli.room.hub import hub
from controller.fleet.connection import BrokerConfig
from controller.fleet.messages import (
    NOTHING_DESIRED,
    DesiredState,
    Fixture,
    FixtureReport,
    FixtureSeat,
    ReportedState,
    SettingsReport,
    UpdateReport,
    UpdateState,
    hash_json_value,
)
from controller.fleet.topics import ANSWER
from hub.alerts import AlertCause, AlertCode
from hub.page.fleet_routes import FleetPage
from hub.room import RoomLoop
from hub.table_management import (
    HEALTHY_RING_S,
    ROLLOUT_FILE,
    DesiredStates,
    NoAnswerError,
    Rollout,
    RolloutFileError,
    RolloutWatch,
    RoomSettings,
    RoomSettingsError,
    TableManager,
    TableSettings,
    TableStatus,
    load_rollout,
    load_room_settings,
    save_or_remove_rollout,
    save_room_settings,
    tables_up_to_current_ring,
    tables_up_to_each_ring,
)
from tests.fleet.evening import ID, begun
from tests.hub.running import run_tasks, until
from tests.hub.test_packages import deb
from tests.hub.test_packages import pytestmark as needs_programs
from tests.hub.test_room import HERE
from tests.support.documents import ROOT, blocks, typed


def fixture(number: int) -> Fixture:
    return Fixture(f"f-{number}", str(number), (FixtureSeat("blue", "Ana"), FixtureSeat("grey", "Kim")))


def test_a_fixture_is_published_once_and_again_after_a_reconnect() -> None:
    desires = DesiredStates()
    desires.replace_fixtures({"rt-a": fixture(1)})
    assert desires.take_unpublished() == [("rt-a", DesiredState(fixture(1)))]
    assert desires.take_unpublished() == []
    desires.forget_published()
    assert desires.take_unpublished() == [("rt-a", DesiredState(fixture(1)))]
    desires.replace_fixtures({})
    assert desires.take_unpublished() == [("rt-a", NOTHING_DESIRED)]


def test_a_check_of_one_table_leaves_the_others_due() -> None:
    desires = DesiredStates()
    desires.replace_fixtures({"rt-a": fixture(1), "rt-b": fixture(2), "rt-c": None})
    assert desires.take_unpublished(["rt-b"]) == [("rt-b", DesiredState(fixture(2)))]
    assert desires.take_unpublished() == [("rt-a", DesiredState(fixture(1)))]


def test_a_restarted_hub_withdraws_a_fixture_that_is_not_wanted() -> None:
    desires = DesiredStates()
    desires.store_report("rt-a", ReportedState())
    desires.store_report("rt-b", ReportedState(FixtureReport("f-1", "waits")))
    assert desires.take_unpublished() == [("rt-b", NOTHING_DESIRED)], "to the other nothing was ever said"


def test_players_of_a_fixture_are_known_once_its_table_has_begun_it() -> None:
    desires = DesiredStates()
    desires.replace_fixtures({"rt-a": fixture(1), "rt-b": fixture(2)})
    desires.store_report("rt-a", ReportedState(FixtureReport(fixture(1).id, "begun")))
    desires.store_report("rt-b", ReportedState(FixtureReport(fixture(2).id, "waits")))
    seats = {seat.castle: seat.player for seat in fixture(1).seats}
    assert desires.players_by_table() == {"rt-a": seats}


def test_refused_settings_and_failed_updates_raise_alerts() -> None:
    desires = DesiredStates()
    house = (SettingsReport("settings", "0" * 16, "refused", why="unknown setting 'volume'"),)
    desires.store_report("rt-a", ReportedState(house=house))
    desires.store_report("rt-b", ReportedState(update=UpdateReport("0.2.0", "rolled-back")))
    desires.store_report("rt-c", ReportedState(update=UpdateReport("0.2.0", "holds")))
    assert desires.alert_causes(lambda _: True) == {
        AlertCause("rt-a", AlertCode.SETTINGS),
        AlertCause("rt-b", AlertCode.UPDATE),
    }
    assert desires.alert_causes(lambda table: table == "rt-b") == {AlertCause("rt-b", AlertCode.UPDATE)}, (
        "the other one is away"
    )
    desires.store_report("rt-a", ReportedState())
    desires.store_report("rt-b", ReportedState(update=UpdateReport("0.1.0", "holds")))
    assert desires.alert_causes(lambda _: True) == frozenset()


def run_desire(folder: Path, *words: str, ends: int = 0) -> str:
    """What the command says; it is typed as whoever owns the folder."""
    (folder / "hub.toml").touch()
    done = click.testing.CliRunner().invoke(hub, ["--folder", str(folder), "desire", *words])
    assert done.exit_code == ends, done.output
    return done.output


def test_the_command_checks_settings_before_publishing(tmp_path: Path) -> None:
    assert "unknown setting 'volume'" in run_desire(tmp_path, "settings", "volume=3", ends=1)
    assert "Expected `int`" in run_desire(tmp_path, "settings", "hourglass_s=long", ends=1)
    assert "saw map = none" in run_desire(tmp_path, "rules", "tumult_royale", "map=none", ends=1)
    assert "chess" in run_desire(tmp_path, "rules", "chess", "a=b", ends=1)
    (tmp_path / "empty.json").write_text("{}")
    assert "lacks the key" in run_desire(tmp_path, "edition", "tudor", str(tmp_path / "empty.json"), ends=1)
    assert "expected NAME=VALUE" in run_desire(tmp_path, "settings", "language", ends=2)
    assert "expected a table's id" in run_desire(tmp_path, "settings", "language=de", "--table", "../x", ends=1)
    assert "the room does not set rules" in run_desire(tmp_path, "let-go", "rules", ends=1)
    assert json.loads(run_desire(tmp_path, "show")) == {}
    assert not (tmp_path / "room.houses.json").exists()


def test_settings_of_one_table_override_those_of_all(tmp_path: Path) -> None:
    run_desire(tmp_path, "settings", "language=de", "silent=true")
    run_desire(tmp_path, "settings", "language=es", "--table", "rt-bar")
    houses = load_room_settings(tmp_path)
    assert houses.merged_for_table("rt-bar").settings == {"language": "es", "silent": True}
    assert houses.merged_for_table("rt-window").settings == {"language": "de", "silent": True}
    run_desire(tmp_path, "let-go", "settings", "language", "--table", "rt-bar")
    assert load_room_settings(tmp_path).merged_for_table("rt-bar").settings == {"language": "de", "silent": True}
    assert load_room_settings(tmp_path).tables == {}


def test_settings_larger_than_a_message_are_refused(tmp_path: Path) -> None:
    with pytest.raises(RoomSettingsError, match="expected at most 32768"):
        save_room_settings(tmp_path, RoomSettings(TableSettings(editions={"tudor": {"name": "x" * 33_000}})))
    assert list(tmp_path.iterdir()) == []


def test_an_invalid_file_is_reported_and_changes_nothing(tmp_path: Path) -> None:
    (tmp_path / "room.houses.json").write_text('{"everywhere": {"rules": {"tudor": 5}}}')
    care = TableManager(BrokerConfig("127.0.0.1", 1), tmp_path, lambda _: True)
    with pytest.raises(RoomSettingsError, match=r"room\.houses\.json"):
        care.reload_room_settings()
    assert care.desired.room_settings == RoomSettings()


def test_the_fleet_page_ignores_reports_on_older_settings(tmp_path: Path) -> None:
    care = TableManager(BrokerConfig("127.0.0.1", 1), tmp_path, lambda _: True)
    room = RoomLoop(BrokerConfig("127.0.0.1", 1))
    room.room.apply_message(f"royaltable/v1/{ID}/presence", json.dumps(HERE).encode(), 0.0)
    care.desired.room_settings = RoomSettings(TableSettings({"language": "de"}, {"tudor": {"tudor-cards": "drawn"}}))
    care.rollout = Rollout("0.2.0", "0.1.0", ID)
    page = FleetPage(care, room, lambda *_: None)
    older = SettingsReport("settings", hash_json_value({"language": "es"}), "holds")
    newer = SettingsReport("rules", hash_json_value({"tudor-cards": "drawn"}), "refused", "tudor", "saw no such game")
    care.desired.store_report(ID, ReportedState(house=(older, newer)))
    value = page.fleet_to_json()
    (told,) = value["tables"]
    assert value["rollout"] == {"version": "0.2.0", "ring": 1, "of": 3, "stopped": ""}
    assert told["ring"] == 1
    assert [(each["part"], each["state"], each["why"]) for each in told["house"]] == [
        ("settings", "untold", ""),
        ("rules", "refused", "saw no such game"),
    ]


def test_rules_and_an_edition_stay_set_until_they_are_released(tmp_path: Path) -> None:
    shown = click.testing.CliRunner().invoke(edition, ["show", "--game", "tumult_royale"])
    (tmp_path / "edition.json").write_text(shown.output)
    run_desire(tmp_path, "rules", "tumult_royale", "variant=gambler", "map=honour")
    run_desire(tmp_path, "edition", "tumult_royale", str(tmp_path / "edition.json"))
    house = load_room_settings(tmp_path).merged_for_table("rt-bar")
    assert house.rules == {"tumult_royale": {"variant": "gambler", "map": "honour"}}
    assert house.editions == {"tumult_royale": json.loads(shown.output)}
    run_desire(tmp_path, "let-go", "rules")
    run_desire(tmp_path, "let-go", "edition")
    assert load_room_settings(tmp_path) == RoomSettings()


def test_the_commands_of_the_guide_set_and_release_what_it_says(tmp_path: Path) -> None:
    box = ROOT / "controller/games/tudor/box/standard.toml"
    for line in typed(blocks("docs/fleet.md", "")[0]):
        assert line.startswith("sudo royaltable hub desire ")
        run_desire(tmp_path, *line.replace("/var/tmp/our-box.toml", str(box)).split()[4:])
    house = load_room_settings(tmp_path).merged_for_table("rt-bar")
    assert house.settings == {"language": "de", "hourglass_s": 30}
    assert (house.rules, list(house.editions)) == ({}, ["tudor"])


NEW = Rollout("2.0", "1.0")


def status_with_update(state: UpdateState | None, *, here: bool = True, version: str = "2.0") -> TableStatus:
    return TableStatus(here, ReportedState(update=None if state is None else UpdateReport(version, state)))


def tables(count: int) -> list[str]:
    return [f"rt-{number:04}" for number in range(count)]


@given(st.integers(1, 1000))
def test_the_rings_are_one_table_a_tenth_and_all_each_including_the_last(count: int) -> None:
    one, tenth, all_ = tables_up_to_each_ring(NEW, tables(count))
    assert len(one) == 1
    assert abs(len(tenth) - max(1, count / 10)) <= 0.5
    assert sorted(all_) == tables(count)
    assert all_[: len(tenth)] == tenth
    assert tenth[:1] == one


def test_the_owner_can_choose_the_first_table_of_a_rollout() -> None:
    assert tables_up_to_each_ring(Rollout("2.0", first="rt-0007"), tables(20))[0] == ["rt-0007"]
    assert len({tables_up_to_each_ring(Rollout(f"2.{minor}"), tables(20))[0][0] for minor in range(30)}) > 5, (
        "else another each time"
    )


def test_the_next_ring_begins_once_the_last_was_healthy_for_ten_minutes() -> None:
    watch, room = RolloutWatch(), {table: status_with_update("waits") for table in tables(20)}
    (first,) = tables_up_to_current_ring(NEW, room)
    assert watch.advance_or_stop(NEW, room, 0.0) == NEW
    room[first] = status_with_update("holds")
    assert watch.advance_or_stop(NEW, room, 100.0) == NEW
    assert watch.advance_or_stop(NEW, room, 100.0 + HEALTHY_RING_S - 1) == NEW
    room[first] = status_with_update("holds", here=False)  # it was away: its time begins anew
    assert watch.advance_or_stop(NEW, room, 100.0 + HEALTHY_RING_S) == NEW
    room[first] = status_with_update("holds")
    assert watch.advance_or_stop(NEW, room, 800.0) == NEW
    second = watch.advance_or_stop(NEW, room, 800.0 + HEALTHY_RING_S)
    assert second.ring == 1
    assert len(tables_up_to_current_ring(second, room)) == 2
    assert watch.advance_or_stop(second, room, 800.0 + 10 * HEALTHY_RING_S) == second, (
        "the other one has not proved itself yet"
    )


def test_one_failure_stops_the_first_ring_and_two_stop_a_larger_one() -> None:
    room = {table: status_with_update("holds") for table in tables(50)}
    (first,) = tables_up_to_current_ring(NEW, room)
    stopped = RolloutWatch().advance_or_stop(NEW, room | {first: status_with_update("rolled-back")}, 0.0)
    assert stopped.stopped == f"2.0 failed at {first}"
    assert tables_up_to_current_ring(stopped, room) == [first]
    tenth = Rollout("2.0", "1.0", ring=1)
    one, two, *_ = tables_up_to_current_ring(tenth, room)
    assert not RolloutWatch().advance_or_stop(tenth, room | {one: status_with_update("failed")}, 0.0).stopped
    assert (
        RolloutWatch()
        .advance_or_stop(tenth, room | {one: status_with_update("failed"), two: status_with_update("rolled-back")}, 0.0)
        .stopped
    )
    other = {one: status_with_update("failed", version="1.5"), two: status_with_update("failed", version="1.5")}
    assert not RolloutWatch().advance_or_stop(tenth, room | other, 0.0).stopped, "that was an earlier version"


@pytest.mark.parametrize(
    "octets",
    [
        b'{"version":"\xff"}',
        b'{"version":"1","later":' + b"[" * 4000,
        b'{"version":"1"',
        b'{"version":"1","ring":7}',
        b'{"version":"1","ring":-1}',
        b'{"version":"one two"}',
        b'{"version":"1","first":"#"}',
    ],
)
async def test_a_damaged_rollout_file_is_reported_and_pauses_the_rollout(tmp_path: Path, octets: bytes) -> None:
    care = TableManager(BrokerConfig("127.0.0.1", 1), tmp_path, lambda _: True)
    care.desired.store_report("rt-a", ReportedState())
    (tmp_path / ROLLOUT_FILE).write_bytes(octets)
    with pytest.raises(RolloutFileError, match=f"{ROLLOUT_FILE}.*release the version again"):
        load_rollout(tmp_path)
    task = asyncio.create_task(care.run())
    await asyncio.sleep(60)
    save_or_remove_rollout(tmp_path, NEW)
    await asyncio.sleep(60)
    assert care.rollout == NEW
    task.cancel()


def run_hub_command(folder: Path, *words: str) -> str:
    return CliRunner().invoke(hub, ["--folder", str(folder), *words]).output


@needs_programs
def test_a_rollout_stops_and_goes_back_to_the_earlier_version(tmp_path: Path) -> None:
    folder = tmp_path / "hub"
    folder.mkdir()
    (folder / "hub.toml").touch()
    assert "No rollout in this room." in run_hub_command(folder, "rollout")
    said = run_hub_command(folder, "release", "--only-keep", str(deb(tmp_path, "0.1.0")))
    assert "royaltable 0.1.0 for all is available." in said
    assert "sudo royaltable update trust HUB --fingerprint '" in said
    assert load_rollout(folder) is None
    said = run_hub_command(folder, "release", "--first", "rt-a", str(deb(tmp_path, "0.2.0")))
    assert "0.2.0 goes to one table first." in said
    assert load_rollout(folder) == Rollout("0.2.0", "0.1.0", "rt-a")
    assert run_hub_command(folder, "rollout") == "0.2.0: ring 1 of 3, one table\n"
    assert "roll back to 0.1.0: royaltable hub rollout --back" in run_hub_command(folder, "rollout", "--stop")
    assert run_hub_command(folder, "rollout", "--back") == f"Hub in {folder}:\n0.1.0: ring 1 of 3, one table\n"
    assert load_rollout(folder) == Rollout("0.1.0", None, "rt-a")
    assert "expected a table's id" in run_hub_command(folder, "release", "--first", "a/b", str(deb(tmp_path, "0.3.0")))


FIXTURE = Fixture("spring-2-7", "2", (FixtureSeat("yellow", "Ana"), FixtureSeat("blue", "Kim")))


@pytest.mark.real_time
async def test_a_real_table_follows_and_answers_across_a_broker_restart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with begun(tmp_path) as evening:
        broker = BrokerConfig("127.0.0.1", evening.broker.port)
        room = RoomLoop(broker)
        care = TableManager(broker, tmp_path, room.room.is_online)
        save_room_settings(tmp_path, RoomSettings(TableSettings({"language": "de", "hourglass_s": 33}), {}))
        save_or_remove_rollout(tmp_path, Rollout("99.0.0", "1.0"))
        care.reload_room_settings()
        async with run_tasks(care.run(), room.run()):
            await until(lambda: room.room.is_online(ID) and ID in care.desired.reports)
            care.advance_rollout_if_due(0.0)
            await until(lambda: care.desired.reports[ID].update == UpdateReport("99.0.0", "waits"))
            await until(lambda: [each.state for each in care.desired.reports[ID].house] == ["holds"])
            house = (await asyncio.to_thread(evening.table.get, "/api/owner?language=en")).json()["house"]
            assert (house["language"], house["hourglass_s"]) == ("de", 33)

            care.replace_and_publish_fixtures({ID: FIXTURE})
            await until(lambda: care.desired.reports[ID].fixture == FixtureReport("spring-2-7", "waits"))
            evening.broker.kill()
            evening.broker.start()
            await asyncio.to_thread(evening.table.post, "/api/answer", {"yes": True})
            await until(lambda: care.desired.reports[ID].fixture == FixtureReport("spring-2-7", "begun"))
            care.replace_and_publish_fixtures({})
            await until(lambda: care.desired.reports[ID].fixture is None)

            fault = {"name": "reader_deaf", "on": True}
            await asyncio.to_thread(evening.table.post, "/api/table/fault", fault)
            await until(lambda: room.room.room_to_json([], 0.0)["cards"][ID]["lost"] == ["blue"])
            page = FleetPage(care, room, lambda *_: None)
            await care.ask_and_await_answer(ID, "doctor")
            found = {each["code"]: each for each in page.fleet_to_json()["codes"]}
            assert found["RT-DEVICE-LOST"] == {"code": "RT-DEVICE-LOST", "severity": "error", "tables": [ID]}
            assert "RT-ROOM-SETS" in found
            assert (await care.ask_and_await_answer(ID, "report")).report.startswith(b"PK")
            assert (await care.ask_and_await_answer(ID, "message", "Round 3 begins at 8.")).done

            monkeypatch.setattr("hub.table_management.ANSWER_TIMEOUT_S", 0.2)
            with pytest.raises(NoAnswerError, match="rt-nobody does not answer"):
                await care.ask_and_await_answer("rt-nobody", "doctor")
            with pytest.raises(NoAnswerError, match="expected the id of a table"):
                await care.ask_and_await_answer("a/b", "doctor")
            assert care._pending == {}
        with pytest.raises(NoAnswerError, match="no connection to the broker"):
            await care.ask_and_await_answer(ID, "doctor")


@pytest.mark.parametrize("mark", ["0123456789abcdef", "of another version"])
def test_answers_to_password_rotations_are_not_logged_as_invalid(mark: str, caplog: pytest.LogCaptureFixture) -> None:
    TableManager(BrokerConfig("127.0.0.1", 9), Path(), lambda _: True).store_report_or_answer(
        ANSWER.topic_of(ID), msgspec.json.encode({"do": "rotate", "mark": mark})
    )
    assert caplog.messages == []
    TableManager(BrokerConfig("127.0.0.1", 9), Path(), lambda _: True).store_report_or_answer(
        ANSWER.topic_of(ID), b'{"do": "doctor"}'
    )
    assert len(caplog.messages) == 1


def test_a_report_of_one_table_checks_only_that_table(monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[str] = []

    class Counted(DesiredStates):
        def desired_state_of(self, table: str) -> DesiredState:
            looked.append(table)
            return super().desired_state_of(table)

    care = TableManager(BrokerConfig("127.0.0.1", 9), Path(), lambda _: True)
    care.desired = Counted()
    monkeypatch.setattr(care._broker, "connected", True)
    tables = {f"rt-{number:06}": FIXTURE for number in range(1000)}
    care.replace_and_publish_fixtures(tables)
    assert looked == list(tables)
    looked.clear()
    care.store_report_or_answer("royaltable/v1/rt-000007/reported", b"{}")
    assert looked == ["rt-000007"]
