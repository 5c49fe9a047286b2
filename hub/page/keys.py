"""The secrets by which people become more than viewers, as hashes in the hub's folder."""

from pathlib import Path
from typing import Final, Literal

from controller.secret import Secret
from controller.store.keyring import Keyring
from hub.page.roles import Role

STEWARDS: Final = "room.keys.json"
ORGANISERS: Final = "room.organiser.json"

WithPin = Literal[Role.STEWARD, Role.ORGANISER]


class RoomKeys:
    """The stewards' PIN, that of who organises a tournament, and the owner's password.

    Args:
        folder: the hub's.

    Raises:
        KeyringError: a file of them cannot be read.
    """

    def __init__(self, folder: Path) -> None:
        self._owner = Keyring(folder / STEWARDS)
        self._pins: dict[Role, Keyring] = {Role.ORGANISER: Keyring(folder / ORGANISERS), Role.STEWARD: self._owner}
        for ring in self._pins.values():
            ring.load()

    def new_pin(self, role: WithPin) -> Secret:
        """Draw a PIN in place of the role's earlier one; it is told once, and is never that of another role.

        Raises:
            KeyringError: it cannot be kept.
        """
        others = [ring for each, ring in self._pins.items() if each is not role]
        while True:
            drawn = self._pins[role].new_pin()
            if not any(ring.check_pin(drawn) for ring in others):
                return drawn

    def set_password(self, password: Secret) -> None:
        """Set the owner's.

        Raises:
            KeyringError: it is too short, or cannot be kept.
        """
        self._owner.set_password(password)

    def mark(self, role: Role) -> str:
        """Another one for each secret of a role; it tells nothing of that."""
        return self._owner.password_mark if role is Role.OWNER else self._pins[role].pin_mark

    def role_of_pin(self, pin: Secret) -> Role | None:
        """Whose PIN this is; all are compared, whichever it is."""
        right = [role for role, ring in self._pins.items() if len(pin) > 0 and ring.check_pin(pin)]
        return next(iter(right), None)

    def role_of_password(self, password: Secret) -> Role | None:
        """The owner's, or nobody's."""
        return Role.OWNER if self._owner.check_password(password) else None
