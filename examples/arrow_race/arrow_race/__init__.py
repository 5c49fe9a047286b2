"""The Arrow Race: draw with the arrow, then carry the runner that is to go over your gate."""
