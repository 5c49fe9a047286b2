"""From what readers saw to what passed a gate."""
