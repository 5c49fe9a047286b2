"""The controller of a game table: a tower of which each floor knows those below it."""
