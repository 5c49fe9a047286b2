"""The story with all that lies behind the screens: for who has the log, which tells it anyway."""

from collections.abc import Iterator, Sequence

from controller.games.contract.texts import Text
from controller.games.tudor.box.words import FactionName
from controller.games.tudor.rules import events as happened
from controller.games.tudor.rules.events import Event
from controller.games.tudor.rules.state import State
from controller.games.tudor.rules.table import Table
from controller.games.tudor.show import narration, words


def told(after: State, events: Sequence[Event]) -> Iterator[Text]:
    """The sentences of what one action brought about, in the order in which it happened."""
    for event in events:
        yield from narration.told(after, (event,))
        yield from _behind_screens(after.table, event)


def _behind_screens(table: Table, event: Event) -> Iterator[Text]:
    match event:
        case happened.CardsPaid(player=player, cards=cards):
            yield _text("pays", player, cards=_cards(table, cards))
        case happened.CardsGained(player=player, cards=cards):
            yield _text("gains", player, cards=_cards(table, cards))
        case happened.CourtierMoved(player=player, tokens=tokens, round_token=taken):
            numbers = [table.pieces.token_numbers[token] for token in tokens]
            if numbers:
                factions = words.factions(table, [table.pieces.token_factions[number] for number in numbers])
                yield _text("tokens", player, tokens=factions)
            if taken is not None:
                yield _text(str(taken), player)
        case happened.TokensSpent(player=player, tokens=tokens):
            numbers = [table.pieces.token_numbers[token] for token in tokens]
            factions = words.factions(table, [table.pieces.token_factions[number] for number in numbers])
            yield _text("spends", player, tokens=factions)
        case happened.RoundTokensSpent(player=player, influence=influence, intrigue=intrigue):
            yield _text("round-tokens", player, influence=influence, intrigue=intrigue)
        case happened.TokenKept(player=player):
            yield _text("kept", player)


def _cards(table: Table, names: Sequence[FactionName]) -> tuple[Text, ...]:
    return words.factions(table, [table.factions[name] for name in names])


def _text(key: str, color: str, **values: int | tuple[Text, ...]) -> Text:
    return Text(f"tudor-full-{key}", {"player": words.player(color), **values})
