"""The page about the simulated Pi: its test runs as it stands there."""

from importlib.util import find_spec

import pytest
import yaml

from hw.testing.pi.machine import HANDS
from tests.docs.reading import ROOT, blocks, text_of

pytest_plugins = ["pytester"]
PAGE = "docs/simulated-pi.md"


@pytest.mark.skipif(find_spec("mfrc522") is None, reason="pip install --no-deps mfrc522")
def test_the_copied_test_passes(pytester: pytest.Pytester) -> None:
    (test,) = blocks(PAGE, "python")
    pytester.makepyfile(test)
    pytester.runpytest("-p", "no:cacheprovider", "-W", "ignore").assert_outcomes(passed=1)


def test_the_page_names_all_that_people_can_do_and_every_input_of_the_action() -> None:
    action = yaml.safe_load((ROOT / ".github/actions/simulated-pi/action.yml").read_text(encoding="utf-8"))
    assert [name for name in (*HANDS, *action["inputs"]) if f"`{name}`" not in text_of(PAGE)] == []
