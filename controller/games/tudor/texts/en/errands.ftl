# Errands: what people do for the bot of a castle that is named beside the sentence.

tudor-errand-draw = Draw a token for { $space } from the bag: pass it over its gate.
tudor-errand-rings = Pass these rings over its gate, in this order: { $rings }.
tudor-errand-tokens = Pass the tokens of these spaces over its gate: { $spaces }.
tudor-errand-screen = Pass the tokens behind its screen one by one; its lamps tell the right one.
