"""A client of a running table's page, over HTTP."""

import json
from http import HTTPStatus
from ssl import SSLCertVerificationError
from typing import Any, Final
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit
from urllib.request import HTTPCookieProcessor, Request, build_opener

AGENT: Final = "royaltable-act"
"""The table knows by it that somebody at a terminal speaks."""

PATIENCE_S: Final = 10.0


class NoTable(Exception):
    """No table gave an answer; the message says what was seen and what to do."""


class TableClient:
    """One person at a terminal, who may log in at the table with this address."""

    def __init__(self, url: str) -> None:
        if urlsplit(url).scheme not in {"http", "https"}:
            raise NoTable(f"{url}: expected an address such as http://localhost:8080. Name the table with --table.")
        self._url = url.rstrip("/")
        self._opener = build_opener(HTTPCookieProcessor())

    def game(self) -> str | None:
        """The game on the table; None if nobody answers, of which ``post`` will say why."""
        try:
            with self._opener.open(self._url + "/api/box", timeout=PATIENCE_S) as answer:
                name = self._decoded(answer.read()).get("game")
        except (NoTable, URLError, OSError):
            return None
        return name if isinstance(name, str) else None

    def post(self, path: str, body: dict[str, Any]) -> dict[str, Any]:
        """Post ``body``; gives the table's answer, which may be a refusal.

        Raises:
            NoTable: nobody answers, something else does, or this person may not do it.
        """
        headers = {"content-type": "application/json", "user-agent": AGENT}
        request = Request(self._url + path, json.dumps(body).encode(), headers)  # noqa: S310  # checked above
        try:
            with self._opener.open(request, timeout=PATIENCE_S) as answer:
                return self._decoded(answer.read())
        except HTTPError as fault:
            said = self._decoded(fault.read())
            if fault.code == HTTPStatus.CONFLICT and "refused" in said:
                return said
            hint = " Name the PIN with --pin." if fault.code == HTTPStatus.UNAUTHORIZED else ""
            error = said.get("error")
            message = error.get("message") if isinstance(error, dict) else None
            raise NoTable(f"{self._url}: {message or fault.reason}{hint}") from None
        except (URLError, OSError) as fault:
            reason = getattr(fault, "reason", fault)
            if isinstance(reason, SSLCertVerificationError):
                cure = "Put SSL_CERT_FILE=FILE before the command: the file that royaltable certificate make named."
                raise NoTable(f"{self._url}: {reason.verify_message}. {cure}") from None
            raise NoTable(f"{self._url}: {reason}. Start the table, or name its address with --table.") from None

    def _decoded(self, octets: bytes) -> dict[str, Any]:
        try:
            value = json.loads(octets or b"{}")
        except (ValueError, RecursionError):
            value = None
        if not isinstance(value, dict):
            raise NoTable(f"{self._url}: saw an answer that is no table's. Name the table's address with --table.")
        return value
