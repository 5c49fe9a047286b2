"""Commands about the rules of games, without any table."""
