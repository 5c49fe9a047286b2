# Nach einem Neustart: was mit dem Spiel ist, und Fragen dazu.

resumed-title = Wieder da
resumed-played = Gespielt { $date } { $time }
resumed-players = Es spielen: { $players }
resumed-compare = Vergleiche: { $castles }
told-resumed = Die Partie geht nach { $count ->
    [one] einer Aktion
   *[other] { $count } Aktionen
  } weiter; sie ruhte { $away }.
resumed-lost = Partie { $game }: Aktionen { $first } bis { $last } sind verloren.
resumed-unsure = Die letzten Aktionen fehlen vielleicht: vergleiche.
away-unknown = unbekannt lange
away-moment = wenige Sekunden
away-minutes = { $count ->
    [one] eine Minute
   *[other] { $count } Minuten
  }
away-hours = { $count ->
    [one] eine Stunde
   *[other] { $count } Stunden
  }
away-days = { $count } Tage
question-backup-title = Journal beschädigt
question-backup = Sicherung laden?
question-backup-game = Partie { $game }, { $count } Aktionen.
question-backup-press = Drücken: ja. Halten: nein.
rescued-offered = Das Journal der Partien war beschädigt; was darin steht, bleibt erhalten. Du kannst mit der letzten Sicherung weiterspielen.
rescued-nothing = Das Journal der Partien war beschädigt; was darin steht, bleibt erhalten. Es gibt keine Sicherung: Beginne eine andere Partie.
question-backup-gone = Leeres Journal
rescued-gone = Das Journal enthält keine Partie, aber du kannst mit einer Sicherung weiterspielen.
device-backup = Die Sicherung des Journals
not-resumed-title = Partie { $game }
not-resumed = Ein Schritt darin ist unerlaubt. Beginne eine andere Partie.
told-not-resumed = Partie { $game } kann nicht weitergehen: { $refusal } ({ $rule }) Sie bleibt im Journal; beginne eine andere Partie.
question-take-back = Raum: neuere Daten
question-take-back-what = { $actions ->
    [one] Eine Aktion
   *[other] { $actions } Aktionen
  }, { $games ->
    [one] eine Partie
   *[other] { $games } Partien
  }. Holen?
take-back-done = { $count ->
    [one] Eine Aktion ist
   *[other] { $count } Aktionen sind
  } aus dem Raum zurück. Vergleiche, was auf dem Tisch liegt.
take-back-not = Aus dem Raum wurde nichts geholt. Es hat sich nichts geändert.
