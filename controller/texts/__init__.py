"""Every sentence the table itself says, by key, in three languages; a game brings its own."""
