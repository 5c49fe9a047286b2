"""What people see and hear of the game: ``staging.py`` turns events into effects, ``view.py`` a state into the page.

Nothing here changes a state or decides what is legal.
"""
