"""The hub's own PostgreSQL and Mosquitto, restarted when they exit.

Start with `supervisor`; the broker's users are in `broker_users`. The database's content belongs to `hub.store`.
"""
