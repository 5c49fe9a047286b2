"""The modules that `serve` imports before its first response and until it plays: imports dominate the start."""

import re
import subprocess
import sys
from importlib import resources
from typing import Final

import pytest

from controller.devices import stickers
from controller.games import installed
from controller.games.naming import piece_ids
from controller.store import tags
from tests.support.ports import free_port

OURS: Final = {
    "the command": {"controller", "controller.cli"},
    "the daemon, its page and its parts": {
        "controller.config",
        "controller.devices",
        "controller.play",
        "controller.play.bots",
        "controller.service",
        "controller.show",
        "controller.store",
        "controller.store.certificates",
        "controller.store.journal",
        "controller.texts",
        "controller.web",
        "controller.web.access",
        "controller.web.live",
    },
    "what its owner may do on the page": {"controller.care", "controller.care.doctor"},
    "the game": {
        "controller.games",
        "controller.games.contract",
        "controller.games.contract.tools",
        "controller.games.tumult_royale",
        "controller.games.tumult_royale.bots",
        "controller.games.tumult_royale.box",
        "controller.games.tumult_royale.referee",
        "controller.games.tumult_royale.rules",
        "controller.games.tumult_royale.rules.chapters",
        "controller.games.tumult_royale.show",
    },
    "drivers": {
        "hw",
        "hw.bus",
        "hw.castle_link",
        "hw.console",
        "firmware",
        "firmware.castle_node",
        "hw.iso14443",
        "hw.mfrc522",
        "hw.oled",
        "hw.stepper",
    },
}
"""Our packages, by what a table needs them for."""

LATER: Final = {
    "the routes' document is loaded on request": "controller.web.openapi",
    "that of topics and events, too": "controller.service.asyncapi",
    "simulated stickers come with twins": "controller.devices.stickers",
    "examinations are loaded on request": "controller.care.doctor.examination",
    "bots come when they play": "controller.games.tumult_royale.bots.hand",
    "their thoughts, too": "controller.play.bots.thinking",
    "advice is loaded on request": "controller.games.tumult_royale.bots.advice",
}
"""Modules of these packages that must not be imported yet, by the reason."""

OTHERS: Final = {
    "commands": {"click"},
    "values, JSON": {"msgspec", "typing_extensions"},
    "the page": {"uvicorn", "h11", "starlette", "anyio", "sniffio", "python_multipart", "multipart"},
    "pins": {"gpiozero", "colorzero"},
    "the display": {"PIL", "luma", "cbor2", "qrcodegen"},
    "sentences": {"fluent"},
    "a name in the network": {"jeepney"},
}
"""Third-party packages with their dependencies, by what a table needs them for."""

AFTER_THE_ANSWER: Final = {
    *("gpiozero", "colorzero", "PIL", "luma", "qrcodegen", "jeepney", "serial"),
    *("hw.mfrc522.driver", "hw.stepper", "hw.castle_link.driver", "controller.care.doctor"),
}
"""What is needed only for devices, pictures, the name in the network, and the doctor."""

MOST_AT_FIRST = 642
MOST: Final = 747
"""Modules in all, with those of Python: about as many as there are, and each costs a Pi Zero five milliseconds."""

TELL: Final = """
import json, os, signal, sys, threading, time, urllib.request
from bench.shared.stub_pi import main
from controller.devices.hardware import Hardware

answered, load = threading.Event(), Hardware.import_drivers
def load_later(hardware):
    answered.wait(60)
    load(hardware)
Hardware.import_drivers = load_later

def view():
    while True:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{sys.argv[-1]}/api/view") as answer:
                return json.load(answer)["view"]
        except OSError:
            time.sleep(0.05)

def tell(when):
    modules = sys.modules.copy().items()
    print(when, *(name for name, module in modules if getattr(module, "__spec__", None) is not None), flush=True)

def ask():
    view()
    tell("first:")
    answered.set()
    while not any(device["name"] == "buzzer" for device in view()["devices"]):
        time.sleep(0.05)
    while not {"qrcodegen", "PIL.ImageFile"} <= sys.modules.keys():  # a picture of the page's address comes last
        time.sleep(0.05)
    time.sleep(0.5)
    tell("playing:")
    os.kill(os.getpid(), signal.SIGTERM)

threading.Thread(target=ask, daemon=True).start()
main()
"""


def test_a_table_of_parts_starts_without_what_it_does_not_need(playing: list[str]) -> None:
    names = {name for name in playing if name.partition(".")[0] in {"controller", "firmware", "hw"}}
    folders = set[str]().union(*OURS.values())
    records = {name for name in names if name.startswith("hw.") and name.endswith(".record")}
    strange = sorted(name for name in names - records if not ({name, name.rpartition(".")[0]} & folders))
    assert not strange, f"serve has imported {', '.join(strange)}: import it where it is used, or name its folder here"
    twins = sorted(name for name in names if "twin" in name.removeprefix("controller.devices.part_or_twin"))
    assert not twins, f"serve has imported {', '.join(twins)}: a table of parts needs no twin"
    early = [f"{name}: {why}" for why, name in LATER.items() if name in names]
    assert not early, f"serve has imported {'; '.join(early)}"


def test_tudor_imports_its_bots_when_they_play() -> None:
    program = "import sys, controller.games.tudor.game; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=True)
    assert "controller.games.tudor.referee.referee" in done.stdout.split()
    assert "controller.games.tudor.bots" not in done.stdout.split()


def test_it_loads_only_packages_that_it_needs_at_once(playing: list[str]) -> None:
    allowed = (
        set[str]().union(*OTHERS.values()) | {"bench", "controller", "firmware", "hw"} | set(sys.stdlib_module_names)
    )
    tops = {name.partition(".")[0] for name in playing}
    strange = sorted(top for top in tops - allowed if not top.startswith("_") and top != "sitecustomize")
    assert not strange, f"serve has imported {', '.join(strange)}: import it where it is used, or say here what for"
    assert len(playing) <= MOST, f"serve has imported {len(playing)} modules, expected at most {MOST}"


def test_at_its_first_response_nothing_for_devices_is_imported(at_first: list[str]) -> None:
    early = sorted(name for name in at_first for late in AFTER_THE_ANSWER if f"{name}.".startswith(f"{late}."))
    assert not early, f"serve has imported {', '.join(early)} before its first answer: import it where it is used"
    assert len(at_first) <= MOST_AT_FIRST, f"serve has imported {len(at_first)}, expected at most {MOST_AT_FIRST}"


@pytest.fixture(scope="module")
def at_first(seen: dict[str, list[str]]) -> list[str]:
    return seen["first:"]


@pytest.fixture(scope="module")
def playing(seen: dict[str, list[str]]) -> list[str]:
    return seen["playing:"]


@pytest.fixture(scope="module")
def seen(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[str]]:
    """The modules, told by a daemon over stubs in the place of its parts."""
    folder = tmp_path_factory.mktemp("table")
    text = resources.files("controller.config").joinpath("examples/a.toml").read_text(encoding="utf-8")
    text = re.sub(r"\[spinner\].*?\n\n", "", text, flags=re.DOTALL).replace("poweroff = true", "poweroff = false")
    (folder / "table.toml").write_text(text.replace("/var/lib/royaltable", str(folder)), encoding="utf-8")
    tags.save_tag_map(folder / "tags.toml", stickers.simulated_tag_map(piece_ids(installed.make_game())))
    command = [sys.executable, "-c", TELL, "serve", "--config", str(folder / "table.toml"), "--port", str(free_port())]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    words = [line.split() for line in done.stdout.splitlines()]
    return {first: rest for first, *rest in words if first in {"first:", "playing:"}}
