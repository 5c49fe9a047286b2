"""The story of a game of Tudor: each event in sentences, with its rule."""

from collections.abc import Iterator, Sequence
from typing import Final

from msgspec import structs

from controller.games.contract.values import Text
from controller.games.tudor.box.edition import FactionName
from controller.games.tudor.rules import events as happened
from controller.games.tudor.rules.events import Event
from controller.games.tudor.rules.state import State
from controller.games.tudor.rules.table import Table
from controller.games.tudor.show import words
from controller.games.tudor.show.words import Word

Value = str | int | Text | tuple[Text, ...]


def told(after: State, events: Sequence[Event]) -> Iterator[Text]:
    """The sentences of what one action brought about, in the order in which it happened."""
    for event in events:
        yield from _sentences(after, event)


_PLAIN: Final[dict[type[Event], str]] = {
    happened.CourtierAssigned: "assigned",
    happened.CourtierPushedOut: "pushed-out",
    happened.LordPlaced: "lord",
    happened.ChamberIdle: "idle",
    happened.CourtierRecalled: "recalled",
    happened.RoundEnded: "round-ended",
    happened.OfficeActionForgone: "forgone",
    happened.ColumnWon: "column",
    happened.CourtierBenched: "benched",
    happened.CourtierBanished: "banished",
    happened.AmbassadorSent: "ambassador",
}
"""Whose sentences say all their fields."""


def _sentences(after: State, event: Event) -> Iterator[Text]:
    if type(event) in _PLAIN:
        values = structs.asdict(event)
        yield _text(
            _PLAIN[type(event)],
            **{key: words.player(value) if key in {"player", "other"} else value for key, value in values.items()},
        )
        return
    match event:
        case happened.GameBegan(first=first, players=players, scoring=scoring, scenario=scenario):
            one, other = scoring
            cards = {"one": one, "other": other, "scenario": scenario}
            yield _text("began", players=len(players), player=words.player(first), **cards)
        case happened.RoundBegan(round=number, first=first):
            yield _text("round", round=number, player=words.player(first))
        case happened.PlayerScored(player=player, scoring=(one, other), garter=garter, prestige=prestige):
            numbers = {"one": one, "other": other, "garter": garter, "prestige": prestige}
            yield _text("scored", player=words.player(player), **numbers)
        case happened.GameEnded(winners=winners):
            yield _text("over", count=len(winners), players=_players(winners))
        case happened.CourtierMoved() | happened.OfficeTaken() | happened.TokenDrawn():
            yield from _throne(after, event)
        case happened.RingChosen() | happened.HandLaid() | happened.RingTaken() | happened.RingsSwapped():
            yield from _rings(after, event)
        case happened.CardsAmended(changes=changes):
            yield _text("amended-cards", players=_players(tuple(dict.fromkeys(each[0] for each in changes))))
        case happened.PrestigeAmended(changes=changes):
            for player, _, now in changes:
                yield _text("amended-prestige", player=words.player(player), prestige=now)
        case happened.TokensAmended(spaces=(one, other)):
            yield _text("amended-swap", one=one, other=other)
        case happened.Undone(do=do, seq=seq):
            yield _text("undone", what=Text(f"tudor-did-{do.replace('_', '-')}"), seq=seq)
        case _:
            yield from _chambers(event)


def _throne(after: State, event: Event) -> Iterator[Text]:
    match event:
        case happened.CourtierMoved(player=player, by=by, origin=origin, path=path):
            way = ", ".join(path)
            how = by if len(by) == 1 else Text(f"tudor-by-{by}")
            if origin is None:
                yield _text("entered", player=words.player(player), how=how, path=way)
            else:
                yield _text("moved", player=words.player(player), how=how, origin=origin, path=way)
        case happened.OfficeTaken(player=player, column=column, robbed=robbed, prestige=prestige):
            who = words.player(player)
            if robbed is None:
                yield _text("office", player=who, column=column, prestige=prestige)
            else:
                yield _text("office-robbed", player=who, other=words.player(robbed), column=column, prestige=prestige)
        case happened.TokenDrawn(space=space, token=token):
            faction = after.table.pieces.token_factions[after.table.pieces.token_numbers[token]]
            yield _text("drawn", space=space, faction=words.faction(after.table, faction))


