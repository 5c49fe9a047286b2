# Why an action of Tumult Royale is refused, and what to do. The keys are the reasons of the rules engine.

## Shape of an action

refused-not-json = This line is not JSON: { $detail }. Write one JSON object per line.
refused-no-object = Saw { $seen }, expected a JSON object with the key "do".
refused-shape = The action has the wrong shape: { $detail }. The actions are { $actions }.
refused-build-where = A build names either "field", or "kind" and "adjacent" where the map is untracked.
refused-amend-one = An amendment has exactly one of "supporters", "move" and "demand".
refused-amend-empty = The amendment changes nothing; name at least one change.
refused-edition-name = There is no edition { $seen }; write "standard", or give the whole edition as an object.
refused-not-started = No game has begun; the first action is "start".
refused-started-already = The game has begun already; a new game needs a new log.
refused-over = The game is over; only "undo" is left.
refused-nothing-to-undo = There is nothing left to undo; the start cannot be undone.
refused-spin-gambler = In a gambler game each spin must name its commodity.
refused-spin-classic = In a classic game one spin is for all commodities; leave "commodity" out.
refused-stuck-tracked = "stuck" is for untracked maps; this table knows the map.
refused-field-on-honour = This table does not know the map: leave "field" out; for a build give "kind" and "adjacent".
refused-field-missing = This table knows the map: give "field".

## Set-up

refused-edition = The edition cannot be played: { $where } { $problem }.{ $others ->
    [0] {""}
    [one] {" "}There is one more fault; "royaltable edition check" names it.
   *[other] {" "}There are { $others } more faults; "royaltable edition check" names them.
}
refused-player-count = { $seen ->
    [one] 1 player was named
   *[other] { $seen } players were named
  }; two to four can play.
refused-color-unknown = There is no colour { $seen }; the colours are blue, yellow, purple and grey.
refused-color-twice = { $color } was named twice; each player has a colour of their own.
refused-ranks-dealt = Deal each of the ranks 1 to { $players } once.
refused-regions-on-honour = Region tiles named: { $seen }. The map is untracked: name none.
refused-slots = Name each of the { $slots } slots, 0 to { $last }, exactly once.
refused-region-unknown = The edition has no region tile { $tile }.
refused-region-twice = Region tile { $tile } would lie face up twice.
refused-face-down-half = { $seen ->
    [one] 1 region tile lies face down
   *[other] { $seen } region tiles lie face down
  }; expected { $expected }.
refused-turns = Slot { $slot } has { $seen ->
    [one] 1 quarter turn
   *[other] { $seen } quarter turns
  }; expected 0 to { $most }.
refused-few-pastures = Only { $pastures ->
    [one] 1 pasture is
   *[other] { $pastures } pastures are
  } face up for { $players } players: draw region tiles again.

## Phase, turn, names

refused-phase = That is not possible now: { $phase ->
    [first_statues] the first statues are being placed
    [sentiment] the king has yet to spin
    [set_aside] tiles are being set aside
    [taxes] taxes are being collected
    [statues] statues are being placed
   *[coronation] the king has yet to turn up region tiles
}.
refused-turn = { $seen } cannot do that now: it is { $due }'s turn.
refused-player-unknown = No player has the colour { $seen }.
refused-tile-unknown = Tile { $seen } is not in play.
refused-field-unknown = The country has no field { $seen }; it goes from A1 to { $last }.
refused-commodity-unknown = There is no commodity { $seen }; the commodities are bread, marble and tools.
refused-kind-unknown = There is no kind of field { $seen }; the kinds are pasture, forest, mountain, village and palace.

## First statues

refused-first-no-pasture = { $field } is not a pasture that lies face up; first statues stand on pastures.
refused-first-occupied = { $field } is taken; choose another pasture.

## Sentiment and taxes

refused-demand-not-on-spinner = The spinner has no { $seen }; it shows { $numbers }.
refused-spin-order = This spin is for { $due }, not for { $seen }: bread, then marble, then tools.
refused-set-aside-already = This tile is set aside already; take another.
refused-set-aside-castle = This tile is on a castle; only the people's tiles are set aside.
refused-set-aside-enough = { $of } tiles are set aside already; put this one back.
refused-collect-number = { $seen ->
    [one] 1 tile is
   *[other] { $seen } tiles are
  } set aside; the hourglass starts at exactly { $of }.
refused-rob-set-aside = This tile was set aside and is out of this round; put it back.
refused-rob-castle = This tile is already on a castle and stays there.
refused-rob-late = { $player } has already put down a late tile; another one does not count.

## Statues

refused-field-face-down = { $field } lies face down; build where the country is face up.
refused-field-occupied = { $field } belongs to { $owner }; choose a free field.
refused-field-not-touching = { $field } ({ $kind }) touches no field of { $player }; only pastures and forests may lie apart.
refused-kind-not-touching = A { $kind } must touch a field of your own; only pastures and forests may lie apart.
refused-tile-twice = Tile { $tile } is named twice; each tile pays once.
refused-tile-not-yours = Tile { $tile } is not on { $player }'s castle; pay with your own tiles.
refused-tile-foreign = A { $kind } costs no { $commodity }; take tile { $tile } back.
refused-payment-short = This does not pay for the { $kind }; still due: { $missing }.
refused-tile-needless = The { $kind } is paid for without tile { $tile }; take it back.
refused-payment-void = The payment is no longer valid.

## Region tiles turned up

refused-reveal-on-honour = Region tiles named: { $seen }. The map is untracked: name none.
refused-reveal-number = Region tiles named: { $seen }; due: { $due }.
refused-slot-unknown = The frame has no slot { $seen }; slots are 0 to { $last }.
refused-slot-face-up = The region tile in slot { $slot } lies face up already; choose one that is face down.

## Corrections by hand

refused-amend-phase = Tiles and demands can be corrected only while tiles are set aside or taxes are collected.
refused-amend-below-zero = { $player } has { $has ->
    [one] 1 supporter
   *[other] { $has } supporters
  }; a change of { $change } is not possible.
refused-amend-supply = The supply has only { $supply ->
    [one] 1 supporter
   *[other] { $supply } supporters
  }.
refused-amend-where = A tile's place is a player's colour, "people" or "set_aside", not { $seen }.
refused-amend-unknown-demand = The demand for { $commodity } is not known yet; it cannot be corrected.
refused-amend-demand-number = A demand of { $seen } for { $commodity } is not possible; it is 1 to 9.
