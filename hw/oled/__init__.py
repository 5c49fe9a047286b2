"""The console's display of 128 x 64 pixels: layouts, driver and twins.

Start with `driver.py`; luma.oled sets the chips up. Choosing what to show belongs in `controller/show`.
"""
