### The castle boards.

device-board = { $castle }'s board
trouble-board = No answer. Enter its pieces on the page.
told-other-firmware = { $castle }'s board has firmware { $firmware }, not this table's. Update it on the owner's page.
told-events-lost = { $castle }'s board restarted or was full: { $count ->
    [one] one tile or press
   *[other] { $count } tiles or presses
} may be missing. Compare your pile with the page.
tray = The tray
