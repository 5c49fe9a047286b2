"""Looking after many tables from one place."""
