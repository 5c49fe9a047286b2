"""What the room wants is said until the table has heard it: once each, and again after whatever may have been lost."""

from controller.fleet.messages import (
    NOTHING,
    Desired,
    Fixture,
    FixtureReport,
    HouseReport,
    Reported,
    Seat,
    UpdateReport,
)
from hub.care import Desires
from hub.needs import Cause, Code


def fixture(number: int) -> Fixture:
    return Fixture(f"f-{number}", str(number), (Seat("blue", "Ana"), Seat("grey", "Kim")))


def test_a_fixture_is_said_once_and_again_when_the_broker_may_have_forgotten_it() -> None:
    desires = Desires()
    desires.want_fixtures({"rt-a": fixture(1)})
    assert desires.due() == [("rt-a", Desired(fixture(1)))]
    assert desires.due() == []
    desires.connected()
    assert desires.due() == [("rt-a", Desired(fixture(1)))]
    desires.want_fixtures({})
    assert desires.due() == [("rt-a", NOTHING)]


def test_of_one_table_only_that_one_is_looked_at() -> None:
    desires = Desires()
    desires.want_fixtures({"rt-a": fixture(1), "rt-b": fixture(2), "rt-c": None})
    assert desires.due(["rt-b"]) == [("rt-b", Desired(fixture(2)))]
    assert desires.due() == [("rt-a", Desired(fixture(1)))]


def test_a_table_that_still_waits_for_what_nobody_wants_any_more_hears_so_after_a_new_start_of_the_hub() -> None:
    desires = Desires()
    desires.reported("rt-a", Reported())
    desires.reported("rt-b", Reported(FixtureReport("f-1", "waits")))
    assert desires.due() == [("rt-b", NOTHING)], "to the other nothing was ever said"


def test_a_table_that_does_not_take_what_is_wanted_or_whose_update_failed_needs_somebody() -> None:
    desires = Desires()
    house = (HouseReport("settings", "0" * 16, "refused", why="saw the setting 'volume'"),)
    desires.reported("rt-a", Reported(house=house))
    desires.reported("rt-b", Reported(update=UpdateReport("0.2.0", "rolled-back")))
    desires.reported("rt-c", Reported(update=UpdateReport("0.2.0", "holds")))
    assert desires.causes(lambda _: True) == {Cause("rt-a", Code.SETTINGS), Cause("rt-b", Code.UPDATE)}
    assert desires.causes(lambda table: table == "rt-b") == {Cause("rt-b", Code.UPDATE)}, "the other one is away"
    desires.reported("rt-a", Reported())
    desires.reported("rt-b", Reported(update=UpdateReport("0.1.0", "holds")))
    assert desires.causes(lambda _: True) == frozenset()
