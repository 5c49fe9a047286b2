"""The rules of Tudor as a function of state and move, without a table.

Start at ``engine.apply``; ``moves`` says what may be done and how it stands in the log, ``options`` lists what is legal
now. No clock, no chance, no screen: chance comes in as data of a line.
"""
