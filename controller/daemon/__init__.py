"""The running table: loops, journal, and the only chooser of part or twin."""
