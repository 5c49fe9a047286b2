"""Turn device news into game inputs; detect calls for staff, read pieces out, set the polling pace."""

import asyncio
from collections import Counter
from collections.abc import Callable, Mapping
from collections.abc import Set as AbstractSet
from math import inf
from typing import TYPE_CHECKING, Final, Literal

from controller import log
from controller.devices.health import DeviceState
from controller.devices.readers import Passage
from controller.games.contract.effects import Audible, Complain, Tell
from controller.games.contract.inputs import ButtonPressed, GateComplained, KnobTurned, PieceTapped
from controller.games.contract.values import TRAY, CastleId, PieceId, Text
from controller.games.naming import parse_sticker_name
from controller.play.console import Console
from controller.play.errands import WRONG_PIECE, Errands
from controller.play.game_loop import UNREAD_KEY, GameLoop
from controller.play.stickers import StickerTaskRunner
from controller.show import console_screens
from controller.show.display_loop import IdleDimmer
from controller.show.effect_loop import DeviceLostEffect
from controller.show.help_call import HelpCall
from controller.show.hourglass import Hourglass
from controller.store.house_rules import HouseRules
from hw.poll import IDLE_POLL_EVERY_S, POLL_EVERY_S, RUSH_POLL_EVERY_S, PollScheduler
from hw.values import ReaderId, Uid

if TYPE_CHECKING:
    from controller.show.voice import VoiceLoop


HOLD_S: Final = 0.08
"""How long a passage waits for another gate's at the most, and always where gates are at castle boards. A board polls
each 10 ms, reports a tile within 30 ms and repeats a lost line. The hourglass waits longer (`GRACE_S`).
"""

SAME_PIECE_S: Final = 1.0
"""A piece read at two gates within this time is at one of them only: the other's antenna reaches too far."""

OTHER_GAME_KEY: Final = "complaint-other-game"


READ_AGAIN_S: Final = 60.0
"""A piece passing again within this time after being read out counts; later it is read out again."""


class PieceReadout:
    """For castles in ``listeners``, reads a piece out at its first passage; its second counts."""

    def __init__(self, loop: GameLoop, house: HouseRules, voice: "VoiceLoop") -> None:
        self._loop, self._house, self._voice = loop, house, voice
        self._latest: dict[CastleId, tuple[PieceId, float]] = {}

    def read_out_if_listening(self, tap: PieceTapped) -> bool:
        castle, game = tap.castle, self._loop.game
        if castle not in self._house.current.listeners or not self._voice.is_enabled("console"):
            return False
        if not isinstance(game, Audible):
            return False
        before = self._latest.pop(castle, None)
        if before is not None and before[0] == tap.piece and tap.at_s <= before[1] + READ_AGAIN_S:
            return False
        self._latest[castle] = tap.piece, tap.at_s
        description = game.describe_piece(self._loop.state, castle, tap.piece)
        if not description.hidden:
            self._voice.say_piece(description.text, None)
        elif castle in self._voice.loudspeaker.earphones:
            self._voice.say_piece(description.text, castle)
        else:
            self._voice.say_piece(Text("voice-hidden", {"castle": Text(castle)}), None)
        return True


DeviceCount = Literal["tiles", "unknown", "unclear", "two_gates", "lost"]
DeviceCounts = Mapping[str, Counter[DeviceCount]]
"""Counts of each kind of event, by device name."""


