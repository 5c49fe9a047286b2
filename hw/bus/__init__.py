"""What a driver holds of a bus, whether a part or a twin is on the far side."""
