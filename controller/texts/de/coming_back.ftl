# Was der Tisch sagt, wenn er nach einem Halt wiederkommt, und was er dann fragt.

resumed-title = Wieder da
resumed-away = Fort: { $away }.
resumed-compare = Vergleicht: { $castles }
told-resumed = Das Spiel geht weiter, wo es war, nach { $count ->
    [one] einer Aktion
   *[other] { $count } Aktionen
  }; der Tisch war fort: { $away }.
resumed-lost = Spiel { $game }: Aktionen { $first } bis { $last } sind verloren.
resumed-unsure = Die letzten Schritte können fehlen: vergleicht.
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
question-backup = Weiter mit der Kopie?
question-backup-game = Spiel { $game }, { $count } Aktionen.
question-backup-press = Druck: ja. Halten: nein.
rescued-offered = Das Journal war beschädigt ({ $fault }) und liegt nun in { $kept }. Seine letzte Kopie kann aufgenommen werden.
rescued-nothing = Das Journal war beschädigt ({ $fault }) und liegt nun in { $kept }. Es gibt keine Kopie.
question-backup-gone = Leeres Journal
rescued-gone = Das Journal enthält kein Spiel, aber es gibt eine Kopie, die aufgenommen werden kann.
device-backup = Die Kopie des Journals
not-resumed-title = Spiel { $game }
not-resumed = Ein Schritt darin gilt hier nicht. Es bleibt bewahrt; spielt ein neues.
told-not-resumed = Spiel { $game } kann nicht weitergehen: { $refusal } ({ $rule }) Es bleibt im Journal, wie es ist; ein anderes kann gespielt werden.
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
  } aus dem Raum zurück. Vergleicht, was auf dem Tisch liegt.
take-back-not = Aus dem Raum kam nichts. Alles bleibt, wie es war.
