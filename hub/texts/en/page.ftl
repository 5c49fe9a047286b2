# Texts of the hub's pages.

page-hub-not-found = There is no such page.
page-hub-not-found-how = The address may be mistyped, or the page has moved.
page-hub-home = To the room

## Places

page-place-room = The room
page-place-games = Games
page-place-players = Players
page-place-records = Records
page-place-mine = My page
page-place-tournament = Tournament
page-place-fleet = Fleet
page-place-tv = Television

## The room

page-room-skip = Skip to the tables
page-room-connecting = Connecting …
page-room-live = live
page-room-behind = Connection lost. Reconnecting …
page-room-unheard = The hub cannot reach the tables. What you see may be out of date.
page-room-empty = No tables yet
page-room-empty-how = At a table, choose Join a room… with the knob. Then log in as owner, choose Add a table, and type its letters.
page-room-counts = { $online } of { $known } tables online, { $playing } playing
page-room-round = Round { $number }
page-room-seconds = { $number } s
page-room-paused = paused, { $number } s
page-room-forecast = ~{ $number } min left
page-room-free = Free
page-room-away = Offline
page-room-leads = in the lead
page-room-part = { $number } of { $of }
page-room-over = { $game } is over.
page-room-won = { $count ->
    [one] { $players } wins with { $points }.
   *[other] { $players } win with { $points } each.
}
page-room-wins = { $count ->
    [one] { $players } wins.
   *[other] { $players } win.
}
page-room-needs = Help needed
page-room-since-now = just now
page-room-since = for { $number } min
page-room-come = I'm on my way
page-room-taken = help is on its way
page-room-login = Log in
page-room-login-secret = PIN, or the owner's password
page-room-login-enter = Log in
page-room-login-wrong = Wrong PIN or password.

page-need-help = is calling for help
page-need-offline = is offline
page-need-device = not working: { $devices }
page-need-paused = hourglass paused
page-need-held = sent too much data today and is on hold
page-need-corrections = corrected three times this round
page-need-disk = its disk is full or failing
page-need-throttled = low power, or too hot
page-need-skew = its clock is wrong by over two minutes
page-need-journal = part of its game log is damaged
page-need-fork = one game has two versions
page-need-twin = two copies of it are online
page-need-settings = rejects the room's settings
page-need-update = its update failed
page-need-late = out of time in this round
page-need-pieces = pieces missing at the last count

page-announce = Announcement
page-announce-text = Message to all tables and televisions
page-announce-left = { $number ->
    [one] One letter left
   *[other] { $number } letters left
}
page-announce-long = { $number ->
    [one] Too long by one letter
   *[other] Too long by { $number } letters
}
page-announce-do = Send to all
page-announce-done = { $number ->
    [one] Sent to one table and all televisions.
   *[other] Sent to { $number } tables and all televisions.
}

page-add-table = Add a table
page-add-table-how = At the table, choose Join a room… with the knob. It shows eight letters.
page-add-table-letters = Letters on its display
page-add-table-name = Name in this room
page-add-table-do = Add
page-add-table-done = { $table } has joined.
page-remove-table = Remove a table
page-remove-table-do = Remove
page-remove-table-sure = Remove { $table } from this room? Its games are kept.
page-remove-table-done = { $table } has been removed.

page-codes = Codes to hand out: { $number }
page-codes-how = Each code opens that player's own page. Codes are shown only here.
page-codes-print = Print
page-codes-done = All handed out
page-codes-sure = Does every player have their code?
page-codes-sure-how = The codes cannot be shown again.
page-codes-qr = { $name }'s own page, as a QR code

## What was played

