"""The command `royaltable`: one file a subcommand."""
