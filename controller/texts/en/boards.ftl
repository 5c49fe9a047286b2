### The castle boards and the line to them.

device-board = { $castle }'s board
trouble-board = It does not answer. Enter its tiles on the page.
told-events-lost = { $castle }'s board started again or was full: { $count ->
    [one] one tile or press
   *[other] { $count } tiles or presses
} may be missing. Compare your pile.
tray = The tray
