# Einem Raum mit vielen Tischen beitreten.

menu-join = Raum beitreten…
menu-room = Der Raum
room-title = Raum
room-outside = Dieser Tisch ist in keinem Raum.
room-not-joined = Nicht beigetreten. Siehe Besitzerseite.
room-looking = Zentrale wird gesucht…
room-letters = { $letters }
room-type = Dort eintippen: { $hub }
room-let-in = Dort derselbe Name?
room-inside = { $hub }: { $name }
room-twin-title = Kopierte Karte
room-twin = Ein anderer Rechner gibt sich als dieser Tisch aus. Starte: royaltable doctor
complaint-room-sets = Das legt der Raum fest.

# Warum der Tisch nicht beigetreten ist, auf der Seite des Besitzers.

room-why-authority = { $hub } hat eine ungültige Zertifizierungsstelle geschickt. Ist es eine Zentrale von royaltable?
room-why-other-authority = { $hub } hat eine andere Zertifizierungsstelle geschickt als zuvor. Beginne von vorn.
room-why-other-certificate = { $hub } hat ein anderes Zertifikat als zuvor: Vielleicht hört jemand die Verbindung ab. Beginne von vorn.
room-why-invitation = Die Einladung hat keine gültige Zertifizierungsstelle. Erwartet ist eine Datei von `royaltable hub invite`.
room-why-undecided = { $hub } nimmt den Tisch weder auf noch lehnt sie ihn ab. Aktualisiere die Zentrale und versuche es dann noch einmal.
room-why-port = Der Port ist { $port }; erwartet ist eine Zahl von 1 bis 65535.
room-why-late = Die Buchstaben wurden nicht rechtzeitig eingegeben. Beginne von vorn, wenn jemand an der Seite der Zentrale ist.
room-why-refused = { $hub } lehnt den Tisch ab ({ $reason }). Frage das Personal des Raums.
room-why-status = { $hub } lehnt ab (Status { $status }): { $reason }
room-why-no-hub = { $hub } antwortet nicht als Zentrale: Dort antwortet etwas anderes. Prüfe Adresse und Port.
room-why-no-address = { $hub } antwortet nicht als Zentrale: Das ist keine Adresse. Schreibe sie wie 192.168.1.20 oder hub.local.
room-why-silent = { $hub } antwortet nicht als Zentrale: Dort antwortet nichts. Prüfe die Adresse und ob die Zentrale an und im selben Netz ist.
room-why-older-hub = { $hub } antwortet nicht als Zentrale. Prüfe, ob es eine Zentrale von royaltable ist, so neu wie der Tisch.
room-why-none = In diesem Netz wurde keine Zentrale gefunden. Gib ihre Adresse ein.
room-why-other-name = Die Seite des Raums zeigte einen anderen Namen für den Tisch. Frage das Personal des Raums.
room-why-folder = { $file }: { $fault }. Prüfe den Ordner des Tisches.
