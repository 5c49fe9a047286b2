"""What a release refuses before it builds anything; tests/systemd/container/test_release.py makes one and tries it."""

import os
import re
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.package.test_repository import ROOT, read, tracked
from tests.support.soak import SOAK


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    tracked()  # skips without git
    folder = tmp_path / "clone"
    subprocess.run(["git", "clone", "--quiet", "--shared", ROOT, folder], check=True)
    return folder


def released(clone: Path, **settings: str) -> subprocess.CompletedProcess[str]:
    command = [clone / "package/make_release"]
    environment = os.environ | {"GNUPGHOME": str(clone.parent)} | settings
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)


def refusal(clone: Path, **settings: str) -> str:
    """The first line that `make release` says before it ends with 1."""
    done = released(clone, **settings)
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


def test_the_folder_that_a_release_replaces_cannot_be_the_earlier_one(clone: Path) -> None:
    (clone / "out/release/apt/pool").mkdir(parents=True)
    (clone / "out/release/apt/pool/royaltable_0.0.1_amd64.deb").touch()
    done = released(clone, RELEASE_EARLIER="out/release/apt")
    assert "saw RELEASE_EARLIER in out/release, which is made anew. Copy that apt/ elsewhere first." in done.stderr
    assert (clone / "out/release/apt/pool/royaltable_0.0.1_amd64.deb").exists()


SMALL_SITE = """#!/bin/sh
mkdir -p out/site
echo a page >out/site/index.html
"""

SMALL_PACKAGES = """#!/bin/sh
# Packages of a bill of materials alone, which take no minutes.
set -e
for name in royaltable royaltable-hub; do
    mkdir -p "out/tree/usr/share/doc/$name" out/tree/DEBIAN
    echo '{}' >"out/tree/usr/share/doc/$name/sbom.cdx.json"
    printf 'Package: %s\nVersion: 0.1.0\nArchitecture: %s\nMaintainer: a test\nDescription: small\n' "$name" "$1" \
        >out/tree/DEBIAN/control
    dpkg-deb --root-owner-group --build out/tree "out/${name}_0.1.0_$1.deb" >/dev/null
done
"""


@pytest.mark.skipif(not SOAK, reason="makes a release, of small packages. Cure: make soak")
@pytest.mark.parametrize("published", [[], ["royaltable_0.0.1_amd64.deb", "royaltable_0.0.2 beta_arm64.deb"]])
def test_a_release_keeps_the_earlier_packages_of_which_the_first_has_none(
    clone: Path, tmp_path: Path, published: list[str]
) -> None:
    (clone / ".venv").symlink_to(ROOT / ".venv")
    (clone / ".git/info/exclude").write_text(".venv\n", encoding="ascii")
    (clone / "package/make_deb").write_text(SMALL_PACKAGES, encoding="utf-8")
    (clone / "tools/make_site").write_text(SMALL_SITE, encoding="utf-8")
    git(clone, "commit", "--all", "--message", "Make small packages")
    pool = tmp_path / "earlier/pool"
    pool.mkdir(parents=True)
    for name in published:
        tree = tmp_path / name.removesuffix(".deb")
        (tree / "DEBIAN").mkdir(parents=True)
        words = name.removesuffix(".deb").replace(" ", "").split("_")
        (tree / "DEBIAN/control").write_text(
            "Package: {}\nVersion: {}\nArchitecture: {}\nMaintainer: a test\nDescription: small\n".format(*words)
        )
        subprocess.run(["dpkg-deb", "--root-owner-group", "--build", tree, pool / name], check=True)
    done = released(clone, RELEASE_EARLIER=str(pool.parent))
    assert done.returncode == 0, done.stdout + done.stderr
    made = [f"royaltable{hub}_0.1.0_{arch}.deb" for hub in ("", "-hub") for arch in ("amd64", "arm64")]
    assert {file.name for file in (clone / "out/release/apt/pool").iterdir()} == {*made, *published}
    index = (clone / "out/release/apt/dists/stable/main/binary-amd64/Packages").read_text("utf-8")
    assert index.count("Package: ") == (3 if published else 2)


