"""The Arrow Race: draw with the arrow, then carry one of your runners over your gate."""
