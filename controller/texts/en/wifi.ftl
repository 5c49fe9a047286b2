# The table's own Wi-Fi network: its page, and why another could not be joined.

wifi-failed-password = Wi-Fi: wrong password.
wifi-failed-address = The Wi-Fi gave no address.
wifi-failed-missing = The Wi-Fi is out of range.
wifi-failed-other = The Wi-Fi could not be joined.

page-wifi-title = Connect this table
page-wifi-network = Wi-Fi network
page-wifi-network-note = Networks that the table saw before it opened its own. If yours is missing, choose “Another network …” and type its name.
page-wifi-other = Another network …
page-wifi-name = Its name
page-wifi-password = Its password
page-wifi-password-note = Leave it empty for an open network.
page-wifi-show = Show the password
page-wifi-table = Name of the table
page-wifi-owner-new = Choose an owner's password, at least 8 characters
page-wifi-owner = Owner's password
page-wifi-join = Connect
page-wifi-joining = The table is joining { $name }.
page-wifi-then-phone = Join { $name } with this phone, too.
page-wifi-then-page = Scan the code on the table's display, or open this page:
page-wifi-then-teach = Log in as owner and teach the stickers.
page-wifi-back = If the table cannot join it, its own network opens again within two minutes, and this page says why.
