# What a hub asks of the table, as people see it.

identify-title = This table
identify-name = { $table }
message-title = From the house
message-text = { $text }
