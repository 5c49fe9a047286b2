"""The host's end of the serial lines to the castle boards."""
