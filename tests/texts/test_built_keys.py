"""Keys of texts that code builds from values: each value that can come has its sentence."""

import ast
import re
from collections.abc import Collection, Iterator
from typing import Any, Final, get_args

import pytest

from controller.care.admin_service import ROOM_STATES
from controller.fleet.messages import SettingsPart, UpdateState
from controller.games.contract.inputs import Device
from controller.games.tudor.box.edition import Finger, Letter, Phase, RoundTokenKind
from controller.games.tudor.referee.complaints import PlaceKind
from controller.games.tumult_royale.box.words import COLORS, Ending, MapMode, Variant
from controller.house import ScenePace, SpokenKind
from controller.play.draws import DrawKind
from controller.play.inputs import DeviceCount
from controller.show.console_screens import DEVICES_NOT_SHOWN, DEVICES_WITH_SENTENCE, PROGRAM_PARTS
from controller.texts.translation import text_keys
from hub.alerts import AlertCode
from hub.list_reader import Column, Encoding, Separator
from hub.tournament.pairing import Format
from hw.testing.faults import FAULTS
from hw.testing.mistakes import MISTAKES
from tests.support.documents import ROOT

TUMULT_STEPS = ["place_first", "spin", "set_aside", "collect", "rob", "confirm", "correct", "build", "reveal"]
TUMULT_DEEDS = [
    "place-first",
    "spin",
    "forget-spin",
    "set-aside",
    "collect",
    "rob",
    "stop",
    "count",
    "build",
    "pass",
    "reveal",
    "amend",
]
TUDOR_DEEDS = [
    "choose-ring",
    "wear",
    "assign",
    "pass",
    "recall",
    "place-lord",
    "activate",
    "act",
    "move",
    "exchange",
    "scenario",
    "ambassador",
    "decline",
    "draw",
    "take-ring",
    "end-turn",
    "amend",
]
SIDES = ["left-1", "right-1", "left-2", "right-2", "left-3", "right-3", "left-4", "left-5", "right-5"]
"""Sides of the scenario cards that are actions by themselves."""
AT_THE_BOARD = ("choose-ring", "assign", "place-lord", "activate", "draw")
"""Deeds without a button: the board has theirs, or a form."""

