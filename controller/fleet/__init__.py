"""What tables and hub share: MQTT topics and messages, the connection to a broker, and joining a room.

Start with `topics` and `messages`, then `connection`. Code that needs a running table is in ``controller.service.fleet``.
"""
