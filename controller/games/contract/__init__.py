"""What the table needs of a game, in parts: whoever needs one imports one."""
