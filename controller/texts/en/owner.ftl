# The owner's page.

page-owner-device = Device
page-owner-state = State
page-owner-action = Action
page-owner-works = works
page-owner-broken = does not work
page-owner-examine = Check again
page-owner-count-tiles = read { $number ->
    [one] one piece
   *[other] { $number } pieces
  }
page-owner-count-unknown = { $number ->
    [one] one unknown sticker
   *[other] { $number } unknown stickers
  }
page-owner-count-unclear = { $number ->
    [one] two pieces came together once
   *[other] two pieces came together { $number } times
  }
page-owner-count-two_gates = { $number ->
    [one] one piece was read at the next gate, too
   *[other] { $number } pieces were read at the next gate, too
  }
page-owner-count-lost = { $number ->
    [one] failed once
   *[other] failed { $number } times
  }
page-owner-house = House rules
page-owner-hourglass_s = Hourglass, seconds
page-owner-hourglass_s-note = From the next start of the hourglass on.
page-owner-turn_timer_s = Time for a turn, seconds (0: no limit)
page-owner-turn_timer_s-note = In games with turns. The table says when the time is up, and waits.
page-owner-idle_game_h = Ask about an idle game after (hours)
page-owner-idle_game_h-note = Then the table asks whether to park the game; it can go on later.
page-owner-language = Language of the table
page-owner-language-note = Of display and voice. Each browser has a language of its own.
page-owner-silent = Mute
page-owner-says-story = The story
page-owner-says-console = What the console shows
page-owner-says-complaints = Complaints
page-owner-says-devices = Devices that fail
page-owner-listens = { $castle }: say each piece aloud before it counts
page-owner-locked = Lock the page
page-owner-locked-note = Locked: visitors can only watch, and a page that is not touched for two minutes returns to its start. You need the owner’s password to come back here.
page-owner-limits = From { $least } to { $most }.
page-owner-outside = Not changed. { $limits }
page-owner-held = Settings that cannot be changed here are set by the room as long as the table belongs to it.
page-owner-saved = Saved: { $what }
page-owner-password = Password
page-owner-no-password = There is no password yet
page-owner-no-password-then = With one you can come in from any device, and lock the page for visitors.
page-owner-guessed = Too many wrong PINs or passwords
page-owner-old = Current password
page-owner-old-refused = Not accepted. Is this the current password?
page-owner-new = New, at least 8 characters
page-owner-again = Repeat
page-owner-set-password = Set password
page-owner-differ = The passwords do not match.
page-owner-password-set = The password is set. Other owners are logged out.
page-owner-pin = Referee PIN
page-owner-pin-note = Shown only once. The previous PIN stops working, and all referees are logged out.
page-owner-pin-new = New PIN
page-owner-tokens = Machines
page-owner-tokens-note = A token gives a machine the referee's rights. It is shown only once.
page-owner-token-name = Name
page-owner-token-new = Create token
page-owner-revoke = Revoke
page-owner-revoked = Revoked: { $name }
page-owner-stickers = Stickers
page-owner-taught = { $number } of { $total } pieces have stickers.
page-owner-teach = Register missing stickers
page-owner-census = Count the pieces
page-owner-tile = Piece
page-owner-replace = Register it again
page-owner-end = Stop
page-owner-hold = Pass over a gate: { $tile } ({ $number } left)
page-owner-missing = Pass every piece over a gate. Still missing ({ $number }): { $tiles }
page-owner-teach-done = The stickers are registered.
page-owner-census-done = Every piece that has a sticker was counted.
page-owner-nothing-done = No piece lacks a sticker.
page-owner-missed = { $number ->
    [one] The last count did not find one piece
   *[other] The last count did not find { $number } pieces
  }
