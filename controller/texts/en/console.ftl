# Console screens that belong to no game: standings, page address, display test, shutdown.

menu-title-house = Table settings
menu-house = Table settings…
menu-language = Language: { $language }
menu-silent-off = Sound: on
menu-silent-on = Sound: off
menu-address = Page address
menu-check = Display test
menu-standings = Standings
menu-picture = Game picture
picture-scan = Scan: the game

address-press = Press the knob.
address-none = The page is off.
address-here = Reachable from this machine only: { $address }
check-question = Complete frame? Press: yes. Hold: no.
check-wrong-title = Wrong display
check-wrong = Set another chip in table.toml, [oled].

goodbye-title = Good night
goodbye-written = Everything is saved.
goodbye-unwritten = The latest actions are not saved.
goodbye-again-title = One moment
goodbye-again = The table starts again.
goodbye-now = You can switch off now.
goodbye-wait = Switch off when the green light is off.

device-house = The settings file

menu-pin = New page PIN
caption-pin = Page PIN
menu-title-seats = Hand on a phone
menu-seats = Hand on a phone…
menu-title-players = Who plays?
menu-players = Who plays…
caption-seat = Code: { $castle }
screen-seat-taken = { $castle }'s hand is open on a phone.
screen-in-use = In use
screen-tests = The owner tests the parts.
screen-tests-press = Knob and buttons serve only that.
screen-teach = Stickers are taught: { $done } of { $total }.
screen-census = Pieces are counted: { $done } of { $total }.
screen-stickers-press = Knob: menu. A game stops this.
secret-title = For the table only
secret-here = Look at the table's display.
ask-referee-title = Allow a referee?
ask-owner-title = Allow an owner?
ask-no = No
ask-yes = Yes, code { $code }
ask-answer = Press: yes. Hold: no.
complaint-no-pin = The PIN was not saved. Tell the owner.
device-keys = The PIN file
menu-call = Call staff
menu-call-no-more = Cancel the call
call-title = Help
call-called = The staff have been called.
call-taken-back = The call is cancelled.
call-answered = Help is on the way.
scene-go-on = Knob: go on
scene-done = Done? Knob or Yes.
menu-scenes-0 = Events: by the knob
menu-scenes-1 = Events: with pauses
menu-scenes-2 = Events: at once
