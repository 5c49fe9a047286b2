"""Tournaments as the sum of what people did: who sits with whom, who stands where.

Begin with `tournament`; a new pairing system is a change of `pairing`. Nothing here knows a database or a table.
"""
