"""What a broker tells a table, however often and however costly, takes a bounded share of its time."""

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest

from controller import limits
from controller.fleet.client import Pace
from controller.fleet.line import Broker, Line

MINUTE_S = 60


@pytest.mark.parametrize("cost_s", [0.0, 0.001, 0.02, 0.2, 0.4])
def test_a_flood_costs_a_tenth_of_a_minute_and_two_hundred_messages_a_second(cost_s: float) -> None:
    pace, now_s, heard = Pace(limits.MQTT_HEARD_A_SECOND), 0.0, 0
    while now_s < MINUTE_S:
        now_s += cost_s
        heard += 1
        if pace.heard(now_s, cost_s):
            now_s = pace.ends_s
    assert heard <= MINUTE_S * limits.MQTT_HEARD_A_SECOND
    assert heard * cost_s <= 1.1 * limits.MQTT_WORK_SHARE * MINUTE_S
    assert heard >= min(limits.MQTT_HEARD_A_SECOND, 0.5 * limits.MQTT_WORK_SHARE / max(cost_s, 1e-9)) * MINUTE_S


def test_what_was_read_already_draws_the_rest_out_to_its_bound_and_no_further() -> None:
    pace = Pace(200)
    assert not pace.heard(0.0, 0.01)
    assert [pace.heard(0.1, 0.2) for _ in range(100)] == [True] * 100
    assert pace.ends_s == pytest.approx(0.1 + limits.MQTT_LONGEST_REST_S)


async def test_a_line_reads_on_when_what_its_messages_have_cost_is_made_up_for() -> None:
    now_s, seen = asyncio.get_running_loop().time, list[tuple[float, bool]]()
    began_s = now_s()
    line = Line(Broker("192.0.2.1", 1883), "rt-a", will=None, most_a_s=200)
    client: Any = SimpleNamespace(hold=lambda *, held: seen.append((now_s() - began_s, held)))
    line._client = client
    line._has_read(1, 0.05)
    line._has_read(2, 0.25)
    await asyncio.sleep(10)
    assert seen == [(0.0, True), (pytest.approx(3.0), False)]
