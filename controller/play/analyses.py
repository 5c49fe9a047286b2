"""Analyses of finished games for the page, computed in a process for viewers and kept on disk."""

from collections.abc import Callable
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path
from typing import Any, Final

import msgspec

from controller import limits
from controller.games import installed
from controller.games.contract.analysis import Analysing, Analysis, NotAnalysable, changes_of
from controller.games.naming import game_name_of_start, translate_text, without_rules
from controller.play.replays import LoggedGame, read_actions, replay_log
from controller.reading import JSON_ERRORS
from controller.store.atomic_files import read_regular_file, write_atomically
from controller.texts.translation import LANGUAGES

SEED: Final = 1


def analyse_or_read_json(journal: Path, game: LoggedGame, folder: Path, _goes_on: Callable[[], bool]) -> bytes | None:
    """Return a game's `analysis_view` by language, from ``folder`` if it is there; None if it cannot be analysed."""
    actions = read_actions(journal, game.game_id)
    name = game_name_of_start(actions[0])
    if (kept := read_kept_analysis(folder, game, name)) is not None:
        return msgspec.json.encode(kept)
    rules = installed.make_game(name)
    if not isinstance(rules, Analysing):
        return None
    play = replay_log(rules, actions)
    try:
        analysis = rules.analyse(play, SEED)
    except NotAnalysable:
        return None
    found = msgspec.json.encode({language: analysis_view(analysis, language) for language in LANGUAGES})
    with suppress(OSError):
        _keep(_file_of_analysis(folder, game, name), found)
    return found


def read_kept_analysis(folder: Path, game: LoggedGame, name: str) -> dict[str, Any] | None:
    """Return the `analysis_view` by language of a game called ``name``; None if it was not analysed yet."""
    try:
        content = read_regular_file(_file_of_analysis(folder, game, name), limits.SMALL_FILE_BYTES)
        return msgspec.json.decode(content, type=dict[str, Any])
    except (OSError, *JSON_ERRORS):
        return None


def _file_of_analysis(folder: Path, game: LoggedGame, name: str) -> Path:
    version = f"{game.checksum.hex()} {installed.package_and_version_of_game(name)}"
    return folder / f"{blake2b(version.encode(), digest_size=16).hexdigest()}.json"


def _keep(file: Path, analysis: bytes) -> None:
    """Write a file; remove the oldest ones above ``limits.ANALYSES_KEPT``."""
    file.parent.mkdir(exist_ok=True)
    write_atomically(file, analysis)
    oldest_first = sorted(file.parent.iterdir(), key=lambda each: each.stat().st_mtime)
    for other in oldest_first[: -limits.ANALYSES_KEPT]:
        other.unlink(missing_ok=True)


def analysis_view(found: Analysis, language: str) -> dict[str, Any]:
    """Return an analysis as JSON values, its sentences in one language."""
    view: dict[str, Any] = msgspec.to_builtins(found)
    for shown, decision in zip(view["decisions"], found.decisions, strict=True):
        shown["done"], shown["better"] = (
            without_rules(translate_text(text, language)) for text in (decision.done, decision.better)
        )
    view["note"] = None if found.note is None else translate_text(found.note, language)
    castles = found.moments[0].chances if found.moments else ()
    return view | {"changes": {castle: msgspec.to_builtins(changes_of(castle, found.moments)) for castle in castles}}
