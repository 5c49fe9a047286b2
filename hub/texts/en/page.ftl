# What the room's page says by itself.

page-room-title = The room
page-room-tv = Television
page-room-skip = Skip to the tables
page-room-connecting = Looking for the room …
page-room-live = live
page-room-behind = No word from the hub. Trying again …
page-room-unheard = The hub hears no table: its broker is away. What is shown is old.
page-room-empty = No table has been heard yet. A table that is told of this room's broker appears here by itself.
page-room-counts = { $online } of { $known } tables here, { $playing } playing
page-room-round = Round { $number }
page-room-seconds = { $number } s
page-room-paused = paused, { $number } s
page-room-free = Free
page-room-away = Away
page-room-leads = leads
page-room-part = { $number } of { $of }
page-room-over = { $game } is over.

## Where somebody is needed

page-room-needs = Somebody is needed
page-need-help = calls somebody
page-need-offline = is away
page-need-device = lost: { $devices }
page-need-paused = hourglass is paused
page-need-held = brought more than a day may have: held
page-room-since-now = just now
page-room-since = for { $number } min
page-room-come = I am coming
page-room-taken = somebody is coming

## The way in

page-room-login = Log in
page-room-login-secret = The stewards' or the organiser's PIN, or the owner's password
page-room-login-enter = Enter
page-room-login-wrong = That is not it.
page-room-login-plain = This page is not encrypted: whoever listens in this network can read what you type here. Log in from a network that is yours alone, or at the hub itself.

## Letting a table in

page-room-let-in = Let a table in
page-room-let-in-how = At the table: royaltable join, with this machine's address. It shows eight letters.
page-room-let-in-letters = Its letters
page-room-let-in-name = What it is called here
page-room-let-in-enter = Let it in
page-room-let-in-close = Close
page-room-let-in-done = { $table } has joined.
page-room-let-in-wrong = No table shows these letters now. Look at its screen again: they change every two minutes.
page-room-let-in-pause = Five times no table showed these letters. Wait a minute.
page-room-revoke-table = A table that may come no more
page-room-revoke = Let it come no more
page-room-revoke-sure = Does { $table } come no more? Its games are kept.
page-room-revoke-done = { $table } comes no more.