@pytest.mark.parametrize(
    ("listed", "download", "passes"),
    [("0", "exit 1", True), ("1", 'cp "$TAR" "$6"', True), ("1", "exit 1", False), ("", "exit 1", False)],
    ids=["no release yet", "a release", "its packages cannot be had", "no answer"],
)
def test_the_forge_takes_no_missing_answer_for_a_first_release(
    tmp_path: Path, listed: str, download: str, passes: bool
) -> None:
    (tmp_path / "apt/pool").mkdir(parents=True)
    (tmp_path / "apt/pool/royaltable_0.0.1_amd64.deb").touch()
    subprocess.run(["tar", "--create", "--file", "royaltable-apt.tar", "apt"], cwd=tmp_path, check=True)
    tool = tmp_path / "bin/gh"
    tool.parent.mkdir()
    answer = f"echo {listed}" if listed else "exit 1"
    tool.write_text(f'#!/bin/sh\n[ "$2" = download ] || {{ {answer}; exit; }}\n{download}\n')
    tool.chmod(0o755)
    steps = read(".github/workflows/release.yml")["jobs"]["release"]["steps"]
    (step,) = [each["run"] for each in steps if each.get("name") == "earlier packages"]
    settings = {
        "PATH": f"{tool.parent}:{os.environ['PATH']}",
        "EARLIER": str(tmp_path / "earlier"),
        "TAR": str(tmp_path / "royaltable-apt.tar"),
    }
    done = subprocess.run(["bash", "-e", "-c", step], env=os.environ | settings, check=False)
    assert (done.returncode == 0) == passes
    if passes:
        pool = [file.name for file in (tmp_path / "earlier/apt/pool").iterdir()]
        assert pool == ([] if listed == "0" else ["royaltable_0.0.1_amd64.deb"])


def test_a_tag_has_the_forge_run_make_release_with_pinned_actions() -> None:
    workflow = read(".github/workflows/release.yml")
    assert workflow[True] == {"push": {"tags": ["v*"]}, "release": {"types": ["published"]}}  # YAML 1.1: `on` is true
    steps = workflow["jobs"]["release"]["steps"]
    ci = [step["uses"] for step in read(".github/workflows/ci.yml")["jobs"]["ubuntu"]["steps"] if "uses" in step]
    assert [step["uses"] for step in steps if "uses" in step] == ci
    assert any(step.get("run", "").startswith("make release ") for step in steps)


def test_a_published_release_has_the_forge_unpack_its_site_for_pages(tmp_path: Path) -> None:
    job = read(".github/workflows/release.yml")["jobs"]["site"]
    unpack, *uses = job["steps"]
    assert [re.sub(r"@[0-9a-f]{40}$", "", each["uses"]) for each in uses] == [
        "actions/upload-pages-artifact",
        "actions/deploy-pages",
    ]
    (tmp_path / "index.html").write_text("the site")
    (tmp_path / "bin").mkdir()
    gh = tmp_path / "bin/gh"
    gh.write_text(
        '#!/bin/sh\n[ "$*" = "release download v9 --pattern royaltable-site-*.tar" ] &&\n'
        f"tar --create --file royaltable-site-9.tar --directory {tmp_path} index.html\n"
    )
    gh.chmod(0o755)
    settings = {"PATH": f"{gh.parent}:{os.environ['PATH']}", "GITHUB_REF_NAME": "v9"}
    work = tmp_path / "work"
    work.mkdir()
    subprocess.run(["bash", "-e", "-c", unpack["run"]], cwd=work, env=os.environ | settings, check=True)
    assert (work / uses[0]["with"]["path"] / "index.html").read_text() == "the site"
