"""A drawn table has the colours of the page, which keeps its own in a style sheet."""

import re
from pathlib import Path

from controller.games.contract.tools import drawing

SHEET = Path(__file__).parents[3] / "controller/web/static/css/style.css"


def test_a_drawn_table_has_the_colours_of_the_page_by_day() -> None:
    by_day = SHEET.read_text().partition("}")[0]
    page = dict(re.findall(r"--([a-z-]+): (#[0-9a-f]{6});", by_day))
    ours = {name.lower().replace("_", "-"): colour for name, colour in vars(drawing).items() if name.isupper()}
    assert ours == {name: page[name] for name in ours}
    assert len(ours) >= 10
