"""Players without hands of their own."""
