"""The updater of a table whose clock is wrong, or is set while it works: a start of the machine also sets the clock."""

import hashlib
import os
import shutil
import subprocess
import time
from email.utils import formatdate
from pathlib import Path

import pytest

UPDATE = (Path(__file__).parents[2] / "package" / "update").read_text("utf-8").splitlines()

STUBS = """
healthy_s=1 patience_s=3 starts=6
shown() {{ case $1 in ActiveState) echo {state} ;; InvocationID) echo 1f2e ;; NRestarts) echo 0 ;; esac; }}
sleep() {{ command sleep 0.1; }}
date() {{ # set after it has been read twice
    echo read >>"{reads}"
    [ "$(wc -l <"{reads}")" -le 2 ] && command date +%s || echo $(($(command date +%s) + {jump_s}))
}}
"""


def functions(*names: str) -> str:
    """Return functions of the updater, each to the line that closes it."""
    found = []
    for name in names:
        at = next(number for number, line in enumerate(UPDATE) if line.startswith(f"{name}() {{"))
        end = at if "}" in UPDATE[at] else UPDATE.index("}", at)
        found += UPDATE[at : end + 1]
    return "\n".join(found)


@pytest.mark.real_time
@pytest.mark.parametrize(
    ("state", "jump_years", "status"), [("active", 20, 0), ("active", -20, 0), ("activating", -20, 1)]
)
def test_a_clock_that_jumps_by_years_neither_holds_nor_fails_an_update(
    tmp_path: Path, state: str, jump_years: int, status: int
) -> None:
    script = (
        STUBS.format(state=state, jump_s=jump_years * 365 * 86400, reads=tmp_path / "reads")
        + functions("uptime_s", "healthy")
        + "\nhealthy"
    )
    done = subprocess.run(["sh", "-c", script], check=False, timeout=20)
    assert done.returncode == status


def sign_as_in_a_month(folder: Path) -> None:
    """Make an empty apt repository in ``folder``, whose key and index are of a machine that is a month ahead."""
    ahead_s, home = int(time.time()) + 30 * 86400, folder / "key"
    home.mkdir(mode=0o700)
    gpg = [
        "gpg",
        "--homedir",
        str(home),
        "--batch",
        "--quiet",
        "--passphrase",
        "",
        "--faked-system-time",
        f"{ahead_s}!",
    ]
    (folder / "Packages").touch()
    digest = hashlib.sha256(b"").hexdigest()
    (folder / "Release").write_text(f"Date: {formatdate(ahead_s, usegmt=True)}\nSHA256:\n {digest} 0 Packages\n")
    for words in (
        ["--quick-generate-key", "hub", "ed25519", "sign", "never"],
        ["--armor", "-o", "key.asc", "--export"],
    ):
        subprocess.run([*gpg, *words], check=True, capture_output=True, cwd=folder)
    subprocess.run([*gpg, "--clearsign", "-o", "InRelease", "Release"], check=True, capture_output=True, cwd=folder)


@pytest.mark.skipif(shutil.which("apt-get") is None, reason="needs apt")
@pytest.mark.real_time
def test_a_table_whose_clock_is_behind_the_hubs_takes_its_packages(tmp_path: Path) -> None:
    sign_as_in_a_month(tmp_path)
    for folder in ("state/lists/partial", "cache/archives/partial"):
        (tmp_path / folder).mkdir(parents=True)
    sources = tmp_path / "hub.sources"
    sources.write_text(f"Types: deb\nURIs: file:{tmp_path}\nSuites: ./\nSigned-By: {tmp_path}/key.asc\n")
    settings = tmp_path / "apt.conf"  # none of this machine's
    settings.write_text(
        f'Dir::Etc::Parts "/dev/null"; Dir::State "{tmp_path}/state"; Dir::Cache "{tmp_path}/cache";'
        'APT::Sandbox::User "root";'
    )
    options = "\n".join(line for line in UPDATE if line.startswith("of_the_list="))
    script = f"list={sources} cache={tmp_path}\n{options}\n{functions('fetch_index')}\nfetch_index"
    done = subprocess.run(
        ["sh", "-c", script], check=False, env={**os.environ, "APT_CONFIG": str(settings)}, timeout=60
    )
    assert (done.returncode, (tmp_path / "said").read_text()) == (0, "")
