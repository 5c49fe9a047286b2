"""A tiny game in a package of its own, as somebody else would bring one."""

from importlib.resources import files

from controller.texts import patterns

patterns.add(files(__name__).joinpath("texts"))
