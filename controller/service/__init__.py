"""The table as a service: start and stop, systemd's watchdog, the page's requests, the network name.

Start with `daemon.py`; `page_routes.py` has the routes. Play is in `controller/play`, the server in
`controller/web`.
"""