def _rings(after: State, event: Event) -> Iterator[Text]:
    table = after.table

    def ring(id_: str) -> Word:
        return words.ring(table, table.pieces.ring_numbers[id_])

    match event:
        case happened.RingChosen(player=player, ring=chosen):
            yield _text("ring-chosen", player=words.player(player), faction=ring(chosen))
        case happened.HandLaid(player=player):
            yield _text("hand", player=words.player(player))
        case happened.RingTaken(player=player, ring=taken, robbed=None):
            yield _text("ring", player=words.player(player), faction=ring(taken))
        case happened.RingTaken(player=player, ring=taken, robbed=robbed):
            other = words.player(str(robbed))
            yield _text("ring-robbed", player=words.player(player), other=other, faction=ring(taken))
        case happened.RingsSwapped(player=player, swaps=swaps):
            for take, give in swaps:
                yield _text("swapped", player=words.player(player), taken=ring(take), given=ring(give))


def _chambers(event: Event) -> Iterator[Text]:
    match event:
        case happened.PlacementLost(player=player, passed=passed):
            yield _text("passed" if passed else "placement-lost", player=words.player(player))
        case happened.FigureActivated(player=player, chamber=chamber, chair=None):
            yield _text("activated-lord", player=words.player(player), chamber=chamber)
        case happened.FigureActivated(player=player, chamber=chamber, chair=chair):
            yield _text("activated", player=words.player(player), chamber=chamber, chair=int(chair or 0))
        case happened.ActionTaken(player=player, letter=letter) if letter in {"D", "F", "H"}:
            yield _text("cards", player=words.player(player), letter=letter)
        case happened.TokensSwapped(player=player, spaces=(one, other)):
            yield _text("tokens-swapped", player=words.player(player), one=one, other=other)
        case happened.ChairsChanged(player=player, chamber=chamber, chairs=(one, other)):
            yield _text("chairs", player=words.player(player), chamber=chamber, one=one, other=other)
        case happened.RingsTraded(player=player, other=other):
            yield _text("traded", player=words.player(player), other=words.player(other))


def _players(colors: Sequence[str]) -> tuple[Text, ...]:
    return tuple(Text("tudor-say-it", {"it": words.player(color)}) for color in colors)


def _text(key: str, /, **values: Value) -> Text:
    return Text(f"tudor-told-{key}", values)


def told_in_full(after: State, events: Sequence[Event]) -> Iterator[Text]:
    """The sentences of what one action brought about, in the order in which it happened."""
    for event in events:
        yield from told(after, (event,))
        yield from _behind_screens(after.table, event)


def _behind_screens(table: Table, event: Event) -> Iterator[Text]:
    match event:
        case happened.CardsPaid(player=player, cards=cards):
            yield _text_in_full("pays", player, cards=_cards(table, cards))
        case happened.CardsGained(player=player, cards=cards):
            yield _text_in_full("gains", player, cards=_cards(table, cards))
        case happened.CourtierMoved(player=player, tokens=tokens, round_token=taken):
            numbers = [table.pieces.token_numbers[token] for token in tokens]
            if numbers:
                factions = words.factions(table, [table.pieces.token_factions[number] for number in numbers])
                yield _text_in_full("tokens", player, tokens=factions)
            if taken is not None:
                yield _text_in_full(str(taken), player)
        case happened.TokensSpent(player=player, tokens=tokens):
            numbers = [table.pieces.token_numbers[token] for token in tokens]
            factions = words.factions(table, [table.pieces.token_factions[number] for number in numbers])
            yield _text_in_full("spends", player, tokens=factions)
        case happened.RoundTokensSpent(player=player, influence=influence, intrigue=intrigue):
            yield _text_in_full("round-tokens", player, influence=influence, intrigue=intrigue)
        case happened.TokenKept(player=player):
            yield _text_in_full("kept", player)


def _cards(table: Table, names: Sequence[FactionName]) -> tuple[Text, ...]:
    return words.factions(table, [table.factions[name] for name in names])


def _text_in_full(key: str, color: str, **values: int | tuple[Text, ...]) -> Text:
    return Text(f"tudor-full-{key}", {"player": words.player(color), **values})
