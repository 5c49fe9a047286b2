"""A table at an MQTT broker: it publishes its state, ships its logs and applies what the hub wants.

Start with `fleet_loop`, which connects the modules. Messages and connection are in ``controller.fleet``.
"""
