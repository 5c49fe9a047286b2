"""What taps or presses mean, with what the table waits for."""
