# What the room's page says by itself.

page-room-title = The room
page-room-tv = Television
page-room-skip = Skip to the tables
page-room-connecting = Looking for the room …
page-room-live = live
page-room-behind = No word from the hub. Trying again …
page-room-unheard = The hub hears no table: its broker is away. What is shown is old.
page-room-empty = No table has been heard yet. Join one at its knob, with Join a room…, then type its letters under Let a table in.
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
page-need-corrections = went back three times in this round
page-need-disk = its disk does not take the game, or is almost full
page-need-throttled = its power is low, or it is too hot
page-need-skew = its clock is more than two minutes wrong
page-need-journal = an action of its log is not what was written
page-need-fork = its games went on in two ways
page-need-twin = two copies of it are on the line
page-need-settings = does not take what the room wants of it
page-need-update = its update did not do well
page-need-late = is behind the round's clock
page-room-since-now = just now
page-room-since = for { $number } min
page-room-come = I am coming
page-room-taken = somebody is coming

## The way in

page-room-login = Log in
page-room-login-secret = The stewards' or the organiser's PIN, or the owner's password
page-room-login-enter = Enter
page-room-login-wrong = That is not it.

## Letting a table in

page-room-let-in = Let a table in
page-room-let-in-how = At the table: turn the knob to Join a room…, or type royaltable join in a terminal. It shows eight letters.
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

## What was played

page-book-games = Games
page-book-players = Players
page-book-records = Records
page-book-mine = My page
page-book-game = Game
page-book-table = Table
page-book-day = Day
page-book-all = all
page-book-more = Show more
page-book-no-games = No game has ended here yet.
page-book-no-players = Nobody is rated yet. A steward says on a game's page who sat where.
page-book-forgotten = somebody
page-book-won = has won
page-book-minutes = { $minutes } min
page-book-hours = { $hours } h { $minutes } min
page-book-ended = Ended
page-book-lasted = Time played
page-book-rounds = Rounds
page-book-actions = Actions
page-book-differs = Played again, this game ends otherwise than its table has said. It rates nobody.
page-book-damaged = What is kept of this game is not what was written. It rates nobody.
page-book-why-gone = The log of this game is not kept any more; its result is.
page-book-why-unknown = The hub does not know the rules of this game. Update the hub to see it.
page-book-why-none = Nothing of this game has come yet.
page-book-seats = Who sits here
page-book-who = Who sits at { $castle }: a name, or a player's code
page-book-keep = Keep
page-book-sits = { $name } sits at { $castle }.
page-book-code = { $name } is new here. This code is { $name }'s own page, and is told this once:
page-book-code-qr = { $name }'s own page, for her or his phone
page-book-own-page = The table's own page
page-book-identify = Let it blink and beep
page-book-its-games = Its games
page-book-lag = Shown as all tiles last lay open. { $actions } actions since then are still the table's alone.
page-book-up-to-date = All that the table has done is here.
page-book-name = Name
page-book-wins = Wins
page-book-played = Games
page-book-worth = Strength
page-book-worth-how = Strength is what is sure so far: it grows with wins over strong players, and with games.
page-book-place = Place
page-book-season = Season
page-book-ever = All time
page-book-season-name = Name of the new season
page-book-season-begin = Begin it now
page-book-record-shortest = The shortest game
page-book-record-longest = The longest game
page-book-record-most-rounds = Most rounds
page-book-record-most-points = Most points
page-book-record-most-counted = The most alarming game
page-book-record-wins = Most wins
page-book-mine-how = Whoever was new at a table got a code of eight letters from a steward. It opens your games, without an account.
page-book-mine-code = My code
page-book-forget = Forget me
page-book-forget-how = Your name and your code are forgotten for good. The games stay, as somebody's.
page-book-forget-do = Forget me now
page-book-forget-done = { $name } is forgotten.
page-book-wrong-name = That is no name: type 1 to 64 letters.
page-book-wrong-twice = Nobody sits at two castles of one game.
page-book-wrong-castle = This castle did not play.
page-book-wrong-full = No more are taken here.

## The fleet, for the room's owner

page-fleet-title = Fleet
page-fleet-owners = Only the room's owner sees the fleet. Log in with the owner's password.
page-fleet-codes = What the doctors have found
page-fleet-update = { $version } goes through the room: ring { $ring } of { $of }
page-fleet-stopped = { $version } is stopped: { $why }
page-fleet-here = here
page-fleet-ring = ring { $ring }
page-fleet-doctor = Examine
page-fleet-report = Fetch its report
page-fleet-text = A message for the people there
page-fleet-message = Send
page-fleet-asked = Asked. It answers within a minute.
page-fleet-done = Done.
page-fleet-well = The doctor has found nothing.
page-fleet-part-settings = settings
page-fleet-part-rules = house rules
page-fleet-part-edition = edition
page-fleet-state-holds = holds
page-fleet-state-waits = waits for the end of the game
page-fleet-state-refused = refused
page-fleet-state-untold = not answered yet
page-fleet-update-waits = { $version } waits
page-fleet-update-trying = { $version } is being tried
page-fleet-update-holds = { $version } holds
page-fleet-update-refused = { $version } is refused
page-fleet-update-rolled-back = { $version } was taken back
page-fleet-update-failed = { $version } failed
