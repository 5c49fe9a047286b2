# Lo que se dice a un navegador sin cifrado; véase controller/web/access/plain_http.py.

hub-landing-not-encrypted = Nadie puede identificarse en este momento, porque el certificado de la página no se puede usar: quien escuche podría leerlo. El registro del hub dice qué falla.
hub-landing-speak-https = Identifícate en la página cifrada: su dirección empieza por https://
hub-landing-title = Identificarse, con cifrado
hub-landing-load = Descarga el certificado del hub y di a tu dispositivo que confíe en él. En un dispositivo que se identifica una sola vez puedes dejarlo; el navegador te avisará.
hub-landing-compare = Compara su huella con la que el dueño lee en el hub: royaltable hub certificate.
hub-landing-go = Ir a la página cifrada
