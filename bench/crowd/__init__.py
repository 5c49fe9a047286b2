"""The thousand light tables with which a hub is measured."""
