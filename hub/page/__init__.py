"""The room's page: its routes, and who may do what.

Begin with `app`; the values that it shows are made where their state is.
"""
