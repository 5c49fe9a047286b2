# Why an action is refused, and what to do. The keys are the reasons of the rules engine.

## Shape of an action

tudor-refused-not-json = This line is not JSON: { $detail }. Write one JSON object per line.
tudor-refused-no-object = An action is a JSON object with the key "do", not { $seen }.
tudor-refused-do-unknown = There is no action { $seen }; use one of { $actions }.
tudor-refused-letter-unknown = There is no action { $seen }; use A to H.
tudor-refused-shape = This "{ $do }" is malformed: { $detail }.
tudor-refused-list-empty = "{ $name }" is empty; it needs at least one entry.
tudor-refused-no-pair = "{ $name }" has { $seen ->
    [one] one entry
   *[other] { $seen } entries
  }; it needs exactly two.
tudor-refused-swaps-number = "swaps" has { $seen } entries; it needs one or two.
tudor-refused-edition-name = There is no edition { $seen }; write "standard", or give the whole edition as an object.
tudor-refused-gate-empty = A player's gate is empty; write the name of the castle board.
tudor-refused-amend-one = An "amend" needs exactly one of "cards", "prestige" and "swap".
tudor-refused-amend-empty = The amendment changes nothing; name at least one change.
tudor-refused-not-started = No game has begun; the first action is "start".
tudor-refused-started-already = The game has begun already; a new game needs a new log.
tudor-refused-over = The game is over; only "undo" is left.
tudor-refused-nothing-to-undo = Nothing is left to take back; the start cannot be undone.

## Names

tudor-refused-player-unknown = There is no player { $seen }.
tudor-refused-ring-unknown = There is no ring { $seen }.
tudor-refused-token-unknown = There is no token { $seen }.
tudor-refused-faction-unknown = There is no faction { $seen }.
tudor-refused-space-unknown = The throne room has no space { $seen }; it goes from A1 to { $last }.
tudor-refused-chamber-unknown = There is no chamber { $seen }; choose 1, 2 or 3.
tudor-refused-chair-unknown = There is no chair { $seen }; choose 1 to { $last }.
tudor-refused-side-unknown = The { $side } side of scenario card { $card } cannot be used as an action by itself.
tudor-refused-scenario-fields = The { $side } side of scenario card { $card } needs exactly { $fields }.

## Set-up

tudor-refused-edition = The edition cannot be played: { $where } { $problem }.{ $others ->
    [0] {""}
    [one] {" "}There is one more fault.
   *[other] {" "}There are { $others } more faults.
}
tudor-refused-player-count = Saw { $seen ->
    [one] one player
   *[other] { $seen } players
  }; two to four can play.
tudor-refused-color-unknown = The edition has no colour { $seen }; it has { $colors }.
tudor-refused-color-twice = { $color } is named twice; each player needs a colour of their own.
tudor-refused-gate-twice = Gate { $gate } is named twice; each player needs a castle board of their own.
tudor-refused-first-unknown = The start player { $seen } is not in the game; name one of the players.
tudor-refused-scoring-cards = Saw the scoring cards { $seen }; choose two different ones from 1 to 6.
tudor-refused-scenario-card = There is no scenario card { $seen }; choose one from 1 to 5.
tudor-refused-space-not-there = This side of the board has no space { $space }; leave it out.
tudor-refused-space-missing = Space { $space } has no tokens; lay one of each kind there.
tudor-refused-round-tokens = Spaces with an influence token: { $seen }; expected: { $expected }.
tudor-refused-token-not-there = Token { $token } on { $space } is not part of the edition.
tudor-refused-token-twice = Token { $token } lies on two spaces; lay it on one.
tudor-refused-bag-empty-of = The board has more { $faction } tokens than are in play.

## Phases and turns

tudor-refused-phase = That is not possible now: { $phase ->
    [rings] rings are being chosen
    [hands] rings are being put on
    [assignment] courtiers are being assigned
    [lords] lords are being placed
   *[actions] players are taking their turns
}.
tudor-refused-turn = It is { $due }'s move, not { $seen }'s.
tudor-refused-due-draw = Draw a token for { $space } first.
tudor-refused-due-ring = { $due } must take a ring for the office first.
tudor-refused-due-wear = { $due } must lay the rings again first.
tudor-refused-due-token = { $due } must use or keep the token just taken first.
tudor-refused-due-office = { $due } must take or forgo the office's action first.
tudor-refused-no-step = That is not called for now.
tudor-refused-activated-already = This turn already has an activated figure; use the next one in your next turn.
tudor-refused-figure-not-there = { $player } has no unused courtier on chair { $chair } of chamber { $chamber }.
tudor-refused-lord-not-there = { $player } has no unused lord in chamber { $chamber }.
tudor-refused-activate-first = Activate a figure before action { $letter }.
tudor-refused-letter-closed = Action { $letter } is not open in this turn; taken so far: { $done }.
tudor-refused-office-letter = An office allows one of the actions A to F, not { $letter }.
tudor-refused-must-activate = { $player } has an unused figure; activate it before ending the turn.

## Rings

tudor-refused-ring-worn = Ring { $ring } is worn already; choose one from the stand.
tudor-refused-stand-without = The stand has no { $faction } rings left, so { $ring } is not available.
tudor-refused-not-his-rings = { $player } must wear exactly these rings: { $expected }.
tudor-refused-finger-of-two = With { $rings } rings no finger may wear two; this is allowed with six rings or more.
tudor-refused-finger-bare = With { $rings } rings no finger may stay bare.
tudor-refused-ring-not-robbed = Take a ring from the hand of { $player }, who lost the office; it has no { $ring }.
tudor-refused-ring-not-his = Ring { $ring } is not on the hand of { $player }.
tudor-refused-ring-not-others = Ring { $ring } is on no other player's hand.

