"""The hub's own PostgreSQL and Mosquitto, started again whenever they end.

Begin with `supervised`; who may come to the broker is in `broker_users`. The database's content is `hub.store`'s.
"""
