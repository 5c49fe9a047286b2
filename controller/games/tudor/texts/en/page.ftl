# What the page says of Tudor by itself; the story and what the table waits for come with the view.

page-tudor-phase-none = no game yet
page-tudor-phase-rings = First rings
page-tudor-phase-hands = Hands
page-tudor-phase-assignment = Courtiers to the benches
page-tudor-phase-lords = Lords
page-tudor-phase-actions = Turns
page-tudor-phase-over = The end
page-tudor-won = { $count ->
    [one] { $players } wins.
   *[other] { $players } win together: their prestige, cards, round tokens and rings are equal.
  }
page-tudor-prompt-rings = { $player }: choose your { $nth } ring.
page-tudor-prompt-hands = { $player }: put your rings on fingers.
page-tudor-prompt-assignment = { $player }: choose a chamber for your { $nth } courtier.
page-tudor-nth = { $number ->
    [1] first
    [2] second
    [3] third
   *[other] next
  }
page-tudor-prompt-no-supply = { $player }: recall a courtier, or go without.
page-tudor-prompt-lords = { $player }: choose a chamber for your lord.
page-tudor-prompt-activate = { $player }: choose who acts for you.
page-tudor-prompt-act = { $player }: use your { $figure } in chamber { $chamber }.
page-tudor-prompt-no-figure = { $player }: move one space or take a card.
page-tudor-prompt-end = { $player }: end your turn, or do more.
page-tudor-prompt-draw = { $player }: draw a token for { $space }.
page-tudor-prompt-ring = { $player }: choose a ring for office { $column }.
page-tudor-prompt-wear = { $player }: put your other rings on.
page-tudor-prompt-token = { $player }: use the { $token } now, or keep it?
page-tudor-prompt-office_action = { $player }: choose an action for your office.
page-tudor-prompt-confirm = { $player }: say yes or no.
page-tudor-bot-rings = { $player } chooses the { $nth } ring.
page-tudor-bot-hands = { $player } puts the rings on.
page-tudor-bot-assignment = { $player } sends the { $nth } courtier to a chamber.
page-tudor-bot-lords = { $player } sends the lord to a chamber.
page-tudor-bot-actions = { $player } takes a turn.
page-tudor-bot-draw = { $player } draws tokens.
page-tudor-do-new_game = New game
page-tudor-do-confirm = Yes, do it

## The board

page-tudor-throne = Throne room
page-tudor-office = Office { $column }, vacant
page-tudor-office-of = Office { $column }, held by { $player }
page-tudor-office-worth = worth { $prestige } prestige
page-tudor-no-token = no token
page-tudor-courtier-of = { $player }'s courtier
page-tudor-space-occupied = { $space } is occupied.
page-tudor-space-closed = { $space } cannot be reached now.
page-tudor-chambers = Chambers
page-tudor-chamber = Chamber { $number }
page-tudor-enter-courtier = Courtier to the bench of chamber { $number }
page-tudor-enter-lord = Lord into chamber { $number }
page-tudor-lords = Lords
page-tudor-chairs = Chairs
page-tudor-bench = Bench
page-tudor-lord = lord
page-tudor-courtier = courtier
page-tudor-chair = chair { $chair }
page-tudor-nobody = nobody
page-tudor-used = used
page-tudor-stock = Stand, cards, bag
page-tudor-stand = Rings
page-tudor-stacks = Cards
page-tudor-bag = { $number ->
    [one] { $number } token
   *[other] { $number } tokens
  } in the bag
page-tudor-ring-of = { $faction } ring
page-tudor-token-of = { $faction } token
page-tudor-bag-top = To draw, carry it over a gate

## Hand screens

page-tudor-prestige = { $number } prestige
page-tudor-placed-supply = In supply
page-tudor-placed-chambers = In chambers
page-tudor-placed-throne = In the throne room
page-tudor-placed-offices = Offices
page-tudor-first = begins
page-tudor-supply = supply
page-tudor-supply-of = Courtiers in supply
page-tudor-to-place = { $number } to assign
page-tudor-enhanced = stronger: { $letters }
page-tudor-ambassadors = { $number ->
    [one] { $number } ambassador
   *[other] { $number } ambassadors
  }
page-tudor-finger-thumb = thumb
page-tudor-finger-index = index
page-tudor-finger-middle = middle
page-tudor-finger-ring = ring
page-tudor-finger-pinky = pinky
page-tudor-unworn = Chosen
page-tudor-spent = Spent

## One's own hand

