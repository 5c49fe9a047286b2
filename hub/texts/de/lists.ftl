# Überschriften von Spalten in Listen, die Leute einfügen oder hochladen, die beste zuerst. Großschreibung, Zeichen und Leerzeichen sind gleich.

list-heading-name = name, vollständiger name, vor und nachname, vorname nachname, vorname und nachname, name vorname, nachname vorname, name und vorname, spielername, dein name, ihr name, spieler, spielerin, spieler in, spielerinnen, teilnehmer, teilnehmerin, teilnehmer in, teilnehmerinnen, teilnehmende, teilnehmername, mitspieler, mitglied, mitglieder, gast, gäste, spitzname
list-heading-first = vorname, vornamen, rufname
list-heading-surname = nachname, familienname, zuname
list-heading-club = verein, verein ort, vereinsname, mannschaft, klub, schule, klasse, gruppe, ort, wohnort, stadt
list-heading-place = rang, platz, rg, platzierung
list-heading-points = punkte, pkt, pkte, spielpunkte
list-heading-other = nummer, lfd nr, startnr, start nr, startnummer, snr, tlnr, titel, identnr, elonat, eloint, dwz, twz, land, verband, geburt, geburtsdatum, geburtsjahr, jahrgang, jg, geb, alter, geschlecht, ak, altersklasse, kategorie, kat, e mail adresse, telefon, telefonnummer, handy, zeitstempel, datum, uhrzeit, bemerkung, bemerkungen, anmerkung, kommentar, siege, anteil, gegner, partien, runde, brett, tisch, wtg1, wtg2, wtg3, buchholz, mitgliedsnummer, bezahlt, anwesend
list-standings = Rang, Name, Verein, Punkte, Siege, Spielpunkte, Anteil, Gegner, Partien
