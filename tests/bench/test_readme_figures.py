"""The README's five figures are those of the report that is kept; `make bench` renews both."""

import json
from pathlib import Path
from runpy import run_path

ROOT = Path(__file__).parents[2]


def test_the_readme_says_what_the_report_says() -> None:
    renewed = run_path(str(ROOT / "bench" / "renew_readme.py"))["renewed"]
    report = json.loads((ROOT / "bench" / "report.json").read_text(encoding="utf-8"))
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert renewed(readme, report) == readme, "run: .venv/bin/python bench/renew_readme.py"
    assert readme.count("[bench/report.md](bench/report.md)") == 1
