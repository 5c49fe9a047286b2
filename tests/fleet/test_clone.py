"""Two copies of one table on one broker: each knows of the other, and who was there stays."""

from contextlib import ExitStack, closing
from pathlib import Path

import pytest

from controller.fleet import connection, messages, table_id
from tests.fleet.evening import PRESENCE, Evening
from tests.support.mosquitto import need_mosquitto

BACK_S = 1.5


class Copy:
    """One of the two, as its line would have it: a broker lets in who came last."""

    def __init__(self, boot: str, at_s: float) -> None:
        self.boot = boot
        self.watch = table_id.CloneWatch(boot)
        self.comes_s = at_s
        self.since_s: float | None = None
        self.lasted_s = 0.0
        self.on_line_s = 0.0
        self.connects = 0

    def comes(self, retained: str | None, now_s: float) -> None:
        self.connects += 1
        self.since_s, self.comes_s = now_s, float("inf")
        if retained is not None and self.watch.must_disconnect_on_presence(
            messages.Presence(online=True, boot=retained), self.lasted_s, now_s
        ):
            self.goes(now_s, table_id.CLONE_PAUSE_S * connection.jitter_factor(self.boot, 0))
        self.watch.must_disconnect_on_presence(messages.Presence(online=True, boot=self.boot), self.lasted_s, now_s)

    def goes(self, now_s: float, back_in_s: float) -> None:
        if self.since_s is not None:
            self.lasted_s = now_s - self.since_s
            self.on_line_s += self.lasted_s
            self.since_s = None
            self.comes_s = now_s + back_in_s


def hours_of(first: Copy, second: Copy, hours: int) -> None:
    retained: str | None = None
    now_s = 0.0
    while now_s < hours * 3600:
        one, other = sorted((first, second), key=lambda copy: copy.comes_s)
        now_s = one.comes_s
        other.goes(now_s, BACK_S)
        one.comes(retained, now_s)
        retained = one.boot
        assert min(first.comes_s, second.comes_s) < float("inf")


def test_the_older_clone_stays_and_the_newer_retries_every_few_minutes() -> None:
    there, came = Copy("there", 0.0), Copy("came", 2 * table_id.OLDER_IF_CONNECTED_S)
    hours_of(there, came, 4)
    assert there.on_line_s > 0.98 * 4 * 3600
    assert came.connects < 4 * 3600 / (table_id.CLONE_PAUSE_S / 2) + 3
    assert there.watch.is_clone_seen(4 * 3600)
    assert came.watch.is_clone_seen(4 * 3600)


@pytest.mark.parametrize("apart_s", [0.0, 0.4, 1.0, 10.0, 59.0])
def test_clones_that_connect_together_soon_settle_who_stays(apart_s: float) -> None:
    one, other = Copy("one", 0.0), Copy("other", apart_s)
    hours_of(one, other, 4)
    assert one.connects + other.connects < 4 * (4 * 3600 / table_id.CLONE_PAUSE_S)
    assert one.watch.is_clone_seen(4 * 3600)
    assert other.watch.is_clone_seen(4 * 3600)


def test_the_retained_presence_of_an_earlier_start_is_no_clone() -> None:
    watch = table_id.CloneWatch("now")
    assert not watch.must_disconnect_on_presence(
        messages.Presence(online=True, boot="before"), 0.0, 1.0
    )  # ours may have been under way by then
    assert not watch.must_disconnect_on_presence(messages.Presence(online=False, boot="before"), 0.0, 2.0)
    assert not watch.must_disconnect_on_presence(messages.Presence(online=True, boot="now"), 0.0, 3.0)
    assert not watch.is_clone_seen(3.0)
    assert watch.must_disconnect_on_presence(messages.Presence(online=True, boot="other"), 0.0, 4.0)
    assert watch.is_clone_seen(4.0)


def test_a_copied_card_is_reported_at_both_tables_and_the_broker(tmp_path: Path) -> None:
    def says_of_the_line(evening: Evening) -> str:
        devices = evening.table.get("/api/owner?language=en").json()["devices"]
        return str(next(each["text"] for each in devices if each["name"] == "broker"))

    need_mosquitto()
    with ExitStack() as stack:
        evenings = []
        for name in ("one", "two"):
            (tmp_path / name).mkdir()
            evenings.append(stack.enter_context(closing(Evening(tmp_path / name))))
        first, second = evenings
        settings = second.settings.read_text()
        second.settings.write_text(settings.replace(f"port = {second.broker.port}", f"port = {first.broker.port}"))
        first.broker.start()
        received = stack.enter_context(first.broker.listened_to())
        first.start()
        received.until(PRESENCE, lambda message: message["online"])
        second.start()
        for each in (first, second):
            each.table.until(lambda: "is using this table's identity" in says_of_the_line(each), "the copy")  # noqa: B023
        received.until(PRESENCE, lambda message: message.get("findings") == ["RT-HUB-TWIN"])
        first.table.begin("taxes")
        second.table.begin("taxes")