## Chambers

tudor-refused-assign-supply = { $player } has no courtier in supply; recall one or pass.
tudor-refused-bench-full = The bench of chamber { $chamber } is full; it holds { $most }.
tudor-refused-pass-supply = { $player } has courtiers in supply ({ $supply }); assign one.
tudor-refused-lords-full = Chamber { $chamber } has two lords; choose another.
tudor-refused-recall-supply = { $player } has courtiers in supply ({ $supply }); a recall needs an empty supply.

## The throne room

tudor-refused-steps = The path has { $seen } spaces; this move allows at most { $most }.
tudor-refused-supply-empty = { $player } has no courtier in supply; move one that is in the throne room.
tudor-refused-entry = A courtier enters on an open space of row 1; { $space } is not one.
tudor-refused-courtier-not-there = { $player } has no courtier on { $space }.
tudor-refused-not-beside = { $space } is not beside { $last }; a step goes up, down, left or right.
tudor-refused-entered-before = The path enters { $space } twice; enter each space once.
tudor-refused-not-straight = From { $last } this move goes straight up, not to { $space }.
tudor-refused-beyond-top = { $space } is the top of its column; the move ends there.
tudor-refused-occupied = { $space } is occupied; a move ends on an open space.
tudor-refused-own-office = The player already holds the office of column { $column }, so its top space is closed.
tudor-refused-token-seen = Token { $token } was seen before; use the token drawn from the bag.
tudor-refused-bag-without = The bag has no { $faction } tokens left.

## Actions

tudor-refused-ring-missing = The token on { $space } ({ $faction }) needs a ring of its faction.
tudor-refused-cards-number = Cards named: { $seen }; spaces: { $expected }. Name one card for each space.
tudor-refused-card-no-match = { $space } needs a { $faction } card; { $seen } does not match.
tudor-refused-cards-not-held = These cards are not all in the hand: { $cards }.
tudor-refused-bonus-not-enhanced = E returns a card only if the fingers of its enhancement wear rings.
tudor-refused-bonus-few-spaces = E returns a card only for three spaces or more; this path has { $seen }.
tudor-refused-bonus-not-paid = No { $faction } card was paid; take back one of those paid.
tudor-refused-swaps-not-enhanced = Two swaps need rings on the fingers of B's enhancement; make one.
tudor-refused-swap-card-missing = Name the card that comes with the ring, such as { $faction }.
tudor-refused-swap-card-other = The card must match a ring taken; { $faction } does not.
tudor-refused-stack-empty = The stacks do not have that many { $faction } cards.
tudor-refused-no-such-ring = No { $faction } ring is on the hand.
tudor-refused-cards-more-than-two = Saw { $seen } cards; take at most two.
tudor-refused-one-ring-twice = One { $faction } ring brings one card; two cards need two rings, or D enhanced.
tudor-refused-pair-possible = Two cards are available; name both.
tudor-refused-back-with-two = Give a card back only when taking two.
tudor-refused-two-not-enhanced = Two cards need rings on the fingers of F's enhancement; take one.
tudor-refused-back-not-held = The hand has no { $faction } card to give back.
tudor-refused-moved-already = { $player } has already made the bonus move of this round.
tudor-refused-tokens-alike = Token { $token } is named twice; spend two different ones.
tudor-refused-token-not-his = Token { $token } is not behind the screen of { $player }.
tudor-refused-token-worth = Token { $token } is worth less than 0; it cannot be spent.

## Scenario and scoring cards

tudor-refused-token-other-kind = This side of the card needs a round token of the other kind.
tudor-refused-round-tokens-few = This costs { $influence } influence and { $intrigue } intrigue, more than the player has.
tudor-refused-courtier-not-on-chair = { $player } has no courtier on chair { $chair } of chamber { $chamber }.
tudor-refused-space-twice = { $space } is named twice; name two different spaces.
tudor-refused-space-without-token = { $space } has no faction token; name two spaces with one each.
tudor-refused-chairs-apart = Only adjacent chairs can be swapped.
tudor-refused-chair-empty = One of these chairs in chamber { $chamber } is empty; both must be occupied.
tudor-refused-neither-his = Neither courtier is { $player }'s; one must be.
tudor-refused-jump-not-behind = { $space } is not exactly two spaces from { $origin } in a straight line.
tudor-refused-jump-nobody = There is no courtier on { $space } to jump over.
tudor-refused-side-used = This side of the card was used in this turn already; use it once per turn.
tudor-refused-banish-nobody = There is no other player's courtier on { $space }.
tudor-refused-no-card-6 = Ambassadors need scoring card 6, which is not in play.
tudor-refused-ambassador-supply = { $player } has no courtier in supply to become an ambassador.

## Amendments

tudor-refused-amend-hand = { $player } has { $has } { $faction } { $has ->
    [one] card
   *[other] cards
  }; a change of { $change } would leave fewer than 0.
tudor-refused-amend-stack = Cards of { $faction } in the stack: { $has }. Take no more than that.
tudor-refused-amend-prestige = { $player } has { $has } prestige; a change of { $change } would leave less than 0.
