# What the page says of its encryption, and what the console shows of the table's own authority.

landing-not-encrypted = The page is not encrypted just now, because its certificate cannot be used. So nobody can log in: whoever listens could read it. At the table all goes on.
landing-speak-https = This table speaks HTTPS. Use an address that begins with https://
landing-title = This table speaks HTTPS
landing-load = Load the table's certificate, and tell your device to trust it. Skip this if you only want to look on once; your browser warns you then.
landing-compare = Compare its fingerprint with the one on the table's screen: menu, The table, Certificate.
landing-go = Go to the table

menu-certificate = Certificate
certificate-press = Press: compare
certificate-fingerprint = Fingerprint
digits = { $digits }
