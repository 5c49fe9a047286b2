"""What tables and hub share: MQTT topics and messages, the connection to a broker, joining a room.

Start with `topics` and `messages`, then `connection`. Code for a running table is in ``controller.service.fleet``.
"""
