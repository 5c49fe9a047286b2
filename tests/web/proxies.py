"""nginx and Caddy in front of a page, with the settings of docs/encryption.md and with nginx's defaults."""

import re
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Final

import httpx
import pytest

from tests.support.certificates import make_pair
from tests.support.documents import ROOT, blocks
from tests.support.ports import free_port
from tests.support.real_table import PATIENCE_S

PROGRAMS: Final = f"/usr/sbin:/usr/bin:/usr/local/bin:{ROOT}/out/proxies/usr/sbin:{ROOT}/out/proxies/usr/bin"
"""Where Debian has them, or tools/proxies."""

NAME: Final = "games.example"
DEFAULTS: Final = """
server {
    listen 127.0.0.1:%d;
    location / { proxy_pass %s; proxy_set_header Host $http_host; }
    location /rewritten/ { rewrite ^/rewritten(/.*) $1 break; proxy_pass %s; }
    location /below/ { proxy_pass %s/; proxy_set_header X-Forwarded-Prefix /below; }
    location /kept/ { proxy_pass %s; proxy_set_header Host $http_host; }
}
"""
"""What people write first: no header but Host, or none at all."""

NGINX: Final = """
daemon off; pid nginx.pid; error_log stderr;
events {}
http {
    access_log off;
    client_body_temp_path a; proxy_temp_path b; fastcgi_temp_path c; uwsgi_temp_path d; scgi_temp_path e;
    %s
}
"""


def documented(language: str, name: str) -> str:
    (block,) = (each for each in blocks("docs/encryption.md", language) if name in each)
    return block


@contextmanager
def started(command: list[str], folder: Path, url: str) -> Iterator[str]:
    program = shutil.which(command[0], path=PROGRAMS)
    if program is None:
        pytest.skip(f"there is no {command[0]} here. Cure: sudo apt install {command[0]}")
    with (
        (folder / "said").open("w") as said,
        subprocess.Popen([program, *command[1:]], cwd=folder, stdout=said, stderr=said) as process,
    ):
        try:
            until_s = time.monotonic() + PATIENCE_S
            while True:
                assert process.poll() is None, (folder / "said").read_text()
                try:
                    httpx.get(url, verify=False)
                    break
                except httpx.TransportError:
                    assert time.monotonic() < until_s, "it does not answer"
                    time.sleep(0.05)
            yield url
        finally:
            process.terminate()


def nginx_with_defaults(folder: Path, page: str) -> AbstractContextManager[str]:
    port = free_port()
    (folder / "nginx.conf").write_text(NGINX % (DEFAULTS % (port, page, page, page, page)))
    return started(["nginx", "-p", f"{folder}/", "-c", f"{folder}/nginx.conf"], folder, f"http://127.0.0.1:{port}")


def nginx_as_documented(folder: Path, page: str) -> AbstractContextManager[str]:
    port, (certificate, key) = free_port(), make_pair(folder, hosts=f"DNS:{NAME}")
    text = documented("nginx", NAME).replace("listen 443", f"listen 127.0.0.1:{port}")
    text = re.sub(r"/etc/ssl/\S+\.crt", str(certificate), re.sub(r"/etc/ssl/\S+\.key", str(key), text))
    (folder / "nginx.conf").write_text(NGINX % text.replace("http://127.0.0.1:8080", page))
    return started(["nginx", "-p", f"{folder}/", "-c", f"{folder}/nginx.conf"], folder, f"https://127.0.0.1:{port}")


def caddy_as_documented(folder: Path, page: str) -> AbstractContextManager[str]:
    """Without certificates, which it would fetch."""
    port, address = free_port(), page.removeprefix("http://")
    name, present = ("room.example", "https://127.0.0.1:8453") if page.startswith("https") else (NAME, "127.0.0.1:8080")
    text = documented("caddyfile", name).replace(f"{name} {{", f"http://{name}:{port} {{").replace(present, address)
    (folder / "Caddyfile").write_text("{\n admin off\n}\n" + text)
    command = ["caddy", "run", "--adapter", "caddyfile", "--config", str(folder / "Caddyfile")]
    return started(command, folder, f"http://127.0.0.1:{port}")


PROXIES: Final = {
    "nginx": nginx_as_documented,
    "caddy": caddy_as_documented,
    "nginx with its defaults": nginx_with_defaults,
}
Proxy = Callable[[Path, str], AbstractContextManager[str]]
