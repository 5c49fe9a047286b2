# Advice for Tudor: what the castle to act should do, where, what it costs, and how sure that is.

tudor-advice-ring = { $player } should take a ring of { $ring }.
tudor-advice-wear = { $player } should lay the rings like this, from thumb to pinky:
tudor-advice-assign = { $player } should send a courtier to the bench of chamber { $chamber }.
tudor-advice-lord = { $player } should put the lord into chamber { $chamber }.
tudor-advice-activate = { $player } should activate this figure: { $figure }.
tudor-advice-do = { $player } should choose: { $what }.
tudor-advice-way = From { $origin } the way is { $path }.
tudor-advice-pays = It is paid with { $cards }.
tudor-advice-spends = The tokens to spend: { $tokens }.
tudor-advice-takes = The card to take: { $cards }.
tudor-advice-gives = The card to give: { $cards }.
tudor-advice-rings = A ring of { $taken } comes for one of { $given }.
tudor-advice-spaces = The tokens of { $one } and { $other } change places.
tudor-advice-ahead = By experience that brings about { $points } prestige more than whatever is next best.
tudor-advice-even = Something else would be about as good.
tudor-advice-only = Nothing else is worth a look.
tudor-refused-advice-castle = Saw the castle { $seen }; those that play are { $castles }.
tudor-refused-advice-turn = Advice is for whose move it is. Ask for { $due }.
tudor-refused-advice-draw = A token is to be drawn for { $space }, which nobody chooses. Ask again after the draw.
