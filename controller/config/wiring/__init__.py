"""How a table is wired, from its settings and from the firmware's own pins: tables, drawings, what to buy."""
