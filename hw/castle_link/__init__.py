"""The castle boards: lines over USB serial, and the twin of a board."""
