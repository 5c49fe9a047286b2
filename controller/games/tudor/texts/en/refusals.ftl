# Why an action of Tudor is refused, and what to do. The keys are the reasons of the rules engine.

## Shape of an action

tudor-refused-not-json = This line is not JSON: { $detail }. Write one JSON object a line.
tudor-refused-no-object = An action is a JSON object with the key "do"; this is a { $seen }.
tudor-refused-do-unknown = There is no action { $seen }; there are { $actions }.
tudor-refused-letter-unknown = There is no action { $seen } in the chambers; there are A to H.
tudor-refused-shape = This "{ $do }" has the wrong shape: { $detail }.
tudor-refused-list-empty = "{ $name }" is empty; it names at least one.
tudor-refused-no-pair = "{ $name }" has { $seen } entries; it names exactly two.
tudor-refused-swaps-number = "swaps" has { $seen } entries; one exchange or two can be made.
tudor-refused-edition-name = There is no edition called { $seen }; write "standard" or the whole edition.
tudor-refused-gate-empty = A player's gate has no name; write that of the castle board.
tudor-refused-amend-one = An amend holds exactly one of "cards", "prestige" and "swap".
tudor-refused-amend-empty = The amend changes nothing; name at least one change.
tudor-refused-not-started = No game has begun; the first action is "start".
tudor-refused-started-already = The game has begun already; a new game needs a new log.
tudor-refused-over = The game is over; only "undo" is left.
tudor-refused-nothing-to-undo = Nothing is left to take back; the start stays.

## Names

tudor-refused-player-unknown = Nobody plays { $seen }.
tudor-refused-ring-unknown = There is no ring { $seen }.
tudor-refused-token-unknown = There is no token { $seen }.
tudor-refused-faction-unknown = There is no faction { $seen }.
tudor-refused-space-unknown = The throne room has no space { $seen }; it goes from A1 to { $last }.
tudor-refused-chamber-unknown = There is no chamber { $seen }; there are 1, 2 and 3.
tudor-refused-chair-unknown = There is no chair { $seen }; there are 1 to { $last }.
tudor-refused-side-unknown = The { $side } side of scenario card { $card } is no action of its own.
tudor-refused-scenario-fields = The { $side } side of scenario card { $card } needs exactly { $fields }.

## Set-up

tudor-refused-edition = The edition cannot be played: { $where } { $problem }.{ $others ->
    [0] {""}
    [one] {" "}There is one more fault.
   *[other] {" "}There are { $others } more faults.
}
tudor-refused-player-count = { $seen } players were named; two to four can play.
tudor-refused-color-unknown = The edition has no colour { $seen }; it has { $colors }.
tudor-refused-color-twice = { $color } was named twice; each player has a colour of their own.
tudor-refused-gate-twice = Gate { $gate } was named twice; each player has a castle board of their own.
tudor-refused-first-unknown = Nobody plays { $seen }; the start player is one of those who play.
tudor-refused-scoring-cards = Scoring cards { $seen } were named; choose two different ones of 1 to 6.
tudor-refused-scenario-card = There is no scenario card { $seen }; choose one of 1 to 5.
tudor-refused-space-not-there = This side of the board has no space { $space }; leave it out.
tudor-refused-space-missing = Space { $space } has no tokens; lay one of each kind there.
tudor-refused-round-tokens = { $seen } spaces have an influence token; it must be { $expected }.
tudor-refused-token-not-there = The edition has no token { $token }, which lies on { $space }.
tudor-refused-token-twice = Token { $token } lies on two spaces; it can lie on one.
tudor-refused-bag-empty-of = More { $faction } tokens lie on the board than are in play.

## Phases and turns

tudor-refused-phase = "{ $do }" does not fit now: { $phase ->
    [rings] rings are being chosen
    [hands] rings are being put on
    [assignment] courtiers are being assigned
    [lords] lords are being placed
   *[actions] it is time for turns
}.
tudor-refused-turn = { $seen } cannot do "{ $do }" now: it is { $due }'s move.
tudor-refused-due-draw = Before "{ $do }" draw a token for { $space }.
tudor-refused-due-ring = Before "{ $do }" { $due } takes a ring for the office.
tudor-refused-due-wear = Before "{ $do }" { $due } lays the rings anew.
tudor-refused-due-token = Before "{ $do }" { $due } uses the token just taken, or keeps it.
tudor-refused-due-office = Before "{ $do }" { $due } takes the office's action, or forgoes it.
tudor-refused-no-step = "{ $do }" answers a step, and none is due.
tudor-refused-activated-already = A figure was activated in this turn already; the next one waits.
tudor-refused-figure-not-there = { $player } has no unused courtier on chair { $chair } of chamber { $chamber }.
tudor-refused-lord-not-there = { $player } has no unused lord in chamber { $chamber }.
tudor-refused-activate-first = Activate a figure before action { $letter }.
tudor-refused-letter-closed = Action { $letter } is not open in this turn; taken so far: { $done }.
tudor-refused-office-letter = An office brings one of the actions A to F, not { $letter }.
tudor-refused-must-activate = { $player } has an unused figure; activate one before the turn ends.

## Rings