page-tudor-own-cards = Your cards
page-tudor-own-tokens = Your tokens
page-tudor-own-rounds = Round tokens
page-tudor-own-nothing = none
page-tudor-own-none = You have no hand in this game.

## The actions

page-tudor-short-A = one step
page-tudor-short-B = a ring
page-tudor-short-C = 1–2 spaces
page-tudor-short-D = ring cards
page-tudor-short-E = 1–7 spaces
page-tudor-short-F = any card
page-tudor-short-G = one space
page-tudor-short-H = one card
page-tudor-act-A = One step in any direction, onto a token that matches one of your rings. Stronger: onto any token.
page-tudor-act-B = Swap a ring for one from the stand, and take a card that matches it. Stronger: swap two.
page-tudor-act-C = One or two spaces straight up; pay a card for each. Stronger: up to three spaces, each in any direction.
page-tudor-act-D = Two cards that match two of your rings. Stronger: both may match one ring.
page-tudor-act-E = Straight up, as far as you can pay: a card for each space. Stronger: for three spaces or more, you may take one card back.
page-tudor-act-F = Any card. Stronger: take two cards, then give one back.

## What may be done

page-tudor-may = What may be done
page-tudor-tap-way = Tap the spaces of its path in order, or carry the courtier along them.
page-tudor-tap-first = Choose here, or tap a path on the board.
page-tudor-tap-choose_ring = Tap a lit ring below the board, or carry it to your castle.
page-tudor-tap-assign = Tap the chamber to whose bench your courtier goes, or carry it there.
page-tudor-tap-place_lord = Tap the chamber that your lord enters, or carry him there.
page-tudor-tap-activate = Tap the lit figure that acts for you.
page-tudor-tap-recall = Tap the courtier that comes back to your supply.
page-tudor-tap-tokens = Tap two spaces: their tokens change places.
page-tudor-tap-scenario = Tap the courtier on the board that it is about.
page-tudor-hidden = This page does not know your cards. What they do not allow is refused here, and nothing is lost. To see them, open your hand with the code that “Hand on a phone” in the knob's menu shows:
page-tudor-way = The path: { $way }. Tap its next space, or choose what takes your courtier there.
page-tudor-way-whole = The path: { $way }. Choose what takes your courtier there.
page-tudor-from-to = from { $from } to { $path }
page-tudor-from-supply = from the supply to { $path }
page-tudor-from = from { $from }
page-tudor-pays = for { $cards }
page-tudor-back = Back
page-tudor-waits-for = Waiting for { $players } to say yes, at the castle or with the knob: whether this is allowed depends on what is behind their screen.
page-tudor-offer-A = Ring move
page-tudor-offer-B = Ring exchange
page-tudor-offer-C = Short court move
page-tudor-offer-D = Ring faction cards
page-tudor-offer-E = Long court move
page-tudor-offer-F = Any faction card
page-tudor-offer-G = One space court move
page-tudor-offer-H = Ring faction card
page-tudor-how-A = one step onto a token of one of your rings
page-tudor-how-B = one of yours for one of the stand, and its card
page-tudor-how-C = up to two spaces up, a card for each
page-tudor-how-D = two that match two of your rings
page-tudor-how-E = up to seven spaces up, a card for each
page-tudor-how-F = whichever you like
page-tudor-how-G = one space up for a card
page-tudor-how-H = that matches a ring
page-tudor-how-move = one step for two of your tokens
page-tudor-how-exchange = two of yours for one
page-tudor-how-recall = from the throne room to your supply
page-tudor-how-left-1 = for two influence
page-tudor-how-right-1 = for the intrigue just taken
page-tudor-how-left-2 = the one just taken
page-tudor-how-right-2 = for the intrigue just taken
page-tudor-how-left-3 = for two influence
page-tudor-how-right-3 = for two intrigue
page-tudor-how-left-4 = for one influence and one intrigue
page-tudor-how-left-5 = for two influence
page-tudor-how-right-5 = for two intrigue, three in row 4 and above
page-tudor-offer-wear = Rings onto fingers
page-tudor-offer-pass = Pass: place no courtier
page-tudor-offer-recall = Call a courtier back
page-tudor-offer-move = Bonus move
page-tudor-offer-exchange = Exchange cards
page-tudor-offer-ambassador = Send a courtier as ambassador
page-tudor-offer-decline = Keep it, do nothing
page-tudor-offer-take_ring = A ring for the office
page-tudor-offer-end_turn = End the turn
page-tudor-offer-early = End the turn without acting
page-tudor-undo = Take back
page-tudor-submit-wear = Wear the rings like this
page-tudor-submit-take_ring = Take and wear like this
page-tudor-submit-B = Exchange the rings
page-tudor-submit-C = Pay and move
page-tudor-submit-E = Pay and move
page-tudor-submit-G = Pay and move
page-tudor-submit-A = Move
page-tudor-submit-F = Take these cards
page-tudor-submit-move = Spend the tokens and move
page-tudor-submit-exchange = Exchange these cards
page-tudor-offer-left-1 = Send a courtier back to a bench
page-tudor-offer-right-1 = Swap two tokens
page-tudor-offer-left-2 = Give the influence for a card
page-tudor-offer-right-2 = Swap two chairs
page-tudor-offer-left-3 = Buy a card
page-tudor-offer-right-3 = Jump over a courtier
page-tudor-offer-left-4 = Trade a ring
page-tudor-offer-left-5 = Move a courtier one or two steps
page-tudor-offer-right-5 = Banish a courtier
page-tudor-two-chairs = chairs { $one } and { $other }
page-tudor-to-bench = to bench { $number }
page-tudor-field-pay = Card for { $space }
page-tudor-field-card = Card
page-tudor-field-second = Second card
page-tudor-field-returned = Take one card back
page-tudor-field-back = Card given back
page-tudor-field-give = Card given
page-tudor-field-take = Card taken
page-tudor-field-tokens = Token spent
page-tudor-field-none = none
page-tudor-field-by-chance = Draw out of the bag
page-tudor-draw-for = For { $space }: a token out of the bag.
page-tudor-draw-later = Then for { $spaces }.
page-tudor-draw-which = Which one was drawn?
page-tudor-draw-gate = Or carry the token over a gate: the table sees which one it is.

