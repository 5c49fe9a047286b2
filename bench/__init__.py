"""Benches: figures by which a user or a maintainer decides, beside other packages; start at `bench.__main__`."""
