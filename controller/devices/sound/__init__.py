"""What the table is heard by."""
