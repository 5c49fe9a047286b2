"""The HTTP server of a page, a table's or a hub's: connections, routes, static files, sessions and event streams.

Start with `application.py`; `bounded_server.py` is below it, `static/` is what browsers load. Nothing here knows
a game: the requests of a table are handled in `controller/service/page_handlers.py`.
"""
