"""The site of `make site`: links and anchors are checked, pages load nothing from elsewhere."""

import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import sync_playwright

from tests.support.documents import ROOT
from tests.support.soak import SOAK
from tests.web.browser.chromium import CHROMIUM, FLAGS

REFERENCE = ROOT / "package/site/reference"


def made(*command: str | Path) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


def test_each_link_and_anchor_of_the_documents_leads_somewhere(tmp_path: Path) -> None:
    done = made("tools/make_site", tmp_path / "site", "dummy")
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[a](two.md#nothing)", "one.md:3: WARNING: local id not found in doc 'two': 'nothing'"),
        ("[a](#nothing)", "one.md:3: WARNING: 'myst' cross-reference target not found: 'nothing'"),
        ("[a](missing.md)", "one.md:3: WARNING: 'myst' cross-reference target not found: 'missing.md'"),
        ("![a](missing.png)", "one.md:3: WARNING: image file not readable: missing.png"),
    ],
)
def test_a_broken_link_ends_the_site_with_its_place(tmp_path: Path, text: str, said: str) -> None:
    (tmp_path / "index.rst").write_text("First\n=====\n\n.. toctree::\n\n   one\n   two\n")
    (tmp_path / "one.md").write_text(f"# One\n\n{text} [b](two.md#some-part)\n")
    (tmp_path / "two.md").write_text("# Two\n\n## Some part\n")
    shutil.copytree(ROOT / "package/site", tmp_path, dirs_exist_ok=True, ignore=shutil.ignore_patterns("*.rst"))
    done = made(".venv/bin/sphinx-build", "-q", "-W", "--keep-going", "-b", "dummy", tmp_path, tmp_path / "out")
    assert (done.returncode, done.stderr.count("WARNING")) == (1, 1)
    assert said in done.stderr


def test_the_reference_has_each_module_whose_names_are_promised() -> None:
    promised = (ROOT / "tests/architecture/promised.txt").read_text("utf-8").splitlines()
    modules = {re.split(r"\.(?=[A-Z])|\.\w+\(", line)[0] for line in promised}
    shown = "".join(page.read_text("utf-8") for page in REFERENCE.iterdir())
    assert [module for module in sorted(modules) if module not in shown] == [], "name them in package/site/reference"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site") / "made"
    done = made("tools/make_site", folder)
    assert done.returncode == 0, done.stderr
    return folder


soak = pytest.mark.skipif(not SOAK, reason="makes all pages of the site, half a minute. Cure: make soak")


def files(folder: Path) -> dict[str, bytes]:
    return {str(file.relative_to(folder)): file.read_bytes() for file in folder.rglob("*") if file.is_file()}


@soak
def test_the_same_documents_give_the_same_site(site: Path, tmp_path: Path) -> None:
    assert made("tools/make_site", tmp_path / "again").returncode == 0
    assert files(tmp_path / "again") == files(site)


def in_chromium(site: Path, width: int) -> Iterator[tuple[str, int]]:
    """Each page's name and width, opened from the folder; fail on a request for anything else."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        page = browser.new_page(viewport={"width": width, "height": 844})
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url))
        for file in sorted(site.rglob("*.html")):
            page.goto(file.as_uri())
            yield file.relative_to(site).as_posix(), page.evaluate("document.documentElement.scrollWidth")
        page.goto(f"{(site / 'search.html').as_uri()}?q=SimulatedPi")
        page.get_by_text("hw.testing.pi.machine.SimulatedPi").first.wait_for()
        browser.close()
    assert [url for url in asked if not url.startswith((site.as_uri(), "data:"))] == []


@soak
@pytest.mark.skipif(CHROMIUM is None, reason="sudo apt install chromium-headless-shell")
@pytest.mark.parametrize("width", [1280, 390])
def test_pages_open_from_a_folder_load_nothing_and_fit(site: Path, width: int) -> None:
    assert {name: wide for name, wide in in_chromium(site, width) if wide > width} == {}
