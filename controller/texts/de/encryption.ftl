# What the page says of its encryption, and what the console shows of the table's own authority.

landing-not-encrypted = Das Zertifikat der Seite ist nicht verwendbar. Deshalb ist sie nicht verschlüsselt, und niemand kann sich anmelden: Andere im Netz könnten die PIN mitlesen. Am Tisch geht die Partie weiter.
landing-speak-https = Dieser Tisch verwendet HTTPS. Öffne eine Adresse, die mit https:// beginnt.
landing-title = Dieser Tisch verwendet HTTPS
landing-load = Lade das Zertifikat des Tisches und lass dein Gerät ihm vertrauen. Wenn du nur einmal zusehen willst, kannst du das überspringen; dein Browser zeigt dann eine Warnung.
landing-compare = Vergleiche den Fingerabdruck mit dem auf der Anzeige des Tisches: im Menü „Tischeinstellungen…“, dann „Zertifikat“.
landing-go = Verschlüsselte Seite öffnen

menu-certificate = Zertifikat
certificate-press = Drücken: prüfen
certificate-fingerprint = Fingerabdruck
digits = { $digits }
