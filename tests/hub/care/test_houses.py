"""The room wants games to be played so: said by a command, checked by a real table over a real broker, played, kept."""

import asyncio
import json
import signal
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import click.testing
import pytest

from controller.cli.room.hub import hub
from controller.fleet.line import Broker
from controller.fleet.messages import HouseReport, Reported, hash_of
from hub.care import CareLoop, HouseLoop, Houses, HousesError, Rollout, Wanted, houses_in, keep_houses
from hub.page.fleet_page import FleetPage
from hub.room import RoomLoop
from tests.fleet.evening import ID, Evening
from tests.fleet.mosquitto import need_mosquitto
from tests.hub.running import at_work, until
from tests.hub.test_room import HERE
from tests.web.real_table import RealTable


def said(folder: Path, *words: str, ends: int = 0) -> str:
    """What the command says; it is typed as whoever owns the folder."""
    (folder / "hub.toml").touch()
    done = click.testing.CliRunner().invoke(hub, ["--folder", str(folder), "desire", *words])
    assert done.exit_code == ends, done.output
    return done.output


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    need_mosquitto()
    evening = Evening(tmp_path)
    evening.broker.start()
    evening.start()
    yield evening
    evening.close()


@asynccontextmanager
async def caring(evening: Evening, folder: Path) -> AsyncIterator[tuple[CareLoop, HouseLoop]]:
    care = CareLoop(Broker("127.0.0.1", evening.broker.port))
    houses = HouseLoop(folder, care)
    houses.look()
    async with at_work(care.run()):
        await until(lambda: ID in care.desires.reports)
        yield care, houses


def reports(care: CareLoop) -> dict[tuple[str, str], HouseReport]:
    return {(each.part, each.game): each for each in care.desires.reports[ID].house}


def states(care: CareLoop) -> dict[tuple[str, str], str]:
    return {part: each.state for part, each in reports(care).items()}


def house_of(table: RealTable) -> Any:
    return table.get("/api/owner?language=en").json()["house"]


def wished(evening: Evening) -> Any:
    """The settings that the table would take up again."""
    return json.loads(evening.wishes.read_text())["desired"]["house"]["settings"]


def begun(table: RealTable, game: str = "tumult_royale", **options: str) -> Any:
    new = {"castles": ["blue", "yellow"], "options": options, "game": game}
    return table.post("/api/game", new)


def test_a_table_plays_its_next_game_as_the_room_wants_it_and_after_a_power_cut_still(
    evening: Evening, tmp_path: Path
) -> None:
    folder = tmp_path / "hub"
    folder.mkdir()
    table = evening.table
    edition = json.loads(
        click.testing.CliRunner().invoke(installed_edition(), ["show", "--game", "tumult_royale"]).output
    )
    (tmp_path / "edition.json").write_text(json.dumps(edition | {"name": "of the room"}))
    said(folder, "settings", "language=de", "hourglass_s=33")
    said(folder, "rules", "tumult_royale", "variant=gambler", "map=honour")
    said(folder, "edition", "tumult_royale", str(tmp_path / "edition.json"))

    async def run() -> None:
        async with caring(evening, folder) as (care, houses):
            await until(lambda: set(states(care).values()) == {"holds"} and len(states(care)) == 3)
            wanted = care.desires.of(ID).house
            assert reports(care)["settings", ""].hash == hash_of({"language": "de", "hourglass_s": 33})
            assert reports(care)["edition", "tumult_royale"].hash == hash_of(wanted.editions["tumult_royale"])
            assert [house_of(table)[name] for name in ("language", "hourglass_s")] == ["de", 33]
            (found,) = (await care.ask(ID, "doctor")).findings
            assert found.code == "RT-ROOM-SETS"
            assert "rules of tumult_royale" in found.cause
            assert begun(table, map="tracked").status_code == 409
            assert begun(table).status_code == 204
            await until(lambda: table.view()["variant"] == "gambler")
            assert table.view()["map"] == "honour"

            said(folder, "settings", "hourglass_s=60")
            houses.look()
            await until(lambda: states(care)["settings", ""] == "waits")
            await until(lambda: wished(evening)["hourglass_s"] == 60)

    asyncio.run(run())
    evening.broker.kill()
    evening.end(signal.SIGKILL)
    evening.start()  # without any network, in the middle of the game
    evening.table.until(lambda: house_of(table)["language"] == "de", "what held is taken up")
    assert house_of(table)["hourglass_s"] == 33
    assert table.view()["variant"] == "gambler"
    evening.broker.start()

    async def later() -> None:
        async with caring(evening, folder) as (care, houses):
            await until(lambda: states(care).get(("settings", "")) == "waits")
            assert begun(table).status_code == 204
            await until(lambda: states(care)["settings", ""] == "holds")
            assert house_of(table)["hourglass_s"] == 60
            said(folder, "rules", "tudor", "tudor-cards=drawn")
            houses.look()
            await until(lambda: states(care).get(("rules", "tudor")) == "holds")
            for part in ("settings", "rules", "edition"):
                said(folder, "let-go", part)
            houses.look()
            await until(lambda: states(care) == {})
            assert house_of(table)["language"] == "de", "the game that goes on is played to its end as it began"
            assert begun(table, map="tracked", variant="classic").status_code == 204
            assert [house_of(table)[name] for name in ("language", "hourglass_s")] == ["en", 20]

    asyncio.run(later())