## The drawn hand

page-tudor-hand-lay = Choose the finger for the { $faction } ring.
page-tudor-hand-done = All rings are on. Move one, or go on.
page-tudor-hand-choose = Choose a ring.
page-tudor-hand-replace = Choose the ring that the { $faction } one replaces.
page-tudor-hand-swapped = That is how your rings would be.
page-tudor-hand-tray = Rings to choose from
page-tudor-hand-strength = What the rings strengthen
page-tudor-stronger-A = onto any token
page-tudor-stronger-B = swap two rings
page-tudor-stronger-C = up to three, any way
page-tudor-stronger-D = one ring, both cards
page-tudor-stronger-E = a card back
page-tudor-stronger-F = take two, give one
page-tudor-again = Start again

## The cards

page-tudor-cards = Cards in play
page-tudor-scoring-title = Scoring card { $card }
page-tudor-scoring-1 = At the end: the more tokens of one faction, the more each adds. Points by number of tokens:
page-tudor-scoring-2 = At the end: each token is worth what its faction says.
page-tudor-scoring-3 = At the end: sets of different factions. Points by size of the set:
page-tudor-scoring-4 = Whoever takes an office gets its prestige at once.
page-tudor-scoring-5 = After each round: { $crowded } for the most courtiers in a column, including its office.
page-tudor-scoring-6 = A round token just taken may send a courtier away for good as an ambassador. Each ambassador: { $ambassador } at the end.
page-tudor-scenario-title = Scenario { $card }
page-tudor-scenario-assigned = { $first } courtiers each in round 1, then { $later }.
page-tudor-scenario-1 = Two influence send a seated courtier to a bench. An intrigue just taken lets two tokens of the board change places.
page-tudor-scenario-2 = An influence just taken buys a card. An intrigue just taken lets a courtier change chairs with a neighbour.
page-tudor-scenario-3 = Two influence buy a card. Two intrigue let a courtier jump over a neighbour.
page-tudor-scenario-4 = Spend one token of each kind to swap a ring with another player. Taking an office brings a chamber action.
page-tudor-scenario-5 = Two influence move a courtier two steps. Two intrigue (three in row 4 and above) banish another player's courtier.
page-tudor-garter = The Garter
page-tudor-garter-how = At the end, players rank by round tokens and cards together: { $numbers } prestige by rank.

## The end

page-tudor-ending-tokens = Tokens held
page-tudor-tied = At the same prestige, cards decide, then round tokens, then rings (TU-15.3).
page-tudor-tied-cards = Here: cards { $counts }.
page-tudor-tied-round-tokens = Here: round tokens { $counts }.
page-tudor-tied-rings = Here: rings { $counts }.
page-tudor-ending-course = Prestige, round by round
page-tudor-ending-card = { $card }: { $what }
page-tudor-ending-corrected = corrected by people
page-tudor-scene-played = while playing
page-tudor-ending-prestige = Prestige

## Another game

