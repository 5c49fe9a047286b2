"""The room's page: routes, roles and sessions.

Start with `app`; the values that the page shows come from the modules that own their state.
"""