def installed_edition() -> click.Command:
    from controller.cli.game.edition import edition  # of the command line, as somebody types it

    return edition


def test_what_a_table_does_not_take_is_said_with_why_and_known_to_its_doctor(evening: Evening, tmp_path: Path) -> None:
    evening.end()
    evening.settings.write_text(evening.settings.read_text() + '[hub]\nmay = ["rules", "doctor"]\n')
    evening.start()
    keep_houses(
        tmp_path,
        Houses(tables={ID: Wanted({"language": "de"}, {"tudor": {"cards": "none"}}), "rt-other": Wanted({"x": 1})}),
    )

    async def run() -> None:
        async with caring(evening, tmp_path) as (care, _):
            await until(lambda: set(states(care).values()) == {"refused"})
            assert reports(care)["settings", ""].why == (
                "saw settings, expected what [hub] may in the table's table.toml allows"
            )
            assert reports(care)["rules", "tudor"].why.startswith("saw cards = none, expected of Tudor: ")
            await until(lambda: json.loads(evening.wishes.read_text())["house"] != [])
            found = (await care.ask(ID, "doctor")).findings
            assert [each.code for each in found] == ["RT-ROOM-REFUSED", "RT-ROOM-REFUSED"]

    asyncio.run(run())


def test_the_command_checks_before_anybody_is_told(tmp_path: Path) -> None:
    assert "saw the setting 'volume'" in said(tmp_path, "settings", "volume=3", ends=1)
    assert "Expected `int`" in said(tmp_path, "settings", "hourglass_s=long", ends=1)
    assert "saw map = none" in said(tmp_path, "rules", "tumult_royale", "map=none", ends=1)
    assert "chess" in said(tmp_path, "rules", "chess", "a=b", ends=1)
    (tmp_path / "empty.json").write_text("{}")
    assert "faults" in said(tmp_path, "edition", "tudor", str(tmp_path / "empty.json"), ends=1)
    assert "expected NAME=VALUE" in said(tmp_path, "settings", "language", ends=2)
    assert "expected a table's id" in said(tmp_path, "settings", "language=de", "--table", "../x", ends=1)
    assert "expected what is wanted: nothing" in said(tmp_path, "let-go", "rules", ends=1)
    assert json.loads(said(tmp_path, "show")) == {}
    assert not (tmp_path / "room.houses.json").exists()


def test_what_one_table_is_to_have_stands_above_what_all_have(tmp_path: Path) -> None:
    said(tmp_path, "settings", "language=de", "silent=true")
    said(tmp_path, "settings", "language=es", "--table", "rt-bar")
    houses = houses_in(tmp_path)
    assert houses.of("rt-bar").settings == {"language": "es", "silent": True}
    assert houses.of("rt-window").settings == {"language": "de", "silent": True}
    said(tmp_path, "let-go", "settings", "language", "--table", "rt-bar")
    assert houses_in(tmp_path).of("rt-bar").settings == {"language": "de", "silent": True}
    assert houses_in(tmp_path).tables == {}


def test_more_than_a_message_takes_is_not_kept(tmp_path: Path) -> None:
    with pytest.raises(HousesError, match="expected 32768 at most"):
        keep_houses(tmp_path, Houses(Wanted(editions={"tudor": {"name": "x" * 33_000}})))
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_is_none_is_said_to_be_one_and_changes_nothing(tmp_path: Path) -> None:
    (tmp_path / "room.houses.json").write_text('{"everywhere": {"rules": {"tudor": 5}}}')
    care = CareLoop(Broker("127.0.0.1", 1))
    with pytest.raises(HousesError, match=r"room\.houses\.json"):
        HouseLoop(tmp_path, care).look()
    assert care.desires.houses == Houses()


def test_the_fleets_page_tells_what_is_said_of_this_wish_from_what_is_said_of_an_older_one() -> None:
    care = CareLoop(Broker("127.0.0.1", 1))
    room = RoomLoop(Broker("127.0.0.1", 1))
    room.room.hear(f"royaltable/v1/{ID}/presence", json.dumps(HERE).encode(), 0.0)
    care.desires.houses = Houses(Wanted({"language": "de"}, {"tudor": {"tudor-cards": "drawn"}}))
    page = FleetPage(care, room, lambda *_: None, lambda: Rollout("0.2.0", "0.1.0", ID))
    older = HouseReport("settings", hash_of({"language": "es"}), "holds")
    newer = HouseReport("rules", hash_of({"tudor-cards": "drawn"}), "refused", "tudor", "saw no such game")
    care.desires.reported(ID, Reported(house=(older, newer)))
    value = page.value()
    (told,) = value["tables"]
    assert value["rollout"] == {"version": "0.2.0", "ring": 1, "of": 3, "stopped": ""}
    assert told["ring"] == 1
    assert [(each["part"], each["state"], each["why"]) for each in told["house"]] == [
        ("settings", "untold", ""),
        ("rules", "refused", "saw no such game"),
    ]
