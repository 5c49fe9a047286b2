# Errands: what people do for a bot.

tudor-errand-draw = Draw a token for { $space } from the bag: pass it over { $player }'s gate.
tudor-errand-rings = Pass these rings over { $player }'s gate, in this order: { $rings }.
tudor-errand-tokens = Pass the tokens of these spaces over { $player }'s gate: { $spaces }.
tudor-errand-screen = Pass the tokens behind { $player }'s screen over the gate, one by one; the lamps tell the right one.
