"""Tables and a hub in memory, with a network between them that loses, doubles and swaps what is said."""

import copy
from dataclasses import dataclass, field

from controller.fleet.outbox import Outbox, SayHello, SendPiece
from controller.fleet.shipping import Ack, Hello, KeptGame, LogEntry, LogPiece, OtherLineError, Position, Want, lacking
from controller.games.contract.rules import Outcome
from controller.store.journal import chain
from controller.store.journal.reader import PROVING
from hub.store.kept_games import Head
from hub.taking import Gap, Known, NotTaken, Taken, behind, checked, judged, wanted

BEGIN = b"\0" * 8
END = Outcome(1, (), {})
PIECE = 3
"""Entries at once, so that a short game takes several pieces."""

PAGE = 2
"""Games listed at once."""


@dataclass
class Game:
    """A game as a journal has it."""

    number: int
    lines: list[LogEntry] = field(default_factory=list)
    open_to: int = 0
    over: bool = False
    reopened: bool = False

    def checksum(self, seq: int) -> str:
        return BEGIN.hex() if seq == 0 else self.lines[seq - 1].checksum

    def play(self, action: str, *, lies_open: bool, ends: bool) -> None:
        seq = len(self.lines) + 1
        before = bytes.fromhex(self.checksum(seq - 1))
        checksum = chain.entry(before, self.number, seq, action, "knob", "2026").hex()
        self.lines.append(LogEntry(seq, action, "knob", "2026", checksum))
        self.reopened |= self.over
        self.over = ends
        if lies_open or ends:
            self.open_to = seq


@dataclass
class Journal:
    uid: str
    continues: str | None = None
    games: dict[int, Game] = field(default_factory=dict)

    def hello(self, first: int) -> Hello:
        last = max(self.games, default=0)
        listed = [game for game in self.games.values() if game.number >= first and self.is_listed(game)]
        more = len(listed) > PAGE
        positions = tuple(
            Position(game.number, game.open_to, game.checksum(game.open_to) if game.open_to else None)
            for game in listed[:PAGE]
        )
        return Hello(self.uid, first, listed[PAGE].number - 1 if more else last, positions, self.continues, more)

    def length(self, number: int) -> int:
        return len(self.games[number].lines) if number in self.games else 0

    def add(self, kept: Game, have: int) -> bool:
        """What follows on what is here; False if it follows on something else."""
        mine = self.games.setdefault(kept.number, Game(kept.number))
        if mine.checksum(have) != kept.checksum(have):
            return False
        mine.lines += kept.lines[have:]
        mine.open_to, mine.over = len(mine.lines), kept.over
        return True

    def is_listed(self, game: Game) -> bool:
        return not game.over or game.reopened or game.number > max(self.games) - PROVING

    def piece(self, due: SendPiece) -> LogPiece | bool | None:
        """None where there is nothing; False for another line."""
        game = self.games.get(due.game)
        if game is None or due.seq > game.open_to + 1:
            return None
        if due.after is not None and game.checksum(due.seq - 1) != due.after:
            return False
        lines = tuple(game.lines[due.seq - 1 : min(game.open_to, due.seq - 1 + PIECE)])
        if not lines:
            return None
        ends = game.over and lines[-1].seq == len(game.lines)
        return LogPiece(self.uid, game.number, "2026", "blue", game.checksum(due.seq - 1), lines, END if ends else None)


@dataclass
class Table:
    name: str
    journal: Journal
    outbox: Outbox = field(default_factory=Outbox)
    words: int = 0

    def play(self, number: int, *, lies_open: bool, ends: bool) -> None:
        game = self.journal.games.setdefault(number, Game(number))
        self.words += 1
        game.play(f"{self.name} {self.words}", lies_open=lies_open, ends=ends)
        self.outbox.grew(number)


