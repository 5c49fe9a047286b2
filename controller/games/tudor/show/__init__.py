"""What people see, hear or read of a game of Tudor: screens, story, page, drawing.

Start at ``view.view`` for the page and ``screens.stage`` for the console. Everybody's part names nothing that lies
behind a screen; what a press means is for ``referee``.
"""
