"""The tournament service: stores actions, assigns fixtures to tables, collects results, makes the page's value.

Start with `service`; rules of tournaments belong to `hub.tournament`.
"""
