# What the page says of its encryption, and what the console shows of the table's own authority.

landing-not-encrypted = La página no está cifrada en este momento, porque su certificado no se puede usar. Por eso nadie puede identificarse: quien escuche podría leerlo. En la mesa todo sigue.
landing-speak-https = Esta mesa habla HTTPS. Usa una dirección que empiece por https://
landing-title = Esta mesa habla HTTPS
landing-load = Descarga el certificado de la mesa y di a tu dispositivo que confíe en él. Si solo quieres mirar una vez, puedes dejarlo; el navegador te avisará.
landing-compare = Compara su huella con la de la pantalla de la mesa: menú, La mesa, Certificado.
landing-go = Ir a la mesa

menu-certificate = Certificado
certificate-press = Pulsa: comparar
certificate-fingerprint = Huella
digits = { $digits }
