# Worum ein Hub den Tisch bittet, wie es die Leute sehen.

identify-title = Dieser Tisch
identify-name = { $table }
message-title = Vom Personal
message-text = { $text }
message-told = Vom Personal: { $text }
