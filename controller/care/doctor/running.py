"""What a running table says of its devices over HTTP, since it holds them itself."""

import json
from http.client import HTTPException
from typing import Final
from urllib.error import URLError
from urllib.request import urlopen

from controller.care.doctor.findings import Finding, found
from controller.config import EVERYWHERE, PageSection

PATIENCE_S: Final = 5.0


def asked(page: PageSection) -> list[Finding]:
    """The devices that the running table has lost; or that its page does not answer."""
    host = "127.0.0.1" if page.host in EVERYWHERE else page.host
    address = f"http://{host}:{page.port}/"
    try:
        with urlopen(f"{address}api/view?language=en", timeout=PATIENCE_S) as answer:  # noqa: S310  # always http
            devices = json.load(answer)["view"]["devices"]
    except (URLError, OSError, HTTPException, ValueError, KeyError, TypeError) as fault:
        return [found("RT-PAGE-SILENT", address=address, seen=getattr(fault, "reason", fault))]
    return [found("RT-DEVICE-LOST", each["name"], fault=each["text"]) for each in devices if not each["ok"]]
