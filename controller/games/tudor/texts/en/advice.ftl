# Advice: the move for the castle that must act, its cost, and how much better it is.

tudor-advice-ring = { $player } should take a { $ring } ring.
tudor-advice-wear = { $player } should lay the rings like this, from thumb to pinky:
tudor-advice-assign = { $player } should send a courtier to the bench of chamber { $chamber }.
tudor-advice-lord = { $player } should put the lord into chamber { $chamber }.
tudor-advice-activate = { $player } should activate this figure: { $figure }.
tudor-advice-do = { $player } should choose: { $what }.
tudor-advice-way = Path from { $origin }: { $path }.
tudor-advice-pays = Pay with { $cards }.
tudor-advice-spends = Spend these tokens: { $tokens }.
tudor-advice-takes = Take { $cards }.
tudor-advice-gives = Give { $cards }.
tudor-advice-rings = Take a { $taken } ring for a { $given } one.
tudor-advice-spaces = Swap the tokens of { $one } and { $other }.
tudor-advice-ahead = That is about { $points } prestige better than the next best move.
tudor-advice-even = Another move is about as good.
tudor-advice-only = It is the only move worth considering.
tudor-refused-advice-castle = No player has the castle { $seen }. Use one of { $castles }.
tudor-refused-advice-turn = Advice is only for the player who must act. Ask for { $due }.
tudor-refused-advice-draw = A token must be drawn for { $space }, and only chance decides it. Ask again after the draw.
