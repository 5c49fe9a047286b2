"""The running table as a service: start and stop, systemd's watchdog, the page's requests, the name in the network.

Start with `daemon.py`; the routes are in `page_routes.py`. Play is in `controller/play`, the server in
`controller/web`.
"""
