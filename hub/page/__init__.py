"""The room's page: routes, roles and sessions.

Start with `app`; the page's values come from the modules that own their state.
"""
