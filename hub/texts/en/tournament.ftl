# Texts of a tournament's pages.

page-tournament-none = No tournament is running
page-tournament-none-how = When the organiser starts one, it appears here by itself.
page-tournament-none-begin = Start one with the form above.
page-tournament-unfit = Stored actions that no longer apply: { $number }. Check people, draws and results, and enter what is missing.
page-tournament-semifinal = Semifinals
page-tournament-final = Final
page-tournament-round-of = Round { $number } of { $of }
page-tournament-state-entering = Check-in: { $here } of { $known } here
page-tournament-state-closed = Entries are closed: { $here } players. Draw next.
page-tournament-state-playing = { $done } of { $all } games finished
page-tournament-state-between = Round finished. { $here } players are here.
page-tournament-state-last = All rounds are finished.
page-tournament-state-ended = { $name } wins the tournament!
page-tournament-time-is-up = Time!
page-tournament-late = out of time
page-tournament-begin = Start a tournament
page-tournament-name = Name
page-tournament-format = Format
page-tournament-format-swiss = Swiss rounds
page-tournament-format-finals = Swiss rounds, semifinals, final
page-tournament-rounds = Rounds
page-tournament-minutes = Minutes per round
page-tournament-minutes-none = no limit
page-tournament-tables = Tables
page-tournament-tables-none = No tables are in the room yet. Results can be typed in.
page-tournament-tables-how = Used from the next draw on.
page-tournament-tables-keep = Save tables
page-tournament-begin-do = Start
page-tournament-enter = Add players
page-tournament-enter-who = Name, or a player's code
page-tournament-enter-club = Club (optional)
page-tournament-enter-bot = Played by
page-tournament-person = a person
page-tournament-bot-easy = easy bot
page-tournament-bot-normal = normal bot
page-tournament-bot-hard = hard bot
page-tournament-enter-do = Add
page-tournament-list = Paste a list, in any order of columns
page-tournament-list-example = Ana, Chess Club
page-tournament-list-here = They are all here
page-tournament-list-found = { $number ->
    [one] One person understood
   *[other] { $number } people understood
}
page-tournament-list-do = { $number ->
    [0] Enter the list
    [one] Enter 1 person
   *[other] Enter { $number } people
}
page-tournament-list-done = { $number ->
    [one] One player added.
   *[other] { $number } players added.
}
page-tournament-undo-list = Undo this list
page-tournament-undo-list-sure = Take all { $number } people of this list out again, from { $name } on?
page-tournament-take-out = Take { $name } out
page-tournament-take-out-sure = Take { $name } out of the tournament again?
page-tournament-table = Table
page-tournament-results-enter = Paste results
page-tournament-results = Names with places or points
page-tournament-results-example = Name, Place, Points
page-tournament-results-found = { $number ->
    [one] One game understood
   *[other] { $number } games understood
}
page-tournament-results-do = { $number ->
    [0] Save the results
    [one] Save 1 result
   *[other] Save { $number } results
}
page-tournament-results-done = { $number ->
    [one] One result saved.
   *[other] { $number } results saved.
}
page-tournament-sign-up-scan = Scan to sign up
page-tournament-check-in-scan = Scan to check in
page-tournament-people = Players: { $here } of { $all } here
page-tournament-nobody = No players yet
page-tournament-is-here = { $name } is here
page-tournament-tick-all = Tick all
page-tournament-tick-announced = Tick all who say they are here ({ $number })
page-tournament-tick-none = Untick all
page-tournament-find = Find a name
page-tournament-more = and { $number } more
page-tournament-close = Close entries
page-tournament-close-sure = Close anyway? Checked in, but not ticked: { $names }.
page-tournament-next = Next round
page-tournament-open = Reopen entries
page-tournament-said = Dice rolls or words for the draw (optional)
page-tournament-draw = Draw
page-tournament-drawing = Drawing …
page-tournament-take-back = Undo the draw
page-tournament-take-back-sure = Undo this draw? The next one will be different.
page-tournament-clock = Start the clock
page-tournament-clock-stop = Stop the clock
page-tournament-end = End the tournament
page-tournament-end-sure = End the tournament? Nothing can be changed afterwards.
page-tournament-earlier = Earlier rounds
page-tournament-by-hand-table = No table
page-tournament-waits = take your seats, then press the knob
page-tournament-begun = playing
page-tournament-refused = This table cannot play it: { $why }
page-tournament-typed = entered by hand
page-tournament-corrected = Drawn before an earlier result was corrected. The draw stands.
page-tournament-result = Result
page-tournament-result-how = Tap the players in order: winner first.
page-tournament-tie = Tied with the next one
page-tournament-again = Start over
page-tournament-counted = Points (optional)
page-tournament-keep = Save
page-tournament-more-ways = Other ways
page-tournament-move = Move to another table
page-tournament-join = Take the result of a finished game
page-tournament-join-none = No unassigned game finished today.
page-tournament-join-do = Use it
page-tournament-standing = Standings
page-tournament-rank = Rank
page-tournament-player = Player
page-tournament-points = Points
page-tournament-wins = Wins
page-tournament-game-points = In-game points
page-tournament-share = Share
page-tournament-opponents = Opponents
page-tournament-share-how = Share: a player's part of the in-game points at each table, added up.
page-tournament-opponents-how = Opponents: the points of everyone they played.
page-tournament-if-now = As things stand
page-tournament-place = Place
page-tournament-proof = Files, and proof of the draws
page-tournament-proof-how = This line was published before anyone signed up: note it down. Hash a draw's seed with SHA-256, and you get the line above that draw.
page-tournament-proof-draw = Draw { $number }
page-tournament-slips = Slips to print
page-tournament-slips-print = Print
page-tournament-file-csv = Standings (CSV)
page-tournament-file-json = Everything (JSON)
page-tournament-by-lot = * Equal in everything: a lot from the first draw decides.
page-tournament-sign-up = Sign up
page-tournament-sign-up-name = Your name, or your code
page-tournament-sign-up-keep = Keep my games: give me a code
page-tournament-sign-up-do = Sign me up
page-tournament-sign-up-done = { $name }, you are on the list. Check in when you arrive.
page-tournament-sign-up-closed = Sign-up is closed
page-tournament-check-in = Check in
page-tournament-check-in-do = I'm here
page-tournament-check-in-here = { $name }, you are checked in.
page-tournament-check-in-told = { $name }, the desk knows and will tick your name.
page-tournament-check-in-closed = Check-in is closed
page-tournament-announced = says: I'm here
page-tournament-unticked = { $number ->
    [one] 1 says: I'm here
   *[other] { $number } say: I'm here
}
page-tournament-seat = Where do I sit?
page-tournament-seat-name = Your name
page-tournament-seat-none = Nothing is drawn yet
page-tournament-seat-unknown = No player with this name.
page-tournament-seat-free = sits out this round.
page-tournament-seat-with = with { $names }

