"""Maintenance of a table: doctor, guided set-up, report, and the actions of the owner's page.

Start with `doctor/examination.py`, `setup/setup_run.py` or `admin_service.py`. Code for a running game belongs in
`play`.
"""
