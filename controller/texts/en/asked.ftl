# Requests of a hub that people see.

identify-title = This table
identify-name = { $table }
message-title = From the staff
message-text = { $text }
message-told = From the staff: { $text }