ON_PAGES: Final[dict[str, Collection[Any]]] = {
    "action-*": ["reveal", "move", "supporters", "demand"],
    "book-*": ("differs", "damaged"),
    "book-record-*": ["shortest", "longest", "most-rounds", "most-points", "most-counted", "wins"],
    "book-why-*": ("gone", "unknown", "none"),
    "bot-*": ("place_first", "spin", "reveal"),
    "chances-better-*": ("chance", "points"),
    "chart-*": ("placed", "supporters"),
    "do-*": ("place_first-honour", "reveal-honour", "spin", "collect", "confirm"),
    "draws-*": get_args(DrawKind),
    "ending-*": [ending.replace(" ", "-") for ending in get_args(Ending)],
    "error-*": (401, 403, 404, 409, 429, 503),
    "fault-*": FAULTS,
    "fault-*-does": FAULTS,
    "fault-*-what": FAULTS,
    "fleet-part-*": get_args(SettingsPart),
    "fleet-state-*": ("holds", "waits", "refused", "untold"),
    "fleet-update-*": get_args(UpdateState),
    "knob-*": ("left", "right"),
    "legend-*": ("mistake", "swing", "alarm"),
    "list-column-*": get_args(Column),
    "list-encoding-*": get_args(Encoding),
    "list-separator-*": get_args(Separator),
    "login-*": ("pin", "password"),
    "login-lead-*": ("referee", "owner"),
    "login-wrong-*": ("pin", "password"),
    "map-*": get_args(MapMode),
    "mistake-*": MISTAKES,
    "mistake-*-what": MISTAKES,
    "need-*": list(AlertCode),
    "new-seat-*": ("nobody", "person", "bot"),
    "owner-*-device": ("restart", "flash"),
    "owner-*-done": ("teach", "census"),
    "owner-*-goes": ("restart", "flash"),
    "owner-*-of": ("restart", "flash"),
    "owner-*-*": [f"scenes-{pace}" for pace in get_args(ScenePace)],
    "owner-cure-*": ("supply", "journal"),
    "owner-count-*": get_args(DeviceCount),
    "owner-game-*": ("current", "parked"),
    "owner-graph-*": ("celsius", "memory_mib", "pieces", "faults"),
    "owner-*-note": ("hourglass_s", "turn_timer_s", "idle_game_h", "language", "scenes"),
    "owner-room-*": [*ROOM_STATES.values(), "yes", "stop", "leave"],
    "owner-said-*": ["taught", "elsewhere", "other_game", "unclear", "unknown", "not_kept"],
    "owner-says-*": get_args(SpokenKind),
    "owner-setup-*": [
        *("none", "weak", "good", "unread", "nfc-denied", "nfc-off", "reads"),
        *("connects", "writes", "written", "silent", "refused", "lost"),
    ],
    "owner-tab-*": ["devices", "house", "games", "access", "system", "setup"],
    "owner-update-*": [*get_args(UpdateState), *["room", "by_hand", "new", "newest", "found", "looks", "asked"]],
    "paying-asks-*": ("could_not", "would_not"),
    "phase-*": ["none", "first_statues", "sentiment", "set_aside", "taxes", "statues", "coronation", "over"],
    "replay-*": ("back", "on"),
    "place-*": ["room", "games", "players", "records", "mine", "tournament", "fleet", "tv"],
    "practice-*": ("yes", "no"),
    "prompt-*": [*TUMULT_STEPS, "place_first-honour", "reveal-honour"],
    "rank-*": range(1, 5),
    "room-*": ("connecting", "live", "behind"),
    "setup-ranks-*": ("chance", "dealt"),
    "setup-regions-*": ("chance", "dealt"),
    "sound-*": ("off", "on"),
    "speed-*": (1, 5, 100),
    "theme-*": ("auto", "light", "dark"),
    "tournament-*-closed": ("sign-up", "check-in"),
    "tournament-*-do": ("sign-up", "check-in", "list", "results"),
    "tournament-*-done": ("list", "results"),
    "tournament-*-example": ("list", "results"),
    "tournament-*-found": ("list", "results"),
    "tournament-*-scan": ("sign-up", "check-in"),
    "tournament-bot-*": ("easy", "normal", "hard"),
    "tournament-format-*": get_args(Format),
    "tudor-*-of": ("token", "ring"),
    "tudor-act-*": "ABCDEF",
    "tudor-bot-*": [*get_args(Phase)[:-1], "draw"],
    "tudor-enter-*": ("courtier", "lord"),
    "tudor-finger-*": get_args(Finger),
    "tudor-hand-*": ("lay", "done", "choose", "replace", "swapped"),
    "tudor-how-*": [*get_args(Letter), "move", "exchange", "recall"],
    "tudor-how-*-*": SIDES,
    "tudor-new-board-*": ("chance", "dealt"),
    "tudor-new-cards-*": ("first", "drawn", "picked"),
    "tudor-new-cards-*-how": ("first", "drawn", "picked"),
    "tudor-offer-*": [
        *get_args(Letter),
        *(deed.replace("-", "_") for deed in TUDOR_DEEDS if deed not in (*AT_THE_BOARD, "act", "scenario", "amend")),
    ],
    "tudor-offer-*-*": SIDES,
    "tudor-phase-*": ["none", *get_args(Phase)],
    "tudor-placed-*": ("supply", "chambers", "throne", "offices"),
    "tudor-prompt-*": [
        *("rings", "hands", "assignment", "no-supply", "lords", "activate", "act", "end"),
        *("draw", "ring", "wear", "token", "office_action", "confirm"),
    ],
    "tudor-scenario-*": range(1, 6),
    "tudor-scenario-short-*": range(1, 6),
    "tudor-scoring-*": range(1, 7),
    "tudor-scoring-short-*": range(1, 7),
    "tudor-tied-*": ("cards", "round-tokens", "rings"),
    "tudor-short-*": get_args(Letter),
    "tudor-stronger-*": "ABCDEF",
    "tudor-submit-*": [*"ABCEFG", "wear", "take_ring", "move", "exchange"],
    "tudor-tap-*": ["choose_ring", "assign", "place_lord", "activate", "recall", "scenario"],
    "variant-*": get_args(Variant),
    "view-*": ["table", "spectator", "replay", "seat", "referee", "owner"],
}  # fmt: skip
"""By each pattern of the pages' keys, which lack ``page-``, the values that scripts and servers put in."""

