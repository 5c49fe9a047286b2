"""From a table that stands alone to a card in the room: joined over TLS, by letters or by an invitation."""

import asyncio
import time
from pathlib import Path
from typing import Any

import httpx
import pytest
from click.testing import CliRunner

from controller import limits
from controller.__main__ import main
from controller.cli import join as joins
from controller.fleet.connection import BrokerConfig
from controller.fleet.table_id import default_table_id, read_machine_hash
from controller.fleet.topics import LOG, STATE
from controller.secret import Secret
from controller.store.membership import load_membership
from controller.store.table_files import TableFiles
from hub.page.access import STEWARD_KEYS_FILE, RoomSecrets
from hub.settings import load_settings
from tests.cli.test_hub import royaltable as of_hub
from tests.cli.test_hub import running  # the same hub
from tests.fleet.test_connection import trouble_of
from tests.support import hurried, ports, real_table


def room_state(table: real_table.RealTable) -> dict[str, Any]:
    """How the table stands to the room, by the owner's page."""
    room: dict[str, Any] = table.get("/api/owner?language=en").json()["room"]
    return room


def test_a_table_joins_appears_as_a_card_and_its_games_are_stored(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page, files, me = ports.free_port(), TableFiles(tmp_path / "table.journal"), default_table_id(read_machine_hash())
    config = tmp_path / "table.toml"
    config.write_text('[table]\nname = "Table"\n' + real_table.TWO_CASTLES.format(page=page))
    RoomSecrets(folder).set_password(Secret("a long evening"))
    assert (folder / STEWARD_KEYS_FILE).exists()
    tables = load_settings(folder).tables
    hub = f"127.0.0.1:{tables.join_port}"
    with (
        running(folder, engines=2) as room,
        httpx.Client(base_url=room.replace("0.0.0.0", "127.0.0.1"), timeout=real_table.PATIENCE_S) as owner,
        real_table.served(config, page, hurried.COMMAND) as table,
    ):

        def let_in(letters: str) -> str:
            asked = {"letters": letters, "name": "By the window"}
            owner.post("/api/tables/let-in", json=asked).raise_for_status()
            return letters

        def sees(table: str, **card: object) -> bool:
            cards = owner.get("/api/room").json()["cards"]
            return table in cards and card.items() <= cards[table].items()

        def fault_of_the_line() -> str:
            devices = table.get("/api/owner?language=en").json()["devices"]
            (line,) = (each for each in devices if each["name"] == "broker")
            return str(line["text"])

        monkeypatch.setattr(joins, "format_letters", let_in)
        owner.post("/api/login", json={"password": "a long evening"}).raise_for_status()

        # by its owner's page, while it plays on
        table.begin("taxes")
        assert table.post("/api/owner/room/join", {"hub": hub}).status_code == 204
        table.until(lambda: room_state(table)["stands"] == "letters", "the letters")
        let_in(room_state(table)["letters"])
        table.until(lambda: room_state(table)["stands"] == "let_in", "the room's answer")
        assert table.post("/api/owner/room/answer", {"yes": True}).status_code == 204
        table.until(lambda: sees(me, name="By the window", online=True), "the card")
        assert table.view()["phase"] == "taxes"

        # by the command
        assert table.post("/api/owner/room/leave", {}).status_code == 204
        table.until(lambda: sees(me, online=False), "its last word")
        table.until(lambda: room_state(table)["stands"] == "outside", "the table alone")
        joined = CliRunner().invoke(main, ["join", hub, "--config", str(config)], input="y\n")
        assert joined.exit_code == 0, joined.output
        before = load_membership(files.membership)
        assert before is not None
        table.until(lambda: sees(before.table, name="By the window", online=True), "the card")
        table.until(lambda: owner.get("/api/status").json()["games"] == 1, "the game at the hub")
        assert table.post("/api/owner/room/join", {"hub": hub}).status_code == 409

        # the room's names stand in the table's own sentences
        (card,) = owner.get("/api/room").json()["cards"].values()
        seats = f"/api/tables/{before.table}/games/{card['game_no']}/seats"
        for name in ("Ömer", "Zoë O'Neill"):  # the first was a mistake
            owner.post(seats, json={"castle": "blue", "who": name}).raise_for_status()
            while table.view()["called"] != {"blue": name}:
                time.sleep(0.05)
            story = " ".join(table.view()["story"])
            assert name in story
            assert "Blue" not in story
        assert table.get("/api/me").json()["name"] == "By the window"

        # another password while it plays
        assert of_hub(folder, "rotate", "rt-nobody").exit_code == 1
        rotated = of_hub(folder, "rotate", before.table)
        assert rotated.exit_code == 0, rotated.output

        def has_another() -> bool:
            now = load_membership(files.membership)
            return now is not None and now.password != before.password and now.newer == ()

        table.until(has_another, "another password")
        assert list((folder / "rotating").iterdir()) == []
        table.until(lambda: fault_of_the_line() == "", "the line by the new password")
        member = load_membership(files.membership)
        assert member is not None

        # nobody else is let in: not by another password, nor without TLS, nor by another authority
        authority = (folder / "authority/authority.crt").read_text()
        for password in (before.password, "x" + member.password):
            wrong = BrokerConfig("127.0.0.1", tables.port, member.table, password, tls=True, authority=authority)
            assert asyncio.run(trouble_of(wrong)).name == "PASSWORD"
        with monkeypatch.context() as soon:
            soon.setattr(limits, "MQTT_CONNECT_TIMEOUT_S", 0.3)  # a broker of TLS says nothing at all
            plain = BrokerConfig("127.0.0.1", tables.port, member.table, member.password)
            assert asyncio.run(trouble_of(plain)).name == "NO_BROKER"
        stranger = BrokerConfig("127.0.0.1", tables.port, member.table, member.password, tls=True)
        assert asyncio.run(trouble_of(stranger)).name == "NO_TLS"
        rights = (folder / "mosquitto/rights").read_text()
        assert f"pattern write {LOG.topic_of('%u')}" in rights
        assert f"pattern read {STATE.topic_of('%u')}" not in rights

        owner.post("/api/tables/revoke", json={"table": member.table}).raise_for_status()
        assert member.table not in owner.get("/api/room").json()["cards"], "it goes at once"
        assert owner.post("/api/tables/revoke", json={"table": member.table}).status_code == 409
        table.until(lambda: "no longer accepts this table" in fault_of_the_line(), "that it may come no more")
        assert member.table not in owner.get("/api/room").json()["cards"]

        # another table by an invitation
        file, journal = tmp_path / "two.invitation", tmp_path / "other.journal"
        made = of_hub(folder, "invite", "--tables", "2", str(file))
        assert made.exit_code == 0, made.output
        assert file.stat().st_mode & 0o777 == 0o600
        joined = CliRunner().invoke(main, ["join", "--invitation", str(file), "--sim", "--journal", str(journal)])
        assert joined.exit_code == 0, joined.output
        assert load_membership(TableFiles(journal).membership) is not None
