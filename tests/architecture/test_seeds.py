"""Each seed of chance in the product, and why no hidden choice can be computed from it."""

import ast
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]

SEEDED: Final = {"Random", "SystemRandom", "SeededRandom", "DrawRandom", "Core", "Tree", "Judge", "seed"}
"""Names of what makes random numbers from a seed."""

SECRET: Final = {
    # entropy of the operating system
    ("controller/play/bots/seating.py", "Random()"),
    ("controller/service/page_access.py", "secrets.SystemRandom()"),
    ("controller/play/draws.py", "SeededRandom(self._make_seed_bytes(b'try'), {}, b'')"),
    # drawn from the first of these
    ("controller/play/bots/bot_hands.py", "Random(self._random.random())"),
    # the game's salt, which leaves the table only with its log
    ("controller/play/bots/lent_hands.py", "Random(f'{salt}:{table.loop.seq}:{castle}')"),
    # drawn from the chance of a bot's hand, which is one of the above
    ("controller/games/tudor/bots/search.py", "Random(seed)"),
    ("controller/games/tumult_royale/bots/looking_ahead.py", "Random(seed)"),
    ("controller/games/tumult_royale/bots/looking_ahead.py", "Core(position.box_of(state.table), seed)"),
    ("controller/games/tumult_royale/bots/looking_ahead.py", "Tree(root, random.getrandbits(32))"),
    ("controller/games/tumult_royale/search/tree.py", "Core(root.box, seed)"),
    ("controller/games/tumult_royale/search/core.py", "self.seed(seed)"),
}
"""Seeds of hidden choices that are never shown."""

REVEALED: Final = {
    (
        "controller/play/draws.py",
        "SeededRandom(_decode_secret_hex(self.current.seed), proposal.json_value, self._log.digest())",
    ),
    ("controller/play/draw_proof.py", "SeededRandom(seed, question.json_value, log.digest())"),
    (
        "hub/tournament/draw.py",
        "pairing.DrawRandom(pairing.draw_key(seed, said, present_entrants_to_json(tournament)))",
    ),
    ("hub/tournament/draw.py", "pairing.DrawRandom(pairing.draw_key(seed, said, people))"),
}
"""Seeds that are secret until the draw is made: docs/draws.md and docs/tournament.md."""

OF_NOTHING_HIDDEN: Final = {
    # finished games, and games without people
    ("controller/cli/game/selfplay.py", "Random(f'{plan.seed}/{number}')"),
    ("controller/play/simulated.py", "Random(seed)"),
    ("controller/games/tudor/bots/analysis.py", "Random(seed)"),
    ("controller/games/tumult_royale/bots/analysis.py", "Judge(step.before, seed, load_state_as_seen)"),
    ("controller/games/tumult_royale/bots/analysis.py", "Judge(start, seed)"),
    ("controller/games/tumult_royale/bots/analysis.py", "Random(seed)"),
    ("controller/games/tumult_royale/bots/analysis.py", "game.seed(self._random.getrandbits(32))"),
    ("controller/games/tumult_royale/bots/analysis.py", "Tree(self._root, self._random.getrandbits(32))"),
    ("controller/games/tumult_royale/bots/analysis.py", "Core(box, 0)"),
    ("controller/games/tumult_royale/bots/analysis.py", "game.seed(seed)"),
    ("controller/games/tumult_royale/bots/analysis.py", "Tree(found, self._random.getrandbits(32))"),
    ("controller/games/tumult_royale/bots/analysis.py", "Core(self._box, 0)"),
}
"""Seeds of what hides nothing: an analysis, a demonstration, self-play."""


def seeded_in(file: Path) -> set[tuple[str, str]]:
    calls = [node for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))) if isinstance(node, ast.Call)]
    named = [(ast.unparse(call.func).rpartition(".")[2], ast.unparse(call)) for call in calls]
    return {(file.relative_to(ROOT).as_posix(), text) for name, text in named if name in SEEDED}


def test_each_seed_is_secret_until_it_is_revealed_or_hides_nothing() -> None:
    files = [file for package in ("controller", "hub") for file in (ROOT / package).rglob("*.py")]
    assert set().union(*map(seeded_in, files)) == SECRET | REVEALED | OF_NOTHING_HIDDEN
