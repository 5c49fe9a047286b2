"""Editions: what is printed on the components of Tudor, which the owner of a box can correct.

Start at ``edition.Edition``; ``reading`` parses one from a file or a log. What it means is for ``rules``.
"""
