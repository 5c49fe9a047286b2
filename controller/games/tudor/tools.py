"""Tools for the command line: self-play, editions, samples. Loaded on demand."""

from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import Any, Final

from msgspec import Struct

from controller.games.contract.inputs import LEVEL_NAMES
from controller.games.contract.tools.tools import Counts, HowToPlay, Played
from controller.games.contract.values import CastleId, Text
from controller.games.tudor.bots import advice, search, selfplay
from controller.games.tudor.box.reading import EDITION_FORMAT
from controller.games.tudor.rules import actions
from controller.games.tudor.rules.options import legal_moves_as_log_lines
from controller.games.tudor.rules.state import State, state_to_canonical_json
from controller.games.tudor.show import narration
from controller.games.tudor.show import samples as sample_screens
from controller.games.undoable_log import Event

CARD_OPTION: Final = "tudor-cards"
WINS_KEY: Final = "won by "
SHARED_WINS_KEY: Final = "shared"
BOT_PRESTIGE_KEY_PREFIX: Final = "prestige of "
SEATS_KEY: Final = "seats of "
ACTIONS_KEY: Final = "actions"
ROUNDS_KEY: Final = "rounds"
OFFICES_KEY: Final = "offices"
"""Keys of the counts of self-play."""


class Tools:
    """Implements ``contract.tools``. Advice reveals hidden cards, so the page has none."""

    book = "TU"
    runs = ("draw",)
    bots = (*selfplay.BOTS, *LEVEL_NAMES)
    canonical = staticmethod(state_to_canonical_json)
    options = staticmethod(legal_moves_as_log_lines)
    advise = staticmethod(advice.advise)
    samples = staticmethod(sample_screens.samples)
    trust = staticmethod(EDITION_FORMAT.trust)

    def standing(self, state: State) -> Sequence[str]:
        """Return terminal lines: round, players, and who must act or has won."""
        colors = state.table.colors
        lines = [f"round {state.round} of {state.table.rounds}, {state.phase}", "player  prestige  offices  supply"]
        for seat, player in enumerate(state.players):
            offices = state.offices.count(seat)
            lines.append(f"{colors[seat]:6}  {player.prestige:8}  {offices:7}  {player.supply:6}")
        if state.seat_to_act is None:
            winners = " and ".join(colors[seat] for seat in state.winners)
            lines.append(f"{winners} {'win' if len(state.winners) > 1 else 'wins'}")
        else:
            lines.append(f"{colors[state.seat_to_act]} is to act")
        return lines

    def acting(self, state: State) -> CastleId:
        """Return the castle that must act; after the end, the start player's."""
        return CastleId(state.table.gates[state.first if state.seat_to_act is None else state.seat_to_act])

    def full_story(self, before: State | None, after: State, events: Sequence[Event]) -> Iterable[Text]:
        return narration.narrate_in_full(after, events)

    def chapter(self, before: State | None) -> int:
        return 0 if before is None or before.phase_traits.is_setup else before.round

    def edition(self, text: str | None) -> Mapping[str, Any]:
        return EDITION_FORMAT.opened(text).to_mapping()

    def edition_summary(self, edition: Mapping[str, Any]) -> str:
        found = EDITION_FORMAT.parse(edition)
        return f"{found.name!r} can be played: {len(found.tokens)} tokens, {len(found.rings)} rings"

    def words(self) -> Sequence[Mapping[str, Text]]:
        players = {color: Text(f"tudor-player-{color}") for color in sample_screens.COLORS}
        return [players, {faction: Text(f"tudor-say-{faction}") for faction in sample_screens.FACTIONS}]

    def kinds(self) -> Mapping[str, Sequence[type[Struct]]]:
        return actions.LINE_TYPES

    def played(self, how: HowToPlay, random: Random) -> Played:
        start = selfplay.draw_start_action(random, how.players, how.options[CARD_OPTION], how.edition)
        game = selfplay.play_game(start, search.bots_by_name(how.bot), random, check=how.check)
        levels = how.bot in LEVEL_NAMES
        names = [how.bot if levels else bot.__name__.removesuffix("_move") for bot in game.bots]
        end = game.end
        counts = {
            ACTIONS_KEY: len(game.actions),
            ROUNDS_KEY: end.round,
            OFFICES_KEY: len(end.offices) - end.offices.count(-1),
        }
        won = f"{WINS_KEY}{names[end.winners[0]]}" if len(end.winners) == 1 else SHARED_WINS_KEY
        counts[won] = 1
        for name, player in zip(names, end.players, strict=True):
            counts[f"{SEATS_KEY}{name}"] = counts.get(f"{SEATS_KEY}{name}", 0) + 1
            counts[f"{BOT_PRESTIGE_KEY_PREFIX}{name}"] = (
                counts.get(f"{BOT_PRESTIGE_KEY_PREFIX}{name}", 0) + player.prestige
            )
        return Played(game.actions, counts)

    def heading(self, how: HowToPlay) -> str:
        return f"cards {how.options[CARD_OPTION]}"

    def rows(self, how: HowToPlay, games: int, counts: Counts) -> Sequence[tuple[str, str]]:
        names = sorted(key.removeprefix(SEATS_KEY) for key in counts if key.startswith(SEATS_KEY))

        def percent_and_count(key: str) -> str:
            return f"{100 * counts.get(key, 0) / games:.1f} % ({counts.get(key, 0):,})"

        return [
            *((f"games won by a {name} bot", percent_and_count(f"{WINS_KEY}{name}")) for name in names),
            ("games with several winners", percent_and_count(SHARED_WINS_KEY)),
            *(
                (
                    f"prestige of a {name} bot",
                    f"{counts[f'{BOT_PRESTIGE_KEY_PREFIX}{name}'] / counts[f'{SEATS_KEY}{name}']:.1f}",
                )
                for name in names
            ),
            ("offices held at the end", f"{counts[OFFICES_KEY] / games:.1f}"),
            ("rounds a game", f"{counts[ROUNDS_KEY] / games:.2f}"),
            ("actions a game", f"{counts[ACTIONS_KEY] / games:.1f}"),
        ]

    def checked(self, counts: Counts) -> str:
        return (
            f"Checked after each of {counts[ACTIONS_KEY]:,} actions: tokens, cards, rings, courtiers and turns add up; "
            "each log replays to the same states, also after undo and redo."
        )
