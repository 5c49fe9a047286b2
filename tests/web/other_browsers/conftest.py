"""Firefox or WebKit at a real table; the tests are skipped without them."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.real_table import RealTable, running
from tests.support.soak import SOAK
from tests.web.other_browsers.driver import FIREFOX, MINI_BROWSER, WEBKIT_DRIVER, XVFB, OtherBrowser, firefox, webkit

IN_EACH_TEST = "webkit"
"""It costs two seconds of the processor, Firefox more than twice as much."""

HERE = {"firefox": FIREFOX, "webkit": WEBKIT_DRIVER and MINI_BROWSER and XVFB}
MAKERS = {"firefox": firefox, "webkit": webkit}


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RealTable]:
    if not any(HERE.values()):
        pytest.skip("no other browser here. Cure: tools/other_browsers")
    with running(tmp_path_factory.mktemp("table")) as table:
        yield table


@pytest.fixture(scope="module", params=sorted(MAKERS))
def browser(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[OtherBrowser]:
    if not SOAK and request.param != IN_EACH_TEST:
        pytest.skip("Firefox: make soak")
    if not HERE[request.param]:
        pytest.skip(f"no {request.param} here. Cure: tools/other_browsers")
    folder: Path = tmp_path_factory.mktemp(request.param)
    with MAKERS[request.param](folder) as browser:
        yield browser
