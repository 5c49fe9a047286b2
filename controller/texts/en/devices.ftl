## Devices

device-buzzer = The buzzer
device-supply = The power supply
device-devices = What is connected to the table
device-settings = The settings (table.toml)
device-certificate = The page's certificate
trouble-buzzer = It is out. All it would say is on the screen.
trouble-supply = It is too weak. Take a stronger one.
device-tags = The list of stickers
trouble-tags = No tile is known. Tell tiles by hand.

device-program = The program ({ $part })
part-announcements = announcements
part-screen = the console's picture
part-menu = the menu
part-backups = backups
part-supply = the power supply's watch
part-arrow = the arrow's keeper
part-pace = how often readers look
part-page = the page
part-stickers = stickers
part-idle-game = the question whether a game goes on
part-memory = the tidying of memory
part-missing-devices = devices that are missing
part-castle-boards = castle boards
part-address = the look for the network
part-advertisement = the name in the network
part-encryption = encryption
part-background = what goes on by the way
part-bots = bots
part-healthy-start = the count of starts
part-service = the service
part-shutting-down = shutting down at the knob
part-sounds = sounds
part-turn-timer = the time of a turn
part-watchdog = the watchdog
part-gate = the gate of { $castle }
