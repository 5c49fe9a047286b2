# What Tudor's referee says: to a piece or a press that changes nothing, and what it only notes.

## Complaints

tudor-complaint-not-your-turn = It is { $player }'s move. Wait for yours.
tudor-complaint-castle-out = This castle does not play. Leave it alone.
tudor-complaint-not-in-play = Not in this game. Put it back into the box.
tudor-complaint-somebody-s = It belongs to { $player }. Give it back.
tudor-complaint-yours = { $player } has a piece of yours. Take it back.
tudor-complaint-from-the-bag = It comes from the bag, and nothing is drawn now. Put it back.
tudor-complaint-spent = It is spent until the round ends. Tap another.
tudor-complaint-fits-nothing = It fits nothing that you may do now. Put it back.
tudor-complaint-no-question = Nothing was asked that no could answer.
tudor-complaint-tap-draw = Draw a token from the bag and tap it.
tudor-complaint-tap-ring = Tap a ring first.
tudor-complaint-tap-rings = Tap the rings that change places first.
tudor-complaint-tap-path = Tap the tokens that you take first.
tudor-complaint-tap-spent = Tap two tokens of yours first.
tudor-complaint-tap-tokens = Tap the two tokens that change places first.
tudor-complaint-tap-hand = Tap the rings of your hand first, from thumb to pinky.

## While the board is laid

tudor-complaint-answer-first = Answer the question on the console first.
tudor-complaint-lies-already = It lies on { $space } already. Take another.
tudor-complaint-joined-already = This castle plays already. The next one, please.
tudor-complaint-four-play = Four play already. Press the knob.
tudor-complaint-too-few = At least two play. A piece over another gate, please.
tudor-complaint-tap-space = Tap the token of the space that is shown.

## Only noted

tudor-noted-piece = A piece passed the gate; nothing waits for one now.
tudor-noted-button = A button means nothing now.
tudor-noted-over = The game is over.
tudor-noted-hourglass = The hourglass ran out; it means nothing in this game.
tudor-complaint-others-yes = That is for { $player } to say yes to.
tudor-complaint-behind-the-screen = What is behind the screen does not do for that.
