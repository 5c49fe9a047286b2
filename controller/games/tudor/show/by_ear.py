"""Texts for players who listen: what a piece is, the public state, and the legal actions."""

from collections.abc import Iterator
from typing import Any

from controller.games.contract.effects import PieceDescription
from controller.games.contract.values import CastleId, PieceId, Text
from controller.games.tudor.box.edition import COLUMN_LETTERS
from controller.games.tudor.referee.complaints import Place, place_of
from controller.games.tudor.referee.memory import Memory
from controller.games.tudor.rules.state import EMPTY, NO_SEAT, Counts, State
from controller.games.tudor.rules.table import SUPPLY, Seat, Table
from controller.games.tudor.show import offers, words


def describe_piece(state: State | None, castle: CastleId, piece: PieceId) -> PieceDescription:
    """Say a piece's faction and place; what lies behind a screen is only for its owner."""
    place = None if state is None else place_of(state, piece)
    if state is None or place is None or place.where == "gone":
        return PieceDescription(Text("tudor-heard-not-in-play"))
    table = state.table
    behind = place.where == "screen"
    if behind and table.gates[place.seat] != castle:
        return PieceDescription(Text("tudor-heard-behind", {"player": words.player(table.colors[place.seat])}))
    kind, faction = words.face(table, piece)
    values = {"faction": faction, "where": _where(table, place)}
    return PieceDescription(Text(f"tudor-heard-{kind}", values), hidden=behind)


def _where(table: Table, place: Place) -> Text:
    match place.where:
        case "space":
            return Text("tudor-heard-on", {"space": words.space(table, place.space)})
        case "hand" | "screen" | "spent":
            return Text(f"tudor-heard-{place.where}", {"player": words.player(table.colors[place.seat])})
        case where:
            return Text(f"tudor-heard-{where}")


def describe_state(state: State, _memory: Memory) -> tuple[Text, ...]:
    """Say round, players, offices and chambers, then the throne room space by space, and what lies beside it."""
    return tuple(_state(state))


def _state(state: State) -> Iterator[Text]:
    table = state.table
    one, other = table.scoring
    cards = {"one": one, "other": other, "scenario": table.scenario}
    yield Text("tudor-heard-round", {"round": state.round, "rounds": table.rounds, **cards})
    for seat, player in enumerate(state.players):
        name = words.player(table.colors[seat])
        yield Text("tudor-heard-player", {"player": name, "prestige": player.prestige, "supply": player.supply})
        fingers = [words.worn(table, worn) for worn in player.hand]
        rings = Text("tudor-wait-hand", {f"f{number}": word for number, word in enumerate(fingers, 1)})
        yield Text("tudor-heard-rings", {"player": name, "rings": rings})
        if player.unworn:
            unworn = tuple(Text("tudor-say-it", {"it": words.ring(table, ring)}) for ring in player.unworn)
            yield Text("tudor-heard-unworn", {"player": name, "rings": unworn})
    for column, holder in enumerate(state.offices):
        letter = {"column": COLUMN_LETTERS[column]}
        if holder == NO_SEAT:
            yield Text("tudor-heard-office-free", letter)
        else:
            yield Text("tudor-heard-office", {**letter, "player": words.player(table.colors[holder])})
    for chamber in range(len(state.chairs)):
        yield from _chamber(state, chamber)
    for space in range(len(state.tokens)):
        yield _space(state, space)
    yield Text("tudor-heard-stand-has", {"things": _cards_or_rings(table, state.stand)})
    yield Text("tudor-heard-stacks", {"things": _cards_or_rings(table, state.stacks)})
    yield Text("tudor-heard-bag-has", {"count": sum(state.bag)})


