"""What one can type: the command `royaltable`, one file a subcommand."""
