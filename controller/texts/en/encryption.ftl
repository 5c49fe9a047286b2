# What the page says of its encryption, and what the console shows of the table's own authority.

landing-not-encrypted = The page's certificate cannot be used, so the page is not encrypted and nobody can log in: others on the network could read the PIN. At the table the game goes on.
landing-speak-https = This table uses HTTPS. Open an address that begins with https://
landing-title = This table uses HTTPS
landing-load = Download the table's certificate and tell your device to trust it. You can skip this to watch just once; your browser will then show a warning.
landing-compare = Compare its fingerprint with the one on the table's screen: in the menu, choose “Table settings…”, then “Certificate”.
landing-go = Open the encrypted page

menu-certificate = Certificate
certificate-press = Press: compare
certificate-fingerprint = Fingerprint
digits = { $digits }
