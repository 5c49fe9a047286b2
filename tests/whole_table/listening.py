"""What comes of one input at a running table: what enters the journal, what is shown, and which one answer it was.

The kinds of answers:

* an action: at least one entry of the journal, by whom it says;
* or a complaint at the castle that caused it, or at the console for the knob; where the piece lies at another castle,
  that one is told besides;
* or a mark: the castle's lamps flash, or what the table shows of something that people have begun goes on; nothing is
  entered;
* or the hourglass turned over again, or the menu opened, by the knob;
* or, where nothing waits for a piece or a button, a note in the log: neither shown nor heard.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from controller.games.contract.effects import Blink, Complain, Note, StartTimer
from controller.games.contract.inputs import ButtonPressed, GateComplained, Input, KnobTurned, PieceTapped
from controller.games.contract.values import TRAY
from controller.store.journal import Entry
from tests.whole_table.playing import Playing

LAST_MOMENT_S = 0.3
"""With so little left an hourglass may run out meanwhile; then one waits for what comes of that."""


@dataclass
class Listening:
    """Keeps what is shown, and what is entered into the journal.

    Attributes:
        beside: by the key of a complaint about a piece that lies elsewhere, that of the one which its castle gets.
        effects: what was shown since the latest input.
        entries: all of the journal since the beginning.
    """

    play: Playing
    beside: Mapping[str, str]
    effects: list[Any] = field(default_factory=list)
    entries: list[Entry] = field(default_factory=list)

    def begin(self) -> None:
        append = self.play.journal.append

        def shown(effects: Sequence[Any]) -> None:
            self.effects += effects

        def appended(entries: Sequence[Entry]) -> None:
            self.entries += entries
            append(entries)

        self.play.table.loop.effects.connect(shown)
        self.play.journal.append = appended  # type: ignore[method-assign]

    async def put(self, input_: Input) -> tuple[list[Any], bool]:
        """The actions that it brought about, and whether the menu opened, which is closed again."""
        table, entered = self.play.table, len(self.entries)
        self.effects.clear()
        if isinstance(input_, ButtonPressed | KnobTurned):
            table.console.handle_input(input_)
        else:
            table.loop.inbox.put_nowait(input_)
        ends = table.hourglass.is_running and table.hourglass.left_s() < LAST_MOMENT_S
        await self.play.wait(LAST_MOMENT_S + 0.1 if ends else 0.03)
        menu = table.console._menu is not None
        if menu:
            table.console.handle_input(ButtonPressed("knob", None, long=False, at_s=self.play.now_s()))  # "go on"
            await self.play.wait(0.03)
        return [entry.action for entry in self.entries[entered:] if entry.origin == input_.origin], menu

    def answer(self, input_: Input, *, done: bool, goes_on: bool, menu: bool) -> str:
        """The one kind of answer that the latest input got; ``goes_on``: the referee remembers something else."""
        castle = by(input_)
        told = [effect for effect in self.effects if isinstance(effect, Complain)]
        mine = [complaint for complaint in told if complaint.castle == castle]
        others = {complaint.text.key for complaint in told if complaint.castle != castle}
        assert len(mine) <= 1, mine
        assert others <= {self.beside.get(complaint.text.key) for complaint in mine}, told
        given = {
            "action": done,
            "complaint": bool(mine),
            "mark": not done and (goes_on or any(isinstance(effect, Blink) for effect in self.effects)),
            "hourglass": not done and any(isinstance(effect, StartTimer) for effect in self.effects),
            "menu": menu,
            "note": any(isinstance(effect, Note) for effect in self.effects),
        }
        kinds = [kind for kind, is_given in given.items() if is_given]
        assert len(kinds) == 1, (input_, kinds, self.effects)
        return kinds[0]


def by(input_: Input) -> str | None:
    """The castle of an input; None for the knob, and for the tray, about which the console complains."""
    castle = input_.castle if isinstance(input_, PieceTapped | GateComplained | ButtonPressed) else None
    return None if castle == TRAY else castle
