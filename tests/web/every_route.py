"""Every route that a table can have."""

from controller.web.access.auth import Authentication
from controller.web.routes import all_routes
from tests.web.fake_house import FakeAdmin, FakeDoor, FakeKeys
from tests.web.fake_table import FakeTable

ROUTES = all_routes(FakeTable(), Authentication(FakeKeys(), FakeDoor()), FakeAdmin())
