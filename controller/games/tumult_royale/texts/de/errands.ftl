# Aufträge: was Menschen für einen Bot tun.

errand-set-aside = Lege für { $castle } drei Plättchen des Volks verdeckt beiseite: jedes über sein Tor.
errand-start = Alle bereit? { $castle } startet die Sanduhr.
errand-rob = Raube für { $castle }: Plättchen des Volks, verdeckt, einzeln über sein Tor.
errand-pay = { $castle } zahlt { $tiles }: über sein Tor zum Volk.
errand-take-back = { $castle } zahlt nicht mit { $tiles }: noch einmal über das Tor, zurück auf die Burg.
errand-build-on = { $castle } baut auf { $field } ({ $kind }). Statuen dorthin: { $statues }.
errand-build-touching = { $castle } baut: { $kind }, angrenzend. Statuen: { $statues }.
errand-build-anywhere = { $castle } baut: { $kind }, irgendwo. Statuen: { $statues }.
errand-first = Stelle die erste Statue von { $castle } auf eine Weide.
errand-first-on = Stelle die erste Statue von { $castle } auf { $field }.
errand-reveal = Decke für { $castle } Landschaften auf.
