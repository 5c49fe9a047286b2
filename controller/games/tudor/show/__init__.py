"""What players see, hear and read of Tudor: screens, story, page, drawing.

Start at ``view.view`` for the page, ``scenes.effects_of_action`` for the console. Nothing public may reveal what lies
behind a player's screen. ``referee`` decides what a press means.
"""
