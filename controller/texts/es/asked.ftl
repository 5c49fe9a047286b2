# Lo que un hub pide a la mesa, como lo ve la gente.

identify-title = Esta mesa
identify-name = { $table }
message-title = Del personal
message-text = { $text }
message-told = Del personal: { $text }
