"""Editions: what is printed on the components of Tudor, which the owner of a box can correct.

Start at ``edition.Edition``; ``reading`` parses it from a file or a log, ``rules`` applies it.
"""
