# Screens of the console: whose move it is, what is known of it, and what is due.

## Players, factions, places

tudor-player-red = Red
tudor-player-grey = Grey
tudor-player-brown = Brown
tudor-player-blue = Blue
tudor-player-yellow = Yellow
tudor-player-green = Green
tudor-player-purple = Purple
tudor-say-red = red
tudor-say-grey = grey
tudor-say-brown = brown
tudor-say-blue = blue
tudor-say-yellow = yellow
tudor-say-green = green
tudor-say-purple = purple
tudor-say-it = { $it }
tudor-say-both = { $one } { $other }
tudor-say-list = { $things }
tudor-say-card = { $count ->
    [one] { $faction }
   *[other] { $count } { $faction }
  }
tudor-say-plus = { $one }+{ $other }
tudor-say-supply = supply
tudor-say-lord = Chamber { $chamber }: lord
tudor-say-chair = Chamber { $chamber }, chair { $chair }
tudor-say-chairs = Ch. { $chamber }: { $upper } and { $lower }
tudor-say-chamber = Chamber { $chamber }: { $one }, { $other }
tudor-say-finger = { $finger } { $ring }
tudor-say-thumb = thumb
tudor-say-index = index
tudor-say-middle = middle
tudor-say-ring = ring
tudor-say-pinky = pinky
tudor-say-card-number = Card { $number }
tudor-say-no-card = no card
tudor-say-once = That is all
tudor-say-again = Swap again
tudor-round-influence = Influence
tudor-round-intrigue = Intrigue

## Before a game

tudor-wait-begin-title = Tudor
tudor-wait-begin = Press the knob. To lay the board by hand: carry a piece over each gate.
tudor-wait-first-title = Who begins
tudor-wait-first = { $player } begins
tudor-wait-join-title = Who plays?
tudor-wait-join = A piece to each gate.
tudor-wait-join-enough = Press: that is all
tudor-wait-join-more = At least two
tudor-wait-lay = Carry token. Left: { $left }
tudor-wait-round-title = { $space }: round token
tudor-wait-round = Yes: this. No: other
tudor-ask-scoring-1 = First scoring card
tudor-ask-scoring-2 = Second scoring card
tudor-ask-scenario = Scenario card

## What is known of a move

tudor-wait-title = { $player }: { $told }
tudor-short-move = bonus
tudor-short-left = left
tudor-short-right = right
tudor-short-exchange = exchange
tudor-short-recall = recall
tudor-short-amend = cards
tudor-wait-from = From { $space }
tudor-wait-pays = Pays: { $cards }
tudor-wait-spends = Spends { $count } of 2
tudor-wait-rings = Rings: { $rings }
tudor-wait-turn = { $question } { $number }/{ $of }
tudor-wait-yes = Yes or press: done
tudor-wait-back = Hold the knob: back

## What is to be tapped

tudor-wait-draw = { $player } draws ({ $left })
tudor-wait-ring-title = choose a ring
tudor-wait-office-title = office { $column }
tudor-wait-hand-title = lay your rings
tudor-wait-hand-first = Carry your rings over your gate, the thumb's first.
tudor-wait-tap-ring = Carry a ring from the stand over your gate.
tudor-wait-tap-stand = Carry a ring from the stand over your gate.
tudor-wait-tap-robbed = Carry a ring from { $player }'s hand over your gate.
tudor-wait-tap-path = Carry the tokens in path order.
tudor-wait-tap-path-on = Carry the next token.
tudor-wait-tap-spent = Carry two of yours, then one of the board's.
tudor-wait-tap-spent-on = Carry one more of yours, then one of the board's.
tudor-wait-tap-rings = Carry the two rings to swap.
tudor-wait-tap-rings-on = Carry the other ring.
tudor-wait-tap-tokens = Carry the two tokens to swap.
tudor-wait-tap-tokens-on = Carry the other token.
tudor-wait-hand-left = Rings left: { $left }
tudor-wait-hand-all = Rings: { $number }
tudor-wait-hand-turn = Turn: finger. Yes: done

## What is asked

tudor-ask-what = { $player }: what now?
tudor-ask-what-short = Which action?
tudor-ask-token = { $player }: use token?
tudor-ask-office = { $player }: office action
tudor-ask-courtier = { $player }: which bench
tudor-ask-lord = { $player }: lord goes to
tudor-ask-chamber = { $player }: which bench
tudor-ask-origin = From where?
tudor-ask-path = Which path?
tudor-ask-figure = Which figure?
tudor-ask-pay = Card for { $space }
tudor-ask-bonus = Take back
tudor-ask-card-1 = takes card
tudor-ask-card-2 = 2nd card
tudor-ask-back = gives back
tudor-ask-give-1 = gives card
tudor-ask-give-2 = gives 2nd
tudor-ask-again = Once more?
tudor-ask-chair = which figure
tudor-ask-chairs = which chairs
tudor-ask-space = which space

## What can be done

tudor-do-A = A: ring move
tudor-do-B = B: ring exchange
tudor-do-C = C: short court move
tudor-do-D = D: 2 ring cards
tudor-do-E = E: long court move
tudor-do-F = F: any card
tudor-do-G = G: one space up
tudor-do-H = H: ring card
tudor-do-move = Bonus: move
tudor-do-exchange = Bonus: exchange
tudor-do-recall = Recall a courtier
tudor-do-end-turn = End the turn
tudor-do-decline = No, keep it
tudor-do-pass = Pass
tudor-do-ambassador = Ambassador
tudor-do-left-1 = 2 infl.: to a bench
tudor-do-right-1 = Swap two tokens
tudor-do-left-2 = Get a card
tudor-do-right-2 = Swap chairs
tudor-do-left-3 = 2 infl.: a card
tudor-do-right-3 = 2 intr.: jump
tudor-do-left-4 = 1+1: ring swap
tudor-do-left-5 = 2 infl.: two steps
tudor-do-right-5 = Intrigue: banish

## The end

tudor-wait-over-title = The winner
tudor-wait-over = { $prestige } prestige
