# What the page says of its encryption, and what the console shows of the table's own authority.

landing-not-encrypted = El certificado de la página no se puede usar. Por eso la página no está cifrada y nadie puede identificarse: otros en la red podrían leer el PIN. En la mesa la partida sigue.
landing-speak-https = Esta mesa usa HTTPS. Abre una dirección que empiece por https://
landing-title = Esta mesa usa HTTPS
landing-load = Descarga el certificado de la mesa y haz que tu dispositivo confíe en él. Si solo quieres mirar una vez, puedes omitirlo; el navegador mostrará entonces un aviso.
landing-compare = Compara su huella con la de la pantalla de la mesa: en el menú, «Ajustes de mesa…» y luego «Certificado».
landing-go = Abrir la página cifrada

menu-certificate = Certificado
certificate-press = Pulsa: comparar
certificate-fingerprint = Huella
digits = { $digits }
