# What the table says: screens, the story for spectators, complaints.

blue = Blue
yellow = Yellow
purple = Purple
grey = Grey

bread = bread
marble = marble
tools = tools

pasture = pasture
forest = forest
mountain = mountain
village = village
palace = palace

## What the table waits for

wait-begin-title = Royaltable
wait-begin = Press the knob to begin.
wait-first-title = { $color } begins
wait-first = First statue on a pasture.
wait-first-honour = Put it down, press the knob.
wait-spin-title = The king spins
wait-spin = { $color }, press the knob.
wait-spin-for = For { $commodity }: press the knob.
wait-aside-title = Set aside
wait-aside = { $left ->
    [one] One tile is still due.
   *[other] { $left } tiles are still due.
  }
wait-aside-how = Three each, unseen, over your own gate.
wait-collect-title = Everybody ready?
wait-collect = { $color }, press the knob: the hourglass runs.
wait-rob = Rob! { $tiles } robbed
wait-late-title = Time is up
wait-late = Put down what you hold.
wait-castle-tiles = { $color } { $tiles }
wait-counts = { $castles }
wait-count = All right? Yes or knob.
wait-build-title = { $color } builds
wait-build-tap = Tap the tiles you pay with.
wait-pass = Hold the knob to pass.
offer-field = { $kind } { $field }
offer-touching = { $kind }
offer-double = { $kind }, double
offer-gains = { $what }, +{ $gains }
wait-reveal-title = New land
wait-reveal = { $count ->
    [one] { $color } turns up one region tile.
   *[other] { $color } turns up { $count } region tiles.
  }
wait-reveal-honour = Then press the knob.
wait-on-page = On the page.
wait-over-title = { $color } wins
wait-over = { $placed } statues.

## What is announced and told

caption-demand = of each
screen-tumult-title = Tumult!
screen-tumult-left = { $commodity }: { $left } left of { $demand }
screen-tumult-greediest = { $color }: greed { $greed }
screen-tumult-pays = pays { $paid }
screen-tumult-keeps = keeps { $value }, gives back { $count }
screen-calm-title = The people are calm
screen-commodity-left = { $commodity } { $left }

## Complaints

complaint-title = Not now
complaint-at = { $castle }: no
refused-lift = Tiles are looked at only while the hourglass runs, and only the people's. Put it down unseen.

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
trouble-panel = It is out. The king's knob speaks for this castle.

## The console's menu

menu-title-setup = New game
menu-title-castles = Who plays?
menu-title-pause = Pause
menu-start = Begin with { $castles }
menu-castles = Players: { $castles }
menu-castle-plays = { $castle }: plays
menu-castle-rests = { $castle }: rests
menu-variant-classic = Game: classic
menu-variant-gambler = Game: gambler
menu-map-tracked = Map: on the page
menu-map-honour = Map: on honour
menu-hourglass = Hourglass: { $seconds } s
menu-hourglass-set = Turn: { $seconds } s, press
menu-spin = Try the arrow
menu-continue = Go on
menu-undo = Take back a step
menu-new-game = New game
menu-back = Back
menu-shut-down = Hold: shut down
caption-try = Only a try
