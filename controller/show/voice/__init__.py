"""What the table says aloud of what it shows."""
