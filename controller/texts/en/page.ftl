# What the page says by itself; a game has its own page.ftl.

## The head of the page

page-app = Royaltable
page-round = Round { $number } of { $of }
page-live = live
page-behind = No word from the table. Trying again …
page-behind-since = The table cannot be reached. This is how it was at { $time }.
page-connecting = Looking for the table …
page-newer = New version: reload
page-language = Language
page-sound = Sound
page-sound-off = off
page-sound-on = on
page-theme = Light or dark
page-theme-auto = same as device
page-theme-light = light
page-theme-dark = dark
page-views = Views of the table
page-view-table = Table
page-view-spectator = Watch
page-view-replay = Replay
page-view-referee = Referee
page-view-owner = Owner
page-view-tv = Television
page-course-picture = The game as a picture
page-bg-stats = Enter in BG Stats
page-film = Film
page-film-making = Making the film …
page-film-failed = No film just now. Try again in a minute.
page-share = Share
page-menu = Menu
page-menu-open = A menu is open at the table.
page-your-turn = ● Your turn
page-tabs = Parts of the page
page-tab-board = Board
page-to-board = To the pieces and gates
page-tab-hand = Console
page-tab-desk = Desk
page-tab-story = Story
page-gate-out = { $color }'s gate is out.
page-gate-out-enter = Enter its pieces on the referee's page.
page-the-end = The end
page-rematch = Play again
page-skip = Skip to what the table waits for
page-skip-main = Skip to the content
page-resumed = { $number ->
    [one] The game resumes after 1 step.
   *[other] The game resumes after { $number } steps.
  }
page-compare = Compare the castles:
page-to-move = Move these tiles:
page-put-right = All in place
page-errand-done = Done
page-unwritten = { $number ->
    [one] 1 step is not saved yet. Keep the power on.
   *[other] { $number } steps are not saved yet. Keep the power on.
  }

## Castles

page-castle = { $color }'s castle
page-tiles = { $number ->
    [one] 1 tile
   *[other] { $number } tiles
  }
page-gate = gate
page-gate-of = { $color }'s gate
page-tray = tray
page-gate-missed = The tile did not pass over a gate. Carry it over a castle's gate.
page-yes = Yes
page-no = No
page-practice-on = Practice
page-practice-checks = Practice: checking your move …
page-practice-yes = Take back and try again
page-practice-no = Go on
page-yes-of = { $color }'s Yes (hold for a long press)
page-no-of = { $color }'s No (hold for a long press)
page-lamps = { $lit } of 3 lamps lit

## A tile in the hand

page-held-title = A tile in your hand
page-held-carry = Carry it over the gate of
page-held-back = Put it back
page-held-taken = Another hand has taken the tile.
page-held-blind = face down

## The table's console

page-console = The table's console
page-oled = The table's display: { $text }
page-next-knob = Press the knob
page-heap = Pieces
page-knob-press = Press
page-knob-label = Press the knob; hold it for a long press
page-knob-left = Turn the knob left
page-knob-right = Turn the knob right
page-arrow = The spinner's arrow at { $degrees } degrees
page-arrow-turns = The arrow turns …
page-turn-timer = Time of this turn
page-turn-timer-up = time is up
page-hourglass = Hourglass
page-hourglass-idle = { $total } s
page-hourglass-left = { $left } s
page-hourglass-stopped = run out
page-hourglass-paused = paused
page-hourglass-start = Start the hourglass
page-speed = Speed
page-speed-1 = normal
page-speed-5 = 5 times
page-speed-100 = instant

## Story, and why

page-story = The story so far
page-story-empty = It begins with the first action.
page-empty-begin = Choose “New game”: who plays at which castle, and where a bot plays. The table deals, keeps the time and judges.
page-empty-watch = No game is on the table. The next one shows here.
page-why = Why?
page-why-rule = Rule { $rule }

## A new game

page-new-title = A new game
page-new-open = New game …
page-new-game = Game
page-new-seat-nobody = nobody
page-new-seat-person = person
page-new-seat-bot = bot
page-new-level = Bots play
page-new-helped = People move the pieces of these bots: the display, the lamps and this page tell what to do.
page-new-practice = Practice: offer to take back a move that costs much
page-new-guide = First time here? Play a round with bots, and read a hint for each step.
page-new-guide-begin = Lead me through a first round
page-new-choice = Game option
page-new-replaces = The game in progress is parked.
page-new-parked = Or go on with a parked game:
page-last-played = last played { $time }
page-tour-title = Your first round
page-tour-progress = Step { $number } of { $total }
page-tour-close = I know my way around
page-tour-next = Next
page-tour-stop = Read the hint, then press Next.
page-tour-wait = { $color } plays now. Watch what the table says.
page-new-start = Begin
page-new-close = Go on playing

## Refereeing the game

