# Nach einem Neustart: was mit dem Spiel ist, und Fragen dazu.

resumed-title = Wieder da
resumed-away = Fort: { $away }.
resumed-compare = Vergleicht: { $castles }
told-resumed = Das Spiel geht weiter nach { $count ->
    [one] einer Aktion
   *[other] { $count } Aktionen
  }; es ruhte { $away }.
resumed-lost = Spiel { $game }: Aktionen { $first } bis { $last } sind verloren.
resumed-unsure = Die letzten Aktionen fehlen vielleicht: vergleiche.
away-unknown = unbekannt lange
away-moment = einen Augenblick
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
question-backup-game = Spiel { $game }, { $count } Aktionen.
question-backup-press = Druck: ja. Halten: nein.
rescued-offered = Das Journal war beschädigt ({ $fault }) und liegt nun in { $kept }. Du kannst mit der letzten Sicherung weiterspielen.
rescued-nothing = Das Journal war beschädigt ({ $fault }) und liegt nun in { $kept }. Es gibt keine Sicherung.
question-backup-gone = Leeres Journal
rescued-gone = Das Journal enthält kein Spiel, aber du kannst mit einer Sicherung weiterspielen.
device-backup = Die Sicherung des Journals
not-resumed-title = Spiel { $game }
not-resumed = Diese Regeln lehnen einen Schritt ab. Beginne ein anderes.
told-not-resumed = Spiel { $game } kann nicht weitergehen: { $refusal } ({ $rule }) Es bleibt im Journal; beginne ein anderes Spiel.
question-take-back = Der Raum hat mehr
question-take-back-what = { $actions ->
    [one] Eine Aktion
   *[other] { $actions } Aktionen
  }, { $games ->
    [one] ein Spiel
   *[other] { $games } Spiele
  }. Holen?
take-back-done = { $count ->
    [one] Eine Aktion ist
   *[other] { $count } Aktionen sind
  } aus dem Raum zurück. Vergleiche, was auf dem Tisch liegt.
take-back-not = Aus dem Raum wurde nichts geholt. Es hat sich nichts geändert.
