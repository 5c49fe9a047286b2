# Joining a room of many tables.

menu-join = Join a room…
menu-room = The room
room-title = Room
room-outside = The table belongs to no room.
room-not-joined = Not joined. See the owner's page.
room-looking = Looking for the hub…
room-letters = { $letters }
room-type = Type it at: { $hub }
room-let-in = So on its page?
room-inside = { $hub }: { $name }
room-twin-title = Copied card
room-twin = Another machine says that it is this table. See the doctor.
complaint-room-sets = The room sets this here.
