# Aufträge: was Menschen für den Bot der Burg tun, die neben dem Satz steht.

errand-set-aside = Lege drei Plättchen des Volks verdeckt beiseite: jedes über das Tor.
errand-start = Alle bereit? Ja startet die Sanduhr.
errand-rob = Raube Plättchen des Volks, verdeckt, einzeln über das Tor.
errand-pay = Zahle über das Tor: { $tiles }.
errand-take-back = Nicht bezahlt: { $tiles }. Noch einmal über das Tor, zurück.
errand-build-on = { $statues ->
    [one] Stelle eine Statue auf { $field } ({ $kind }).
   *[other] Stelle { $statues } Statuen auf { $field } ({ $kind }).
}
errand-build-touching = { $statues ->
    [one] Stelle eine Statue auf ein Feld ({ $kind }) neben den eigenen.
   *[other] Stelle { $statues } Statuen auf ein Feld ({ $kind }) neben den eigenen.
}
errand-build-anywhere = { $statues ->
    [one] Stelle eine Statue auf ein beliebiges Feld ({ $kind }).
   *[other] Stelle { $statues } Statuen auf ein beliebiges Feld ({ $kind }).
}
errand-first = Stelle die erste Statue auf eine Wiese.
errand-first-on = Stelle die erste Statue auf { $field }.
errand-reveal = Decke die fälligen Landschaftstafeln auf.
