# What the referee says: to a tile or a press that changes nothing, to one who pays or passes, and what it only notes.
# The rule stands in the title above. Tile, castle and lateness must leave room for four castles' numbers below.

complaint-not-in-play = Not in this game. Put it back into the box.
complaint-castle-out = This castle does not play. Leave it alone.
complaint-elsewhere = It lies at { $color } already. Put it back there.
complaint-taken = { $color } holds a tile of yours. Compare.
complaint-is-aside = It is set aside this round. Put it back.
complaint-here-already = It counts here already. Leave it there.
complaint-late = Your late tile has come. Put this one back.
complaint-late-by = { $late } s too late. Put it back.
complaint-closed = You said yes to { $tiles }. Press no to correct.
complaint-fourth = You have set aside three already. Put this one back unseen.
complaint-aside-already = This tile is set aside already. Put it down and take another.
complaint-before-hourglass = All are set aside, and the hourglass does not run yet. Put this one back unseen.
complaint-hourglass-lies = The hourglass does not run. Put the tile back; the king presses the knob first.
complaint-not-your-turn = It is { $color }'s turn. Wait for yours.
complaint-no-question = Nothing was asked that no could answer. Press yes when you are ready.
complaint-on-page = Do this on the page: tap the map.
complaint-not-yours = This tile lies at { $color }'s castle. Pay with your own.
complaint-the-people-s = This tile is the people's. Pay with those of your castle.
complaint-went-back = It went back in the tumult over { $commodity }. Pay with other tiles.
complaint-no-tiles = First tap the tiles that you pay with.
complaint-short = { $kind }: missing { $missing }. Tap more tiles.
complaint-foreign = { $kind }: { $tile } does not pay. Tap it again to take it off.
complaint-too-many = { $kind }: { $tile } is too many. Tap it again to take it off.
complaint-one-way = These tiles pay for this alone. Press yes, or tap others.

## Paying and passing

pay-symbols = { $commodity } { $count }
pay-short = { $kind }: missing { $missing }.
pay-foreign = { $kind }: { $tile } does not pay.
pay-too-many = { $kind }: { $tile } is too many.
wait-build-ways = { $color }: press to build
wait-why-title = { $color } passes. Why?
why-would-not = I would not build
why-could-not = No field was free

## Waiting

wait-lies-title = Hourglass at rest
wait-lies = { $color }, press the knob: it runs anew.
wait-too-many-aside = { $count ->
    [one] One tile too many. Give it back on the page.
   *[other] { $count } tiles too many. Give them back on the page.
  }
wait-correct-title = { $count ->
    [one] { $colors } corrects
   *[other] Castles correct
  }
wait-correct = Tap what lies there, then press yes.

## Only noted

noted-tile = A tile passed the gate; nothing waits for one now.
noted-tag = The gate saw what it does not count; nothing waits for a tile now.
noted-button = A button means nothing now.
noted-hourglass = The hourglass ran out; nobody is robbing now.
