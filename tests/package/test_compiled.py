"""What the package leaves uncompiled, since it came with others, is what the table never imports."""

import re
import subprocess
import sys
from pathlib import Path

POSTINST = Path(__file__).parents[2] / "package/debian/postinst"

ALL_THAT_COMES_WITH_OTHERS = """
import controller.cli.parts.flash, controller.cli.parts.stickers, controller.service.daemon
import colorzero, gpiozero, mpremote.main, rich.console, rich.progress, rich.table
import sys
print(*{name.split(".")[0] for name in sys.modules})
"""


def test_what_is_not_compiled_is_never_imported() -> None:
    left_out = re.search(r"compileall -q -j 0 -x '/\((\S+)\)/' ", POSTINST.read_text(encoding="utf-8"))
    assert left_out is not None
    assert left_out[1] == "pygments|setuptools"
    imported = subprocess.run(
        [sys.executable, "-c", ALL_THAT_COMES_WITH_OTHERS], capture_output=True, text=True, check=True
    )
    assert {"rich", "gpiozero", "mpremote"} <= set(imported.stdout.split())
    assert set(left_out[1].split("|")) & set(imported.stdout.split()) == set()