class Hub:
    """What a hub keeps, by journal and game."""

    def __init__(self) -> None:
        self.boot = 1
        self.kept: dict[str, dict[int, Game]] = {}
        self.backup: dict[str, dict[int, Game]] = {}

    def heads(self, uid: str) -> dict[int, Head]:
        games = self.kept.get(uid, {})
        return {
            number: Head(len(game.lines), bytes.fromhex(game.lines[-1].checksum), game.over)
            for number, game in games.items()
        }

    def hears(self, message: Hello | LogPiece) -> list[Ack | Want]:
        heads = self.heads(message.journal)
        boot = str(self.boot)
        if isinstance(message, Hello):
            places = {
                (game, seq): bytes.fromhex(self.kept[message.journal][game].lines[seq - 1].checksum)
                for game, seq in behind(message, heads)
            }
            answer = wanted(message, heads, places)
            return [Want(answer.journal, answer.games, answer.ahead, answer.refused, answer.page, boot)]
        found = judged(checked(message), heads.get(message.game))
        match found:
            case Taken():
                game = self.kept.setdefault(message.journal, {}).setdefault(message.game, Game(message.game))
                for row in found.rows:
                    assert row.seq == len(game.lines) + 1
                    game.lines.append(LogEntry(row.seq, row.action, row.origin, row.written_utc, row.checksum.hex()))
                game.over = found.outcome is not None
                seq = game.lines[-1].seq
                refusal = () if found.broken is None else (Want(message.journal, refused=(found.broken,), boot=boot),)
                return [Ack(message.journal, message.game, seq, boot), *refusal]
            case Known(seq=seq):
                assert self.kept[message.journal][message.game].lines[seq - 1] == message.entries[-1]
                return [Ack(message.journal, message.game, seq, boot)]
            case Gap(wanted=missing):
                return [Want(message.journal, games=(missing,), boot=boot)]
            case NotTaken(refused=refused):
                return [Want(message.journal, refused=(refused,), boot=boot)]


class World:
    """Two tables that may be copies of each other, one hub, and messages under way."""

    def __init__(self) -> None:
        self.now_s = 0.0
        self.uids = 0
        self.hub = Hub()
        self.tables = [Table("a", self.new_journal()), Table("b", self.new_journal())]
        self.saved = [copy.deepcopy(table.journal) for table in self.tables]
        self.to_hub: list[tuple[int, Hello | LogPiece]] = []
        self.to_table: list[tuple[int, Ack | Want]] = []
        self.sent = 0

    def new_journal(self) -> Journal:
        return Journal(self.new_uid())

    def new_uid(self) -> str:
        self.uids += 1
        return f"{self.uids:032x}"

    def speak(self, nth: int) -> bool:
        """Let a table say what is due; whether there was something."""
        table = self.tables[nth]
        if table.outbox.forked:
            self.rename(nth)
        due = table.outbox.due(self.now_s)
        if due is None:
            return False
        message = table.journal.hello(due.first) if isinstance(due, SayHello) else table.journal.piece(due)
        if message is False:
            table.outbox.other_line()
            return True
        assert not isinstance(message, bool)
        table.outbox.said(due, message, self.now_s)
        if message is not None:
            self.to_hub.append((nth, message))
            self.sent += 1
        return True

    def rename(self, nth: int) -> None:
        journal = self.tables[nth].journal
        journal.continues, journal.uid = journal.uid, self.new_uid()
        self.tables[nth].outbox.renamed()

    def take_back(self, nth: int) -> bool:
        """People say yes to what the hub has more, if it is more of the same: all of it comes, or nothing."""
        table = self.tables[nth]
        longer = copy.deepcopy(table.journal)
        sources = (longer.uid, longer.continues) if longer.games else tuple(self.hub.kept)[-1:]
        for source in sources:
            kept = self.hub.kept.get(source or "", {})
            listed = [KeptGame(each.number, len(each.lines), each.lines[-1].checksum) for each in kept.values()]
            try:
                missing = lacking(listed, longer.length, lambda game, seq: longer.games[game].checksum(seq))
            except OtherLineError:
                continue
            if any(longer.add(kept[each.kept.game], each.have) is False for each in missing):
                return False
            if missing:
                if not table.journal.games:
                    longer.continues, longer.uid = source, self.new_uid()
                table.journal = longer
                table.outbox.renamed()
                return True
        return False

    def deliver_to_hub(self, place: int) -> None:
        nth, message = self.to_hub.pop(place)
        self.to_table += [(nth, answer) for answer in self.hub.hears(message)]

    def deliver_to_table(self, place: int) -> None:
        nth, message = self.to_table.pop(place)
        outbox = self.tables[nth].outbox
        if isinstance(message, Ack):
            outbox.acknowledged(message)
        else:
            outbox.wanted(message)

    def settle(self) -> None:
        """A network that works from now on: whatever is lacking is made up for."""
        for table in self.tables:
            table.outbox.heard_of(str(self.hub.boot))
        for _ in range(5_000):
            if self.to_hub:
                self.deliver_to_hub(0)
            elif self.to_table:
                self.deliver_to_table(0)
            elif not (self.speak(0) or self.speak(1)):
                times = [at_s for table in self.tables if (at_s := table.outbox.at_s()) is not None]
                if not times:
                    return
                self.now_s = max(self.now_s, min(times))
        raise AssertionError("they never stop talking")
