"""The game Tudor."""

from importlib.resources import files

from controller.texts import patterns

patterns.add(files(__name__).joinpath("texts"))
