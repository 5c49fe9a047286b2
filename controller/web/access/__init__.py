"""Who may do what on the page."""
