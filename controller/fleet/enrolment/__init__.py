"""How a table joins a room: what it says to a hub that it does not know yet."""
