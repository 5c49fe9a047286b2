"""Access to a page: origins, plain and encrypted requests, sessions, and rate limits for secrets.

Start with `sessions.py`. Which role a route needs stands in the list of routes, not here.
"""
