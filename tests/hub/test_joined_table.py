"""From a table that stands alone to a card in the room: joined over TLS, by letters or by an invitation."""

import asyncio
from pathlib import Path
from typing import Any

import httpx
import pytest
from click.testing import CliRunner

from bench.shared.ports import free_port
from controller import limits
from controller.__main__ import main
from controller.cli import join as joins
from controller.fleet.enrolment import Membership
from controller.fleet.line import Broker
from controller.fleet.table_id import machine, usual_id
from controller.fleet.topics import LOG, STATE
from controller.secret import Secret
from controller.store.membership import membership_in
from controller.store.table_files import TableFiles
from hub.page.access import STEWARDS, RoomKeys
from hub.settings import load
from tests import hurried
from tests.cli.test_hub import royaltable as of_hub
from tests.cli.test_hub import running  # the same hub
from tests.fleet.test_line import trouble_of
from tests.web.real_table import PATIENCE_S, TWO_CASTLES, RealTable, served

PASSWORD = "a long evening"


class Owner:
    """The room's owner, at its page."""

    def __init__(self, page: str) -> None:
        self._client = httpx.Client(base_url=page.replace("0.0.0.0", "127.0.0.1"), timeout=PATIENCE_S)
        self._client.post("/api/login", json={"password": PASSWORD}).raise_for_status()

    def let_in(self, letters: str) -> str:
        """Type what stands at the table, as `grouped` shows it there."""
        asked = {"letters": letters, "name": "By the window"}
        self._client.post("/api/tables/let-in", json=asked).raise_for_status()
        return letters

    def sees(self, table: str, **card: object) -> bool:
        cards = self._client.get("/api/room").json()["cards"]
        return table in cards and card.items() <= cards[table].items()

    def revokes(self, table: str) -> None:
        self._client.post("/api/tables/revoke", json={"table": table}).raise_for_status()
        assert self._client.post("/api/tables/revoke", json={"table": table}).status_code == 409

    def has_no(self, table: str) -> None:
        assert table not in self._client.get("/api/room").json()["cards"]

    def keeps(self, games: int) -> bool:
        return bool(self._client.get("/api/status").json()["games"] == games)


def test_a_table_joins_and_is_a_card_and_its_games_are_kept(
    folder: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    page = free_port()
    config = tmp_path / "table.toml"
    config.write_text('[table]\nname = "Table"\n' + TWO_CASTLES.format(page=page))
    RoomKeys(folder).set_password(Secret(PASSWORD))
    assert (folder / STEWARDS).exists()
    with running(folder, engines=1) as room:
        owner = Owner(room)
        monkeypatch.setattr(joins, "grouped", owner.let_in)
        hub = f"127.0.0.1:{load(folder).tables.join_port}"
        with served(config, page, hurried.COMMAND) as table:
            at_its_own_page(table, owner, hub)
            assert table.post("/api/owner/room/leave", {}).status_code == 204
            table.until(lambda: owner.sees(usual_id(machine()), online=False), "its last word")
            table.until(lambda: stands(table)["stands"] == "outside", "the table alone")
            joined = CliRunner().invoke(main, ["join", hub, "--config", str(config)], input="y\n")
            assert joined.exit_code == 0, joined.output
            files = TableFiles(tmp_path / "table.journal")
            member = membership_in(files.membership)
            assert member is not None
            id_ = member.table
            table.until(lambda: owner.sees(id_, name="By the window", online=True), "the card")
            table.until(lambda: owner.keeps(1), "the game at the hub")
            assert table.post("/api/owner/room/join", {"hub": hub}).status_code == 409
            member = another_password(folder, table, files, member)
            nobody_else_is_let_in(folder, member.table, member.password, monkeypatch)
            owner.revokes(member.table)
            table.until(lambda: "not let the table in" in fault_of_the_line(table), "that it may come no more")
            owner.has_no(member.table)
        by_invitation(folder, tmp_path)


def stands(table: RealTable) -> dict[str, Any]:
    """How the table stands to the room, by the owner's page."""
    room: dict[str, Any] = table.get("/api/owner?language=en").json()["room"]
    return room


def at_its_own_page(table: RealTable, owner: Owner, hub: str) -> None:
    """A table that plays joins by its owner's page, and plays on."""
    table.begin("taxes")
    assert table.post("/api/owner/room/join", {"hub": hub}).status_code == 204
    table.until(lambda: stands(table)["stands"] == "letters", "the letters")
    owner.let_in(stands(table)["letters"])
    table.until(lambda: stands(table)["stands"] == "let_in", "the room's answer")
    assert table.post("/api/owner/room/answer", {"yes": True}).status_code == 204
    table.until(lambda: owner.sees(usual_id(machine()), name="By the window", online=True), "the card")
    assert table.view()["phase"] == "taxes"


def fault_of_the_line(table: RealTable) -> str:
    (line,) = (each for each in table.get("/api/owner?language=en").json()["devices"] if each["name"] == "broker")
    return str(line["text"])


def another_password(folder: Path, table: RealTable, files: TableFiles, before: Membership) -> Membership:
    """The table gets another password while it plays, and by the old one nobody comes in."""
    assert of_hub(folder, "rotate", "rt-nobody").exit_code == 1
    rotated = of_hub(folder, "rotate", before.table)
    assert rotated.exit_code == 0, rotated.output
    now: list[Membership | None] = [before]

    def has_another() -> bool:
        now[0] = membership_in(files.membership)
        return now[0] is not None and now[0].password != before.password and now[0].newer == ()

    table.until(has_another, "another password")
    assert list((folder / "rotating").iterdir()) == []
    table.until(lambda: fault_of_the_line(table) == "", "the line by the new password")
    authority = (folder / "authority/authority.crt").read_text()
    old = Broker("127.0.0.1", before.port, before.table, before.password, tls=True, authority=authority)
    assert asyncio.run(trouble_of(old)).name == "PASSWORD"
    assert now[0] is not None
    return now[0]


def nobody_else_is_let_in(folder: Path, table: str, password: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its password is for its own id alone, and nothing speaks to that port without TLS."""
    port = load(folder).tables.port
    authority = (folder / "authority/authority.crt").read_text()
    wrong = Broker("127.0.0.1", port, table, "x" + password, tls=True, authority=authority)
    assert asyncio.run(trouble_of(wrong)).name == "PASSWORD"
    with monkeypatch.context() as soon:
        soon.setattr(limits, "MQTT_CONNECT_S", 0.3)  # a broker of TLS says nothing at all
        assert asyncio.run(trouble_of(Broker("127.0.0.1", port, table, password))).name == "NO_BROKER"
    stranger = Broker("127.0.0.1", port, table, password, tls=True)
    assert asyncio.run(trouble_of(stranger)).name == "NO_TLS"
    rights = (folder / "mosquitto/rights").read_text()
    assert f"pattern write {LOG.of('%u')}" in rights
    assert f"pattern read {STATE.of('%u')}" not in rights


def by_invitation(folder: Path, tmp_path: Path) -> None:
    file = tmp_path / "two.invitation"
    made = of_hub(folder, "invite", "--tables", "2", str(file))
    assert made.exit_code == 0, made.output
    assert file.stat().st_mode & 0o777 == 0o600
    joined = CliRunner().invoke(
        main, ["join", "--invitation", str(file), "--sim", "--journal", str(tmp_path / "other.journal")]
    )
    assert joined.exit_code == 0, joined.output
    assert membership_in(TableFiles(tmp_path / "other.journal").membership) is not None
