"""How a table is wired, from its settings: tables, drawings, what to buy."""