page-tudor-new-cards = Cards
page-tudor-new-cards-first = First game
page-tudor-new-cards-first-how = Scoring cards 1 and 4 count many tokens of one faction and offices; scenario card 2 is about chairs.
page-tudor-new-cards-drawn = By chance
page-tudor-new-cards-drawn-how = Two of six scoring cards, and one of five scenario cards.
page-tudor-new-cards-picked = Pick them
page-tudor-new-cards-picked-how = The table draws what you do not pick.
page-tudor-new-practice = No practice in Tudor: what a move is worth shows only at the end of its turn. After the game the replay names the turns that a better one would have beaten.
page-tudor-new-scoring = Two scoring cards
page-tudor-new-scenario = A scenario card
page-tudor-new-first = Who begins
page-tudor-new-drawn = by lot
page-tudor-new-board = The tokens on the board
page-tudor-new-board-chance = The table deals them
page-tudor-new-board-dealt = As they lie
page-tudor-lay-how = Tap what lies on the lit space: a token and its round token. To change a space, tap it; a second tap clears it.
page-tudor-lay-palette = What lies there
page-tudor-lay-left = Spaces left: { $spaces }. Influence left: { $influence }, intrigue left: { $intrigue }.
page-tudor-scoring-short-1 = many of one
page-tudor-scoring-short-2 = worth by faction
page-tudor-scoring-short-3 = different ones
page-tudor-scoring-short-4 = offices
page-tudor-scoring-short-5 = crowded columns
page-tudor-scoring-short-6 = ambassadors
page-tudor-scenario-short-1 = benches
page-tudor-scenario-short-2 = chairs
page-tudor-scenario-short-3 = jumps
page-tudor-scenario-short-4 = rings
page-tudor-scenario-short-5 = banishment

## First steps

page-tudor-tour-rings = Each player gets two rings, one at a time. Tap a lit one below the board. Its faction decides which card you begin with, and onto which tokens you may step.
page-tudor-tour-hands = Tap a finger for the ring that is lit, or carry it there. The letters on the fingers are actions: with rings on all fingers of a letter, that action is stronger.
page-tudor-tour-assignment = Tap a lit chamber: a courtier of yours goes to its bench, and takes a chair when all have placed theirs. Every chamber offers two actions.
page-tudor-tour-chairs = The benches have emptied. Starting with the one nearest the door, each courtier took the topmost free chair; where all are taken, the one on top goes home and the others move up.
page-tudor-tour-lords = Tap a chamber for your lord. In chambers without a lord no courtier may act this round; a lord himself takes both actions.
page-tudor-tour-turns = All lords are in. In chambers without a lord the courtiers rest this round. Now players take turns, each with one figure at a time.
page-tudor-tour-activate = Your turn: tap a lit figure of yours. It acts for you, once a round.
page-tudor-tour-act = Choose what it does. D, F and H bring cards, B a ring. A, C, E and G move a courtier through the throne room: tap the spaces of its path in order. Only you know your cards: the page “My hand” shows them, and “Hand on a phone” in the knob's menu shows the code that opens it.
page-tudor-tour-draw = The tokens along your path are yours. New ones come out of the bag: press “Draw out of the bag”.
page-tudor-tour-rings-wait = { $color } chooses a ring. It is gone from the stand for the rest.
page-tudor-tour-hands-wait = { $color } puts the rings on. Compare: who is stronger in which action?
page-tudor-tour-assignment-wait = { $color } sends a courtier. You see it on the bench before the door.
page-tudor-tour-lords-wait = { $color } chooses where a lord holds court: its candle burns.
page-tudor-tour-activate-wait = { $color } is about to act. Watch which figure lights up.
page-tudor-tour-act-wait = { $color } acts: what happens is told on the right, and the courtier walks.
page-tudor-tour-draw-wait = { $color } took tokens and draws new ones for the empty spaces.
page-tudor-tour-end-wait = { $color } is about to end the turn.
page-tudor-tour-ring = An office! Take one of the rings on offer, and choose how your rings lie from now on.
page-tudor-tour-wear = You have lost a ring. Choose how the others lie.
page-tudor-tour-token = Use the new round token at once, or keep it for later.
page-tudor-tour-office_action = The office lets you do an action of a chamber at once. Choose one, or do without.
page-tudor-tour-end = Nothing more to do? End the turn. The round is over when every figure has acted.
page-tudor-tour-round = The round is over. Lords go home, courtiers keep their chairs, and the next player begins.
page-tudor-tour-done = That was a round. After { $rounds } rounds the most prestige wins; the cards in play say what brings it. Have fun!
