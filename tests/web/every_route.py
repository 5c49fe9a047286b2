"""Every route that a table can have."""

import asyncio

from controller.web.auth import Authentication
from controller.web.routes import all_routes
from tests.web.fake_house import FakeHousekeeping
from tests.web.fake_table import FakeTable


class NoKeys:
    """A keyring that knows nobody."""

    has_password = False

    def check_pin(self, pin: str) -> bool:
        return False

    def check_password(self, password: str) -> bool:
        return False

    def check_token(self, token: str) -> str | None:
        return None


AUTH = Authentication(NoKeys(), lambda _code, _role: asyncio.sleep(0, None), lambda: 0.0)
ROUTES = all_routes(FakeTable(), AUTH, FakeHousekeeping())
