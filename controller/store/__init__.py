"""What survives a pulled plug."""
