# The table's own Wi-Fi network: its page, and why another could not be joined.

wifi-failed-password = WLAN: falsches Passwort.
wifi-failed-address = Das WLAN gab keine Adresse.
wifi-failed-missing = Das WLAN ist außer Reichweite.
wifi-failed-other = Keine Verbindung mit dem WLAN.

page-wifi-title = Diesen Tisch verbinden
page-wifi-network = WLAN
page-wifi-network-note = Netze, die der Tisch sah, bevor er sein eigenes öffnete. Fehlt deines, wähle „Ein anderes Netz …“ und tippe seinen Namen ein.
page-wifi-other = Ein anderes Netz …
page-wifi-name = Sein Name
page-wifi-password = Sein Passwort
page-wifi-password-note = Für ein offenes Netz bleibt das Feld leer.
page-wifi-show = Passwort zeigen
page-wifi-table = Name des Tisches
page-wifi-owner-new = Wähle ein Passwort für den Besitzer, mindestens 8 Zeichen
page-wifi-owner = Passwort des Besitzers
page-wifi-join = Verbinden
page-wifi-joining = Der Tisch verbindet sich mit { $name }.
page-wifi-then-phone = Verbinde auch dieses Handy mit { $name }.
page-wifi-then-page = Scanne den Code auf der Anzeige des Tisches oder öffne diese Seite:
page-wifi-then-teach = Melde dich als Besitzer an und lerne die Sticker an.
page-wifi-back = Gelingt es dem Tisch nicht, öffnet sich binnen zwei Minuten wieder sein eigenes Netz, und diese Seite sagt, warum.
