# What the referee says: to a tile or a press that changes nothing, to one who pays or passes, and what it only notes.
# The rule stands in the title above. Tile, castle and lateness must leave room for four castles' numbers below.

complaint-not-in-play = Not in this game. Put it back into the box.
complaint-castle-out = This castle is not playing. Do not use it.
complaint-elsewhere = { $color } already has it. Put it back.
complaint-taken = { $color } has a tile of yours. Check it.
complaint-is-aside = It is set aside this round. Put it back.
complaint-here-already = It already counts here. Leave it there.
complaint-late = You had your late tile. Put this one back.
complaint-late-by = { $late } s too late. Put it back.
complaint-closed = You said yes to { $tiles }. Press no to correct.
complaint-fourth = You have set aside three already. Put this one back unseen.
complaint-aside-already = This tile is already set aside. Put it down and take another.
complaint-before-hourglass = All are set aside, but the hourglass is not running yet. Put this one back unseen.
complaint-hourglass-lies = The hourglass is not running. Put the tile back; the king presses the knob first.
complaint-not-your-turn = It is { $color }'s turn. Wait for yours.
complaint-no-question = There is nothing to say no to. Press yes when you are ready.
complaint-on-page = Do this on the page: tap the map.
complaint-not-yours = This tile is on { $color }'s castle. Pay with your own.
complaint-the-people-s = This tile is the people's. Pay with tiles of your castle.
complaint-went-back = It went back in the tumult over { $commodity }. Pay with other tiles.
complaint-no-tiles = First move tiles to pay with over your gate.
complaint-short = { $kind }: missing { $missing }. More tiles over your gate.
complaint-foreign = { $kind }: { $tile } does not count. Over the gate again removes it.
complaint-too-many = { $kind }: { $tile } is too much. Over the gate again removes it.
complaint-one-way = These tiles pay for this only. Press yes, or move others over your gate.

## Paying and passing

pay-symbols = { $commodity } { $count }
pay-short = { $kind }: missing { $missing }.
pay-foreign = { $kind }: { $tile } does not count.
pay-too-many = { $kind }: { $tile } is too much.
wait-build-ways = { $statues ->
    [one] { $color }: 1 statue?
   *[other] { $color }: { $statues } statues?
  }
wait-why-title = Why? Hold: back
why-would-not = I do not want to build
why-could-not = No suitable field is free

## Waiting

wait-lies-title = Hourglass stopped
wait-lies = { $color }, press the knob to restart it.
wait-too-many-aside = { $count ->
    [one] One tile too many. Give it back on the page.
   *[other] { $count } tiles too many. Give them back on the page.
  }
wait-correct-title = { $count ->
    [one] { $colors } corrects
   *[other] Fix your tiles
  }
wait-correct = Tiles over the gate, then press yes.

## Only noted

noted-tile = A tile passed a gate, but no tile is expected now.
noted-tag = A gate could not read what passed, but no tile is expected now.
noted-button = A button was pressed that has no meaning now.
noted-hourglass = The hourglass ran out, but nobody is robbing now.
