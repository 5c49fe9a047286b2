# Advice: the move for the castle that must act, its cost, and how much better it is.

tudor-advice-do = { $player } should choose: { $what }.
tudor-advice-rings = Take a { $taken } ring for a { $given } one.
tudor-advice-ahead = That is about { $points } prestige better than the next best move.
tudor-advice-even = Another move is about as good.
tudor-advice-only = It is the only move worth considering.
tudor-refused-advice-castle = No player has the castle { $seen }. Use one of { $castles }.
tudor-refused-advice-turn = Advice is only for the player who must act. Ask for { $due }.
tudor-refused-advice-draw = A token must be drawn for { $space }, and only chance decides it. Ask again after the draw.
tudor-judged-prestige = It gains most prestige at once.
tudor-judged-scoring = It gains most by the scoring cards.
tudor-judged-cards = It gains most by cards and round tokens.
tudor-judged-rings = It gains most by rings.
tudor-judged-courtiers = It gains most by courtiers and tokens.
tudor-analysis-note = Each turn is compared with the best one that the bot's search finds, by what its player saw. The gain is the bot's estimate of prestige at the end; what is drawn and what others do later is left out. The curve shows how many of a hundred bot games with such estimates were won.
