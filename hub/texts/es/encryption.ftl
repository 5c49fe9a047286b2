# Lo que se dice a un navegador sin cifrado; véase controller/web/access/plain_http.py.

hub-landing-not-encrypted = Nadie puede identificarse en este momento, porque el certificado de la página no se puede usar: otros en la red podrían leer tu PIN o tu contraseña. El registro de la central dice qué falla.
hub-landing-speak-https = Identifícate en la página cifrada: su dirección empieza por https://
hub-landing-title = Identificarse, con cifrado
hub-landing-load = Descarga el certificado de la central y haz que tu dispositivo confíe en él. En un dispositivo en el que te identificas una sola vez puedes omitirlo; el navegador te avisará.
hub-landing-compare = Compara su huella con la que muestra esta orden en la central: royaltable hub certificate
hub-landing-go = Ir a la página cifrada
