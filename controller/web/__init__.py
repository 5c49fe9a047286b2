"""The server of a page, a table's or a hub's: connections, routes, files, rights and the stream of changes.

Start with `application.py`; `bounded_server.py` is below it, `static/` is what a browser loads. It decides nothing of
a game: what a table answers is in `controller/service/page_handlers.py`.
"""
