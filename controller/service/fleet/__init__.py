"""A running table at an MQTT broker: it publishes its state, ships its logs to a hub and applies what the hub wants.

Start with `fleet_loop`, which connects the other modules. Messages and the connection are in ``controller.fleet``.
"""
