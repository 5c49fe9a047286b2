"""The hub's unit leaves its engines what they need, and stops no sooner than they do."""

from hub.engines import postgres
from tests.systemd.test_units import FOLDER, HUB, settings


def test_its_user_is_the_one_that_is_made_and_its_folder_the_one_that_commands_look_in() -> None:
    (user,) = [
        line.split()
        for line in (FOLDER / "royaltable-hub.sysusers").read_text(encoding="utf-8").splitlines()
        if not line.startswith("#")
    ]
    unit = settings(HUB)
    assert user[:2] == ["u", *unit["User"]]
    assert f"/var/lib/{unit['StateDirectory'][0]}" == user[-1] == "/var/lib/royaltable-hub"
    assert unit["StateDirectoryMode"] == ["0700"]


def test_postgresql_compiles_no_query_where_memory_that_is_written_may_not_be_run() -> None:
    assert settings(HUB)["MemoryDenyWriteExecute"] == ["yes"]
    assert postgres.SETTINGS["jit"] == "off"


def test_both_engines_are_started_by_setpriv_which_sets_its_capabilities() -> None:
    """The order counts: what stands later is taken out of, or put back into, what stands before."""
    assert settings(HUB)["SystemCallFilter"] == ["@system-service", "~@privileged @resources", "capset"]
    assert settings(HUB)["CapabilityBoundingSet"] == [""]


def test_postgresql_shares_memory_and_nothing_takes_it_away_from_a_command() -> None:
    unit = settings(HUB)
    assert unit["PrivateDevices"] == ["yes"], "systemd.exec(5): /dev/shm stays"
    assert not {"RemoveIPC", "PrivateIPC"} & unit.keys()


def test_the_hub_is_asked_to_stop_alone_and_has_the_time_that_its_engines_may_take() -> None:
    unit = settings(HUB)
    assert unit["KillMode"] == ["mixed"]
    assert int(unit["TimeoutStopSec"][0]) >= 90, "60 s of PostgreSQL and 10 s of Mosquitto in order, then by force"


def test_any_failure_is_tried_again_for_ever_and_an_engine_s_is_the_hub_s_to_mend() -> None:
    unit = settings(HUB)
    assert unit["Restart"] == ["on-failure"]
    assert unit["StartLimitIntervalSec"] == ["0"]
    assert unit["OOMPolicy"] == ["continue"]
    assert unit["RestartSec"] == ["5"]
