"""The job that docs/ci.md shows plays a simulated game in a stranger's CI."""

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

from tests.docs.reading import blocks


def test_the_job_of_twelve_lines_plays_a_simulated_game(tmp_path: Path) -> None:
    (job,) = blocks("docs/ci.md", "yaml")
    assert len(job.splitlines()) == 12
    install, play = re.findall(r"- run: (.*)", job)
    assert install == "pip install pytest royaltable-0.1.0-py3-none-any.whl"  # tests/package/test_wheel.py makes it
    (test,) = blocks("docs/ci.md", "python")
    program, file = shlex.split(play)
    (tmp_path / file).write_text(test, encoding="utf-8")
    found = Path(sys.executable).with_name(program)
    done = subprocess.run(
        [shutil.which(found) or program, file],
        cwd=tmp_path,
        env=os.environ | {"PYTEST_ADDOPTS": "-p no:schemathesis"},  # a stranger has not installed it
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "1 passed" in done.stdout
