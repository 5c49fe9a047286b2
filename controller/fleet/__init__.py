"""A table among others: messages and topics, the line to an MQTT broker, how a table joins a room.

Start with `topics` and `messages`, then `line`. What needs a running table is in ``controller.service.fleet``.
"""