class PassageHandler:
    """Takes passages. A piece that two gates read within a second does not count, or only where it has counted.

    A passage waits while another gate may read the piece, too: until the other readers have been polled since, or for
    ``HOLD_S`` if ``polls`` is None. After a garbled answer there, which may be the piece's, it does not count.
    ``is_near_another`` tells at which gates this can be.
    """

    def __init__(
        self,
        *,
        counts: DeviceCounts,
        stickers: StickerTaskRunner,
        loop: GameLoop,
        errands: Errands,
        polls: PollScheduler | None,
        is_near_another: Callable[[ReaderId], bool],
        listening: PieceReadout | None = None,
    ) -> None:
        self._counts, self._stickers, self._loop, self._errands = counts, stickers, loop, errands
        self._polls, self._is_near_another, self._listening = polls, is_near_another, listening
        self._latest: dict[Uid, Passage] = {}
        self._held: set[Uid] = set()

    def on_passage(self, passage: Passage) -> None:
        """Take a passage, at once unless its piece may be at another gate."""
        uid, at_s = passage.uid, passage.at_s
        if uid is None:
            self._take(passage)
            return
        for old_uid, old in list(self._latest.items()):
            if at_s - old.at_s >= SAME_PIECE_S and old_uid not in self._held:
                del self._latest[old_uid]
        before = self._latest.get(uid)
        if before is None or before.reader == passage.reader or abs(at_s - before.at_s) >= SAME_PIECE_S:
            self._latest[uid] = passage
            if self._is_near_another(passage.reader):
                self._hold(uid, passage)
            else:
                self._take(passage)
            return
        was_held = uid in self._held
        self._held.discard(uid)
        if was_held:
            self._complain("complaint-two-gates", before, passage.reader)
        self._complain("complaint-two-gates" if was_held else "complaint-read-elsewhere", passage, before.reader)

    def _complain(self, key: str, passage: Passage, other: str) -> None:
        self._counts[passage.reader]["two_gates"] += 1
        self._loop.show_effects([Complain(CastleId(passage.reader), Text(key, {"castle": Text(other)}))])

    def _hold(self, uid: Uid, passage: Passage) -> None:
        def release(heard_at: str | None) -> None:
            if uid not in self._held or self._latest.get(uid) is not passage:
                return
            self._held.discard(uid)
            if heard_at is None:
                self._take(passage)
            else:
                self._complain("complaint-two-gates", passage, heard_at)

        self._held.add(uid)
        until_s = passage.at_s + HOLD_S
        if self._polls is None:
            asyncio.get_running_loop().call_at(until_s, release, None)
        else:
            self._polls.call_when_others_clear(passage.reader, uid, passage.at_s, until_s, release)

    def _take(self, passage: Passage) -> None:
        """Give a passage to teaching or counting stickers while one runs, else to the game."""
        uid, castle = passage.uid, CastleId(passage.reader)
        sticker = None if uid is None else self._stickers.sticker_by_uid(uid)
        what: DeviceCount = "tiles" if sticker is not None else "unclear" if uid is None else "unknown"
        self._counts[passage.reader][what] += 1
        if self._stickers.take_passage(uid):
            return
        if sticker is None:
            key = "complaint-one-at-a-time" if uid is None else "complaint-unknown-tag"
            key = UNREAD_KEY if passage.is_gone else key
            self._loop.put_input(GateComplained(castle, key, passage.at_s))
            return
        game, piece = parse_sticker_name(sticker)
        if game != self._loop.game_name:
            self._loop.put_input(GateComplained(castle, OTHER_GAME_KEY, passage.at_s))
            return
        self.take_tap(PieceTapped(castle, piece, passage.at_s))

    def take_tap(self, tap: PieceTapped) -> None:
        """Give a piece of the game on the table to an errand, to a listener, or to the game."""
        if self._take_for_errand(tap):
            return
        if self._listening is None or not self._listening.read_out_if_listening(tap):
            self._loop.put_input(tap)

    def _take_for_errand(self, tap: PieceTapped) -> bool:
        """Hand a wanted piece to the game, and refuse others at a castle with an errand for particular pieces."""
        castle = self._loop.current_waiting().castle if tap.castle == TRAY else tap.castle
        if castle is None or not self._errands.refuses(castle) or tap.piece in self._loop.on_table.misplaced:
            return False
        if self._errands.take_piece(castle, tap.piece):
            self._loop.put_input(tap)
        else:
            self._loop.show_effects([Complain(castle, WRONG_PIECE)])
        return True

    def on_events_lost(self, gate_and_count: tuple[str, int]) -> None:
        castle, count = gate_and_count
        self._loop.show_effects([Tell(Text("told-events-lost", {"castle": Text(castle), "count": count}))])

    def on_other_firmware(self, gate_and_version: tuple[str, str]) -> None:
        castle, firmware = gate_and_version
        log.warning("other_firmware", board=castle, firmware=firmware)
        self._loop.show_effects([Tell(Text("told-other-firmware", {"castle": Text(castle), "firmware": firmware}))])


