"""Whatever the hub wants and asks, and however often, the game has the processor most of the time."""

import asyncio
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from controller.fleet.messages import Answer, Ask, Desired, House
from controller.fleet.shipping import understood
from controller.service.fleet import taking_back, wishes
from controller.service.fleet.asked import Asked
from controller.service.fleet.taking_back import TakingBack
from controller.service.fleet.told_state import LONGEST_S, TIMES, rested
from controller.service.fleet.wishes import Wishes
from controller.store.table_files import TableFiles
from tests.whole_table.playing import Playing


@pytest.mark.parametrize(("worked_s", "rest_s"), [(0.0, 0.0), (0.5, 1.5), (60.0, LONGEST_S)])
async def test_after_work_is_rested_three_times_as_long_up_to_a_bound(worked_s: float, rest_s: float) -> None:
    now_s = asyncio.get_running_loop().time
    began_s = now_s()
    await asyncio.sleep(worked_s)
    await rested(began_s)
    assert now_s() - began_s - worked_s == pytest.approx(rest_s)


async def test_of_a_flood_of_wishes_the_last_alone_is_looked_at(
    play: Playing, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked_at: list[Desired] = []

    def noting(octets: bytes, kind: type[Desired]) -> Desired:
        found = understood(octets, kind)
        looked_at.append(found)
        return found

    monkeypatch.setattr(wishes, "understood", noting)

    wanted = Wishes(play.table, TableFiles(tmp_path / "other.journal"), "room", lambda: None)
    doing = asyncio.create_task(wanted.run())
    for number in range(200):
        wanted.heard(msgspec.json.encode(Desired(house=House(rules={f"g{number}": {}}))))
    await asyncio.sleep(1)
    assert [list(each.house.rules) for each in looked_at] == [["g199"]]
    assert [each.game for each in wanted.reported.house] == ["g199"]
    doing.cancel()
    await asyncio.gather(doing, return_exceptions=True)


async def test_between_two_asks_is_rested_as_long_as_their_work_needs() -> None:
    answered_s, now_s = list[float](), asyncio.get_running_loop().time
    began_s = now_s()

    async def works(ask: Ask) -> Answer:
        await asyncio.sleep(1)
        return Answer(ask.id, ask.do, done=True)

    nothing: Any = SimpleNamespace()
    asked = Asked(nothing, nothing, ("doctor",), lambda _: answered_s.append(now_s() - began_s))
    asked._do = {"doctor": works}
    doing = asyncio.create_task(asked.run())
    for number in range(3):
        asked.heard(msgspec.json.encode(Ask("doctor", f"{number}")))
    await asyncio.sleep(20)
    doing.cancel()
    await asyncio.gather(doing, return_exceptions=True)
    assert answered_s == pytest.approx([1, 2 + TIMES, 3 + 2 * TIMES])


async def test_games_that_nobody_has_asked_for_are_not_even_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(taking_back, "understood", lambda *_: pytest.fail("it was read"))
    nothing: Any = SimpleNamespace()
    TakingBack(nothing, nothing, "rt-a", lambda *_: None, lambda: None).heard(b"{}")
