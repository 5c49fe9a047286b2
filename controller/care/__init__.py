"""Looking after a table.

Begin with `doctor/examination.py`, `setup/walk.py` or, for the owner's page, `admin_service.py`. What is done while a
game is played belongs to `play`.
"""
