"""What is needed of a game only when somebody asks for it: by commands of a terminal, for pictures; in parts."""
