"""Who may do what on a page: origins, plain and encrypted requests, sessions, and how often secrets may be guessed.

Start with `sessions.py`. Which route needs which right is not said here but in the list of routes.
"""
