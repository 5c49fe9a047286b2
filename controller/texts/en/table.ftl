# Complaints, devices and the console's menu.

## Complaints

complaint-title = Not now
complaint-at = { $castle }: no
complaint-unknown-tag = Unknown tile. Use one from this box.
complaint-one-at-a-time = Two at once. One at a time, please.
complaint-unread = A tile went by unread. Show it again, alone.
complaint-two-gates = Read at { $castle } too. Pass it again, far from it.
complaint-read-elsewhere = Just read at { $castle }. If wrong, correct it there.
complaint-game-cannot = This game cannot do that.
complaint-busy = The table is busy. Try again in a moment.
press-no-effect = That does nothing right now.
press-no-effect-due = That does nothing right now. What is due: { $due }
press-no-effect-hourglass = That does nothing while the hourglass runs.
press-not-noticed = The table did not notice that. Try again, a little longer.
press-absent = This table does not have { $device }.
complaint-paused = Game paused. Put the tile back, then use the knob.
complaint-too-many-castles = At most { $most } castles can play. Take one out first.
complaint-too-few-castles = At least { $fewest ->
    [one] one castle
    [2] two castles
   *[other] { $fewest } castles
  } must play. Add another first.

## Devices

device-lost = { $device } does not work. The game can go on without it.
device-back = { $device } works again.
device-oled = The display
device-spinner = The arrow
device-console = The knob
device-journal = The journal
device-reader = { $castle }'s gate
device-panel = { $castle }'s button panel
device-beams = { $castle }'s light barrier
trouble-spinner = Position lost. The number on this screen counts.
trouble-console = Not working. Play on with the page.
trouble-journal = Nothing is being saved. Keep the power on.
trouble-reader = Not working. Enter its pieces on the page.
trouble-panel = Not working. Use the knob for this castle.
trouble-beams = Not working. A tile may go by unnoticed.

## The console's menu

menu-title-setup = New game
menu-title-castles = Who plays?
menu-title-pause = Pause
menu-start = Start with { $castles }
menu-castles = Players: { $castles }
menu-castle-plays = { $castle }: plays
menu-castle-rests = { $castle }: sits out
menu-castle-bot = { $castle }: bot
menu-castle-bot-level = { $castle }: bot, { $level }
menu-hourglass_s = Hourglass: { $seconds } s
menu-hourglass_s-set = { $seconds } s: turn, then press
menu-turn_timer_s = Turn timer: { $seconds ->
    [0] off
   *[other] { $seconds } s
}
menu-turn_timer_s-set = { $seconds } s: turn, then press
menu-spin = Test the arrow
menu-continue = Resume
menu-undo = Undo one step
menu-new-game = New game
menu-back = Back
menu-shut-down = Shut down
menu-go-back = Go back and correct
caption-try = Just a test
turn-time-up-title = Time is up
turn-time-up = Please finish your turn.

## After a correction

nothing = {""}
move = { $what }: { $before } → { $after }
screen-move-to = > { $after }
screen-move-title = Move, then press
screen-move-more = Move, turn: +{ $count }
moves-title = Move the listed pieces, then press the knob.
said-move = Move { $what } from { $before } to { $after }.
said-move-press = Then press the knob.

## Errands of bots

errand-title = Help { $castle }
errand-pass = Pass its pieces over its gate, one by one; its lamps tell the right one.
errand-confirm = Yes at { $castle }: done
errand-caption = { $count ->
    [one] Help { $castle }
   *[other] Help { $count } castles
}
errand-wrong-piece = Put it back, and try another.

## Practice

practice-title = Take the move back?
practice-gain = Another move: +{ $gain } %
practice-better = You played: { $done } Better: { $better } Its chance of winning is { $gain } percentage points higher.
