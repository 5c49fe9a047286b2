"""Amendments: a human corrects what the table believes."""

from msgspec.structs import replace

from controller.games.tudor.rules import events, moves
from controller.games.tudor.rules.chapters.shared import swapped
from controller.games.tudor.rules.events import Event
from controller.games.tudor.rules.refusal import Refusal
from controller.games.tudor.rules.state import EMPTY, State


def judge_cards(state: State, move: moves.AmendCards) -> None:
    """Hands against the stacks, nothing below 0; of several changes only the result counts."""
    table = state.table
    hands, stacks = _amended(state, move)
    for seat, faction, change in move.changes:
        if hands[seat][faction] < 0:
            has = state.players[seat].cards[faction]
            raise Refusal(
                "LOG", "amend-hand", player=table.colors[seat], faction=table.names[faction], change=change, has=has
            )
    for faction, number in enumerate(stacks):
        if number < 0:
            raise Refusal("LOG", "amend-stack", faction=table.names[faction], has=state.stacks[faction])


def _amended(state: State, move: moves.AmendCards) -> tuple[list[list[int]], list[int]]:
    hands, stacks = [list(player.cards) for player in state.players], list(state.stacks)
    for seat, faction, change in move.changes:
        hands[seat][faction] += change
        stacks[faction] -= change
    return hands, stacks


def amend_cards(state: State, move: moves.AmendCards, happened: list[Event]) -> State:
    """The hands are as a human says."""
    table = state.table
    hands, stacks = _amended(state, move)
    happened.append(
        events.CardsAmended(
            tuple((table.colors[seat], table.names[faction], change) for seat, faction, change in move.changes)
        )
    )
    players = tuple(replace(player, cards=tuple(hand)) for player, hand in zip(state.players, hands, strict=True))
    return replace(state, players=players, stacks=tuple(stacks))


def judge_prestige(state: State, move: moves.AmendPrestige) -> None:
    """Not below 0."""
    for seat, change in move.changes:
        has = state.players[seat].prestige
        if has + change < 0:
            raise Refusal("LOG", "amend-prestige", player=state.table.colors[seat], change=change, has=has)


def amend_prestige(state: State, move: moves.AmendPrestige, happened: list[Event]) -> State:
    """The prestige is as a human says."""
    players = list(state.players)
    told = []
    for seat, change in move.changes:
        prestige = players[seat].prestige + change
        players[seat] = replace(players[seat], prestige=prestige)
        told.append((state.table.colors[seat], change, prestige))
    happened.append(events.PrestigeAmended(tuple(told)))
    return replace(state, players=tuple(players))


def judge_swap(state: State, move: moves.AmendSwap) -> None:
    """Two different spaces that have a token each."""
    names = state.table.board.names
    one, other = move.spaces
    if one == other:
        raise Refusal("LOG", "space-twice", space=names[one])
    for space in move.spaces:
        if state.tokens[space] == EMPTY:
            raise Refusal("LOG", "space-without-token", space=names[space])


def amend_swap(state: State, move: moves.AmendSwap, happened: list[Event]) -> State:
    """The two tokens lie the other way round."""
    happened.append(events.TokensAmended(state.table.board.named(move.spaces)))
    return replace(state, tokens=swapped(state.tokens, *move.spaces))