page-owner-between = Stickers have to wait until the game is over.
page-owner-said-taught = Registered
page-owner-said-elsewhere = This sticker belongs to another piece
page-owner-said-other_game = A piece of another game
page-owner-said-unclear = Two at once; one at a time, please
page-owner-said-unknown = An unknown sticker
page-owner-said-not_kept = Not saved
page-owner-arrow = Arrow
page-owner-arrow-note = Where does the arrow point when it stands at its home mark?
page-owner-arrow-home = Move to its mark
page-owner-arrow-goes = Turning …
page-owner-arrow-where = Degrees clockwise from where the first sector begins
page-owner-arrow-show = Show that line
page-owner-arrow-check = The arrow should point at that line now.
page-owner-arrow-filled = The arrow should point at that line now. If it does, save the settings.
page-owner-recording = Recording
page-owner-recording-note = Records what goes over the table's buses and pins, with the numbers of the stickers, so that support can see what a part really answers. Without it, the table keeps the last minute.
page-owner-recording-start = Record
page-owner-recording-stop = Stop recording
page-owner-recording-get = Download recording
page-owner-settings = Settings file
page-owner-settings-keep = Save
page-owner-restart-now = Restart the table now
page-owner-restart-sure = Restart the table?
page-owner-restart-sure-note = A game is being played. It goes on at the same step, unless a backup takes its place.
page-owner-restart-sure-count = The pieces are being counted. That ends, and the next count begins from the start.
page-owner-restarts = The table starts again. This page comes back by itself; you may have to log in.
page-owner-restart = No errors. Changes in { $sections } take effect when the table is started again.
page-owner-same = No errors. The table already uses these settings.
page-owner-games-verify = Verify every entry
page-owner-games-whole = Every entry is intact.
page-owner-game = Game
page-owner-game-current = on the table
page-owner-game-parked = parked
page-owner-backup = Backup
page-owner-backup-note = Settings, stickers, house rules, hashed passwords and all games in one file.
page-owner-backup-last = Last backup: { $time }
page-owner-backup-none = There is no backup yet
page-owner-backup-old = The last backup is more than a month old
page-owner-backup-failed = The last backup failed
page-owner-cure-backup = Make room on the disk, then download the backup again.
page-owner-backup-monthly = Download one once a month, and keep it on another machine.
page-owner-backup-get = Download backup
page-owner-backup-got = The backup has been downloaded. Keep it on another machine.
page-owner-restore-file = Backup file
page-owner-restore = Restore
page-owner-restored = The backup is ready: it is restored when the table starts next.
page-owner-restore-waits = A backup waits for the table’s next start
page-owner-restore-waits-then = The present files are kept. You can cancel it under System.
page-owner-restored-of = The backup of { $time } was restored
page-owner-restored-kept = The former files are kept as { $files }.
page-owner-not-restored = The backup was not restored
page-owner-not-restored-kept = The table has what it had before. The backup is kept as { $files }.
page-owner-restore-refused = This file cannot be restored. Choose a complete backup of this table.
page-owner-restore-sure = Restore the backup of { $time }?
page-owner-restore-game = { $game ->
    [0] It has no game
   *[other] Its last game is number { $game }
  }
