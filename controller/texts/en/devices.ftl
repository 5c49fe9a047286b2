# The devices, as people call them.

device-buzzer = The buzzer
device-supply = The power supply
device-devices = The connected devices
device-settings = The settings (table.toml)
device-certificate = The page's certificate
trouble-buzzer = Not working. Everything is on the screen.
trouble-supply = Too weak. Use a stronger one.
device-tags = The list of stickers
trouble-tags = No tile is known. Enter tiles by hand.

device-program = The program ({ $part })
part-announcements = announcements
part-screen = the console's screen
part-menu = the menu
part-backups = backups
part-supply = the supply monitor
part-arrow = the arrow's homing
part-pace = the pace of the readers
part-page = the page
part-recording = the recording
part-room = joining a room
part-stickers = stickers
part-idle-game = the question about an idle game
part-memory = freeing memory
part-missing-devices = retrying missing devices
part-castle-boards = castle boards
part-address = the network address
part-advertisement = the network name
part-encryption = encryption
part-background = background tasks
part-bots = bots
part-healthy-start = the start counter
part-history = the graphs of the last day
part-service = the service
part-shutting-down = the shutdown at the knob
part-sounds = sounds
part-turn-timer = the turn timer
part-watchdog = the watchdog
part-wifi = the Wi-Fi
part-gate = the gate of { $castle }
device-broker = The MQTT broker
part-broker = messages to the broker

# The log in words.

log-start = The table started
log-device-lost = Does not work: { $device }
log-device-back = Works again: { $device }
log-restored = A backup was restored
log-not-restored = A backup was not restored
log-noted = Noted: { $text }
log-name = The table’s name in the network: { $name }
log-certificate = New certificate of the page, until { $ends }
log-guesses-held-back = Too many wrong PINs or passwords
log-game-failed = A fault in the program stopped the game
log-part-failed = A part of the program failed and starts again: { $part }
log-loops-hang = The table was held up: { $loops }
log-no-hub-found = No hub was found in this network

# The test of each part, in the terminal (in English) and on the owner's page.

setup-press = Press the knob briefly, without turning it.
setup-turn = Turn the knob clockwise by { $number } clicks.
setup-turn-back = Turn it back by { $number } clicks.
setup-again = The table counted { $number } of { $clicks } clicks. Turn the knob again, to be sure?
setup-did-turn-right = Did you turn the knob clockwise, seen from above?
setup-clockwise-first = Turn the knob clockwise first.
setup-picture = Does the screen show a complete frame along all four edges?
setup-four-pins = Has the display four pins, two of them named SDA and SCL (not seven with CS and DC)?
setup-other-chip = Set another chip under [oled], one of { $chips }.
setup-heard = Do you hear the buzzer?
setup-arrow-turns = Turns until it has passed its mark three times. Do not touch it.
setup-clockwise = Did the arrow turn clockwise?
setup-turned = Did the arrow turn, all the way round?
setup-motor-lamps = Did any of the four lamps on the motor's board (ULN2003) light?
setup-tries = Tries { $change }.
setup-magnet = Take the arrow off. Hold its magnet to the sensor, one side, then the other. Put the arrow back.
setup-points = Does the arrow point at the start of the first sector?
setup-point = Turn the knob until the arrow points at the start of the first sector, then press the knob.
setup-lamps-light = The lamps light up from left to right, then all at once.
setup-lamps = { $castle }: did the lamps light from left to right, then all at once?
setup-one-lamp = { $castle }: is the { $number ->
    [0] left
    [1] middle
   *[other] right
  } lamp lit?
setup-other-lamp = Is another lamp lit instead?
setup-yes = Press the yes button of { $castle }.
setup-no = Press the no button of { $castle }.
setup-reader-lamp = { $castle }: is the small red lamp on the reader lit?
setup-reset-high = { $castle }: does a multimeter show 3.3 V between the reader's RST and GND?
setup-card = { $castle }: hold the reader's card to the gate. If you have none, pass a piece over it.
setup-piece = { $castle }: pass a piece over the gate.
setup-lower = { $castle }: clear the gate. Then lower a piece onto it slowly, lying flat. Stop as soon as it is read.
setup-read = Read. Hold the piece there.
setup-distance = { $number ->
    [1] Is there room for a finger ({ $millimetres } mm) between piece and gate?
   *[other] Is there room for two fingers ({ $millimetres } mm)?
  }
setup-lay = Clear the gates. Then lay a piece on the middle of this gate and leave it there: { $castle }.
setup-boards-exchanged = The castle boards are exchanged in table.toml now. Start the set-up again.
setup-full-load = All devices that work run at once. Do not touch the arrow.
setup-neighbours = Neighbouring gates
setup-answer-on-page = On the page:
setup-answered = { $question } { $yes ->
    [1] Yes.
   *[other] No.
  }
setup-write = Write { $shown } into { $file }?
setup-wrote = wrote { $shown }.
setup-written = Written into { $file }: { $changes }.
setup-unwritten = { $file } could not be written: { $fault }
setup-changed-often = its settings were changed several times, and it still does not work
setup-not-tested = Not tested, since a gate does not work.
setup-no-response = no response within { $seconds } s. { $prompt } Check the wiring: royaltable wiring
setup-no-answer = no answer within { $seconds } s: { $prompt }
setup-works = Works.
setup-fails = Does not work: { $code }.
setup-all-work = All devices work.
setup-not-working = Not working: { $devices }.
setup-ended = The set-up failed: { $fault }