class PollPace:
    """Sets the polling pace: fast while pieces are expected, fastest while the hourglass runs."""

    def __init__(
        self, *, polls: PollScheduler, loop: GameLoop, hourglass: Hourglass, console: Console, look: IdleDimmer
    ) -> None:
        self._polls, self._loop, self._hourglass, self._console = polls, loop, hourglass, console
        self._look = look

    def update(self, _: object = None) -> None:
        if self._hourglass.is_running:
            every_s = RUSH_POLL_EVERY_S
        else:
            every_s = POLL_EVERY_S if self._is_expecting_pieces() else IDLE_POLL_EVERY_S
        if every_s != self._polls.every_s:
            self._polls.set_interval(every_s)

    def _is_expecting_pieces(self) -> bool:
        waiting = self._loop.current_waiting()
        if waiting.over or not waiting.gates:
            return False
        return self._console.own_screen() is None and not self._look.appearance_and_next_change()[0].dark


def announce_device_change(device: DeviceState, counts: DeviceCounts, loop: GameLoop) -> None:
    label = console_screens.device_label(device.name)
    if device.fault is None:
        log.info("device_back", device=device.name)
        loop.show_effects([Tell(Text("device-back", {"device": label}))])
        return
    counts[device.name]["lost"] += 1
    log.warning("device_lost", device=device.name, fault=device.fault)
    loop.show_effects([Tell(Text("device-lost", {"device": label}))])
    screen = console_screens.device_lost_screen(device)
    if screen is not None:
        loop.show_effects([DeviceLostEffect(screen)])


BOTH_BUTTONS: Final = frozenset({"yes", "no"})
HELP_HOLD_S: Final = 2.0
TOGETHER_S: Final = 0.3
"""Longest time between the presses of both buttons, and thus the delay of each single long press."""

BOARD_ANSWER_S: Final = 1.0
"""Time in which a board must answer which buttons are down; a later answer is ignored."""


class HelpCallDetector:
    """Recognises the call for staff: both buttons of a castle held. Delays a long press that may be half of it.

    Attributes:
        pass_on: receives all other inputs.
        request_held_buttons: asks which buttons of a castle are down; `on_buttons_held` gets the answer.
        call: called when both buttons have been held.
    """

    def __init__(
        self,
        help_call: HelpCall,
        pass_on: Callable[[ButtonPressed | KnobTurned], object],
        request_held_buttons: Callable[[CastleId], None],
        call: Callable[[], None],
    ) -> None:
        self._help_call, self.pass_on = help_call, pass_on
        self.request_held_buttons, self.call = request_held_buttons, call
        self._halves: dict[CastleId, tuple[ButtonPressed, asyncio.TimerHandle]] = {}
        self._due: dict[CastleId, asyncio.TimerHandle] = {}
        self._until_s: dict[CastleId, float] = {}

    def on_input(self, input_: ButtonPressed | KnobTurned) -> None:
        if not isinstance(input_, ButtonPressed) or input_.castle is None:
            self.pass_on(input_)
            return
        castle = input_.castle
        self._cancel_pending_call(castle)
        if castle in self._halves:
            half, timer = self._halves[castle]
            timer.cancel()
            if self._is_help_call(half, input_):
                del self._halves[castle]
                at_s = max(half.at_s, input_.at_s) + HELP_HOLD_S
                self._due[castle] = asyncio.get_running_loop().call_at(at_s, self._request_held_buttons, castle)
                return
            self._release_delayed_press(castle)  # keep the order of the presses
        if input_.long and self._help_call.is_offered:
            self._halves[castle] = (
                input_,
                asyncio.get_running_loop().call_later(TOGETHER_S, self._release_delayed_press, castle),
            )
        else:
            self.pass_on(input_)

    def on_buttons_held(self, castle_and_buttons: tuple[CastleId, AbstractSet[str]]) -> None:
        castle, buttons = castle_and_buttons
        asked = asyncio.get_running_loop().time() <= self._until_s.pop(castle, -inf)
        if asked and buttons == BOTH_BUTTONS and self._help_call.is_offered:
            self.call()

    def _is_help_call(self, half: ButtonPressed, other: ButtonPressed) -> bool:
        together = other.long and half.button != other.button and abs(half.at_s - other.at_s) <= TOGETHER_S
        return together and self._help_call.is_offered

    def _cancel_pending_call(self, castle: CastleId) -> None:
        self._until_s.pop(castle, None)
        due = self._due.pop(castle, None)
        if due is not None:
            due.cancel()

    def _release_delayed_press(self, castle: CastleId) -> None:
        self.pass_on(self._halves.pop(castle)[0])

    def _request_held_buttons(self, castle: CastleId) -> None:
        del self._due[castle]
        self._until_s[castle] = asyncio.get_running_loop().time() + BOARD_ANSWER_S
        self.request_held_buttons(castle)
