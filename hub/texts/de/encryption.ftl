# Was ein Browser ohne Verschlüsselung hört; siehe controller/web/access/plain_http.py.

hub-landing-not-encrypted = Gerade kann sich niemand anmelden, weil das Zertifikat der Seite nicht zu gebrauchen ist: Andere im Netz könnten deine PIN oder dein Passwort lesen. Was fehlt, steht im Protokoll der Zentrale.
hub-landing-speak-https = Melde dich auf der verschlüsselten Seite an: Ihre Adresse beginnt mit https://
hub-landing-title = Verschlüsselt anmelden
hub-landing-load = Lade das Zertifikat der Zentrale und lass dein Gerät ihm vertrauen. Auf einem Gerät, auf dem du dich nur einmal anmeldest, kannst du das überspringen; dein Browser warnt dann.
hub-landing-compare = Vergleiche seinen Fingerabdruck mit dem, den dieser Befehl an der Zentrale ausgibt: royaltable hub certificate
hub-landing-go = Weiter zur verschlüsselten Seite
