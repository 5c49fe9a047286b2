# Words of the view and of the pieces, for page and table.

arrow-race-hare = Hase
arrow-race-tortoise = Schildkröte
arrow-race-drawn = gezogen
arrow-race-heap = Läufer
arrow-race-goal = Ziel
