# Words of Tudor that stand in sentences: players and factions by colour, round tokens.

tudor-red = red
tudor-grey = grey
tudor-brown = brown
tudor-blue = blue
tudor-yellow = yellow
tudor-green = green
tudor-purple = purple
tudor-influence = influence
tudor-intrigue = intrigue
