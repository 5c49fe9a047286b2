"""Tables and a hub over a network that loses, doubles and swaps, with restarts, restores and copies: they end equal."""

import copy

import hypothesis.strategies as st
from hypothesis import HealthCheck, settings
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from tests.fleet.shipping_world import Game, World
from tests.soak import SOAK

NTH = st.integers(0, 1)
PLACE = st.integers(0, 1000)


class Shipping(RuleBasedStateMachine):
    def __init__(self) -> None:
        super().__init__()
        self.world = World()
        self.one_line = True

    @rule(nth=NTH, number=st.integers(1, 6), lies_open=st.booleans(), ends=st.integers(0, 5), length=st.integers(1, 5))
    def play(self, nth: int, number: int, lies_open: bool, ends: int, length: int) -> None:
        """Games lie in order; one that is over may go on, as after an undo."""
        table = self.world.tables[nth]
        number = min(number, len(table.journal.games) + 1)
        for step in range(length):
            table.play(number, lies_open=lies_open, ends=ends == 0 and step == length - 1)

    @rule(nth=NTH)
    def speak(self, nth: int) -> None:
        self.world.speak(nth)

    @rule(nth=NTH, steps=st.integers(3, 12))
    def talk(self, nth: int, steps: int) -> None:
        """For a while all goes well."""
        self.news_of_the_hub(nth)
        for _ in range(steps):
            if self.world.to_table:
                self.world.deliver_to_table(0)
            elif self.world.to_hub:
                self.world.deliver_to_hub(0)
            else:
                self.world.speak(nth)
            self.nothing_hidden_has_left()

    @precondition(lambda self: self.world.to_hub)
    @rule(place=PLACE)
    def hub_hears(self, place: int) -> None:
        self.world.deliver_to_hub(place % len(self.world.to_hub))

    @precondition(lambda self: self.world.to_table)
    @rule(place=PLACE)
    def table_hears(self, place: int) -> None:
        self.world.deliver_to_table(place % len(self.world.to_table))

    @rule(place=PLACE, to_hub=st.booleans(), doubled=st.booleans())
    def lose_or_double(self, place: int, to_hub: bool, doubled: bool) -> None:
        under_way = self.world.to_hub if to_hub else self.world.to_table
        if under_way and doubled:
            under_way.append(under_way[place % len(under_way)])  # type: ignore[arg-type]  # of the same list
        elif under_way:
            under_way.pop(place % len(under_way))

    @rule(seconds=st.sampled_from([1.0, 31.0, 400.0]))
    def wait(self, seconds: float) -> None:
        self.world.now_s += seconds

    @rule(nth=NTH)
    def news_of_the_hub(self, nth: int) -> None:
        self.world.tables[nth].outbox.heard_of(str(self.world.hub.boot))

    @rule(nth=NTH)
    def connection_breaks(self, nth: int) -> None:
        self.world.tables[nth].outbox.connected()

    @rule(nth=NTH)
    def table_saves(self, nth: int) -> None:
        self.world.saved[nth] = copy.deepcopy(self.world.tables[nth].journal)

    @rule(nth=NTH, renamed=st.booleans())
    def table_is_restored(self, nth: int, renamed: bool) -> None:
        """By our own hand it gets another name, by somebody's who copies files none."""
        self.world.tables[nth].journal = copy.deepcopy(self.world.saved[nth])
        self.world.tables[nth].outbox.connected()
        self.one_line &= renamed
        if renamed:
            self.world.rename(nth)

    @rule(nth=NTH)
    def table_takes_back(self, nth: int) -> None:
        """What was there stays; what comes is what the hub has."""
        before = copy.deepcopy(self.world.tables[nth].journal.games)
        took = self.world.take_back(nth)
        now = self.world.tables[nth].journal.games
        for number, game in before.items():
            assert now[number].lines[: len(game.lines)] == game.lines
        assert took or now == before

    @rule(nth=NTH)
    def card_dies(self, nth: int) -> None:
        self.world.tables[nth].journal = self.world.new_journal()
        self.world.tables[nth].outbox.connected()

    @rule(nth=NTH)
    def card_is_copied(self, nth: int) -> None:
        self.one_line = False
        self.world.tables[1 - nth].journal = copy.deepcopy(self.world.tables[nth].journal)
        self.world.tables[1 - nth].outbox.connected()

    @rule(how=st.sampled_from(["restart", "save", "restore", "lose"]))
    def hub_comes_again(self, how: str) -> None:
        hub = self.world.hub
        if how == "save":
            hub.backup = copy.deepcopy(hub.kept)
            return
        if how != "restart":
            hub.kept = copy.deepcopy(hub.backup) if how == "restore" else {}
        hub.boot += 1

    @invariant()
    def nothing_hidden_has_left(self) -> None:
        for _, message in self.world.to_hub:
            for entry in getattr(message, "entries", ()):
                assert entry.action not in self.hidden()

    @invariant()
    def what_is_kept_is_whole(self) -> None:
        for games in self.world.hub.kept.values():
            for game in games.values():
                assert [line.seq for line in game.lines] == list(range(1, len(game.lines) + 1))

    def hidden(self) -> set[str]:
        games = [game for table in self.world.tables for game in table.journal.games.values()]
        seen = {line.action for game in games for line in game.lines[: game.open_to]}
        return {line.action for game in games for line in game.lines[game.open_to :]} - seen

    def teardown(self) -> None:
        """They end equal: of each table's journal the hub keeps all that may leave it, and knows what is over.

        What goes on after an end and lies hidden so far says nothing of itself, so the hub may take that game for
        over. Of two copies under one name one may be there while the other still is at the end: then the hub has what
        both have, and takes the game for one that goes on.
        """
        self.world.settle()
        for table in self.world.tables:
            kept = self.world.hub.kept.get(table.journal.uid, {})
            for number, game in table.journal.games.items():
                there = kept.get(number, Game(number))
                is_ahead = len(there.lines) > game.open_to
                assert there.lines[: game.open_to] == game.lines[: game.open_to]
                goes_on_hidden = game.reopened and game.open_to < len(game.lines)
                if self.one_line and not is_ahead and not goes_on_hidden:
                    assert there.over == (game.over and game.open_to == len(game.lines))


Shipping.TestCase.settings = settings(
    max_examples=2_000 if SOAK else 60,
    stateful_step_count=60,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
TestShipping = Shipping.TestCase
