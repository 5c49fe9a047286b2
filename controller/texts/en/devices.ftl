## Devices

device-buzzer = The buzzer
device-supply = The power supply
device-devices = What is connected to the table
device-settings = The settings (table.toml)
trouble-buzzer = It is out. All it would say is on the screen.
trouble-supply = It is too weak. Take a stronger one.
device-tags = The list of stickers
trouble-tags = No tile is known. Tell tiles by hand.
