"""A real table in a real room: its console shows the game that was drawn, one press begins it."""

from pathlib import Path
from typing import Any

import httpx

from controller.bench.shared.processes import free_port
from hub.page.keys import RoomKeys
from hub.page.roles import Role
from tests.cli.test_hub import folder, royaltable, running  # noqa: F401  # the same hub
from tests.web.real_table import PATIENCE_S, TWO_CASTLES, served

CONSOLE = "[console]\nknob_pins = [17, 27]\nbutton_pin = 22\nsimulated = true\n"


def card(client: httpx.Client) -> str:
    """What the table shows, as the room's page has it."""
    text: str = client.get("/api/room").json()["cards"].get("rt-real", {}).get("text", "")
    return text


def test_one_press_at_the_console_begins_the_game_that_was_drawn(folder: Path, tmp_path: Path) -> None:  # noqa: F811
    mqtt, _, password = royaltable(folder, "table", "add", "rt-real").output.partition("# the file hub.password")
    (tmp_path / "hub.password").write_text(password.split(": ")[1])
    page = free_port()
    config = tmp_path / "table.toml"
    config.write_text('[table]\nname = "Table"\n' + TWO_CASTLES.format(page=page) + CONSOLE + mqtt)
    pin = RoomKeys(folder).new_pin(Role.ORGANISER).reveal()
    with running(folder) as room, served(config, page) as table:
        client = httpx.Client(base_url=room.replace("0.0.0.0", "127.0.0.1"), timeout=PATIENCE_S)
        assert client.post("/api/login", json={"pin": pin}).status_code == 204

        def post(path: str, **body: Any) -> None:
            answer = client.post(f"/api/tournament/{path}", json=body)
            assert answer.status_code < 300, answer.text

        def games() -> list[dict[str, Any]]:
            found: list[dict[str, Any]] = client.get("/api/tournament").json()["played"][0]["games"]
            return found

        # Five people sit at a table of three and at one of two, which is the real one's number of castles.
        post("begin", name="Evening", format="swiss", rounds=1, tables=["rt-none", "rt-real"])
        people = [{"name": name} for name in ("Ana", "Bo", "Cy", "Di", "Ed")]
        post("do", act={"do": "entered", "people": people, "here": True}, seen=1)
        post("do", act={"do": "closed", "closed": True}, seen=2)
        post("draw", seen=3)
        names = [people[entrant - 1]["name"] for _, entrant in games()[1]["seats"]]
        seats = f"Round 1: press. Blue. {names[0]}. Yellow. {names[1]}."
        table.until(lambda: card(client) == seats, "who sits where")
        table.until(lambda: games()[1]["state"] == "waits", "what the table says of it")

        pressed = table.post("/api/table/press", {"control": "knob"})
        assert pressed.status_code == 204, pressed.text
        table.until(lambda: games()[1]["state"] == "begun", "that it has begun")
        assert [player["color"] for player in table.view()["players"]] == ["blue", "yellow"]
        assert games()[0]["state"] is None
        client.close()
