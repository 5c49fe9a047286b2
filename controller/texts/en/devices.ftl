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
