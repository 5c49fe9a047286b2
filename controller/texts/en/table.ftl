# What the table says of itself: complaints, devices, the menu of the console.

# Between thousands, and before a fraction.
number-separators = ,.

## Complaints

complaint-title = Not now
complaint-at = { $castle }: no
complaint-rule = { $title }, { $rule }
complaint-unknown-tag = Unknown tile. Use one of this box.
complaint-one-at-a-time = Two at once. One tile at a time, please.
complaint-game-cannot = This game cannot do that.
complaint-busy = The table is too busy. Try again in a moment.
press-no-effect = That has no effect at this moment.
press-not-noticed = The table did not notice that: a device is lost, or it was too short.
press-absent = Not here: { $device }. Add it to table.toml.
complaint-paused = The game is paused. Put the tile back; go on at the knob.
complaint-too-many-castles = At most { $most } castles play. Let another one rest first.
complaint-too-few-castles = { $fewest ->
    [one] One castle
    [2] Two castles
   *[other] { $fewest } castles
  } at least must play. Let another one play first.

## Devices

device-lost = { $device } does not work: { $fault } The game goes on by hand.
device-back = { $device } works again.
device-oled = The display
device-spinner = The arrow
device-console = The knob
device-journal = The journal
device-reader = { $castle }'s gate
device-panel = { $castle }'s button panel
trouble-spinner = It lost its way. The number on this screen counts.
trouble-console = It is out. Play on with the page.
trouble-journal = Nothing is saved now. Keep the power on.
trouble-reader = It is out. Enter these tiles on the page.
trouble-panel = It is out. The knob speaks for this castle.

## The console's menu

menu-title-setup = New game
menu-title-castles = Who plays?
menu-title-pause = Pause
menu-start = Begin with { $castles }
menu-castles = Players: { $castles }
menu-castle-plays = { $castle }: plays
menu-castle-rests = { $castle }: rests
menu-hourglass_s = Hourglass: { $seconds } s
menu-hourglass_s-set = Turn: { $seconds } s, press
menu-turn_timer_s = Turn timer: { $seconds ->
    [0] off
   *[other] { $seconds } s
}
menu-turn_timer_s-set = Turn: { $seconds } s, press
menu-spin = Try the arrow
menu-continue = Go on
menu-undo = Take back a step
menu-new-game = New game
menu-back = Back
menu-shut-down = Hold: shut down
menu-go-back = Go back and correct
caption-try = Only a try
turn-time-up-title = Time is up
turn-time-up = Finish your turn: it goes on.

## After a correction

nothing = {""}
move = { $what }: { $before } → { $after }
screen-move-to = > { $after }
screen-move-title = Put right, press
screen-move-more = Turn: { $count } more
