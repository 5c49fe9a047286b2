"""The programs of others on which a hub stands, started in its own folder."""
