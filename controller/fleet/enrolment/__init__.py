"""How a table joins a room: what table and hub say to each other before they know each other."""
