"""The HTTP server of a table or hub: connections, routes, static files, sessions and event streams.

Start with `application.py`; `bounded_server.py` is below it, browsers load `static/`. Nothing here knows
a game: the requests of a table are handled in `controller/service/page_handlers.py`.
"""
