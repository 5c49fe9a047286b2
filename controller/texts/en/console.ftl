# The console besides the game: standings, the page's address, the test picture, the last words.

menu-title-house = The table
menu-house = The table…
menu-language = Language: English
menu-silent-off = Sound: on
menu-silent-on = Sound: off
menu-address = Address of the page
menu-check = Test picture
menu-standings = Standings
menu-picture = Picture of the game
picture-scan = Scan: the game

address-press = Press the knob.
address-none = The page is not served.
address-here = Only this machine reaches it: { $address }
check-question = Is the frame whole? Press: yes. Hold: no.
check-wrong-title = Wrong display
check-wrong = Set another chip in table.toml, [oled].

goodbye-title = Good night
goodbye-written = All is written down.
goodbye-unwritten = The latest steps are not written down.
goodbye-now = You may switch off.
goodbye-wait = Wait for the green light to end, then switch off.

device-house = The settings file

menu-pin = New PIN of the page
caption-pin = PIN of the page
menu-title-seats = Hands on phones
menu-seats = Hands on phones…
caption-seat = Code: { $castle }
screen-seat-taken = { $castle }'s hand is open on a phone.
secret-title = For the table only
secret-here = Look at the display itself.
ask-referee-title = Referee on the page?
ask-owner-title = Owner on the page?
ask-no = No
ask-yes = Yes, page { $code }
ask-answer = Press: yes. Hold: no.
complaint-no-pin = No PIN can be kept. See the log.
device-keys = The PIN file
menu-call = Call somebody
menu-call-no-more = Call nobody
call-title = Help
call-called = Somebody is called.
call-taken-back = Nobody is called.
call-answered = Somebody is coming.
