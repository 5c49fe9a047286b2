"""Games played again from their logs."""
