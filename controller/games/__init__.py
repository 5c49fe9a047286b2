"""What can be played; a game is pure: values in, values out."""
