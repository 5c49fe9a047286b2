# Was ein Browser ohne Verschlüsselung hört; siehe controller/web/access/plain_http.py.

hub-landing-not-encrypted = Gerade kann sich niemand anmelden, weil das Zertifikat der Seite nicht zu gebrauchen ist: Wer mithört, könnte es lesen. Was fehlt, steht im Protokoll des Hubs.
hub-landing-speak-https = Meldet euch auf der verschlüsselten Seite an: Ihre Adresse beginnt mit https://
hub-landing-title = Verschlüsselt anmelden
hub-landing-load = Ladet das Zertifikat des Hubs und sagt eurem Gerät, dass es ihm trauen soll. Auf einem Gerät, das sich nur einmal anmeldet, könnt ihr das lassen; dann warnt der Browser.
hub-landing-compare = Vergleicht den Fingerabdruck mit dem, den der Betreiber am Hub liest: royaltable hub certificate.
hub-landing-go = Weiter zur verschlüsselten Seite
