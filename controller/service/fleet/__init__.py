"""A running table on the line to a broker: what it tells, what it ships to a hub, what it does for one.

Start with `fleet_loop`, which puts the other modules together. Messages and the line are in ``controller.fleet``.
"""
