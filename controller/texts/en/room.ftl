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

# Why the table has not joined, on the owner's page.

room-why-authority = { $hub } sent an invalid certificate authority. Is it a hub of royaltable?
room-why-other-authority = { $hub } sent a different certificate authority than before. Start again.
room-why-other-certificate = { $hub } has a different certificate than before: someone may be intercepting the connection. Start again.
room-why-invitation = The invitation has no valid certificate authority. Expected a file of `royaltable hub invite`.
room-why-undecided = { $hub } neither accepts nor refuses the table. Update the hub, then try again.
room-why-port = Saw the port { $port }, expected a number from 1 to 65535.
room-why-late = The letters were not typed in time. Start again when someone is at the hub's page.
room-why-refused = { $hub } refuses the table ({ $reason }). Ask the room's staff.
room-why-status = { $hub } refuses (status { $status }): { $reason }
room-why-no-hub = { $hub } does not answer as a hub: something else answers there. Check the address and the port.
room-why-no-address = { $hub } does not answer as a hub: this is no address. Type it as 192.168.1.20 or hub.local.
room-why-silent = { $hub } does not answer as a hub: nothing answers there. Check the address, and whether the hub is on and in the same network.
room-why-older-hub = { $hub } does not answer as a hub. Check that it is a royaltable hub, as new as the table.
room-why-none = No hub was found in this network. Type the hub's address.
room-why-other-name = The room's page showed another name for the table. Ask the room's staff.
room-why-folder = { $file }: { $fault }. Check the table's folder.
