"""The next fixture at this table: the console offers it between games; one press begins it."""

import asyncio
from collections.abc import Callable, Collection
from typing import Final

from controller.fleet.messages import Fixture, FixtureReport, FixtureState
from controller.games.contract import effects, inputs, values
from controller.games.game_guard import GameFault
from controller.games.installed import GameUnusable
from controller.games.requests import NewFixtureGame
from controller.play.game_loop import GameLoop
from controller.play.requests import Question, QuestionSlot
from controller.service.fleet.room_settings import options_fault

PLAYER_CHARS: Final = 9
"""Longest player name on the console: a row has room for this many wide letters."""

ROUND_CHARS: Final = 9
"""Longest name of a round on the console."""

FIXTURE_STEP: Final = "fixture"


class NextFixture:
    """The fixture that this table is to play next. The journal records those begun.

    Attributes:
        report: the state of the wanted fixture; None without one.

    Args:
        questions: the console's questions; the fixture waits until no other is open.
        allowed: the owner allows fixtures.
        changed: called when the report changes.
    """

    def __init__(
        self,
        loop: GameLoop,
        questions: QuestionSlot,
        castles: Collection[values.CastleId],
        *,
        allowed: bool,
        changed: Callable[[], None],
    ) -> None:
        self._changed = changed
        self._loop = loop
        self._questions = questions
        self._castles = frozenset(castles)
        self._allowed = allowed
        self._wanted: Fixture | None = None
        self.report: FixtureReport | None = None
        self._pressed = asyncio.Event()

    def set_wanted_fixture(self, fixture: Fixture | None) -> None:
        """Set the wanted fixture; None withdraws it. A begun fixture is only reported.

        Raises:
            JournalError: the journal, which knows what has begun, is unreadable.
        """
        if fixture == self._wanted:
            return
        begun = fixture is not None and self._loop.journal_queue.has_begun_fixture(fixture.id)
        self._wanted = fixture
        self._pressed.clear()
        if fixture is None:
            self._set_report(None)
        elif begun:
            self._report_state("begun")
        else:
            why = self._refusal_reason(fixture)
            self._report_state("waits" if why is None else "refused", why or "")
        self._loop.show_effects()

    def offer_fixture(self, _: object = None) -> None:
        """Offer a waiting fixture if no game is played and no question open."""
        wanted = self._wanted
        if wanted is not None and self._can_offer_fixture(wanted) and self._questions.current is None:
            self._questions.replace_question(
                Question(
                    FIXTURE_STEP,
                    fixture_question_screen(wanted),
                    self._pressed.set,
                    is_current=lambda: self._can_offer_fixture(wanted),
                )
            )

    async def run(self) -> None:
        while True:
            await self._pressed.wait()
            if self._wanted is not None and self._fixture_state == "waits":
                await self._begin_fixture(self._wanted)
            self._pressed.clear()
            self.offer_fixture()

    async def _begin_fixture(self, wanted: Fixture) -> None:
        castles = [values.CastleId(seat.castle) for seat in wanted.seats]
        game = wanted.game or self._loop.on_table.games.default_game
        levels = {values.CastleId(castle): level for castle, level in wanted.bots.items()}
        new = NewFixtureGame(castles, wanted.options, game=game, fixture=wanted.id, bots=tuple(levels), levels=levels)
        refusal = (await self._loop.submit(new, "knob")).refusal
        if wanted != self._wanted:
            return  # replaced meanwhile; the journal knows what has begun
        if refusal is None:
            self._report_state("begun")
        else:
            self._report_state("waits", str(refusal))
            self._loop.show_effects((effects.Complain(None, refusal.text),))

    def _can_offer_fixture(self, wanted: Fixture) -> bool:
        waits = wanted == self._wanted and self._fixture_state == "waits" and not self._pressed.is_set()
        try:
            return waits and not self._loop.is_playing
        except GameFault:  # the game loop handles it, and ends the game
            return False

    @property
    def _fixture_state(self) -> FixtureState | None:
        return None if self.report is None else self.report.state

    def _refusal_reason(self, wanted: Fixture) -> str | None:
        """Return why the fixture cannot start here, as far as known; None if it can."""
        if not self._allowed:
            return "saw a fixture, expected none: `may` under [hub] in this table's table.toml does not allow fixtures"
        seats = [seat.castle for seat in wanted.seats]
        if unknown := sorted(set(seats) - self._castles):
            return f"saw the castles {', '.join(unknown)}, expected this table's: {', '.join(sorted(self._castles))}"
        if len(set(seats)) != len(seats):
            return f"saw a castle twice: {', '.join(seats)}, expected one seat each"
        try:
            game = self._loop.on_table.games.get_or_make_game(wanted.game or self._loop.on_table.games.default_game)
            allowed = game.seats
            if len(seats) not in allowed:
                return f"saw {len(seats)} seats, expected {allowed.start} to {allowed.stop - 1} in {game.title}"
            levels = inputs.bot_levels(game)
            if unknown := sorted(set(wanted.bots.values()) - set(levels)):
                known = ", ".join(levels) or "none"
                return f"saw a bot of the level {unknown[0]}, expected one that {game.title} has: {known}"
            return options_fault(game, wanted.options)
        except (GameUnusable, GameFault, values.RefusedError) as fault:
            return str(fault)

    def _report_state(self, state: FixtureState, why: str = "") -> None:
        assert self._wanted is not None
        self._set_report(FixtureReport(self._wanted.id, state, why))

    def _set_report(self, report: FixtureReport | None) -> None:
        self.report = report
        self._changed()


def fixture_question_screen(wanted: Fixture) -> effects.RowsScreen:
    name = wanted.round
    seated = tuple(
        values.Text("said-seat", {"player": seat.player, "castle": values.Text(seat.castle)}) for seat in wanted.seats
    )
    if name.isdecimal():
        title = values.Text("question-round", {"round": name})
        said = values.Text("said-round", {"round": name, "players": seated})
    else:
        title = values.Text("question-round-named", {"round": shorten_name(name, ROUND_CHARS)})
        said = values.Text("said-round-named", {"round": name, "players": seated})
    rows = (
        (values.Text(seat.castle), values.Text("question-seat", {"player": shorten_name(seat.player, PLAYER_CHARS)}))
        for seat in wanted.seats
    )
    return effects.RowsScreen(title, tuple(rows), (said,))


def shorten_name(name: str, letters: int) -> str:
    return name if len(name) <= letters else f"{name[: letters - 1]}\u2026"