page-owner-restore-sure-note = At the next start its settings, passwords, stickers and games take the place of the present ones, also of a game in play. The present files are kept, and until then you can cancel it.
page-owner-restore-cancel = Do not restore it
page-owner-restore-cancelled = The table keeps what it has.
page-locked = This page is for watching only.
page-owner-update = Version
page-owner-update-note = An update is installed between games only, and the table goes back if the new version does not start. Log in again afterwards.
page-owner-update-look = Look for updates
page-owner-update-now = Update now to { $newer }
page-owner-update-sure = Update to { $newer }?
page-owner-update-sure-note = The table is away for a minute or two. If a game is being played, the update waits for its end. All games stay.
page-owner-update-room = Version { $installed }. The room updates this table.
page-owner-update-by_hand = Version { $installed }. No repository is set up on this machine, so it is updated by hand.
page-owner-update-new = Version { $installed }. Nobody has looked for a newer one yet.
page-owner-update-newest = Version { $installed } is the newest.
page-owner-update-found = Version { $installed }; { $version } is available.
page-owner-update-looks = Version { $installed }. Looking for a newer one…
page-owner-update-asked = Version { $version } is about to be installed…
page-owner-update-waits = Version { $version } is installed when the game is over.
page-owner-update-trying = Version { $version } is being installed and has to prove itself…
page-owner-update-holds = Version { $installed } has been installed and plays.
page-owner-update-rolled-back = Version { $version } did not start, so { $installed } plays again, with all games.
page-owner-update-failed = Version { $version } did not start, and going back failed. This is version { $installed }.
page-owner-update-refused = Version { $installed }. Nothing was changed.
page-owner-update-why-game = A game is being played.
page-owner-update-why-offline = The repository cannot be reached. Is the table online?
page-owner-update-why-unsigned = The packages there are not those that were signed.
page-owner-update-why-missing = The repository lacks a version, so there would be no way back.
page-owner-update-why-hub = The room's hub is on this machine, so both are updated by hand.
page-owner-update-why-full = There is no space for a copy of the games.
page-owner-update-why-silent = It did not play for long enough.

page-owner-room = Room
page-owner-room-hub = Address of the hub (leave empty to search for it)
page-owner-room-join = Join
page-owner-room-yes = Yes, it does
page-owner-room-stop = Stop
page-owner-room-leave = Leave the room
page-owner-room-outside = This table belongs to no room.
page-owner-room-looking = Asking the hub…
page-owner-room-letters = The owner of { $hub } has to type these letters there. They change every two minutes:
page-owner-room-let_in = { $hub } accepts the table. Does the room's page call it { $name }?
page-owner-room-inside = The table belongs to { $hub } as { $name }.
page-owner-problems = { $number ->
    [0] Everything works
    [one] One thing needs you
   *[other] { $number } things need you
  }
page-owner-checking = Checking …
page-owner-checked = Checked: { $time }
page-owner-details = Details
page-owner-show = Show
page-owner-go = Open: { $where }
page-owner-lost = Not working: { $device }
page-owner-retries = The table tries again every few seconds. If it stays like this, check the part’s plug and its power.
page-owner-cure-supply = Use the Pi’s own power supply and a short cable, and feed the motor from a supply of its own.
page-owner-cure-spinner = The arrow does not find its mark. See whether something holds it and whether the plugs of motor and sensor are in, then restart it.
page-owner-cure-test = It failed its test at the set-up. Follow what the test says, then test it again.
page-owner-cure-journal = Make room on the disk: until then what is played is kept in memory only, so leave the table on.
page-owner-untaught = { $number ->
    [one] One piece has no sticker
   *[other] { $number } pieces have no stickers
  }
page-owner-tabs = Sections
page-owner-tab-devices = Devices
page-owner-tab-house = House rules
page-owner-tab-games = Games
page-owner-tab-access = Access
page-owner-tab-system = System
page-owner-test = Test
page-owner-test-of = Test { $device }
page-owner-watch-hold = Lay a piece on the gate, sticker below, still over the middle of the antenna
page-owner-mended = { $device }: it works
page-owner-visitors = Visitors
page-owner-guessed-then = No more attempts are accepted for up to an hour. You can always log in with the knob.
page-owner-games-open = Parked and in play
page-owner-games-over = Finished
page-owner-games-none-open = No game is parked
page-owner-games-none-over = No game has ended yet
page-owner-standing = Standing
page-owner-round = Round
page-owner-won = Won by
page-owner-resume = Resume
page-owner-resume-of = Resume game { $game }
page-owner-restart-device = Restart
page-owner-test-device = Test again
page-owner-restart-of = Restart { $device }
page-owner-restart-goes = { $device }: restarting …
page-owner-flash-device = Update firmware
page-owner-flash-of = Update the firmware: { $device }
page-owner-flash-goes = { $device }: updating, up to a minute …
page-owner-firmware = Firmware does not match: { $device }
page-owner-watch-now = Reads now: { $pieces }
page-owner-watch-before = Just read: { $pieces }
page-owner-watch-piece = a piece
page-owner-watch-counts = The last { $seconds } seconds: { $reads ->
    [one] one read
   *[other] { $reads } reads
  }, { $failed } failed
