"""What a release refuses before it builds anything; tests/systemd/container/test_release.py makes one and tries it."""

import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.package.test_repository import ROOT, read, tracked


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    tracked()  # skips without git
    folder = tmp_path / "clone"
    subprocess.run(["git", "clone", "--quiet", "--shared", ROOT, folder], check=True)
    return folder


def refusal(clone: Path, **settings: str) -> str:
    """The first line that `make release` says before it ends with 1."""
    command = [clone / "package/make_release"]
    environment = os.environ | {"GNUPGHOME": str(clone.parent)} | settings
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 1, done.stdout + done.stderr
    assert not (clone / "out").exists()
    return next(line for line in done.stderr.splitlines() if line.startswith("make release: "))


def git(clone: Path, *command: str) -> None:
    who = ("-c", "user.name=a test", "-c", "user.email=test@localhost")
    subprocess.run(["git", *who, *command], cwd=clone, check=True, capture_output=True)


def leave_a_file(clone: Path) -> None:
    (clone / "controller/forgotten.py").write_text("")


def tag_another_version(clone: Path) -> None:
    git(clone, "tag", "v99.0.0")


def forget_the_changelog(clone: Path) -> None:
    (clone / "CHANGELOG.md").write_text("# Changelog\n")
    git(clone, "commit", "--all", "--message", "Forget what has changed")


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (leave_a_file, "saw files that no commit has, expected none. Commit, stash or delete them:"),
        (tag_another_version, "saw the tag v99.0.0, but pyproject.toml has 0.1.0. Make both the same."),
        (forget_the_changelog, "saw no heading '## 0.1.0' in CHANGELOG.md. Write what has changed."),
    ],
    ids=lambda each: getattr(each, "__name__", ""),
)
def test_a_release_is_of_a_whole_commit_with_its_version(
    clone: Path, change: Callable[[Path], None], said: str
) -> None:
    change(clone)
    assert refusal(clone) == f"make release: {said}"


def test_a_key_that_gpg_has_not_and_a_missing_folder_are_refused(clone: Path) -> None:
    assert refusal(clone, RELEASE_KEY="ABCD").startswith("make release: saw RELEASE_KEY=ABCD, of which gpg has no")
    assert refusal(clone, RELEASE_EARLIER="none").startswith("make release: saw no none/pool, expected")


def test_a_tag_has_the_forge_run_make_release_with_pinned_actions() -> None:
    workflow = read(".github/workflows/release.yml")
    assert workflow[True] == {"push": {"tags": ["v*"]}}  # YAML 1.1 reads `on` as true
    steps = workflow["jobs"]["release"]["steps"]
    ci = [step["uses"] for step in read(".github/workflows/ci.yml")["jobs"]["ubuntu"]["steps"] if "uses" in step]
    assert [step["uses"] for step in steps if "uses" in step] == ci
    assert any(step.get("run", "").startswith("make release ") for step in steps)
