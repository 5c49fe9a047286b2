"""What a test did on a page is forgotten before the next test begins."""

from tests.web.browser.chromium import Devices
from tests.web.real_table import RealTable


def test_a_device_forgets_though_its_page_is_on_its_way_to_another(devices: Devices, table: RealTable) -> None:
    page = devices.take()
    page.goto(table.url)
    page.evaluate("localStorage.somebody = 'was here'; setTimeout(() => location.reload())")
    devices.give_back()

    page = devices.take()
    page.goto(table.url)
    assert page.evaluate("localStorage.somebody ?? null") is None
    devices.give_back()
