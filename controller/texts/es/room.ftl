# Entrar en una sala de muchas mesas.

menu-join = Entrar en una sala…
menu-room = La sala
room-title = Sala
room-outside = Esta mesa no está en ninguna sala.
room-not-joined = No ha entrado. Mira la página del dueño.
room-looking = Buscando la central…
room-letters = { $letters }
room-type = Escríbelo en: { $hub }
room-let-in = ¿Mismo nombre allí?
room-inside = { $hub }: { $name }
room-twin-title = Tarjeta copiada
room-twin = Otro equipo dice ser esta mesa. Ejecuta: royaltable doctor
complaint-room-sets = Esto lo fija la sala.

# Por qué la mesa no ha entrado en la sala, en la página del dueño.

room-why-authority = { $hub } ha enviado una autoridad de certificación no válida. ¿Es una central de royaltable?
room-why-other-authority = { $hub } ha enviado otra autoridad de certificación que antes. Empieza de nuevo.
room-why-other-certificate = { $hub } tiene otro certificado que antes: quizá alguien intercepta la conexión. Empieza de nuevo.
room-why-invitation = La invitación no tiene una autoridad de certificación válida. Se esperaba un archivo de `royaltable hub invite`.
room-why-undecided = { $hub } no acepta ni rechaza la mesa. Actualiza la central e inténtalo otra vez.
room-why-port = El puerto es { $port }; se esperaba un número de 1 a 65535.
room-why-late = Las letras no se escribieron a tiempo. Empieza de nuevo cuando haya alguien en la página de la central.
room-why-refused = { $hub } rechaza la mesa ({ $reason }). Pregunta al personal de la sala.
room-why-status = { $hub } rechaza la petición (estado { $status }): { $reason }
room-why-no-hub = { $hub } no responde como central: allí responde otra cosa. Comprueba la dirección y el puerto.
room-why-no-address = { $hub } no responde como central: no es una dirección. Escríbela como 192.168.1.20 o hub.local.
room-why-silent = { $hub } no responde como central: allí no responde nada. Comprueba la dirección y que la central esté encendida y en la misma red.
room-why-older-hub = { $hub } no responde como central. Comprueba que sea una central de royaltable, tan nueva como la mesa.
room-why-none = No se ha encontrado ninguna central en esta red. Escribe su dirección.
room-why-other-name = La página de la sala mostraba otro nombre para la mesa. Pregunta al personal de la sala.
room-why-folder = { $file }: { $fault }. Comprueba la carpeta de la mesa.
