# After a restart: what happened to the game, and questions about it.

resumed-title = Welcome back
resumed-played = Played { $date }, { $time }
resumed-players = Players: { $players }
resumed-compare = Compare: { $castles }
told-resumed = The game resumes after { $count ->
    [one] one action
   *[other] { $count } actions
  }; time since the last one: { $away }.
resumed-lost = Game { $game }: actions { $first } to { $last } are lost.
resumed-unsure = The latest actions may be missing: check.
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
question-backup = Use the backup?
question-backup-game = Game { $game }, { $count } actions.
question-backup-press = Press: yes. Hold: no.
rescued-offered = The journal of games was damaged; what it held is kept. You can continue from its last backup.
rescued-nothing = The journal of games was damaged; what it held is kept. There is no backup: begin another game.
question-backup-gone = Empty journal
rescued-gone = The journal holds no game, but you can continue from a backup.
device-backup = The backup
not-resumed-title = Game { $game }
not-resumed = One of its steps is not allowed. Start another game.
told-not-resumed = Game { $game } cannot resume: { $refusal } ({ $rule }) It stays in the journal; start another game.
question-take-back = Room: newer data
question-take-back-what = { $actions ->
    [one] One action
   *[other] { $actions } actions
  }, { $games ->
    [one] one game
   *[other] { $games } games
  }. Restore?
take-back-done = { $count ->
    [one] One action has
   *[other] { $count } actions have
  } been restored from the room. Check that the table matches.
take-back-not = Nothing was restored from the room. Nothing changed.
