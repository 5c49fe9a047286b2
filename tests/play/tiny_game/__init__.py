"""A tiny game in a package of its own, as a third party would bring one."""
