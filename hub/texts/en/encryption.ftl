# What a browser without encryption is told; see controller/web/access/plain_http.py.

hub-landing-not-encrypted = Nobody can log in just now, because the page's certificate cannot be used: others on the network could read your PIN or password. The hub's log says what is wrong.
hub-landing-speak-https = Log in on the encrypted page: its address begins with https://
hub-landing-title = Log in, encrypted
hub-landing-load = Load the hub's certificate, and tell your device to trust it. You can skip this on a device that logs in only once; your browser warns you then.
hub-landing-compare = Compare its fingerprint with the one that this command prints at the hub: royaltable hub certificate
hub-landing-go = Go to the encrypted page
