"""Tools for commands: self-play, stories, editions, samples, examples of actions."""

from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import Any, Final, cast, get_args

from msgspec import Struct

from controller.games.contract.inputs import LEVEL_NAMES
from controller.games.contract.tools.tools import Counts, HowToPlay, Played, Samples
from controller.games.contract.values import CastleId, Text
from controller.games.tumult_royale.bots.bots import BOT_BY_NAME, draw_start_action, play_game
from controller.games.tumult_royale.box.reading import EDITION_FORMAT
from controller.games.tumult_royale.box.words import Ending, MapMode, Variant
from controller.games.tumult_royale.rules import actions
from controller.games.tumult_royale.rules.options import options_to_mappings
from controller.games.tumult_royale.rules.state import FirstStatues, Over, State, canonical_json_bytes
from controller.games.tumult_royale.show import sample_screens, staging
from controller.games.undoable_log import Event

ROUNDS_PREFIX: Final = "rounds "
ENDING_PREFIX: Final = "ending "
WINNER_PREFIX: Final = "winner "
TUMULTS_KEY: Final = "tumults"
ACTIONS_KEY: Final = "actions"
"""Keys, and prefixes of keys, of a self-played game's counts."""


def _playout_rows(bot: str) -> Sequence[tuple[str, str]]:
    """Return how far a bot looks ahead."""
    from controller.games.tumult_royale.bots.looking_ahead import LEVELS, playouts_in_words

    return [("games played out before a build", playouts_in_words(bot))] if bot in LEVELS else []


class Tools:
    book = "TR"
    runs = ("rob", "set_aside")
    bots = (*BOT_BY_NAME, *LEVEL_NAMES)
    trust = staticmethod(EDITION_FORMAT.trust)

    def canonical(self, state: State, seq: int) -> bytes:
        return canonical_json_bytes(state, seq)

    def standing(self, state: State) -> Sequence[str]:
        """Return round, phase, ranks with placed statues and supporters (TR-5), winner or player to act."""
        lines = [f"round {state.round}, {state.phase.name}", "rank  player  statues  supporters"]
        for rank, seat in enumerate(state.ranked, start=1):
            player = state.players[seat]
            lines.append(f"{rank:4}  {state.color(seat):6}  {player.placed:7}  {player.supporters:10}")
        if isinstance(state.phase, Over):
            lines.append(f"{state.color(state.phase.winner)} wins: {state.phase.ending}")
        elif state.seat_to_act is not None:
            lines.append(f"{state.color(state.seat_to_act)} is to act")
        return lines

    def options(self, state: State) -> Iterable[Mapping[str, Any]]:
        """Return the possible builds; none outside the phase ``statues``."""
        return options_to_mappings(state)

    def acting(self, state: State) -> CastleId:
        """Return the castle to act; else the king's."""
        return CastleId(state.color(state.king if state.seat_to_act is None else state.seat_to_act))

    def full_story(self, before: State | None, after: State, events: Sequence[Event]) -> Iterable[Text]:
        return staging.story_sentences(after, events)

    def chapter(self, before: State | None) -> int:
        return 0 if before is None or isinstance(before.phase, FirstStatues) else before.round

    def edition(self, text: str | None) -> Mapping[str, Any]:
        return EDITION_FORMAT.opened(text).to_mapping()

    def edition_summary(self, edition: Mapping[str, Any]) -> str:
        found = EDITION_FORMAT.parse(edition)
        return f"{found.name!r} can be played: {len(found.tiles)} tiles, {len(found.regions)} region tiles"

    def kinds(self) -> Mapping[str, Sequence[type[Struct]]]:
        return {str(kind.__struct_config__.tag): (kind,) for kind in get_args(actions.Action)}

    def words(self) -> Sequence[Mapping[str, Text]]:
        return [{word: Text(word) for word in family} for family in sample_screens.WORD_FAMILIES]

    def samples(self, *words: Any) -> Samples:
        return sample_screens.make_samples(*words)

    def played(self, how: HowToPlay, random: Random) -> Played:
        edition = None if how.edition is None else EDITION_FORMAT.parse(how.edition)
        variant, map_mode = cast("Variant", how.options["variant"]), cast("MapMode", how.options["map"])
        start = draw_start_action(random, how.players, variant=variant, map_mode=map_mode, edition=edition)
        from controller.games.tumult_royale.bots.looking_ahead import bot_by_name  # a table needs none

        played = play_game(start, bot_by_name(how.bot), random, check=how.check)
        counts = {
            f"{ROUNDS_PREFIX}{played.rounds}": 1,
            f"{ENDING_PREFIX}{played.ending}": 1,
            f"{WINNER_PREFIX}{played.winner_rank}": 1,
            TUMULTS_KEY: played.tumults,
            ACTIONS_KEY: len(played.actions),
        }
        return Played(map(actions.action_to_mapping, played.actions), counts)

    def heading(self, how: HowToPlay) -> str:
        return f"{how.options['variant']}, map {how.options['map']}"

    def rows(self, how: HowToPlay, games: int, counts: Counts) -> Sequence[tuple[str, str]]:
        """Return rounds, endings, wins by dealt rank, tumults and actions."""

        def percent_and_count(key: str) -> str:
            return f"{100 * counts.get(key, 0) / games:.1f} % ({counts.get(key, 0):,})"

        lengths = {
            int(key.removeprefix(ROUNDS_PREFIX)): count
            for key, count in counts.items()
            if key.startswith(ROUNDS_PREFIX)
        }
        rounds = sum(number * count for number, count in lengths.items())
        return [
            ("rounds a game", f"{rounds / games:.2f}, from {min(lengths)} to {max(lengths)}"),
            *((f"ending: {ending}", percent_and_count(f"{ENDING_PREFIX}{ending}")) for ending in get_args(Ending)),
            *(
                (f"wins of start rank {rank}", percent_and_count(f"{WINNER_PREFIX}{rank}"))
                for rank in range(1, how.players + 1)
            ),
            ("tumults a round", f"{counts[TUMULTS_KEY] / rounds:.2f}"),
            ("actions a game", f"{counts[ACTIONS_KEY] / games:.1f}"),
            *_playout_rows(how.bot),
        ]

    def checked(self, counts: Counts) -> str:
        return (
            f"Checked after each of {counts[ACTIONS_KEY]:,} actions: supporters, tiles, statues, fields and turns "
            "add up; each log replays to the same states, also after undo and redo."
        )


ACTION_EXAMPLES: Final[tuple[dict[str, Any], ...]] = (
    {
        "do": "start",
        "edition": "standard",
        "variant": "classic",
        "map": "honour",
        "players": [{"color": "blue", "rank": 1}, {"color": "yellow", "rank": 2}],
        "regions": [],
    },
    {"do": "place_first", "player": "blue", "field": "B2"},
    {"do": "spin", "demand": 4},
    {"do": "forget_spin"},
    {"do": "set_aside", "tile": "t07"},
    {"do": "collect"},
    {"do": "rob", "player": "blue", "tile": "t31"},
    {"do": "stop"},
    {"do": "count"},
    {"do": "build", "player": "blue", "field": "C4", "tiles": ["t07", "t31"]},
    {"do": "pass", "player": "blue"},
    {"do": "reveal", "player": "blue", "tiles": [{"slot": 0, "tile": "R3", "turns": 2}]},
    {"do": "amend", "move": {"tile": "t07", "to": "people"}},
    {"do": "undo"},
)
