# The owner's page.

page-owner-device = Device
page-owner-state = State
page-owner-counts = So far
page-owner-works = works
page-owner-broken = does not work
page-owner-version = Royaltable { $version }
page-owner-examine = Ask the doctor
page-owner-healthy = Nothing is wrong.
page-owner-count-polls = { $number } looks
page-owner-count-pace = every { $number } ms
page-owner-count-tiles = { $number ->
    [one] one tile
   *[other] { $number } tiles
  }
page-owner-count-unknown = { $number ->
    [one] one unknown sticker
   *[other] { $number } unknown stickers
  }
page-owner-count-unclear = { $number ->
    [one] two at once, one time
   *[other] two at once, { $number } times
  }
page-owner-count-lost = { $number ->
    [one] lost once
   *[other] lost { $number } times
  }
page-owner-house = House rules
page-owner-hourglass_s = Hourglass, seconds
page-owner-turn_timer_s = How long a turn may take, seconds (0: as long as it likes)
page-owner-idle_game_h = Ask about an idle game after hours
page-owner-language = The table's language
page-owner-silent = No sound
page-owner-says-story = Say the story aloud
page-owner-says-console = Say what the console shows aloud
page-owner-says-complaints = Say complaints aloud
page-owner-says-devices = Say lost devices aloud
page-owner-listens = Told what a piece is before it counts: { $castle }
page-owner-locked = Lock the page
page-owner-locked-note = Locked: visitors only look on, and a page that nobody touches for two minutes goes back to its start.
page-owner-held = What cannot be changed here is set by the room, as long as the table belongs to it.
page-owner-password = Password
page-owner-no-password = There is no password yet: set one now.
page-owner-guessed = Somebody guesses PINs or passwords, more than the table evaluates in an hour. The knob always lets you in.
page-owner-old = The present one
page-owner-new = New, 8 characters or more
page-owner-again = Once more
page-owner-set-password = Set the password
page-owner-differ = The two differ.
page-owner-password-set = It is set. Other owners are logged out.
page-owner-pin = The referee's PIN
page-owner-pin-note = Shown once. The one before ends, and all referees are logged out.
page-owner-pin-new = Draw a new PIN
page-owner-tokens = Machines
page-owner-tokens-note = A token lets a machine do what a referee may; it is shown once.
page-owner-token-name = Name
page-owner-token-new = Make a token
page-owner-revoke = Revoke
page-owner-stickers = Stickers
page-owner-taught = { $number } of { $total } tiles are taught.
page-owner-teach = Teach those that are missing
page-owner-census = Count the box
page-owner-tile = Tile
page-owner-replace = Teach it anew
page-owner-end = End
page-owner-hold = Pass over a gate: { $tile } ({ $number } to go)
page-owner-missing = Pass every tile over a gate. Not seen yet, { $number }: { $tiles }
page-owner-teach-done = Done.
page-owner-census-done = The count has ended.
page-owner-between = A game is being played; stickers have their turn when it is over.
page-owner-said-taught = Taught
page-owner-said-elsewhere = That sticker is under another tile already
page-owner-said-other_game = A piece of another game
page-owner-said-unclear = Two at once; one at a time, please
page-owner-said-unknown = A sticker that was never taught
page-owner-said-not_kept = Not kept
page-owner-arrow = The arrow
page-owner-arrow-note = Where on the dial does it point at its home mark?
page-owner-arrow-home = Send it to its mark
page-owner-arrow-goes = It turns …
page-owner-arrow-where = Degrees clockwise from the line where the first sector begins
page-owner-arrow-show = Show that line
page-owner-arrow-check = It should point at that line now.
page-owner-arrow-filled = It should point at that line now. If so, keep the settings below.
page-owner-settings = Settings
page-owner-settings-open = Show table.toml
page-owner-settings-keep = Keep
page-owner-restart = Kept. The next start takes up: { $sections }. To restart: sudo systemctl restart royaltable
page-owner-restart-will = No fault. This would need a restart: { $sections }
page-owner-same = No fault; the table plays with these settings.
page-owner-games = The journal
page-owner-games-list = Show all games
page-owner-games-verify = Check every entry
page-owner-games-whole = Every entry is as it was written.
page-owner-game = Game
page-owner-begun = Begun
page-owner-who = Castles
page-owner-actions = Steps
page-owner-game-over = over
page-owner-game-current = in play
page-owner-game-parked = parked
page-owner-backup = Backup
page-owner-backup-note = Settings, stickers, house rules, hashed keys and all games in one file.
page-owner-backup-get = Download a backup
page-owner-restore-file = A backup
page-owner-restore = Restore it
page-owner-restored = It is whole ({ $files }; { $number } steps in its last game) and waits for the next start.
page-owner-restore-waits = A backup waits: the next start puts it in place and keeps what is there now aside.
page-locked = This page is for looking on.
page-owner-room = A room of many tables
page-owner-room-hub = Address of the hub (empty: find it)
page-owner-room-join = Join
page-owner-room-yes = Yes, it does
page-owner-room-stop = Stop
page-owner-room-leave = Leave the room
page-owner-room-outside = The table belongs to no room.
page-owner-room-looking = The hub is asked…
page-owner-room-letters = { $hub } asks its owner for these letters; others follow every two minutes:
page-owner-room-let_in = { $hub } lets the table in. Does the room's page call it { $name }?
page-owner-room-inside = The table belongs to { $hub }, as { $name }.
