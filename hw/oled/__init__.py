"""The console's display of 128 x 64 pixels."""
