"""What is printed on the components of Tudor, as an edition that the owner of a box can correct.

Start at ``edition.Edition``; ``reading`` reads one from a file or a log. What a rule makes of it
is for ``rules``.
"""
