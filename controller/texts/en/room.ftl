# Joining a room of many tables.

menu-join = Join a room…
menu-room = The room
room-title = Room
room-outside = This table is not in a room.
room-not-joined = Not joined. See the owner's page.
room-looking = Searching for the hub…
room-letters = { $letters }
room-type = Type it at: { $hub }
room-let-in = Same on the page?
room-inside = { $hub }: { $name }
room-twin-title = Cloned card
room-twin = Another machine claims to be this table. Run: royaltable doctor
complaint-room-sets = The room sets this.
