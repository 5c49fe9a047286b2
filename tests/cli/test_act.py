"""`royaltable act`: its words, the table's answers, and faults."""

import json
from functools import partial
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread

import pytest
from click.testing import CliRunner

from controller.cli.act import ActionSyntaxError, ActionTypes, parse_action
from controller.cli.game.journal import journal
from controller.games.tudor.rules import actions
from controller.games.tudor.tools import Tools as TudorTools
from controller.games.tumult_royale.rules.actions import ACTION_NAMES
from controller.games.tumult_royale.tools import Tools
from tests.games.tudor.playing import spaces_setup
from tests.support.commands import royaltable
from tests.support.real_table import running

KINDS = Tools().kinds()
KINDS_OF_TUDOR = TudorTools().kinds()

WORDS = """\
rob player=blue tile=t07
  {"do":"rob","player":"blue","tile":"t07"}
spin demand=4
  {"do":"spin","demand":4}
build player=grey tiles=t01,t04 kind=forest adjacent=false
  {"do":"build","player":"grey","tiles":["t01","t04"],"kind":"forest","adjacent":false}
amend supporters.blue=-2 supporters.grey=+2
  {"do":"amend","supporters":{"blue":-2,"grey":2}}
amend move.tile=t07 move.to=people
  {"do":"amend","move":{"tile":"t07","to":"people"}}
amend demand.bread=4
  {"do":"amend","demand":{"bread":4}}
reveal player=blue tiles=[{"slot":3,"tile":"R1","turns":2}]
  {"do":"reveal","player":"blue","tiles":[{"slot":3,"tile":"R1","turns":2}]}
pass player=blue stuck=true
  {"do":"pass","player":"blue","stuck":true}
undo
  {"do":"undo"}"""

WORDS_OF_TUDOR = """\
act player=red action=E from=supply path=A1,A2 cards=red,blue
  {"do":"act","player":"red","action":"E","from":"supply","path":["A1","A2"],"cards":["red","blue"]}
act player=red action=B swaps=[{"take":"q04","give":"q01"}] card=grey
  {"do":"act","player":"red","action":"B","swaps":[{"take":"q04","give":"q01"}],"card":"grey"}
activate player=blue chamber=2 chair=lord
  {"do":"activate","player":"blue","chamber":2,"chair":"lord"}
activate player=blue chamber=2 chair=3
  {"do":"activate","player":"blue","chamber":2,"chair":3}
scenario player=blue side=right chamber=1 chairs=2,3
  {"do":"scenario","player":"blue","side":"right","chamber":1,"chairs":[2,3]}
wear player=red hand.thumb=q01 hand.index=q16,q02 hand.middle= hand.ring= hand.pinky=
  {"do":"wear","player":"red","hand":{"thumb":["q01"],"index":["q16","q02"],"middle":[],"ring":[],"pinky":[]}}
amend cards.blue.red=+1 cards.blue.grey=-2
  {"do":"amend","cards":{"blue":{"red":1,"grey":-2}}}
amend prestige.blue=-3
  {"do":"amend","prestige":{"blue":-3}}
amend swap=A1,B2
  {"do":"amend","swap":["A1","B2"]}"""


run = partial(royaltable, "act")


ACTIONS = [
    (kinds, *pair)
    for kinds, text in ((KINDS, WORDS), (KINDS_OF_TUDOR, WORDS_OF_TUDOR))
    for pair in zip(*[iter(text.splitlines())] * 2, strict=True)
]


@pytest.mark.parametrize(("kinds", "words", "action"), ACTIONS)
def test_words_are_parsed_to_an_action_of_the_right_type(kinds: ActionTypes, words: str, action: str) -> None:
    assert parse_action(words.split(), kinds) == json.loads(action)
    if kinds is KINDS_OF_TUDOR:
        actions.parse_action(json.loads(action))


@pytest.mark.parametrize(
    ("kinds", "words", "error"),
    [
        (KINDS, "rop player=blue", "Did you mean rob?"),
        (KINDS, "rob plaier=blue", "rob takes player, tile"),
        (KINDS, "rob player", "expected KEY=VALUE"),
        (KINDS, "reveal tiles=[3", "not JSON"),
        (KINDS_OF_TUDOR, "act colour=red", "act takes player, action, from, path, swaps, card, cards, back"),
        (KINDS_OF_TUDOR, "wear hand.toe=q01", "hand holds thumb, index, middle, ring, pinky"),
        (KINDS_OF_TUDOR, "draw token.id=f001", "token holds no fields"),
    ],
)
def test_invalid_words_name_what_is_expected(kinds: ActionTypes, words: str, error: str) -> None:
    with pytest.raises(ActionSyntaxError, match=error):
        parse_action(words.split(), kinds)


def test_every_action_is_listed_with_its_fields() -> None:
    listed = run("--list").stdout.splitlines()
    assert [line.split()[0] for line in listed] == list(ACTION_NAMES)
    assert "rob          player=WORD tile=WORD" in listed
    assert "amend        [supporters.NAME=NUMBER] [move.tile=WORD move.to=WORD] [demand.NAME=NUMBER]" in listed


def test_every_action_of_tudor_is_listed() -> None:
    listed = run("--list", "--game", "tudor").stdout.splitlines()
    assert {line.split()[0] for line in listed} == {*actions.ACTION_NAMES}
    assert "act          player=WORD action=C|G from=WORD path=ID,ID,... cards=ID,ID,..." in listed
    assert "activate     player=WORD chamber=NUMBER chair=NUMBER|lord" in listed
    assert "amend        [cards.NAME.NAME=NUMBER] [prestige.NAME=NUMBER] [swap=ID,ID,...]" in listed


