"""Each command that a document shows is right, and runs: here, on a simulated table, or in a test named below."""

import re
import shlex
from collections.abc import Iterable, Iterator, Sequence
from copy import copy
from importlib.util import find_spec
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from controller.__main__ import MODULE_AND_HELP, main
from hw.testing.pi.command import main as pi_main
from tests.support.documents import (
    DOCUMENTS,
    GUIDES,
    NOT_RUN,
    PATHS,
    ROOT,
    all_blocks,
    blocks,
    passages,
    spans,
    text_of,
    typed,
)

TO_BE_FILLED_IN = re.compile(r"\b(FILE|FOLDER)\b")
PROGRAMS = {"royaltable", "sudo", "make", "systemctl", "systemd-analyze", "journalctl", "i2cdetect"}
"""With which a sentence's code is a command."""

ELSEWHERE = {
    "make run": "tests/support/real_table.py starts it as `royaltable sim`",
    "make run-hub": "tests/hub/in_browser/test_try_room.py",
    "make bench": "tests/bench",
    "make deb ARCH=arm64": "tests/systemd/container/test_package.py",
    "sudo make install": "tests/systemd/container/test_make_install.py",
    "sudo make uninstall": "tests/systemd/container/test_make_install.py",
    "sudo apt install ./out/royaltable_0.1.0_arm64.deb": "tests/systemd/container/test_package.py, on amd64",
    "sudo apt purge royaltable": "tests/systemd/container/test_package.py",
    "sudo systemctl stop royaltable": "tests/systemd/container/test_service.py",
    "sudo systemctl start royaltable": "tests/systemd/container/test_service.py",
    "systemctl status royaltable": "tests/systemd/container/machines.py asks the same of `systemctl show`",
    "systemd-analyze security royaltable": "tests/systemd/test_units.py, of the file",
    "journalctl -u royaltable": "tests/systemd/container/test_service.py",
    "royaltable serve --twins": "tests/web/browser/test_plain_game.py",
    "royaltable sim --fault reader_deaf=blue": "tests/cli/test_sim.py",
    "royaltable password": "tests/cli/test_owner_commands.py",
    "royaltable flash --id blue": "tests/cli/test_flash.py",
    "sudo systemctl disable --now royaltable": "tests/docs/test_build.py, as a state of the table",
    "sudo systemctl enable --now royaltable": "tests/docs/test_build.py, as a state of the table",
    "sudo royaltable spin --times 20": "tests/cli/test_parts.py, with --sim, in virtual time",
    "sudo royaltable record": "tests/cli/test_record.py, with --sim",
    "sudo royaltable compare": "tests/docs/test_guides.py, with --sim",
    "royaltable teach": "tests/cli/test_parts.py, with --sim",
    "royaltable census": "tests/cli/test_parts.py, with --sim",
    "sudo -u royaltable royaltable teach": "tests/cli/test_parts.py, with --sim",
    "sudo -u royaltable royaltable census": "tests/cli/test_parts.py, with --sim",
    "royaltable notation FILE --name blue=Ana": "tests/cli/test_notation.py",
    "royaltable journal import table.journal FILE": "tests/cli/test_notation.py",
    "sudo royaltable hub desire settings language=de hourglass_s=30": "tests/hub/test_table_management.py",
    "sudo royaltable hub desire rules tumult_royale variant=gambler": "tests/hub/test_table_management.py",
    "sudo royaltable hub desire edition tudor /var/tmp/our-box.toml": "tests/hub/test_table_management.py",
    "sudo royaltable hub desire let-go rules tumult_royale": "tests/hub/test_table_management.py",
    "royaltable-pi run --at '1 place 86a083ee' --seconds 5 --trace bus.vcd --picture bus.png -- python program.py": (
        "tests/docs/test_simulated_pi.py"
    ),
    "sudo royaltable hub tournament enter players.csv --here": "tests/hub/tournament_service/test_exchange.py",
    "sudo royaltable hub tournament enter round.csv --results": "tests/hub/tournament_service/test_exchange.py",
    "sudo royaltable hub tournament export evening.json": "tests/hub/tournament_service/test_exchange.py",
    "sudo royaltable hub tournament import evening.json": "tests/hub/tournament_service/test_exchange.py",
    "openssl pkeyutl -verify -rawin -pubin -inkey feed.pub -sigfile signature -in signed": (
        "tests/hub/tournament_service/test_feed.py"
    ),
    "royaltable hub draw --verify tournament.json": "tests/hub/tournament/test_tournament.py",
    ".venv/bin/pip install --no-deps examples/arrow_race": "tests/play/test_arrow_race.py",
    ".venv/bin/royaltable sim": "tests/cli/test_sim.py",
}
"""Commands that are run by other tests, and where."""