page-refusal-same_name = This name is taken: add a letter.
page-refusal-known = This name belongs to a registered player: type that player's code, or add a letter.
page-refusal-unlisted = This name is not on the list: sign up first.
page-refusal-overtaken = Another organiser has just changed this. Look again, then decide.
page-refusal-closed = Entries are closed: reopen them first.
page-refusal-few = A draw needs at least three players who are here.
page-refusal-unplayed = Some games of this round have no result yet.
page-refusal-places = These places cannot be right: after a tie for first comes third.
page-refusal-played = This game has a result already.
page-refusal-no_result = Other castles played there: enter the result by hand.
page-refusal-points = That game has impossible points: enter the result by hand.
page-refusal-no_draw = Draw the round first.
page-refusal-bounds = This value is out of range: enter another.

page-list-file = Or a file: CSV, text, FIDE report
page-list-doubtful = { $number ->
    [one] one doubtful line
   *[other] { $number } doubtful lines
}
page-list-understood = As understood
page-list-left = Not entered
page-list-others = Other lines: { $number }
page-list-line = Line
page-list-reason = Reason
page-list-text = Text
page-list-column = Column { $number }
page-list-column-name = Name
page-list-column-first = First name
page-list-column-surname = Surname
page-list-column-club = Club
page-list-column-place = Place
page-list-column-points = In-game points
page-list-column-other = not used
page-list-separator = Between columns
page-list-separator-tab = Tab
page-list-separator-semicolon = Semicolon
page-list-separator-comma = Comma
page-list-separator-bar = Bar |
page-list-separator-none = Nothing: one column
page-list-encoding = Letters of the file
page-list-encoding-cp1252 = Western Europe
page-list-encoding-cp1250 = Central Europe
page-list-encoding-cp1251 = Cyrillic
page-list-encoding-cp1253 = Greek
page-list-encoding-cp1254 = Turkish
page-list-encoding-cp1257 = Baltic
page-list-encoding-mac-roman = Older Macs
page-list-encoding-cp850 = DOS
page-list-why-above = stands above the headings.
page-list-why-separator = names the separator.
page-list-why-heading = repeats the headings.
page-list-why-rule = has no letters.
page-list-why-report = tells about the tournament.
page-list-why-cell = belongs to a cell of line { $about }.
page-list-why-cells = has more than { $about } columns: put quotation marks round a cell with a comma or semicolon.
page-list-why-name = has no name.
page-list-why-signs = has unreadable characters: choose other letters, or save the file as UTF-8.
page-list-why-long = has more than { $about } characters in a cell.
page-list-why-twice = is the same name as line { $about }: add a letter.
page-list-why-entered = is entered already.
page-list-why-no-entrant = is not a player of this tournament.
page-list-why-no-game = has no unfinished game in this round.
page-list-why-no-result = has no place and no whole number of points.
page-list-why-incomplete = the others at this table lack a place or points.

page-refusal-list_long = This list is too long: at most 10,000 lines and 1 MB.
page-refusal-list_kind = This is a spreadsheet, a PDF or a picture. Copy its cells and paste them, or save it as CSV.
page-refusal-changed = Something has changed meanwhile: look at the preview again.
page-refusal-drawn = Some of them have been drawn already: remove their ticks instead.
