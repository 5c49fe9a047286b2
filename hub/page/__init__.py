"""The room's page: all tables at a glance, or large on a television."""
