"""Access to a page: origins, plain and encrypted requests, sessions, rate limits.

Start with `sessions.py`. The list of routes has the role that each needs.
"""
