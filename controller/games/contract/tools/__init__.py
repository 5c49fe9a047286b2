"""What the commands of a terminal need of a game, in parts: a game without one of them is told by that command."""
