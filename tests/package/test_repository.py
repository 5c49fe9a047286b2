"""The repository holds no generated file and no registry's name; CI, hooks and forms call commands that exist."""

import os
import re
import shlex
import subprocess
from pathlib import Path
from typing import Any, Final

import click
import pytest
import yaml

from controller.__main__ import main

ROOT: Final = Path(__file__).parents[2]
REGISTRIES: Final = tuple(
    name.encode() for name in ("py" + "pi.org", "python" + "hosted", "piw" + "heels", "npm" + "js.")
)
"""Parts of the names of registries; put together here, so that this file does not name one."""


def tracked(*which: str) -> list[Path]:
    """The files that git keeps; ``which`` narrows them down as `git ls-files` does."""
    listed = subprocess.run(["git", "ls-files", "-z", *which], cwd=ROOT, capture_output=True, check=False)
    if listed.returncode != 0:
        pytest.skip("needs a git checkout. Cure: git clone the project")
    return [ROOT / name for name in listed.stdout.decode().split("\0") if name]


def test_no_generated_file_is_committed() -> None:
    # Not --exclude-standard: a user's own ignore file is no rule of the project.
    assert tracked("--cached", "--ignored", "--exclude-per-directory=.gitignore") == []


NPM_DEFAULT = ROOT / "tools/page_library.py"
"""Knows the registry that npm has without a setting, since make and Python alone must fetch the page's library."""


def test_no_file_of_the_project_names_a_registry() -> None:
    files = tracked()
    assert len(files) > 400
    assert [
        file
        for file in files
        if file.is_file() and file != NPM_DEFAULT and any(name in file.read_bytes() for name in REGISTRIES)
    ] == []


def test_text_files_end_as_editorconfig_says() -> None:
    no_octets = tracked(":(attr:!text)")  # what .gitattributes calls binary is left out
    text = [file for file in no_octets if file.is_file() and b"\0" not in file.read_bytes()]
    assert len(text) > 400
    assert [file for file in text if re.search(rb"[ \t\r]$|[^\n]\Z", file.read_bytes(), re.MULTILINE)] == []


FORMS: Final = sorted((ROOT / ".github" / "ISSUE_TEMPLATE").glob("*.yml"))
TARGETS: Final = re.findall(r"^(\w+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
OF_THE_SYSTEM: Final = {"apt-get", "git"}


def read(file: str | Path) -> Any:
    return yaml.safe_load((ROOT / file).read_text(encoding="utf-8"))


WORKFLOW: Final = read(".github/workflows/ci.yml")
HOOKS: Final = [hook for each in read(".pre-commit-config.yaml")["repos"] for hook in each["hooks"]]


@pytest.mark.parametrize("job", ["ubuntu", "debian"])
def test_a_job_runs_the_make_targets(job: str) -> None:
    commands = [step["run"] for step in WORKFLOW["jobs"][job]["steps"] if "run" in step]
    assert commands[-2:] == ["make check", ".ci/run"]
    for command in commands:
        assert_is_there(command)


def test_the_jobs_are_of_two_systems_four_pythons_and_two_architectures() -> None:
    ubuntu, debian = (WORKFLOW["jobs"][name] for name in ("ubuntu", "debian"))
    both = ["ubuntu-24.04", "ubuntu-24.04-arm"]
    assert ubuntu["strategy"]["matrix"] == {"machine": both, "python": ["3.11", "3.12", "3.13", "3.14"]}
    assert debian["strategy"]["matrix"] == {"machine": both, "debian": ["12", "13"]}
    assert debian["container"] == "debian:${{ matrix.debian }}"
    assert {job["runs-on"] for job in (ubuntu, debian)} == {"${{ matrix.machine }}"}


@pytest.mark.parametrize("job", ["ubuntu", "debian"])
def test_a_job_pins_foreign_actions_by_commit(job: str) -> None:
    taken = [step["uses"] for step in WORKFLOW["jobs"][job]["steps"] if "uses" in step]
    assert taken
    assert [each for each in taken if not re.fullmatch(r"[\w/-]+@[0-9a-f]{40}", each)] == []


@pytest.mark.parametrize("hook", HOOKS, ids=[hook["id"] for hook in HOOKS])
def test_hooks_run_the_projects_own_tools_and_fetch_nothing(hook: dict[str, Any]) -> None:
    assert hook["language"] == "system"
    assert_is_there(hook["entry"])


def test_no_hook_comes_from_elsewhere_and_the_last_is_make_check() -> None:
    assert [each["repo"] for each in read(".pre-commit-config.yaml")["repos"]] == ["local"]
    assert HOOKS[-1]["entry"] == "make check"


@pytest.mark.parametrize("file", FORMS, ids=[file.stem for file in FORMS])
def test_a_form_insists_on_the_report_and_names_commands_that_are_there(file: Path) -> None:
    form = read(file)
    assert {"name", "description", "body"} <= set(form)
    fields = {field["id"]: field for field in form["body"]}
    assert len(fields) == len(form["body"])
    assert fields["report"]["validations"] == {"required": True}
    assert "`royaltable report report.zip`" in fields["report"]["attributes"]["description"]
    named = re.findall(r"`(royaltable [^`]+)`", file.read_text(encoding="utf-8"))
    for command in named:
        name, *words = shlex.split(command)[1:]
        parsed = main.get_command(click.Context(main), name)
        assert parsed is not None, command
        parsed.make_context(name, words)


def test_issue_forms_exist_for_faults_and_for_builders() -> None:
    assert [file.stem for file in FORMS] == ["bug", "building"]


def assert_is_there(command: str) -> None:
    """A target of the Makefile, a program of the environment or the project, or one that the system brings."""
    program, *words = shlex.split(command)
    if program == "make":
        assert words[0] in TARGETS, command
    elif "/" in program:
        assert os.access(ROOT / program, os.X_OK), command
    else:
        assert program in OF_THE_SYSTEM, command
