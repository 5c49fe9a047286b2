"""The package of the stand-in for RPi.GPIO."""
