"""Programs of others, fetched from their public repositories at fixed commits, run unmodified.

docs/simulated-pi.md has the longer list of what was tried by hand.
"""

import urllib.request
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from urllib.error import URLError

import pytest

from royaltable_pytest import MakePi
from tests.support.soak import SOAK

pytestmark = [
    pytest.mark.skipif(not SOAK, reason="fetches from the network; make soak does"),
    pytest.mark.filterwarnings("ignore"),
]

ADDRESS = "https://raw.githubusercontent.com/{}/{}/{}"
TIMEOUT_S = 10
READER: dict[str, Any] = {"readers": {"reader": (0, 0)}, "irq_pins": {"reader": 24}}
TAG = "0.2 place 86a083ee\n0.8 remove 86a083ee"
KNOB = "0.5 turn 3\n1.5 turn -1"

PROGRAMS = {
    "mfrc522": (
        ("vcv-missoula-college/projects", "3e9a2f43d1d1e565e63d5f022377d391fd9828b0"),
        "2021_gencyber_summer_camp/resources/day4/readrfid.py",
        READER,
        TAG,
        "578218618443",
    ),
    "pirc522": (
        ("RSunyakov/IoT_2022", "b31bda29cd7579160e8decf640b95d069181f2c8"),
        "second_task/2_1.py",
        READER,
        TAG,
        "[134, 160, 131, 238, 75]",
    ),
    "RPi.GPIO": (
        ("luqove/2800", "aa0c08a834244cc48f76b7e564c59e7c0709b24d"),
        "tests/Rotary_Encoder_Test.py",
        {"knob_pins": (17, 18), "knob_pulled_up": True},
        KNOB,
        "5\n6\n5\n4\n",
    ),
}
"""By the package that the program uses."""


def fetched(repository: tuple[str, str], path: str, folder: Path) -> Path:
    """Return the program's file; skip the test where its repository cannot be reached."""
    try:
        with urllib.request.urlopen(ADDRESS.format(*repository, path), timeout=TIMEOUT_S) as answer:
            data = answer.read(100_000)
    except (URLError, TimeoutError) as error:
        pytest.skip(f"{repository[0]} cannot be fetched: {error}")
    program = folder / Path(path).name
    program.write_bytes(data)
    return program


@pytest.mark.parametrize("package", PROGRAMS)
def test_a_public_program_runs_unmodified(simulated_pi: MakePi, tmp_path: Path, package: str) -> None:
    repository, path, wiring, script, printed = PROGRAMS[package]
    if package != "RPi.GPIO" and find_spec(package) is None:
        pytest.skip(f"{package} is not installed")
    program = fetched(repository, path, tmp_path)
    pi = simulated_pi(**wiring)
    pi.script(script)
    assert printed in pi.run(program, seconds=2.5)
