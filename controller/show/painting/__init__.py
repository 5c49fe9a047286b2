"""Pictures in colour, for files: what a game draws as values becomes pixels here."""
