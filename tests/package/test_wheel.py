"""The wheels: the table's plays wherever it is installed, without a compiler; that of hw stands alone."""

import ast
import json
import os
import re
import subprocess
import sys
import zipfile
from email import message_from_bytes
from email.message import Message
from importlib.metadata import Distribution, distribution
from pathlib import Path
from typing import Final

import httpx
import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.package.test_repository import ROOT, read, tracked
from tests.support import documents, real_table, soak


def pip(*arguments: str | Path) -> str:
    """Run pip where no compiler can be found, and return what it says."""
    done = subprocess.run(
        [sys.executable, "-m", "pip", "--disable-pip-version-check", *arguments],
        cwd=ROOT,
        env=os.environ | {"CC": "false", "CXX": "false", "RUSTC": "false"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


Wheels = dict[str, Path]
Metadata = dict[str, Message]


@pytest.fixture(scope="module")
def wheels(tmp_path_factory: pytest.TempPathFactory) -> Wheels:
    """By the names of the distributions."""
    folder = tmp_path_factory.mktemp("wheels")
    offline = ("--no-deps", "--no-build-isolation", "--no-index")
    pip("wheel", "--quiet", *offline, "--wheel-dir", folder, ".", "package/hw", "package/simulated-pi")
    return {canonicalize_name(made.name.split("-")[0]): made for made in folder.iterdir()}


@pytest.fixture(scope="module")
def metadata(wheels: Wheels) -> Metadata:
    read = {}
    for name, wheel in wheels.items():
        with zipfile.ZipFile(wheel) as archive:
            (member,) = (each for each in archive.namelist() if each.endswith(".dist-info/METADATA"))
            read[name] = message_from_bytes(archive.read(member))
    return read


def needs_of(metadata: Metadata, name: str) -> dict[str, Distribution]:
    """All other distributions that it needs here, directly or by others."""
    needs: dict[str, Distribution] = {}
    asked = list(map(Requirement, metadata[name].get_all("Requires-Dist", [])))
    while asked:
        each = asked.pop()
        if each.name not in needs and (each.marker is None or each.marker.evaluate({"extra": ""})):
            needs[each.name] = distribution(each.name)
            asked += map(Requirement, needs[each.name].requires or ())
    return needs


def environment(fresh: Path, wheels: list[Path], needs: dict[str, Distribution]) -> Path:
    """A fresh environment of these wheels and what they need, nothing else; their needs are links to those here."""
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", fresh], check=True)
    pip("--python", fresh, "install", "--quiet", "--no-deps", "--no-index", "--no-compile", *wheels)
    (packages,) = fresh.glob("lib/python*/site-packages")
    for needed in needs.values():
        for top in {file.parts[0] for file in needed.files or ()} - {"..", "__pycache__"}:
            if not (packages / top).exists():  # two distributions may share a namespace
                (packages / top).symlink_to(Path(str(needed.locate_file(top))))
    return fresh


@pytest.fixture(scope="module")
def installed(wheels: Wheels, metadata: Metadata, tmp_path_factory: pytest.TempPathFactory) -> Path:
    needs = needs_of(metadata, "royaltable")
    del needs["royaltable-hw"]
    ours = [wheels["royaltable"], wheels["royaltable-hw"]]
    return environment(tmp_path_factory.mktemp("fresh"), ours, needs)


@pytest.fixture(scope="module")
def hw_alone(wheels: Wheels, metadata: Metadata, tmp_path_factory: pytest.TempPathFactory) -> Path:
    needs = needs_of(metadata, "royaltable-hw") | {name: distribution(name) for name in PYTEST}
    ours = [wheels["royaltable-hw"], wheels["simulated-pi"]]
    return environment(tmp_path_factory.mktemp("hw"), ours, needs)


PYTEST: Final = ("pytest", "iniconfig", "packaging", "pluggy", "pygments")


def said_by(installed: Path, program: str, *arguments: str | Path) -> str:
    """What a program of the fresh environment prints."""
    done = subprocess.run([installed / "bin" / program, *arguments], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def files_of(wheel: Path) -> set[str]:
    with zipfile.ZipFile(wheel) as archive:
        return set(archive.namelist())


def test_each_file_of_the_packages_is_in_one_of_the_wheels(wheels: Wheels) -> None:
    assert {file.name for file in wheels.values()} == {
        "royaltable-0.1.0-py3-none-any.whl",
        "royaltable_hw-0.1.0-py3-none-any.whl",
        "simulated_pi-0.1.0-py3-none-any.whl",
    }
    table, hw = (files_of(wheels[name]) for name in ("royaltable", "royaltable-hw"))
    assert {name.split("/")[0] for name in table} == {
        "controller",
        "hub",
        "royaltable-0.1.0.data",
        "royaltable-0.1.0.dist-info",
    }
    assert {name.split("/")[0] for name in hw} == {
        "firmware",
        "hw",
        "royaltable_hw-0.1.0.dist-info",
        "royaltable_pytest.py",
    }
    kept = {file.relative_to(ROOT).as_posix() for file in tracked("controller", "firmware", "hub", "hw")}
    assert kept - table - hw == set()
    assert [name for name in table | hw if name.endswith(".so")] == []  # also after `make compiled`
    assert {
        "royaltable-0.1.0.dist-info/licenses/LICENSE",
        "royaltable-0.1.0.dist-info/sboms/royaltable.cdx.json",
        "royaltable_hw-0.1.0.dist-info/licenses/LICENSE",
        "royaltable_hw-0.1.0.dist-info/licenses/LICENSE.fonts",
        "royaltable_hw-0.1.0.dist-info/sboms/royaltable-hw.cdx.json",
    } <= table | hw


def test_their_metadata_say_what_they_are(metadata: Metadata) -> None:
    for name, words in (
        ("royaltable", {"board game", "nfc"}),
        ("royaltable-hw", {"mfrc522", "pytest"}),
        ("simulated-pi", {"raspberry pi", "ci", "gpio"}),
    ):
        said = metadata[name]
        assert said["Name"] == name
        assert said["Requires-Python"] == ">=3.11"
        assert said["License-Expression"] == "MIT"
        assert said["Author"] == "the royaltable maintainers"
        assert words <= set(said["Keywords"].split(","))
        classifiers = said.get_all("Classifier", [])
        assert "Operating System :: POSIX :: Linux" in classifiers
        tested = read(".github/workflows/ci.yml")["jobs"]["ubuntu"]["strategy"]["matrix"]["python"]
        assert re.findall(r":: (3\.\d+)", "\n".join(classifiers)) == tested
        assert {line.split(",")[0] for line in said.get_all("Project-URL", [])} == {
            *("Homepage", "Documentation", "Changelog")
        }
        links = re.findall(r"\]\(([^)]*)\)", str(said.get_payload()))
        assert links
        urls = [line.split(", ")[1] for line in said.get_all("Project-URL", [])]
        assert [link for link in [*links, *urls] if not is_a_page_of_the_site(link)] == []


def is_a_page_of_the_site(link: str) -> bool:
    """A document of the repository or a page of its site's own, or the site's first page."""
    page = link.removeprefix("https://royaltable.example").removeprefix("/")
    sources = [ROOT / page.replace(".html", ".md"), ROOT / "package/site" / page.replace(".html", ".rst")]
    return page != link and (page == "" or (page.endswith(".html") and any(each.exists() for each in sources)))


def test_a_wheel_from_hws_source_archive_has_the_same_bytes(wheels: Wheels, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "hatchling", "build", "--target", "sdist", "--directory", str(tmp_path)]
    subprocess.run(command, cwd=ROOT / "package/hw", check=True, capture_output=True)
    (source,) = tmp_path.iterdir()
    pip("wheel", "--quiet", "--no-deps", "--no-build-isolation", "--no-index", "--wheel-dir", tmp_path, source)
    (made,) = tmp_path.glob("*.whl")
    assert made.read_bytes() == wheels["royaltable-hw"].read_bytes()


def test_the_licenses_of_hw_are_those_of_the_project() -> None:
    for name in ("hw", "simulated-pi"):
        assert (ROOT / f"package/{name}/LICENSE").read_bytes() == (ROOT / "LICENSE").read_bytes()
    assert (ROOT / "package/hw/LICENSE.fonts").read_bytes() == (ROOT / "hw/oled/fonts/LICENSE").read_bytes()


def named_documents() -> set[str]:
    """Return the documents that messages name; docstrings of modules and constants are for developers."""
    texts = [file.read_text("utf-8") for file in tracked("*.ftl", "controller/*.toml", "hub/*.toml", "controller/*.js")]
    for file in tracked("controller/*.py", "hub/*.py", "hw/*.py"):
        tree = ast.parse(file.read_text("utf-8"))
        for_developers = {each.value for each in tree.body if isinstance(each, ast.Expr)}
        texts += [
            each.value
            for each in ast.walk(tree)
            if isinstance(each, ast.Constant) and isinstance(each.value, str) and each not in for_developers
        ]
    return {name for text in texts for name in re.findall(r"docs/[a-z-]+\.md", text)}


def test_documents_that_messages_name_come_with_the_wheel(wheels: Wheels) -> None:
    prefix = "royaltable-0.1.0.data/data/share/doc/royaltable/"
    assert {f"{prefix}{name}" for name in named_documents()} == {
        name for name in files_of(wheels["royaltable"]) if name.startswith(prefix)
    }


def test_the_tables_wheel_needs_that_of_hw_in_the_same_version(metadata: Metadata) -> None:
    assert f"royaltable-hw=={metadata['royaltable-hw']['Version']}" in metadata["royaltable"].get_all(
        "Requires-Dist", []
    )
    assert metadata["royaltable"]["Version"] == metadata["royaltable-hw"]["Version"]


def test_hw_needs_no_web_server_no_broker_and_no_database(metadata: Metadata) -> None:
    assert set(map(canonicalize_name, needs_of(metadata, "royaltable-hw"))) == {
        *("anyascii", "cbor2", "click", "colorzero", "gpiozero", "luma-core", "luma-oled", "mpremote", "msgspec"),
        *("pillow", "platformdirs", "pyserial", "setuptools", "smbus2"),
    }


def test_the_example_of_hw_passes_where_only_hw_is_installed(hw_alone: Path, tmp_path: Path) -> None:
    """The wheel's plugin with no module of the table."""
    (example,) = documents.blocks("package/hw/README.md", "python")
    (tmp_path / "test_example.py").write_text(example, encoding="utf-8")
    assert "1 passed" in said_by(hw_alone, "python", "-I", "-m", "pytest", "--rootdir", tmp_path, tmp_path)
    asked = "import importlib.util as u, hw; print(hw.__file__, u.find_spec('controller'), u.find_spec('hub'))"
    path, *others = said_by(hw_alone, "python", "-I", "-c", asked).split()
    assert Path(path).is_relative_to(hw_alone)
    assert others == ["None", "None"]
    assert "readers = " in said_by(hw_alone, "royaltable-pi", "wiring")


def test_the_example_of_simulated_pi_passes_where_nothing_else_is(hw_alone: Path, tmp_path: Path) -> None:
    (example,) = documents.blocks("package/simulated-pi/README.md", "python")
    (tmp_path / "test_example.py").write_text(example, encoding="utf-8")
    strict = ("-W", "error", "--rootdir", tmp_path, tmp_path)
    assert "1 passed" in said_by(hw_alone, "python", "-I", "-X", "dev", "-m", "pytest", *strict)


def test_simulated_pi_has_no_code_and_installs_hw_of_its_own_version(wheels: Wheels, metadata: Metadata) -> None:
    assert {name.split("/")[0] for name in files_of(wheels["simulated-pi"])} == {"simulated_pi-0.1.0.dist-info"}
    assert metadata["simulated-pi"].get_all("Requires-Dist") == [f"royaltable-hw=={metadata['royaltable']['Version']}"]
    assert metadata["simulated-pi"]["Version"] == metadata["royaltable"]["Version"]


@pytest.mark.parametrize("module", ["hw/__init__.py", "hw.py", "firmware/__init__.py"])
def test_a_project_with_a_module_of_our_name_is_told_its_name(hw_alone: Path, tmp_path: Path, module: str) -> None:
    other = tmp_path / module
    other.parent.mkdir(exist_ok=True)
    other.touch()
    (tmp_path / "test_own.py").write_text(
        "def test_without_us(): ...\ndef test_with_us(twin_table): ...\n", encoding="utf-8"
    )
    done = subprocess.run(
        [hw_alone / "bin/python", "-m", "pytest", "-p", "no:cacheprovider"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    name = module.removesuffix(".py").removesuffix("/__init__")
    assert "1 passed, 1 error" in done.stdout
    assert (
        f"royaltable-hw needs its package {name}, but Python imports {other} under this name. "
        "Rename that module, or move it into a package of your project."
    ) in done.stdout


def test_the_wheel_plays_where_nothing_else_is_installed(installed: Path, tmp_path: Path) -> None:
    serves = ["sim", "--port", "0", "--journal", str(tmp_path / "sim.journal")]
    with real_table.running(tmp_path, program=[str(installed / "bin" / "royaltable")], serves=serves) as table:
        page = table.get("/").text
        assert "<title>Royaltable</title>" in page
        files = re.findall(r'(?:href|src)="(/[^"]+)"', page)
        assert {Path(file).suffix for file in files} == {".css", ".js", ".svg"}
        assert {file for file in files if table.get(file).status_code != httpx.codes.OK} == set()
        table.begin("sentiment")


def test_screens_and_firmware_come_from_the_wheel(installed: Path, tmp_path: Path) -> None:
    said_by(installed, "royaltable", "screens", "--lang", "de", "--out", tmp_path)
    assert len(list(tmp_path.glob("*.png"))) >= 100
    asked = "import controller, firmware as held; print(controller.__file__, held.FOLDER)"
    for path in said_by(installed, "python", "-I", "-c", asked).split():
        assert Path(path).is_relative_to(installed)


@pytest.mark.parametrize("python", ["3.11", "3.13"] if soak.SOAK else ["3.13"])
def test_a_pi_installs_only_pinned_wheels(metadata: Metadata, tmp_path: Path, python: str) -> None:
    """As pip plans it, with its hashes and without anything that is not named; no wheel asks for more."""
    platforms = [f"--platform=manylinux_2_{glibc}_aarch64" for glibc in (28, 17)]
    done = subprocess.run(
        [
            *("tools/install_pinned", sys.executable, "constraints.txt", "run", "--dry-run", "--only-binary=:all:"),
            *(f"--python-version={python}", *platforms, f"--target={tmp_path}", f"--report={tmp_path / 'report'}"),
        ],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    planned = [each["metadata"] for each in json.loads((tmp_path / "report").read_bytes())["install"]]
    versions = {canonicalize_name(each["name"]): each["version"] for each in planned}
    system = {
        "python_version": python,
        "python_full_version": f"{python}.0",
        "platform_machine": "aarch64",
        "extra": "",
    }
    asked = [
        *(line for ours in metadata.values() for line in ours.get_all("Requires-Dist", [])),
        *(line for each in planned for line in each.get("requires_dist", [])),
    ]
    versions[canonicalize_name("royaltable-hw")] = metadata["royaltable-hw"]["Version"]
    for need in map(Requirement, asked):
        if need.marker is None or need.marker.evaluate(system):
            assert versions[canonicalize_name(need.name)] in need.specifier, need


def test_uncompiled_modules_are_never_imported() -> None:
    left_out = re.search(
        r"compileall -q -j 0 -x '/\((\S+)\)/' ", (ROOT / "package/debian/postinst").read_text(encoding="utf-8")
    )
    assert left_out is not None
    assert left_out[1] == "pygments|setuptools"
    asked = """
import controller.cli.parts.flash, controller.cli.parts.stickers, controller.service.daemon
import colorzero, gpiozero, mpremote.main, rich.console, rich.progress, rich.table
import sys
print(*{name.split(".")[0] for name in sys.modules})
"""
    imported = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True)
    assert {"rich", "gpiozero", "mpremote"} <= set(imported.stdout.split())
    assert set(left_out[1].split("|")) & set(imported.stdout.split()) == set()
