"""Commands about a game's rules, without any table."""
