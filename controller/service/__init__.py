"""The running table as a service: start and end, systemd and its watchdog, the page's routes, its name in a network.

Start with `daemon.py`; the routes are in `page_routes.py`. Playing is `controller/play`, the server `controller/web`.
"""
