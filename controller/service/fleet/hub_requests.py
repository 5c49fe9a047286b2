"""Handle the hub's requests one after the other; answer those that the hub waits for."""

import asyncio
import tempfile
from collections.abc import Awaitable, Callable, Collection, Mapping
from pathlib import Path
from typing import Any, Final

from controller import limits
from controller.care.admin_service import AdminError, AdminService
from controller.fleet.log_messages import decode_message
from controller.fleet.messages import HubRequest, HubRequestAnswer, ReportedFinding, RequestKind
from controller.games.contract.effects import Blink, Effect, Notice, Sound, Tell, TextScreen
from controller.games.contract.values import Text
from controller.play.table import Table
from controller.service.fleet.table_state import pause_after_work

IDENTIFY_FLASHES: Final = 6
IDENTIFY_EVERY_S: Final = 1.0
IDENTIFY_SHOWN_S: Final = 6.0
MESSAGE_SHOWN_S: Final = 10.0

SEVERITIES: Final = ("error", "warning", "note")
"""From worst to least."""


class HubRequestHandler:
    """The queue of requests, and their handlers.

    Args:
        may: the requests that the table's owner allows.
        answer: publishes an answer.
    """

    def __init__(
        self, table: Table, admin: AdminService, may: Collection[str], answer: Callable[[HubRequestAnswer], None]
    ) -> None:
        self._table = table
        self._admin = admin
        self._may = may
        self._answer = answer
        self._waiting: asyncio.Queue[HubRequest] = asyncio.Queue(limits.HUB_REQUESTS_WAITING)
        self._do: Mapping[RequestKind, Callable[[HubRequest], Awaitable[HubRequestAnswer]]] = {
            "coming": self._mark_help_call_answered,
            "identify": self._identify_table,
            "doctor": self._run_doctor,
            "report": self._answer_with_report,
            "message": self._show_message,
        }

    def queue_request(self, payload: bytes) -> None:
        """Queue a request; refuse it if the queue is full. Raise BadMessageError if it is invalid."""
        ask = decode_message(payload, HubRequest)
        try:
            self._waiting.put_nowait(ask)
        except asyncio.QueueFull:
            self._answer_if_expected(
                _failure_answer(
                    ask, f"{limits.HUB_REQUESTS_WAITING} requests are waiting already. Try again in a minute."
                )
            )

    async def run(self) -> None:
        while True:
            ask = await self._waiting.get()
            began_s = asyncio.get_running_loop().time()
            if ask.do in self._may or ask.do == "coming":
                self._answer_if_expected(await self._do[ask.do](ask))
            else:
                allowed = ", ".join(sorted(self._may)) or "nothing"
                self._answer_if_expected(
                    _failure_answer(ask, f"saw {ask.do}; `may` under [hub] in the table's table.toml allows: {allowed}")
                )
            if ask.do != "identify":  # identifying mostly sleeps
                await pause_after_work(began_s)

    def _answer_if_expected(self, answer: HubRequestAnswer) -> None:
        if answer.id:
            self._answer(answer)

    async def _mark_help_call_answered(self, ask: HubRequest) -> HubRequestAnswer:
        self._table.help_call.answer_by_staff()
        return _success_answer(ask)

    async def _identify_table(self, ask: HubRequest) -> HubRequestAnswer:
        """A running hourglass stays on screen."""
        shown = Notice(identify_screen(self._table.config.table.name), IDENTIFY_SHOWN_S, "fanfare")
        first: Effect = Sound("fanfare") if self._table.hourglass.is_running else shown
        for flash in range(IDENTIFY_FLASHES):
            lamps = tuple(Blink(castle) for castle in self._table.hardware.controls.panels)
            self._table.loop.show_effects((first, *lamps) if flash == 0 else lamps)
            await asyncio.sleep(IDENTIFY_EVERY_S)
        return _success_answer(ask)

    async def _show_message(self, ask: HubRequest) -> HubRequestAnswer:
        if not ask.text.strip():
            return _failure_answer(
                ask, f"The message is empty. Expected up to {limits.TABLE_MESSAGE_CHARS} characters."
            )
        told = Tell(Text("message-told", {"text": ask.text}))
        shown = Notice(message_screen(ask.text), MESSAGE_SHOWN_S, "accepted")
        self._table.loop.show_effects((told,) if self._table.hourglass.is_running else (told, shown))
        return _success_answer(ask)

    async def _run_doctor(self, ask: HubRequest) -> HubRequestAnswer:
        found = await asyncio.to_thread(self._admin.collect_finding_dicts)
        worst_first = sorted(found, key=lambda each: SEVERITIES.index(each["severity"]))
        findings = tuple(map(_finding_from_mapping, worst_first[: limits.ANSWER_FINDINGS]))
        return HubRequestAnswer(ask.id, ask.do, done=True, findings=findings)

    async def _answer_with_report(self, ask: HubRequest) -> HubRequestAnswer:
        try:
            made = await asyncio.to_thread(self._build_report_zip)
        except (AdminError, OSError) as fault:
            return _failure_answer(ask, str(fault)[: limits.ANSWER_TEXT_CHARS])
        if len(made) > limits.ANSWER_REPORT_BYTES:
            return _failure_answer(
                ask,
                f"The report has {len(made)} bytes, more than the {limits.ANSWER_REPORT_BYTES} that fit a message. "
                "Make it at the table: royaltable report FILE",
            )
        return HubRequestAnswer(ask.id, ask.do, done=True, report=made)

    def _build_report_zip(self) -> bytes:
        with tempfile.TemporaryDirectory(prefix="royaltable-") as folder:
            file = Path(folder, "report.zip")
            self._admin.write_report(file, recording=False)  # it would not fit a message
            return file.read_bytes()


def identify_screen(table: str) -> TextScreen:
    return TextScreen(Text("identify-title"), (Text("identify-name", {"table": table}),))


def message_screen(text: str) -> TextScreen:
    return TextScreen(Text("message-title"), (Text("message-text", {"text": text}),))


def _finding_from_mapping(finding: Mapping[str, Any]) -> ReportedFinding:
    device, cause, cure = (finding[name][: limits.ANSWER_TEXT_CHARS] for name in ("device", "cause", "cure"))
    return ReportedFinding(finding["code"], finding["severity"], device, cause, cure)


def _success_answer(ask: HubRequest) -> HubRequestAnswer:
    return HubRequestAnswer(ask.id, ask.do, done=True)


def _failure_answer(ask: HubRequest, why: str) -> HubRequestAnswer:
    return HubRequestAnswer(ask.id, ask.do, done=False, why=why)
