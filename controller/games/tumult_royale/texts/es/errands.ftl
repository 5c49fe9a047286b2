# Encargos: lo que las personas hacen por el bot del castillo que se nombra junto a la frase.

errand-set-aside = Aparta tres fichas del pueblo sin verlas: cada una por su puerta.
errand-start = ¿Todo listo? Sí pone en marcha el reloj.
errand-rob = Roba fichas del pueblo sin verlas, una a una, por su puerta.
errand-pay = Paga por su puerta: { $tiles }.
errand-take-back = No se paga: { $tiles }. Pásala otra vez, de vuelta.
errand-build-on = { $statues ->
    [one] Pon una estatua en { $field } ({ $kind }).
   *[other] Pon { $statues } estatuas en { $field } ({ $kind }).
}
errand-build-touching = { $statues ->
    [one] Pon una estatua en un campo ({ $kind }) junto a los suyos.
   *[other] Pon { $statues } estatuas en un campo ({ $kind }) junto a los suyos.
}
errand-build-anywhere = { $statues ->
    [one] Pon una estatua en cualquier campo ({ $kind }).
   *[other] Pon { $statues } estatuas en cualquier campo ({ $kind }).
}
errand-first = Pon su primera estatua en una pradera.
errand-first-on = Pon su primera estatua en { $field }.
errand-reveal = Descubre las regiones que tocan.
