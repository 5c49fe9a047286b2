"""The room's page: routes, roles and sessions.

Start with `app`; the values that the page shows are made where their state is.
"""
