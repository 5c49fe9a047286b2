"""The console's screens."""

from collections.abc import Sequence

from controller.games.contract.effects import (
    ChoiceScreen,
    NumberScreen,
    RowsScreen,
    TextScreen,
    row_sentences,
)
from controller.games.contract.values import Text
from controller.games.tudor.rules import words
from controller.games.tudor.rules.state import State
from controller.games.tudor.rules.words import Word


def _word_to_text(word: Word) -> Text:
    return word if isinstance(word, Text) else Text("tudor-say-it", {"it": word})


def title_text(player: Word, known: Word) -> Text:
    return Text("tudor-wait-title", {"player": player, "told": known}) if known else _word_to_text(player)


def begin_screen() -> TextScreen:
    return TextScreen(Text("tudor-wait-begin-title"), (Text("tudor-wait-begin"),))


def start_player_screen(player: Word) -> TextScreen:
    """Name the start player after the arrow stops (TU-0.1)."""
    return TextScreen(Text("tudor-wait-first-title"), (Text("tudor-wait-first", {"player": player}),))


def joining_screen(castles: Sequence[Word], *, enough: bool) -> TextScreen:
    """List the players so far, clockwise from the start player (TU-0.1)."""
    who = Text("tudor-say-list", {"things": tuple(_word_to_text(castle) for castle in castles)})
    more = Text("tudor-wait-join-enough" if enough else "tudor-wait-join-more")
    return TextScreen(Text("tudor-wait-join-title"), (who, Text("tudor-wait-join"), more))


def lay_token_screen(space: str, left: int) -> NumberScreen:
    """Ask for a space's faction token; ``left`` spaces have none yet (TU-0.5)."""
    return NumberScreen(space, Text("tudor-wait-lay", {"left": left}))


def lay_round_token_screen(space: str, kind: Text) -> TextScreen:
    """Ask for the round token of a space (TU-0.6)."""
    return TextScreen(Text("tudor-wait-round-title", {"space": space}), (kind,), Text("tudor-wait-round"))


def draw_request_screen(player: Word, space: str, left: int) -> NumberScreen:
    """Ask the player to draw a token for a space; ``left`` draws are due (TU-7.10)."""
    return NumberScreen(space, Text("tudor-wait-draw", {"player": player, "left": left}))


def choice_screen(ask: Text, entries: Sequence[Word], chosen: int) -> ChoiceScreen:
    return ChoiceScreen(ask, tuple(_word_to_text(entry) for entry in entries), chosen)


def question_screen(
    head: Text, question: Text, value: Word, place: tuple[int, int], details: Sequence[Text]
) -> TextScreen:
    """Ask about the action that ``head`` names; ``place``: number of the shown answer, number of answers."""
    number, of = place
    which = Text("tudor-wait-turn", {"question": question, "number": number, "of": of})
    return TextScreen(head, (which, _word_to_text(value), *details))


def offer_screen(head: Text, details: Sequence[Text]) -> TextScreen:
    return TextScreen(head, (*details, Text("tudor-wait-yes")))


def tap_screen(head: Text, what: Text, details: Sequence[Text] = (), *, back: bool) -> TextScreen:
    return TextScreen(head, (*details, what), Text("tudor-wait-back") if back and not details else None)


def ring_layout_screen(head: Text, worn: Sequence[Text], left: int, *, turns: bool) -> TextScreen:
    """Name the fingers that have rings while these are laid; ``left`` rings have no finger yet."""
    if left > 1:
        footer = Text("tudor-wait-hand-left", {"left": left})
    else:
        footer = Text("tudor-wait-hand-turn" if turns else "tudor-wait-yes")
    if not worn:
        return TextScreen(head, (Text("tudor-wait-hand-first"),), Text("tudor-wait-hand-all", {"number": left}))
    crowded = len(worn) > words.MOST_FINGERS_NAMED
    rings = Text("tudor-say-list", {"things": tuple(worn)})
    return TextScreen(head, (rings,), None if crowded and not left else footer)


def game_over_screen(winners: Sequence[Word], prestige: int) -> TextScreen:
    who = Text("tudor-say-list", {"things": tuple(_word_to_text(winner) for winner in winners)})
    return TextScreen(Text("tudor-wait-over-title"), (who, Text("tudor-wait-over", {"prestige": prestige})))


def standings(state: State, round_: int | None = None) -> RowsScreen:
    prestige = [
        (words.player_word(color), player.prestige)
        for color, player in zip(state.table.colors, state.players, strict=True)
    ]
    return standings_screen(state.round if round_ is None else round_, state.table.rounds, prestige)


def standings_screen(round_: int, rounds: int, prestige: Sequence[tuple[Word, int]]) -> RowsScreen:
    rows = tuple(
        (Text("tudor-say-it", {"it": player}), Text("tudor-prestige", {"prestige": p})) for player, p in prestige
    )
    title = Text("tudor-standings", {"round": round_, "rounds": rounds})
    return RowsScreen(title, rows, row_sentences(title, rows))