page-owner-watch-playing = A game is in progress: a piece at the gate counts, and its name stays hidden here.
page-owner-watch-board = A castle board reports only when a piece arrives.
page-owner-watch-setup = Measured at set-up, { $date }
page-owner-history = The last 24 hours
page-owner-history-since = Measured every minute. The lines begin { $hours } h { $minutes } min ago.
page-owner-graph-celsius = Temperature, °C
page-owner-graph-memory_mib = Memory, MiB
page-owner-graph-pieces = Pieces read
page-owner-graph-faults = Faults
page-owner-graph-measured = now { $now }, lowest { $least }, highest { $most }
page-owner-graph-counted = { $total } in all, at most { $most } in a minute
page-owner-log = Log
page-owner-log-note = The latest lines since the table's last start, newest first.
page-owner-log-warnings = Warnings only
page-owner-log-warning = warning
page-owner-log-empty = Nothing has been logged
page-owner-tab-setup = Set-up
page-owner-setup-playing = A game is in progress: stickers, boards and the test of the parts have to wait. Everything else can be looked at.
page-owner-setup-parts = Parts
page-owner-setup-wiring = A part that is missing here is not in the table’s settings. Turn the power off before you change a wire.
page-owner-setup-test = Test each part
page-owner-setup-progress = { $number } of { $of }
page-owner-setup-test-note = The table leads you part by part, as royaltable setup does, and names a mistake in the wiring with both ends of the wire. If you agree, it writes the right value into table.toml. Measurements and the description of a mistake are in English.
page-owner-setup-test-start = Test the parts
page-owner-setup-test-stop = Stop the test
page-owner-setup-none = nothing is read. Is the piece near the antenna?
page-owner-setup-weak = weak. Move the antenna closer, away from metal
page-owner-setup-good = good, this gate reads well
page-owner-setup-phone = Register with this phone
page-owner-setup-reads = Hold the phone’s back to the piece that is asked for.
page-owner-setup-unread = That was not readable. Hold the phone still at the sticker.
page-owner-setup-nfc-denied = The browser may not use NFC. Allow it in the settings of this site.
page-owner-setup-nfc-off = NFC is off, or this phone has none.
page-owner-setup-no-nfc = A phone with Chrome on Android can also read stickers here.
page-owner-setup-nfc-tls = Phones read stickers here only over HTTPS (docs/encryption.md).
page-owner-setup-boards = Castle boards
page-owner-setup-usb = A board at this computer’s USB gets its firmware here; MicroPython must be on it.
page-owner-setup-write = Write firmware to a board here
page-owner-setup-no-serial = This browser has no Web Serial. Use Chrome or Edge on a computer, over HTTPS or on the table’s own machine.
page-owner-setup-connects = Connecting, up to 15 seconds …
page-owner-setup-writes = Writing firmware { $version } …
page-owner-setup-written = Firmware { $version } is on the board. Plug it into the table.
page-owner-setup-silent = No MicroPython answers. Plug the board in again, or put MicroPython on it: hold BOOTSEL while you plug it in.
page-owner-setup-refused = The board refuses.
page-owner-setup-lost = The port cannot be used. Close other programs that use it, and plug the board in again.
page-owner-setup-old = Before it had firmware { $version }.
page-owner-setup-new = Before it had no firmware of ours.
page-owner-scenes = When something happens
page-owner-scenes-note = How long display, page and voice stay with each step of an event.
page-owner-scenes-knob = the knob goes on
page-owner-scenes-pause = after a pause; where hands move pieces, the knob
page-owner-scenes-at_once = go on at once