tudor-refused-ring-worn = Ring { $ring } is taken; choose one of the stand.
tudor-refused-stand-without = The stand has no { $faction } ring any more, so not { $ring } either.
tudor-refused-not-his-rings = { $player } must wear exactly these rings: { $expected }.
tudor-refused-finger-of-two = With { $rings } rings no finger wears two; two a finger come with six rings.
tudor-refused-finger-bare = With { $rings } rings no finger stays bare.
tudor-refused-ring-not-robbed = Ring { $ring } is not on the hand of { $player }, who lost the office; take one of those.
tudor-refused-ring-not-his = Ring { $ring } is not on the hand of { $player }.
tudor-refused-ring-not-others = Ring { $ring } is on no other player's hand.

## Chambers

tudor-refused-assign-supply = { $player } has no courtier in supply; recall one or pass.
tudor-refused-bench-full = The bench of chamber { $chamber } is full; it holds { $most }.
tudor-refused-pass-supply = { $player } has courtiers in supply ({ $supply }); assign one.
tudor-refused-lords-full = Chamber { $chamber } has two lords; choose another.
tudor-refused-recall-supply = { $player } has courtiers in supply ({ $supply }); only without any one is recalled.

## The throne room

tudor-refused-steps = The path has { $seen } spaces; this move goes over { $most } at most.
tudor-refused-supply-empty = { $player } has no courtier in supply; move one of the throne room.
tudor-refused-entry = A courtier comes in on an open space of row 1; { $space } is none.
tudor-refused-courtier-not-there = { $player } has no courtier on { $space }.
tudor-refused-not-beside = { $space } is not beside { $last }; a step goes up, down, left or right.
tudor-refused-entered-before = The path comes to { $space } twice; once is allowed.
tudor-refused-not-straight = From { $last } this move goes straight up, not to { $space }.
tudor-refused-beyond-top = { $space } is the top of its column; the move ends there.
tudor-refused-occupied = { $space } is occupied; a move ends on an open space.
tudor-refused-own-office = The office of column { $column } is the player's own; that top stays closed.
tudor-refused-token-seen = Token { $token } was seen before; one out of the bag is due.
tudor-refused-bag-without = The bag has no { $faction } token any more.

## Actions

tudor-refused-ring-missing = The token on { $space } ({ $faction }) needs a ring of its faction on the hand.
tudor-refused-cards-number = { $seen } cards are named for { $expected } spaces; name one for each.
tudor-refused-card-no-match = { $space } needs a { $faction } card; { $seen } does not match.
tudor-refused-cards-not-held = These cards are not all in the hand: { $cards }.
tudor-refused-bonus-not-enhanced = A card comes with E only if the enhancement's fingers wear rings.
tudor-refused-bonus-few-spaces = A card comes with E from three spaces on; these are { $seen }.
tudor-refused-bonus-not-paid = No { $faction } card was paid; take one of those paid.
tudor-refused-swaps-not-enhanced = Two exchanges need rings on the fingers of B's enhancement; make one.
tudor-refused-swap-card-missing = Name the card that comes with the ring, such as { $faction }.
tudor-refused-swap-card-other = The card matches a ring that was taken; { $faction } does not.
tudor-refused-stack-empty = The stacks do not have that many { $faction } cards.
tudor-refused-no-such-ring = No { $faction } ring is on the hand.
tudor-refused-cards-more-than-two = { $seen } cards are named; two can be taken at most.
tudor-refused-one-ring-twice = One { $faction } ring brings one card; two need two rings, or D enhanced.
tudor-refused-pair-possible = Two cards can be had; name both.
tudor-refused-back-with-two = A card goes back with two cards taken, and only then.
tudor-refused-two-not-enhanced = Two cards need rings on the fingers of F's enhancement; take one.
tudor-refused-back-not-held = No { $faction } card is in the hand to go back.
tudor-refused-moved-already = { $player } has made the bonus move of this round.
tudor-refused-tokens-alike = Token { $token } is named twice; spend two different ones.
tudor-refused-token-not-his = Token { $token } is not behind the screen of { $player }.
tudor-refused-token-worth = Token { $token } is worth less than 0; it cannot be spent.

## Scenario and scoring cards

tudor-refused-token-other-kind = This side of the card is for a round token of the other kind.
tudor-refused-round-tokens-few = This takes { $influence } influence and { $intrigue } intrigue; not that many are there.
tudor-refused-courtier-not-on-chair = { $player } has no courtier on chair { $chair } of chamber { $chamber }.
tudor-refused-space-twice = { $space } is named twice; name two different spaces.
tudor-refused-space-without-token = On { $space } lies no faction token; name two spaces with one each.
tudor-refused-chairs-apart = Only chairs side by side can be changed.
tudor-refused-chair-empty = One of these chairs in chamber { $chamber } is empty; two sit on theirs.
tudor-refused-neither-his = Neither courtier belongs to { $player }; one must.
tudor-refused-jump-not-behind = { $space } is not two spaces straight on from { $origin }.
tudor-refused-jump-nobody = Nobody stands on { $space } to jump over.
tudor-refused-side-used = This side of the card was used in this turn; it works once a turn.
tudor-refused-banish-nobody = No other player's courtier stands on { $space }.
tudor-refused-no-card-6 = Ambassadors need scoring card 6, which is not in play.
tudor-refused-ambassador-supply = { $player } has no courtier in supply to become an ambassador.

## Amendments

tudor-refused-amend-hand = { $player } would have less than no { $faction } cards: { $has } and a change of { $change }.
tudor-refused-amend-stack = The stack has only { $has } { $faction } cards; change less.
tudor-refused-amend-prestige = { $player } would have less than 0 prestige: { $has } and a change of { $change }.