FOLLOWED = {
    "docs/build.md": "tests/docs/test_build.py",
    "docs/first-change.md": "tests/docs/test_first_change.py",
    "docs/translating.md": "tests/docs/test_translating.py",
}
"""Documents whose steps another test takes one after the other."""

NOT_TRIED = (
    "sudo raspi-config ",
    "i2cdetect ",
    "sudo apt install cage ",
    "sudo systemctl enable --now royaltable-kiosk",
)
"""They need a radio, an I2C bus or a screen; what they would do was read in their manuals, and not tried."""

SIMULATED = {"doctor", "backup", "read", "report", "setup", "spin"}
"""Commands of a table with parts, which take --sim."""


def shown() -> Iterator[str]:
    """The commands to run: lines of blocks, and of the guides also those in sentences."""
    for document in DOCUMENTS:
        for block in all_blocks(document):
            if block.language == "" and not block.note.startswith(NOT_RUN) and document not in FOLLOWED:
                yield from typed(block.body)
    for document in GUIDES:
        for span in spans(document, tables=False):
            if span.partition(" ")[0] in PROGRAMS and not TO_BE_FILLED_IN.search(span):
                yield span


TESTS = [*(ROOT / "tests").glob("c*/test_*.py"), *(ROOT / "tests").glob("s*/test_*.py")]
COMMANDS_SHOWN = list(dict.fromkeys(shown()))
RUN_HERE = [
    line
    for line in COMMANDS_SHOWN
    if {line, line.removeprefix("sudo ")}.isdisjoint(ELSEWHERE) and not line.startswith(NOT_TRIED)
]


@pytest.mark.parametrize("line", RUN_HERE)
def test_a_command_of_the_documents_runs(line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program, *words = shlex.split(line.removeprefix("sudo ").removeprefix("-u royaltable "))
    assert Path(program).name == "royaltable", f"{line}: name its test in ELSEWHERE, or mark its block: sh {NOT_RUN}..."
    simulated = ["--sim"] if words[0] in SIMULATED else []
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    done = CliRunner().invoke(main, [*words, *simulated])
    assert done.exit_code == 0, done.output
    assert done.output != ""


def test_commands_run_by_other_tests_are_shown_and_those_tests_exist() -> None:
    assert len(RUN_HERE) >= 10
    shown_bare = {line.removeprefix("sudo ") for line in COMMANDS_SHOWN}
    assert [line for line in ELSEWHERE if line.removeprefix("sudo ") not in shown_bare] == []
    named = {
        path for where in [*ELSEWHERE.values(), *FOLLOWED.values()] for path in re.findall(r"tests/[\w/.]+", where)
    }
    assert [path for path in sorted(named) if not (ROOT / path).exists()] == []


CALL = re.compile(r"(?:^|(?<!-u)[ /])(royaltable|royaltable-pi) ([a-z][^;|&#>]*)")
"""A program and what is typed behind it."""


def called(document: str) -> Iterator[tuple[str, list[str]]]:
    """Program and words of each call that a document names or types."""
    yield from calls_in([*spans(document), *(line for body in blocks(document, "") for line in typed(body))])


def calls_in(lines: Iterable[str]) -> Iterator[tuple[str, list[str]]]:
    for line in lines:
        if not line.endswith(" "):  # a key begins so; a user is called so
            for program, words in CALL.findall(re.sub(r"<[^>]*>|\{[^}]*\}", "HERE", line)):
                yield program, shlex.split(re.sub(r"[][]|\.\.\.", "", words))


def check_call(command: click.Command, words: Sequence[str]) -> None:
    """Raise UsageError unless ``command`` takes these options and arguments; files need not exist. No words: a name."""
    if not words:
        return
    params = [copy(param) for param in command.params]
    for param in params:
        param.callback = None
        if isinstance(param.type, click.Path | click.File):
            param.type = click.STRING
    behind = [click.Argument(["behind"], nargs=-1)] if isinstance(command, click.Group) else []
    bare = click.Command(command.name, params=[*params, *behind], context_settings=dict(command.context_settings))
    bare.allow_interspersed_args = not behind
    try:
        context = bare.make_context(command.name, list(words))
    except click.exceptions.Exit:  # --help
        return
    if isinstance(command, click.Group) and (rest := context.params["behind"]):
        found = command.get_command(click.Context(command), rest[0])
        if found is None:
            raise click.NoSuchOption(rest[0], f"No command {rest[0]!r}.")
        check_call(found, rest[1:])


def faults_of(calls: Iterable[tuple[str, list[str]]]) -> Iterator[str]:
    for program, words in calls:
        try:
            check_call({"royaltable": main, "royaltable-pi": pi_main}[program], words)
        except click.UsageError as fault:
            yield f"{program} {shlex.join(words)}: {fault.format_message()}"


@pytest.mark.parametrize("document", [each for each in DOCUMENTS if each not in FOLLOWED])
def test_every_call_has_options_and_arguments_that_the_command_takes(document: str) -> None:
    assert list(faults_of(called(document))) == []


MESSAGES = [
    path for path in PATHS if path.parts[0] in {"controller", "hub"} and path.suffix in {".py", ".ftl", ".toml"}
]


def test_every_call_that_a_message_names_is_one_that_the_command_takes() -> None:
    sources = (text_of(str(path)) for path in MESSAGES)
    named = [span for text in sources for span in re.findall(r"`([^`\n]*)`", text)]
    assert len(list(calls_in(named))) > 50
    assert list(faults_of(calls_in(named))) == []


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        ("screens --game arrow_race", "Missing option '--out'"),
        ("journal export --origins", "Missing argument 'FILE'"),
        ("replay a.jsonl b.jsonl", "unexpected extra argument"),
        ("sim --nodes many", "'many' is not one of"),
        ("hub --folder a dance", "No command 'dance'"),
        ("hub --fold a status", "No such option"),
        ("demo --players", "requires an argument"),
    ],
)
def test_a_call_that_the_command_refuses_is_found(words: str, fault: str) -> None:
    with pytest.raises(click.UsageError) as refused:
        check_call(main, words.split())
    assert fault in refused.value.format_message()


