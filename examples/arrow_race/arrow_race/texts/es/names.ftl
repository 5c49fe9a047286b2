# Words of the view and of the pieces, for page and table.

arrow-race-hare = Liebre
arrow-race-tortoise = Tortuga
arrow-race-drawn = sacado
arrow-race-heap = Fichas
arrow-race-goal = Meta
