"""The running table on the line to a broker."""
