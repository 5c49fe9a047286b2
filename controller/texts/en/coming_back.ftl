# What the table says when it comes back after a stop, and what it asks then.

resumed-title = Here again
resumed-away = Away: { $away }.
resumed-compare = Compare: { $castles }
told-resumed = The game goes on where it was, after { $count ->
    [one] one action
   *[other] { $count } actions
  }; the table was away: { $away }.
resumed-lost = Game { $game }: actions { $first } to { $last } are lost.
resumed-unsure = The last steps may be missing: compare.
away-unknown = unknown
away-moment = a moment
away-minutes = { $count ->
    [one] one minute
   *[other] { $count } minutes
  }
away-hours = { $count ->
    [one] one hour
   *[other] { $count } hours
  }
away-days = { $count } days
question-backup-title = Damaged journal
question-backup = Go on from the backup?
question-backup-game = Game { $game }, { $count } actions.
question-backup-press = Press: yes. Hold: no.
rescued-offered = The journal was damaged ({ $fault }) and is kept as { $kept }. Its last backup can be taken up.
rescued-nothing = The journal was damaged ({ $fault }) and is kept as { $kept }. There is no backup.
question-backup-gone = Empty journal
rescued-gone = The journal holds no game, but there is a backup, which can be taken up.
device-backup = The backup
not-resumed-title = Game { $game }
not-resumed = These rules refuse a step of it. It is kept; begin another.
told-not-resumed = Game { $game } cannot go on: { $refusal } ({ $rule }) It stays in the journal as it is; another can be played.
question-take-back = The room has more
question-take-back-what = { $actions ->
    [one] One action
   *[other] { $actions } actions
  }, { $games ->
    [one] one game
   *[other] { $games } games
  }. Take?
take-back-done = { $count ->
    [one] One action has
   *[other] { $count } actions have
  } come back from the room. Compare what lies on the table.
take-back-not = Nothing came from the room. All stays as it was.
