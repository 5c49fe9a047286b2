# What the page says of its encryption, and what the console shows of the table's own authority.

landing-not-encrypted = Die Seite ist gerade nicht verschlüsselt, weil ihr Zertifikat nicht zu gebrauchen ist. Darum kann sich niemand anmelden: Wer mithört, könnte es lesen. Am Tisch geht alles weiter.
landing-speak-https = Dieser Tisch spricht HTTPS. Nehmt eine Adresse, die mit https:// beginnt.
landing-title = Dieser Tisch spricht HTTPS
landing-load = Ladet das Zertifikat des Tisches und sagt eurem Gerät, dass es ihm trauen soll. Wer nur einmal zuschauen will, kann das lassen; dann warnt der Browser.
landing-compare = Vergleicht den Fingerabdruck mit dem auf der Anzeige des Tisches: Menü, Der Tisch, Zertifikat.
landing-go = Weiter zum Tisch

menu-certificate = Zertifikat
certificate-press = Drücken: prüfen
certificate-fingerprint = Fingerabdruck
digits = { $digits }