@pytest.mark.parametrize(
    ("url", "error"),
    [("http://127.0.0.1:9", "Start the table"), ("ftp://here", "expected an address"), ("nonsense", "expected an")],
)
def test_a_silent_table_is_reported_with_a_cure(url: str, error: str) -> None:
    result = run("undo", "--table", url)
    assert result.exit_code == 1
    assert error in result.stderr


class OtherProgram(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        self.do_POST()

    def do_POST(self) -> None:
        self.send_response(404)
        self.end_headers()
        self.wfile.write(b'{"error": "no such thing"}')

    def log_message(self, *_values: object) -> None: ...


def test_an_answer_of_another_program_is_reported() -> None:
    with HTTPServer(("127.0.0.1", 0), OtherProgram) as server:

        def answer_two_requests() -> None:
            for _ in ("GET the game", "POST the action"):
                server.handle_request()

        answering = Thread(target=answer_two_requests)
        answering.start()
        result = run("undo", "--table", f"http://127.0.0.1:{server.server_port}")
        answering.join()
    assert (result.exit_code, result.exception.__class__) == (1, SystemExit)
    assert "Not Found" in result.stderr


@pytest.mark.parametrize(
    ("words", "given"),
    [
        (("-",), "[" * 100_000 + "]" * 100_000),
        (("rob", "tile=" + "[" * 100_000), ""),
        (("--back-to", "9" * 5000, "stop"), ""),
    ],
)
def test_deep_json_and_long_numbers_are_reported(words: tuple[str, ...], given: str) -> None:
    result = run(*words, given=given)
    assert result.exit_code == 2
    assert isinstance(result.exception, SystemExit)
    assert len(result.stderr) < 1000


@pytest.mark.parametrize("number", ["+-5", "9" * 5000])
def test_an_invalid_number_is_refused_by_the_table(number: str) -> None:
    result = run("spin", f"demand={number}", "--table", "http://127.0.0.1:9")
    assert (result.exit_code, type(result.exception)) == (1, SystemExit)
    assert "Start the table" in result.stderr


def send(url: str, *words: str, given: str = "") -> list[str]:
    result = run(*words, "--table", url, "--language", "en", given=given)
    assert result.exit_code == 0, result.output
    return result.stdout.splitlines()


def test_actions_and_corrections_are_entered_at_a_terminal(tmp_path: Path) -> None:
    with running(tmp_path) as table:
        act = partial(send, table.url)

        table.begin("taxes")
        assert act("rob", "player=blue", "tile=t07")[0] == "Blue has one tile."
        robs = "".join(json.dumps({"do": "rob", "player": "blue", "tile": tile}) + "\n" for tile in ("t08", "t12"))
        assert [line for line in act("-", given=robs) if "Blue" in line] == ["Blue has 2 tiles.", "Blue has 3 tiles."]
        refused = run("rob", "player=yellow", "tile=t07", "--table", table.url, "--language", "en")
        assert refused.exit_code == 1
        assert refused.stderr == "TR-2.4: This tile is already on a castle and stays there.\n"
        act("stop")
        act("count")
        step = table.view()["seq"]
        moved = act("--back-to", "count", "amend", "move.tile=t08", "move.to=yellow")
        assert moved[0] == f"Corrected before step {step} (the count): one step was redone."
        assert "Corrected: one tile from Blue to Yellow." in moved
        assert table.view()["players"][1]["tiles"] == 1
        undone = act("undo")
        assert undone[0] == f"Undone: the count (step {step + 3})."
    exported = CliRunner().invoke(journal, ["export", str(tmp_path / "sim.journal"), "--origins"]).stdout
    origins = [(entry["action"]["do"], entry["origin"]) for entry in map(json.loads, exported.splitlines())]
    assert origins[-7:] == [
        ("rob", "act"),
        ("stop", "act"),
        ("count", "act"),
        ("undo", "act"),
        ("amend", "act"),
        ("count", f"again:{step}"),
        ("undo", "act"),
    ]


def test_the_actions_are_those_of_the_current_game(tmp_path: Path) -> None:
    """A game of Tudor needs no --game."""
    with running(tmp_path) as table:
        act = partial(send, table.url)

        players = [{"color": color, "gate": color} for color in ("blue", "yellow")]
        start = {"do": "start", "game": "tudor", "edition": "standard", "players": players, "first": "blue"}
        act("-", given=json.dumps({**start, "scoring": [1, 4], "scenario": 2, "spaces": spaces_setup([7] * 4)}) + "\n")
        for color, ring in (("blue", "q01"), ("yellow", "q04"), ("yellow", "q07"), ("blue", "q16")):
            assert act("choose_ring", f"player={color}", f"ring={ring}")[0].startswith(color.title())
        bare = ("hand.middle=", "hand.ring=", "hand.pinky=")
        act("wear", "player=blue", "hand.thumb=q01", "hand.index=q16", *bare)
        refused = run("wear", "player=yellow", "hand.thumb=q04,q07", "hand.index=", *bare, "--table", table.url)
        assert (refused.exit_code, refused.stderr[:6]) == (1, "TU-2.1")
        assert "step 7" in act("wear", "player=yellow", "hand.thumb=q04", "hand.index=q07", *bare)
        assert act("--back-to", "7", "amend", "prestige.blue=+3")[0].startswith("Correction inserted before step 7")
        assert table.view()["phase"] == "assignment"
