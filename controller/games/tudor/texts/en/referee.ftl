# Complaints and notes of the referee.

## Complaints

tudor-complaint-not-your-turn = It is { $player }'s move. Wait for yours.
tudor-complaint-castle-out = This castle is not in the game.
tudor-complaint-not-in-play = This piece is not in play. Put it back into the box.
tudor-complaint-somebody-s = This piece is { $player }'s. Give it back.
tudor-complaint-yours = { $player } has a piece of yours. Take it back.
tudor-complaint-from-the-bag = No draw is due. Put the token back into the bag.
tudor-complaint-spent = It is spent until the round ends. Tap another.
tudor-complaint-fits-nothing = No action can use this piece now. Put it back.
tudor-complaint-no-question = There is nothing to say no to now.
tudor-complaint-tap-draw = Draw a token from the bag and carry it over your gate.
tudor-complaint-tap-ring = First carry a ring over your gate.
tudor-complaint-tap-rings = First carry the two rings to swap over your gate.
tudor-complaint-tap-path = First carry the tokens to take over your gate.
tudor-complaint-tap-spent = First carry two of your own tokens over your gate.
tudor-complaint-tap-tokens = First carry the two tokens to swap over your gate.
tudor-complaint-tap-hand = First carry your rings over your gate, from thumb to pinky.

## While the board is laid

tudor-complaint-answer-first = Answer the question on the console first.
tudor-complaint-lies-already = This token is on { $space } already. Take another.
tudor-complaint-joined-already = This castle has joined already. Next player, please.
tudor-complaint-four-play = Four players have joined. Press the knob.
tudor-complaint-too-few = At least two must play. Carry a piece over another gate.
tudor-complaint-tap-space = Carry a token for the space shown over a gate.

## Only noted

tudor-noted-piece = A piece passed the gate, but none is due now.
tudor-noted-button = This button has no function now.
tudor-noted-over = The game is over.
tudor-noted-hourglass = The hourglass ran out; this game does not use it.
tudor-complaint-others-yes = Only { $player } can say yes to this.
tudor-complaint-behind-the-screen = What is behind the screen is not enough for this.
