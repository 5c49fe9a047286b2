"""The console's display of 128 x 64 pixels: layouts, driver, twins of its chips.

Start with `driver.py`; luma.oled sets the chips up. What is shown when belongs in `controller/show`.
"""