page-book-game = Game
page-book-table = Table
page-book-day = Day
page-book-all = All
page-book-more = Show more
page-book-no-games = No games here yet
page-book-no-games-how = Every game played to its end appears here by itself.
page-book-no-players = No players rated yet
page-book-no-players-how = Log in as staff, open a game, and type who sat where.
page-book-no-player = This player is unknown
page-book-no-game = This game is unknown
page-book-no-table = This table is unknown
page-book-no-table-how = It may have left the room.
page-book-forgotten = a former player
page-book-won = winner
page-book-minutes = { $minutes } min
page-book-hours = { $hours } h { $minutes } min
page-book-ended = Ended
page-book-lasted = Playing time
page-book-rounds = Rounds
page-book-actions = Moves
page-book-differs = The hub's replay ends differently. This game is not rated.
page-book-damaged = The stored game is damaged. It is not rated.
page-book-why-gone = Only the result of this game is still kept.
page-book-why-unknown = The hub does not know this game. Update the hub to see the board.
page-book-why-hidden = The moves of this game are not here yet; those of a game with hidden hands come when it is over. This is its board.
page-book-why-none = Nothing of this game has arrived yet
page-book-seats = Who plays
page-book-seats-over = Who played
page-book-who = Player at { $castle }: name or code
page-book-keep = Save
page-book-again = Same players as before
page-book-sits = { $name } plays { $castle }.
page-book-own-page = The table's own page
page-book-identify = Blink and beep
page-book-identified = { $table } blinks and beeps.
page-book-its-games = All its games
page-book-lag = { $actions ->
    [one] The board of one move ago
   *[other] The board of { $actions } moves ago
}
page-book-name = Name
page-book-wins = Wins
page-book-played = Games
page-book-strength = Rating
page-book-provisional = provisional
page-book-strength-how = All start at 1000 ± 1000; games narrow the margin, and above ± 500 a rating is provisional. The low end of the range counts.
page-book-curve = Over the last { $games } games: from { $first } to { $last }, lowest { $least }, highest { $most }.
page-book-place = Rank
page-book-season = Season
page-book-ever = All time
page-book-season-name = New season
page-book-season-begin = Start it now
page-book-record-shortest = Shortest game
page-book-record-longest = Longest game
page-book-record-most-rounds = Most rounds
page-book-record-most-points = Highest score
page-book-record-most-counted = Wildest game
page-book-record-wins = Most wins
page-book-mine-how = New here? Staff give you a code of eight letters. It opens your games, without an account.
page-book-mine-code = My code
page-book-mine-open = Open my page
page-book-forget = Delete my name
page-book-forget-how = Your name and code are deleted for good. Your games stay, without your name.
page-book-forget-done = { $name } has been deleted.

page-refusal-name = Type a name of 1 to 64 letters.
page-refusal-twice = A player can have only one castle in a game.
page-refusal-castle = This castle did not play.
page-refusal-full = The maximum is reached: no more can be added.
page-refusal-wrong = No table shows these letters. They change every two minutes: read them from the table's display again.
page-refusal-pause = Too many wrong letters. Wait a minute.
page-refusal-403 = This code is not right: check each letter.
page-refusal-429 = Too many attempts from here: wait a minute, or ask the staff.

## The fleet

page-fleet-owners = Only the owner sees the fleet
page-fleet-owners-how = Log in with the owner's password.
page-fleet-codes = Problems found
page-fleet-update = Updating to { $version }: group { $ring } of { $of }
page-fleet-stopped = Update to { $version } stopped: { $why }
page-fleet-here = online
page-fleet-ring = group { $ring }
page-fleet-doctor = Run a check
page-fleet-report = Download a report
page-fleet-text = Message to this table
page-fleet-message = Send
page-fleet-asked = Waiting for the table …
page-fleet-done = Done.
page-fleet-well = No problems found
page-fleet-part-settings = settings
page-fleet-part-rules = house rules
page-fleet-part-edition = edition
page-fleet-state-holds = in use
page-fleet-state-waits = after this game
page-fleet-state-refused = rejected
page-fleet-state-untold = no answer yet
page-fleet-update-waits = { $version } is waiting
page-fleet-update-trying = { $version } is on trial
page-fleet-update-holds = { $version } installed
page-fleet-update-refused = { $version } was rejected
page-fleet-update-rolled-back = { $version } was rolled back
page-fleet-update-failed = { $version } failed
page-standby = This hub is a standby: another hub serves this room now. If that one fails, this one takes over.
