"""Confirming: the yes of whoever's screen decides what was chosen on everybody's page."""

from controller.games.contract.effects import Blink
from controller.games.contract.ids import CastleId
from controller.games.contract.inputs import ButtonPressed, Input, KnobTurned
from controller.games.contract.referee import Verdict
from controller.games.contract.screens import TextScreen
from controller.games.contract.texts import Text
from controller.games.tudor.referee import choices
from controller.games.tudor.referee.complaints import RULE_OF_TURN, complain, note, refused
from controller.games.tudor.referee.memory import Chosen, Memory
from controller.games.tudor.referee.receiving import with_ids
from controller.games.tudor.rules import engine, moves
from controller.games.tudor.rules.game_log import typed_action
from controller.games.tudor.rules.naming import resolve
from controller.games.tudor.rules.refusal import Refusal
from controller.games.tudor.rules.state import State
from controller.games.tudor.show import screens, words
from controller.games.tudor.show.words import Word


def judge(state: State, memory: Memory, chosen: Chosen, input_: Input) -> Verdict | None:
    """What a press means while a yes is due; None where people do something else instead, which forgets the choice."""
    if isinstance(input_, KnobTurned):
        return note(memory, None, "button")
    if not isinstance(input_, ButtonPressed):
        return None
    castles = gates(state, chosen)
    if input_.castle is not None and input_.castle not in castles:
        whose = words.player(state.table.colors[chosen.seats[0]])
        return complain(memory, input_.castle, "others-yes", RULE_OF_TURN[state.phase], player=whose)
    if input_.button == "no" or input_.long:
        return Verdict(Memory())
    action = with_ids(state, chosen.action)
    try:
        engine.judge(state, resolve(state, typed_action(action)))
    except Refusal as refusal:
        return refused(Memory(), castles[0], refusal)
    return Verdict(Memory(), (action,), if_accepted=(Blink(castles[0]),))


def gates(state: State, chosen: Chosen) -> list[CastleId]:
    """The castles whose yes counts."""
    return [CastleId(state.table.gates[seat]) for seat in chosen.seats]


def screen(state: State, chosen: Chosen) -> TextScreen:
    """Who is asked, and for what."""
    player = words.player(state.table.colors[chosen.seats[0]])
    move = resolve(state, typed_action(with_ids(state, chosen.action, by_hand=False)))
    if isinstance(move, moves.AmendCards):
        return screens.offer(screens.title(player, Text("tudor-short-amend")), ())
    name = choices.name_of(move)
    what: Word = str(name) if len(str(name)) == 1 else Text(f"tudor-short-{name}")
    path = getattr(move, "path", ())
    if path:
        what = Text("tudor-say-both", {"one": what, "other": words.path(state.table, path)})
    cards = getattr(move, "cards", ()) if isinstance(move, moves.Walk) else ()
    pays = (Text("tudor-wait-pays", {"cards": words.factions(state.table, cards)}),) if cards else ()
    return screens.offer(screens.title(player, what), pays)
