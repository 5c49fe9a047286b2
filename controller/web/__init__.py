"""The page: views out, actions in; it decides nothing."""
