# Was die Seite des Raums selbst sagt.

page-room-title = Der Raum
page-room-tv = Fernseher
page-room-skip = Zu den Tischen
page-room-connecting = Der Raum wird gesucht …
page-room-live = live
page-room-behind = Nichts zu hören vom Hub. Neuer Versuch …
page-room-unheard = Der Hub hört keinen Tisch: Sein Broker ist weg. Was hier steht, ist alt.
page-room-empty = Noch ist kein Tisch zu hören. Ein Tisch, der den Broker dieses Raums kennt, erscheint hier von selbst.
page-room-counts = { $online } von { $known } Tischen da, { $playing } spielen
page-room-round = Runde { $number }
page-room-seconds = { $number } s
page-room-paused = Pause, { $number } s
page-room-free = Frei
page-room-away = Nicht da
page-room-leads = führt
page-room-part = { $number } von { $of }
page-room-over = { $game } ist zu Ende.

## Wo jemand gebraucht wird

page-room-needs = Hier wird jemand gebraucht
page-need-help = ruft jemanden
page-need-offline = ist nicht da
page-need-device = ausgefallen: { $devices }
page-need-paused = Sanduhr steht still
page-need-held = brachte mehr, als ein Tag haben darf: angehalten
page-room-since-now = gerade eben
page-room-since = seit { $number } min
page-room-come = Ich komme
page-room-taken = jemand kommt

## Anmelden

page-room-login = Anmelden
page-room-login-secret = Die PIN des Personals oder der Turnierleitung, oder das Passwort der Leitung
page-room-login-enter = Eintreten
page-room-login-wrong = Das stimmt nicht.
page-room-login-plain = Diese Seite ist nicht verschlüsselt: Wer in diesem Netz mithört, kann lesen, was hier getippt wird. Melden Sie sich nur aus einem eigenen Netz an, oder am Hub selbst.

## Einen Tisch aufnehmen

page-room-let-in = Tisch aufnehmen
page-room-let-in-how = Am Tisch: royaltable join mit der Adresse dieses Rechners. Er zeigt acht Buchstaben.
page-room-let-in-letters = Seine Buchstaben
page-room-let-in-name = Wie er hier heißt
page-room-let-in-enter = Aufnehmen
page-room-let-in-close = Schließen
page-room-let-in-done = { $table } gehört jetzt dazu.
page-room-let-in-wrong = Kein Tisch zeigt jetzt diese Buchstaben. Sieh noch einmal nach: sie ändern sich alle zwei Minuten.
page-room-let-in-pause = Fünfmal zeigte kein Tisch diese Buchstaben. Warte eine Minute.
page-room-revoke-table = Ein Tisch, der nicht mehr kommen darf
page-room-revoke = Nicht mehr einlassen
page-room-revoke-sure = Soll { $table } nicht mehr kommen? Seine Partien bleiben.
page-room-revoke-done = { $table } kommt nicht mehr.
