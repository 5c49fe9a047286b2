"""Texts for players who listen: a piece, the public state, the legal actions."""

from collections.abc import Iterator
from typing import Any

from controller.games.contract.effects import PieceDescription
from controller.games.contract.values import CastleId, PieceId, Text
from controller.games.tudor.box.edition import COLUMN_LETTERS
from controller.games.tudor.referee.complaints import PiecePlace, find_piece_place
from controller.games.tudor.referee.memory import Memory
from controller.games.tudor.rules import words
from controller.games.tudor.rules.state import EMPTY, NO_SEAT, FactionCounts, State
from controller.games.tudor.rules.table import SUPPLY, Seat, Table
from controller.games.tudor.show import offers


def describe_piece(state: State | None, castle: CastleId, piece: PieceId) -> PieceDescription:
    """Say a piece's faction and place; behind a screen, the faction only to its owner."""
    place = None if state is None else find_piece_place(state, piece)
    if state is None or place is None or place.where == "gone":
        return PieceDescription(Text("tudor-heard-not-in-play"))
    table = state.table
    behind = place.where == "screen"
    if behind and table.gates[place.seat] != castle:
        return PieceDescription(Text("tudor-heard-behind", {"player": words.player_word(table.colors[place.seat])}))
    kind, faction = words.piece_kind_and_faction(table, piece)
    values = {"faction": faction, "where": _place_text(table, place)}
    return PieceDescription(Text(f"tudor-heard-{kind}", values), hidden=behind)


def _place_text(table: Table, place: PiecePlace) -> Text:
    match place.where:
        case "space":
            return Text("tudor-heard-on", {"space": words.space_word(table, place.space)})
        case "hand" | "screen" | "spent":
            return Text(f"tudor-heard-{place.where}", {"player": words.player_word(table.colors[place.seat])})
        case where:
            return Text(f"tudor-heard-{where}")


def describe_state(state: State, _memory: Memory) -> tuple[Text, ...]:
    """Say round, players, offices and chambers, then the throne room space by space, stand, stacks and bag."""
    return tuple(_state_sentences(state))


def _state_sentences(state: State) -> Iterator[Text]:
    table = state.table
    one, other = table.scoring
    cards = {"one": one, "other": other, "scenario": table.scenario}
    yield Text("tudor-heard-round", {"round": state.round, "rounds": table.rounds, **cards})
    for seat, player in enumerate(state.players):
        name = words.player_word(table.colors[seat])
        yield Text("tudor-heard-player", {"player": name, "prestige": player.prestige, "supply": player.supply})
        if worn := words.worn_ring_texts(table, player.hand):
            yield Text("tudor-heard-rings", {"player": name, "rings": worn})
        if player.unworn:
            unworn = tuple(Text("tudor-say-it", {"it": words.ring_word(table, ring)}) for ring in player.unworn)
            yield Text("tudor-heard-unworn", {"player": name, "rings": unworn})
    for column, holder in enumerate(state.offices):
        letter = {"column": COLUMN_LETTERS[column]}
        if holder == NO_SEAT:
            yield Text("tudor-heard-office-free", letter)
        else:
            yield Text("tudor-heard-office", {**letter, "player": words.player_word(table.colors[holder])})
    for chamber in range(len(state.chairs)):
        yield from _chamber_sentences(state, chamber)
    for space in range(len(state.tokens)):
        yield _space_sentence(state, space)
    yield Text("tudor-heard-stand-has", {"things": _faction_count_texts(table, state.stand)})
    yield Text("tudor-heard-stacks", {"things": _faction_count_texts(table, state.stacks)})
    yield Text("tudor-heard-bag-has", {"count": sum(state.bag)})


def _chamber_sentences(state: State, chamber: int) -> Iterator[Text]:
    number = {"chamber": chamber + 1}
    bench = tuple(_player_text(state, Seat(seat)) for seat in state.benches[chamber])
    if bench:
        yield Text("tudor-heard-bench", {**number, "figures": bench})
    chairs = tuple(_figure_text(state, chair) for chair in state.chairs[chamber])
    yield Text("tudor-heard-chairs", {**number, "figures": chairs})
    lords = tuple(_figure_text(state, lord) for lord in state.lords[chamber])
    if lords:
        yield Text("tudor-heard-lords", {**number, "figures": lords})


