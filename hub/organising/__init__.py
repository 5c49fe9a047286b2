"""A tournament at a desk that people come to, whose games go to the tables of the room."""
