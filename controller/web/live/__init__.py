"""What is told to pages as it changes."""
