# Lo que un hub pide a la mesa, como lo ve la gente.

identify-title = Esta mesa
identify-name = { $table }
message-title = De la casa
message-text = { $text }
