# Encabezados de columnas en listas que la gente pega o sube, el mejor primero. Las mayúsculas, los signos y los espacios dan igual.

list-heading-name = nombre, nombre completo, nombre y apellidos, nombre y apellido, nombres y apellidos, apellidos y nombre, apellidos y nombres, apellido y nombre, tu nombre, su nombre, jugador, jugadora, jugadores, jugadoras, participante, participantes, inscrito, inscritos, asistente, asistentes, invitado, invitados, miembro, miembros, persona, apodo, alias, usuario
list-heading-first = nombre de pila, nombres
list-heading-surname = apellidos, apellido, primer apellido, segundo apellido, apellido paterno, apellido materno
list-heading-club = club ciudad, equipo, escuela, colegio, asociación, grupo, peña, ciudad, localidad, población
list-heading-place = puesto, posición, lugar, clasificación
list-heading-points = puntos, ptos, puntuación, puntos de juego
list-heading-other = nº, número, núm, dorsal, título, federación, país, fecha de nacimiento, año de nacimiento, nacimiento, edad, sexo, género, categoría, correo, correo electrónico, dirección de correo electrónico, teléfono, móvil, marca temporal, fecha, hora, comentario, comentarios, observaciones, notas, victorias, parte, rivales, partidas, ronda, tablero, mesa, desempate, dni, licencia, pagado, presente
list-standings = Puesto, Nombre, Club, Puntos, Victorias, Puntos de juego, Parte, Rivales, Partidas