def options_of(command: click.Command) -> Iterator[str]:
    for param in command.params:
        yield from (*param.opts, *param.secondary_opts)
    if isinstance(command, click.Group):
        for name in command.list_commands(click.Context(command)):
            found = command.get_command(click.Context(command), name)
            assert found is not None
            yield from options_of(found)


def options_beside(spans: Iterable[str]) -> Iterator[str]:
    """The options of each command named in ``spans``."""
    for program, words in (call for span in spans for call in CALL.findall(span)):
        command: click.Command = {"royaltable": main, "royaltable-pi": pi_main}[program]
        for word in words.split():
            found = command.get_command(click.Context(command), word) if isinstance(command, click.Group) else None
            command = found or command
        yield from options_of(command)


OF_OTHERS = {
    "CONTRIBUTING.md": {"--upgrade"},
    "docs/commands.md": {"--help"},
    "docs/page.md": {"--t-s", "--t-xxl"},
}
"""Options of other programs, and names in style sheets."""


@pytest.mark.parametrize("document", DOCUMENTS)
def test_every_option_named_alone_is_one_of_a_command_beside_it(document: str) -> None:
    """In its paragraph or row; the list of commands apart, anywhere in the document."""
    others = OF_OTHERS.get(document, set())
    if document != "docs/commands.md":
        others = others | set(options_beside([*spans(document), *blocks(document, "")]))
    for passage in passages(document):
        named = {word for span in passage if span.startswith("--") for word in span.split() if word.startswith("--")}
        assert sorted(named - others - set(options_beside(passage))) == [], passage


TARGETS = {
    name for names in re.findall(r"^\.PHONY: (.*)$", text_of("Makefile"), re.MULTILINE) for name in names.split()
}


@pytest.mark.parametrize("document", DOCUMENTS)
def test_every_program_of_the_project_that_is_typed_exists(document: str) -> None:
    lines = [line for body in blocks(document, "") for line in typed(body)]
    for line in [*spans(document), *lines]:
        program, _, rest = line.removeprefix("sudo ").partition(" ")
        if program == "make" and rest:
            assert rest.split()[0] in TARGETS, f"{document}: {line}"
        for module in re.findall(r"python3? -m ([\w.]+)", line):
            assert find_spec(module) is not None, f"{document}: {line}"
    for line in lines:
        program = line.removeprefix("sudo ").partition(" ")[0]
        assert "/" not in program or program[0] == "/" or (ROOT / program).exists(), f"{document}: {line}"


@pytest.mark.parametrize("name", MODULE_AND_HELP)
def test_every_command_is_documented_and_tested(name: str) -> None:
    assert re.search(rf"^\|[^|]*`royaltable {name}\b", text_of("docs/commands.md"), re.MULTILINE)
    uses = (f'"{name}"', f"from controller.cli.{MODULE_AND_HELP[name][0]} import")
    assert any(any(each in file.read_text("utf-8") for each in uses) for file in TESTS)