page-login-lead-referee = Enter the PIN, or confirm at the table's knob.
page-login-lead-owner = Enter the owner's password. Forgotten? Run “royaltable password” in a terminal.
page-login-first = There is no password yet. Press “Ask at the table”, then turn the table's knob to the code shown here, and set one. Without a knob, run “royaltable password” in a terminal.
page-login-pin = PIN
page-login-password = Password
page-login-enter = Enter
page-login-wrong-pin = This PIN is not right.
page-login-wrong-password = This password is not right.
page-login-knock = Ask at the table
page-login-knocked = The display asks about a page: turn the knob there to { $code }, then press it.
page-login-nobody = Nobody at the table has said yes.
page-view-seat = My hand
page-seat-door = Open your hand on this phone
page-seat-lead = Someone at the table holds the knob and chooses “Hand on a phone…”, then your castle. Type here the code that the display shows. It works for two minutes and for one phone.
page-seat-code = Code
page-seat-wrong = This code is wrong or has expired. Get a new one on the display.
page-seat-of = Hand of { $castle }
page-seat-nothing = You have nothing secret at the moment.
page-seat-moves = What you can do now
page-phones = Hand on a phone
page-phones-code = QR code of the page where a hand is opened
page-phones-lead = Scan this with your phone, then type the code of your castle. To show the code, someone at the table holds the knob and chooses “Hand on a phone…”, then your castle. The display also shows a picture; if you scan that one, you need not type.
page-logout = Log out
page-desk = The referee's desk
page-desk-undo = Take back the latest step
page-desk-pause = Pause the hourglass
page-desk-go-on = Resume the hourglass
page-desk-players = Who plays
page-piece-entry = Enter a piece by hand
page-piece-entry-gate = Gate
page-piece-entry-piece = Piece
page-piece-entry-send = It passed the gate
page-complaints = Complaints
page-complaints-none = None.
page-complaints-table = the table

## Draws

page-draws = Draws
page-draws-lead = The table has already committed itself to the next draw. Write the commitment down: the seed shown after the draw must match it.
page-draws-given = This table was given a seed. Its draws prove nothing.
page-draws-standing = Draw { $number }, to come
page-draws-coming = The deal of the next game
page-draws-deal = Draw { $number }: the deal
page-draws-spin = Draw { $number }: { $value }
page-draws-complete = Draw { $number }: what was turned up
page-draws-commitment = Commitment
page-draws-seed = Seed

## Devices and faults

page-devices = Devices
page-device-bad = { $name } does not work
page-faults = Break something
page-faults-lead = These are simulated parts: break one and see what the table does about it.
page-faults-break = Break
page-faults-mend = Mend
page-faults-does = What the table does:
page-mistakes = Wire something wrongly
page-mistakes-lead = The parts work, but their wires lead elsewhere than they should: the set-up (royaltable setup) names each mistake.

## What went wrong

page-error-missing = There is nothing here
page-error-failed = That did not work
page-error-below-a-path = If a proxy passes this page on, it must do so at / of a name or port of its own, not below a path.
page-error-home = Back to the table
page-error-network = The table does not answer. Is it still running? The page keeps trying.
page-error-other = That did not work ({ $status }). Try again, or load the page anew.
page-error-401 = Log in first, or ask at the table.
page-error-403 = That is not for you to do here. Log in, or ask at the table.
page-error-404 = That is no longer possible: the table has moved on.
page-error-409 = That is not possible just now. Try again in half a minute.
page-error-429 = Too many attempts. Try again in { $seconds } s.
page-error-503 = Too many people are looking at once. Try again in a few seconds.
page-refused = { $message } ({ $rule })
page-loading = Loading …
page-close = Close
page-said = Said aloud
page-replay-of = Replay of { $title }, game { $game }
page-replay-first = To the beginning
page-replay-last = To the end
page-replay-unknown = No finished game has this number.
page-replay-none = No game has been finished yet. Play one to its end: its replay will stand here.
page-replay-uncomputed = This could not be computed. Try again in a minute.
page-replay-begins = The game begins.
page-replay-moves = Decisions
page-replay-flaws = { $here ->
    [0] Next mistake: { $at } of { $number }
   *[other] Mistake { $at } of { $number } ›
  }
page-replay-flaw-keys = Next mistake: M. The one before: Shift+M.
page-replay-back = One decision back
page-replay-on = One decision on
page-replay-play = Play
page-replay-stop = Stop
page-replay-step = Decision
page-replay-decision = Decision { $number } of { $of }
page-analyse = Analyse the game
page-no-analysis = This game does not judge its moves, so there is no analysis.
page-chances = Chances of winning
page-chances-none = No decision cost more than can be measured.
page-chances-of = { $name } { $value } ± { $error } %
page-chances-at = Round { $round }
page-legend-mistake = mistake
page-legend-swing = largest swing
page-legend-alarm = tumult or another alarm
page-chances-instead = { $better } instead of { $done }.
page-chances-better-chance = { $gain } percentage points more to win: { $better } Played: { $done }
page-chances-better-points = { $gain ->
    [1] One point
   *[other] { $gain } points
  } more at the end of the game, by estimate: { $better } Played: { $done }
page-chances-swing = The largest swing of the game: { $name } goes from { $before } to { $after } %.
page-chances-won = What brought { $name } there, in percent: own decisions { $own }, those of others { $others }, luck and what all did at once { $luck }.
page-go-on = Go on
page-scene-knob = Press the table's knob to go on.
page-scene-skip = Straight to the next step
page-scene = What happened
page-tour-scene = Read what happened, then press Go on.
