"""How people and tables come to a tournament: its rows, its desk, its page's value, its files."""
