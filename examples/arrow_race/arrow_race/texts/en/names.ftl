# Words of the view and of the pieces, for page and table.

arrow-race-hare = hare
arrow-race-tortoise = tortoise
arrow-race-drawn = drawn
arrow-race-heap = Runners
arrow-race-goal = goal