def _figure_text(state: State, figure: int) -> Text:
    if figure == EMPTY:
        return Text("tudor-heard-empty")
    name = _player_text(state, Seat(figure // 2))
    return Text("tudor-heard-used", {"player": name}) if figure % 2 else name


def _player_text(state: State, seat: Seat) -> Text:
    return Text("tudor-say-it", {"it": words.player_word(state.table.colors[seat])})


def _space_sentence(state: State, space: int) -> Text:
    table, token = state.table, state.tokens[space]
    things = []
    if token != EMPTY:
        things.append(Text("tudor-say-it", {"it": words.faction_word(table, table.pieces.token_factions[token])}))
    for kind, spaces in (("influence", state.influence), ("intrigue", state.intrigue)):
        if spaces >> space & 1:
            things.append(Text(f"tudor-round-{kind}"))
    for seat, player in enumerate(state.players):
        if player.courtiers >> space & 1:
            things.append(Text("tudor-heard-courtier", {"player": words.player_word(table.colors[seat])}))
    name = words.space_word(table, space)
    return Text("tudor-heard-space", {"space": name, "things": tuple(things) or (Text("tudor-heard-nothing"),)})


def _faction_count_texts(table: Table, counts: FactionCounts) -> tuple[Text, ...]:
    there = [faction for faction, count in enumerate(counts) for _ in range(count)]
    return words.faction_count_texts(table, there) or (Text("tudor-heard-nothing"),)


def describe_choices(state: State, _memory: Memory) -> tuple[Text, ...]:
    """Describe the actions that the public state allows; hidden cards may not pay for all."""
    found: list[Text] = []
    for offer in offers.public_offers(state):
        choice = _choice_sentence(state, offer)
        if choice not in found:  # rings of a faction sound alike
            found.append(choice)
    return tuple(found)


def _choice_sentence(state: State, offer: dict[str, Any]) -> Text:
    table = state.table
    known: list[Text] = []
    if "chamber" in offer:
        known.append(_chamber_or_chair_text(offer["chamber"], offer.get("chair")))
    if "ring" in offer:
        ring = table.pieces.ring_numbers[offer["ring"]]
        known.append(Text("tudor-say-it", {"it": words.ring_word(table, ring)}))
    if "from" in offer:
        known.append(
            Text("tudor-wait-from", {"space": words.space_word(table, _space_from_name(table, offer["from"]))})
        )
    if "path" in offer:
        path = tuple(_space_from_name(table, name) for name in offer["path"])
        known.append(Text("tudor-say-it", {"it": words.format_path(table, path)}))
    if "cards" in offer:
        known += words.faction_count_texts(table, [table.factions[name] for name in offer["cards"]])
    known += [Text("tudor-say-it", {"it": str(offer[key])}) for key in ("space", "to") if key in offer]
    what = action_kind_text(table, offer)
    return Text("tudor-heard-choice", {"what": what, "known": tuple(known)}) if known else what


def _chamber_or_chair_text(chamber: int, chair: int | str | None) -> Text:
    if chair is None:
        return Text("tudor-heard-chamber", {"chamber": chamber})
    if chair == "lord":
        return Text("tudor-say-lord", {"chamber": chamber})
    return Text("tudor-say-chair", {"chamber": chamber, "chair": chair})


def _space_from_name(table: Table, name: str) -> int:
    return next((space for space, each in enumerate(table.board.names) if each == name), SUPPLY)


def action_kind_text(table: Table, action: dict[str, Any]) -> Text:
    match action["do"]:
        case "act":
            return Text(f"tudor-do-{action['action']}")
        case "scenario":
            return Text(f"tudor-do-{action['side']}-{table.scenario}")
        case do:
            return Text(f"tudor-heard-do-{do.replace('_', '-')}")
