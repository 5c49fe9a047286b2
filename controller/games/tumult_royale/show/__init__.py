"""What people see and hear: ``staging.py`` turns events into effects, ``view.py`` a state into the page's JSON.

Nothing here changes a state or decides what is legal.
"""
