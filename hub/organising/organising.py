"""All that a hub has for tournaments, joined: the desk, the way to the tables and back, the page's value."""

from controller.fleet.messages import FixtureReport
from controller.texts.speaking import say
from hub.care.care_loop import CareLoop
from hub.care.desires import NO_REPORT
from hub.organising.desk import TournamentDesk
from hub.organising.live import LiveTournament
from hub.organising.tournament_loop import TournamentLoop
from hub.room import Room


class Organising:
    """Owner of its task.

    Args:
        url: of the database.
        care: by which tables hear of their games.
        room: how their games stand.
        language: in which consoles are told of a semifinal.

    Attributes:
        live: what pages are told.
    """

    def __init__(self, url: str, care: CareLoop, room: Room, language: str) -> None:
        def report(table: str, fixture: str) -> FixtureReport | None:
            told = care.desires.reports.get(table, NO_REPORT).fixture
            return told if told is not None and told.id == fixture else None

        desk = TournamentDesk(url)
        self._loop = TournamentLoop(
            url, desk, care.want_fixtures, lambda stage: say(language, f"page-tournament-{stage}")
        )
        self.live = LiveTournament(desk, report, room)

    async def run(self) -> None:
        """Be there for tournaments, for ever."""
        await self._loop.run()
