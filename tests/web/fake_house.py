"""A table as its owner sees it, its keys and its door, in memory."""

import zipfile
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from controller.secret import Secret
from controller.web.access.sessions import EVERYBODY, Role, SeatCodes
from controller.web.admin_port import NotDone

PIN, PASSWORD, TOKEN = "271828", "correct horse", "t-o-k-e-n"

Knob = Callable[[str, Role], Awaitable[bool | None]]


async def nobody(_code: str, _role: Role) -> bool | None:
    """A knob that nobody is at."""
    return None


@dataclass
class FakeKeys:
    """A keyring that knows one of each."""

    has_password: bool = True
    pin_mark: str = "first"
    password_mark: str = "first"

    def check_pin(self, pin: Secret) -> bool:
        return pin.reveal() == PIN

    def check_password(self, password: Secret) -> bool:
        return password.reveal() == PASSWORD

    def check_token(self, token: Secret) -> str | None:
        return "scoreboard" if token.reveal() == TOKEN else None


@dataclass
class FakeDoor:
    """A door with a clock that the test sets, and whoever is at the knob."""

    knob: Knob = nobody
    free: frozenset[Role] = EVERYBODY
    locked: bool = False
    time_s: float = 1000.0
    seat_codes: SeatCodes = field(init=False)

    def __post_init__(self) -> None:
        self.seat_codes = SeatCodes(self.now_s)

    async def ask(self, code: str, role: Role) -> bool | None:
        return await self.knob(code, role)

    def now_s(self) -> float:
        return self.time_s


class FakeAdmin:
    """Does what it is asked and remembers it."""

    def __init__(self, uploads: Path = Path("/nonexistent"), password: str = "") -> None:
        self.uploads = uploads
        self.password = password
        self.locked = False
        self.pins = 0
        self.house: dict[str, object] = {"hourglass_s": 20}
        self.tokens: list[str] = []
        self.restored: list[list[str]] = []

    @property
    def has_password(self) -> bool:
        return self.password != ""

    def overview(self, language: str) -> dict[str, Any]:
        return {"house": self.house, "tokens": self.tokens, "language": language}

    def findings(self) -> list[dict[str, Any]]:
        return []

    def games(self) -> list[dict[str, Any]]:
        return []

    def verify(self) -> list[str]:
        return []

    def settings(self) -> dict[str, Any]:
        raise NotDone("there is no table.toml")

    def check_settings(self, text: str) -> dict[str, Any]:
        return {"faults": [text] if text else [], "restart": []}

    def write_settings(self, text: str) -> dict[str, Any]:
        raise NotDone(f"faults in {text}")

    def set_house(self, changes: Mapping[str, object]) -> None:
        self.house |= changes

    def set_password(self, password: Secret) -> None:
        self.password = password.reveal()

    def check_password(self, password: Secret) -> bool:
        return password.reveal() == self.password

    def new_pin(self) -> Secret:
        self.pins += 1
        return Secret("314159")

    def new_token(self, name: str) -> Secret:
        self.tokens.append(name)
        return Secret("told once")

    def revoke_token(self, name: str) -> None:
        self.tokens.remove(name)

    def back_up(self, to: Path) -> None:
        with zipfile.ZipFile(to, "w") as archive:
            archive.writestr("manifest.json", "{}")

    def restore(self, archive: Path) -> dict[str, Any]:
        try:
            with zipfile.ZipFile(archive) as found:
                self.restored.append(found.namelist())
        except zipfile.BadZipFile as fault:
            raise NotDone(f"no whole backup: {fault}") from None
        return {"files": self.restored[-1], "actions": 0}

    def join_room(self, hub: str) -> None:
        raise NotDone(f"in a room already: {hub}")

    def answer_room(self, *, yes: bool) -> None:
        self.answered = yes

    def leave_room(self) -> None:
        raise NotDone("in no room")

    def stickers(self, do: str, tile: str) -> None:
        raise NotDone(f"a game is being played: {do} {tile}")

    async def calibrate(self, mark_deg: float | None) -> dict[str, Any]:
        return {"text": f"mark_deg = {mark_deg}"}
