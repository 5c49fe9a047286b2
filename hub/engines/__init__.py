"""The hub's own PostgreSQL, Mosquitto and HAProxy, restarted when they exit.

Start with `supervisor`; `broker_users` has the broker's users. The database's content belongs to `hub.store`.
"""
