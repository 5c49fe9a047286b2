"""What a hub keeps, in PostgreSQL."""
