"""Every sentence the table says, by key, in three languages."""