def _chamber(state: State, chamber: int) -> Iterator[Text]:
    number = {"chamber": chamber + 1}
    bench = tuple(_player_name(state, Seat(seat)) for seat in state.benches[chamber])
    if bench:
        yield Text("tudor-heard-bench", {**number, "figures": bench})
    chairs = tuple(_figure(state, chair) for chair in state.chairs[chamber])
    yield Text("tudor-heard-chairs", {**number, "figures": chairs})
    lords = tuple(_figure(state, lord) for lord in state.lords[chamber])
    if lords:
        yield Text("tudor-heard-lords", {**number, "figures": lords})


def _figure(state: State, figure: int) -> Text:
    if figure == EMPTY:
        return Text("tudor-heard-empty")
    name = _player_name(state, Seat(figure // 2))
    return Text("tudor-heard-used", {"player": name}) if figure % 2 else name


def _player_name(state: State, seat: Seat) -> Text:
    return Text("tudor-say-it", {"it": words.player(state.table.colors[seat])})


def _space(state: State, space: int) -> Text:
    table, token = state.table, state.tokens[space]
    things = []
    if token != EMPTY:
        things.append(Text("tudor-say-it", {"it": words.faction(table, table.pieces.token_factions[token])}))
    for kind, spaces in (("influence", state.influence), ("intrigue", state.intrigue)):
        if spaces >> space & 1:
            things.append(Text(f"tudor-round-{kind}"))
    for seat, player in enumerate(state.players):
        if player.courtiers >> space & 1:
            things.append(Text("tudor-heard-courtier", {"player": words.player(table.colors[seat])}))
    name = words.space(table, space)
    return Text("tudor-heard-space", {"space": name, "things": tuple(things) or (Text("tudor-heard-nothing"),)})


def _cards_or_rings(table: Table, counts: Counts) -> tuple[Text, ...]:
    there = [faction for faction, count in enumerate(counts) for _ in range(count)]
    return words.factions(table, there) or (Text("tudor-heard-nothing"),)


def describe_choices(state: State, _memory: Memory) -> tuple[Text, ...]:
    """Describe the actions that the public state allows; the hidden hand may not pay for all."""
    found: list[Text] = []
    for offer in offers.public_offers(state):
        choice = _choice(state, offer)
        if choice not in found:  # rings of a faction sound alike
            found.append(choice)
    return tuple(found)


def _choice(state: State, offer: dict[str, Any]) -> Text:
    table = state.table
    known: list[Text] = []
    if "chamber" in offer:
        known.append(_in_chamber(offer["chamber"], offer.get("chair")))
    if "ring" in offer:
        ring = table.pieces.ring_numbers[offer["ring"]]
        known.append(Text("tudor-say-it", {"it": words.ring(table, ring)}))
    if "from" in offer:
        known.append(Text("tudor-wait-from", {"space": words.space(table, _space_number(table, offer["from"]))}))
    if "path" in offer:
        path = tuple(_space_number(table, name) for name in offer["path"])
        known.append(Text("tudor-say-it", {"it": words.path(table, path)}))
    if "cards" in offer:
        known += words.factions(table, [table.factions[name] for name in offer["cards"]])
    known += [Text("tudor-say-it", {"it": str(offer[key])}) for key in ("space", "to") if key in offer]
    what = action_name(table, offer)
    return Text("tudor-heard-choice", {"what": what, "known": tuple(known)}) if known else what


def _in_chamber(chamber: int, chair: int | str | None) -> Text:
    if chair is None:
        return Text("tudor-heard-chamber", {"chamber": chamber})
    if chair == "lord":
        return Text("tudor-say-lord", {"chamber": chamber})
    return Text("tudor-say-chair", {"chamber": chamber, "chair": chair})


def _space_number(table: Table, name: str) -> int:
    return next((space for space, each in enumerate(table.board.names) if each == name), SUPPLY)


def action_name(table: Table, action: dict[str, Any]) -> Text:
    match action["do"]:
        case "act":
            return Text(f"tudor-do-{action['action']}")
        case "scenario":
            return Text(f"tudor-do-{action['side']}-{table.scenario}")
        case do:
            return Text(f"tudor-heard-do-{do.replace('_', '-')}")
