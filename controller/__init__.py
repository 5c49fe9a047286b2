"""The table's controller: games, sensing, daemon, web page and command line."""