AT_TABLES: Final[dict[str, Collection[Any]]] = {
    "analysis-*": [
        *("analysed", "round", "start", "luck", "moves", "changes"),
        *("own", "others", "none", "costly", "decision", "better"),
    ],
    "ask-*-title": ("referee", "owner"),
    "at-*": ["people", "set-aside", *COLORS],
    "bot-*": ("easy", "normal", "hard"),
    "device-*": (*DEVICES_WITH_SENTENCE, *DEVICES_NOT_SHOWN),
    "do-*": TUMULT_DEEDS,
    "heard-at-*": ["people", "aside", *COLORS],
    "kind-*": ("tile", "token", "ring"),
    "menu-castle-*": ("plays", "bot", "rests"),
    "mqtt-*": ["game", "step", "round", "to-act", "ends", "help", "fault", "happened", "software", "silent", "locked"],
    "needs-*": get_args(Device),
    "part-*": [part.replace(" ", "-") for part in PROGRAM_PARTS],
    "place-*": ["people", "set_aside", *COLORS],
    "short-*": TUMULT_DEEDS,
    "trouble-*": [*DEVICES_WITH_SENTENCE, "reader", "panel", "board"],
    "tudor-at-*": [place for place in get_args(PlaceKind) if place not in ("screen", "hand")],
    "tudor-by-*": ("move", "jump", "stroll"),
    "tudor-did-*": ["start", *TUDOR_DEEDS[:7], *(f"act-{letter}" for letter in get_args(Letter)), *TUDOR_DEEDS[8:]],
    "tudor-do-*": [
        *(*get_args(Letter), *SIDES),
        *("move", "exchange", "recall", "end-turn", "decline", "pass", "ambassador"),
    ],
    "tudor-heard-do-*": [deed for deed in TUDOR_DEEDS if deed not in ("act", "scenario", "amend")],
    "tudor-move-*": ("token", "ring"),
    "tudor-round-*": get_args(RoundTokenKind),
    "tudor-say-*": [*get_args(Finger)],
    "tudor-step-*": [*TUDOR_DEEDS, "undo"],
    "wifi-failed-*": ("password", "address", "missing", "other"),
}  # fmt: skip
"""The same for the keys that the table's own code builds."""


@pytest.mark.parametrize(("patterns", "prefix"), [(ON_PAGES, "page-"), (AT_TABLES, "")])
def test_each_value_that_code_puts_into_a_key_has_a_sentence(patterns: dict[str, Collection[Any]], prefix: str) -> None:
    built = {
        re.sub(r"\*(-\*)?", str(value), pattern, count=1) for pattern, values in patterns.items() for value in values
    }
    known = {key.removeprefix(prefix) for key in text_keys("en")}
    assert built - known == set()


OTHERS: Final = {
    "*-*", "*-wait", "owner-*", "owner-update-why-*", "refusal-*", "tournament-*", "tab-*", "tudor-*", "tudor-field-*",
    "tudor-new-*", "tudor-*-short-*", "tudor-*-*", "entry-*", "list-why-*", "do-**", "prompt-**", "list-*-*",
}  # fmt: skip
"""Patterns of keys with a sentence to fall back to, of a part listed above, or of names that the same script lists."""


def patterns_in_scripts() -> Iterator[str]:
    for folder in ("controller/web/static/js", "hub/page/static/js"):
        for script in (ROOT / folder).rglob("*.js"):
            for built in re.findall(r"\bsay\((?:[^`()]*\? )?`([^`]*\$\{[^`]*)`", script.read_text("utf-8")):
                yield re.sub(r"\$\{.*?\}+", "*", built)


def test_each_pattern_of_keys_in_scripts_has_its_values_listed_here() -> None:
    found = set(patterns_in_scripts())
    assert len(found) > 60
    assert found - ON_PAGES.keys() - OTHERS == set()


def test_each_reason_of_a_complaint_in_the_referees_has_a_sentence() -> None:
    prefixes = {
        ("tumult_royale", "complaint_verdict"): "complaint-",
        ("tumult_royale", "log_only_verdict"): "noted-",
        ("tudor", "complaint_verdict"): "tudor-complaint-",
        ("tudor", "log_only_verdict"): "tudor-noted-",
    }
    reasons = set()
    for (game, function), prefix in prefixes.items():
        for module in (ROOT / "controller/games" / game).rglob("*.py"):
            for node in ast.walk(ast.parse(module.read_text("utf-8"))):
                if isinstance(node, ast.Call) and ast.unparse(node.func).rpartition(".")[2] == function:
                    reasons |= {
                        prefix + each.value
                        for each in node.args
                        if isinstance(each, ast.Constant)
                        and isinstance(each.value, str)
                        and not each.value.startswith(("TR-", "TU-"))
                    }
    assert len(reasons) > 40
    assert reasons - text_keys("en") == set()
