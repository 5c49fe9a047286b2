"""The controller of a game table: a stack of layers, each of which imports only those below it."""
