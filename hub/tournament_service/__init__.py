"""A tournament at a desk that people come to, whose games go to the tables of the room.

Begin with `desk`, where each act is kept; what follows from the acts belongs to `hub.tournament`.
"""
