"""The guided set-up at a running table, between games: the owner's page shows its lines and answers its questions."""

import asyncio
from collections import deque
from contextlib import suppress
from typing import Any, Final

from controller.care.recording import save_recording
from controller.care.setup.device_test import DeviceTestFailed, Operator, Prompt, SetupLine
from controller.care.setup.setup_run import SetupRun
from controller.games.contract.effects import TextScreen
from controller.games.contract.values import Text
from controller.games.naming import translate_text
from controller.play.table import Table
from controller.show.console_screens import device_label
from controller.store.setup_results import NEIGHBOURS, SetupResults
from controller.store.table_files import TableFiles
from controller.texts.translation import ENGLISH

PATIENCE_S: Final = 120.0
"""How long each step waits for people."""

LINES_KEPT: Final = 300


class PageSetup:
    """One run at a time, with the steps of `royaltable setup`; meanwhile nothing else uses the devices.

    It ends when a game begins. Values that people agree to are written into table.toml.
    """

    def __init__(self, table: Table, files: TableFiles) -> None:
        self._table = table
        self._files = files
        self._lines: deque[SetupLine] = deque(maxlen=LINES_KEPT)
        self._latest: SetupLine | None = None
        self._run: SetupRun | None = None
        self._prompt: Prompt | None = None
        self._answer: asyncio.Future[bool] | None = None
        self._task: asyncio.Task[None] | None = None

    @property
    def is_running(self) -> bool:
        return self._task is not None and not self._task.done()

    def view(self, language: str) -> dict[str, Any]:
        """Return what is asked or happens (``now``), the other ``lines``, and the device that is asked about."""
        prompt = None
        if self.is_running and self._prompt is not None:
            asked = self._prompt
            prompt = {"device": asked.device, "step": asked.step.value, "number": asked.number}
            prompt["asks"] = self._answer is not None and not self._answer.done()
        return {
            "running": self.is_running,
            "progress": None if self._run is None else self._run.progress,
            "now": None if self._latest is None else _line_view(self._latest, language),
            "lines": [_line_view(line, language) for line in self._lines if line is not self._latest],
            "prompt": prompt,
        }

    def start(self) -> None:
        """Test the devices that have not passed yet; all again if there are none."""
        if not self.is_running:
            self._lines.clear()
            self._latest = None
            self._task = asyncio.create_task(self._run_until_end(), name="setup")

    async def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait([self._task])

    def answer(self, *, yes: bool) -> None:
        """Answer the question that is asked now, if any."""
        if self._answer is not None and not self._answer.done():
            self._answer.set_result(yes)

    async def _run_until_end(self) -> None:
        try:
            await self._test_devices()
        except Exception as fault:  # noqa: BLE001  # it must not end the table
            self._table.guard.report_failure("setup", fault)
            self._say(SetupLine(Text("setup-ended", {"fault": str(fault)})))

    async def _test_devices(self) -> None:
        table, files = self._table, self._files
        hardware, was_recording = table.hardware, table.hardware.recorder.is_recording
        results = SetupResults(files.setup_results, files.config)
        operator = Operator(self._show, self._confirm, None, PATIENCE_S)
        file = "table.toml" if files.config is None else str(files.config)
        run = SetupRun(table.config, hardware, table.clock, results, operator, self._say, file, files.config)
        if run.device_tests().keys() <= {*results.working_devices}:
            results.delete_results()
        async with table.lend_devices():
            if not was_recording:
                hardware.record()
            try:
                with table.loop.effects.connect_during(lambda _: self._end_if_playing()):
                    self._end_if_playing()  # a game that began while the devices were lent
                    self._run = run
                    failed = await run.run_tests()
            finally:
                self._run = None
                table.config = run.config
                with suppress(OSError):
                    save_recording(run.config, hardware, files)
                if not was_recording:
                    hardware.recorder.stop()
        names = Text("setup-not-working", {"devices": tuple(_label(name) for name in failed)})
        self._say(SetupLine(names if failed else Text("setup-all-work")))

    def _say(self, line: SetupLine) -> None:
        """Show a line among the others, and on top what happens now: no measurement, and no finding."""
        self._lines.append(line)
        if isinstance(line.text, str):
            return
        self._latest, self._prompt = line, None
        if line.device and self._run is not None:
            self._show_at_table(line.device, TextScreen(_label(line.device), (line.text,)))

    def _show(self, prompt: Prompt) -> None:
        self._say(SetupLine(prompt.text))
        self._prompt, self._answer = prompt, None
        self._show_at_table(prompt.device, prompt_screen(prompt))

    def _show_at_table(self, device: str, screen: TextScreen) -> None:
        self._table.show_test(screen, on_display=device != "oled")  # its test shows a picture of its own

    async def _confirm(self, prompt: Prompt) -> bool:
        self._show(prompt)
        self._answer = asyncio.get_running_loop().create_future()
        try:
            async with asyncio.timeout(PATIENCE_S):
                yes = await self._answer
        except TimeoutError:
            seconds = round(PATIENCE_S)
            raise DeviceTestFailed(Text("setup-no-answer", {"seconds": seconds, "prompt": prompt.text})) from None
        self._lines.remove(SetupLine(prompt.text))
        self._say(SetupLine(Text("setup-answered", {"question": prompt.text, "yes": int(yes)})))
        return yes

    def _end_if_playing(self) -> None:
        if self._table.loop.is_playing and self._task is not None:
            self._task.cancel()


def prompt_screen(prompt: Prompt) -> TextScreen:
    title = Text("setup-answer-on-page") if prompt.step.is_question else _label(prompt.device)
    return TextScreen(title, (prompt.text,))


def _line_view(line: SetupLine, language: str) -> dict[str, str]:
    """Return a line and its language: measurements, findings and faults of parts are English, the others the page's."""
    if isinstance(line.text, str):
        return {"text": line.format_in_english(), "language": ENGLISH}
    device = f"{translate_text(_label(line.device), language)}: " if line.device else ""
    return {"text": device + translate_text(line.text, language), "language": language}


def _label(device: str) -> Text:
    return Text("setup-neighbours") if device == NEIGHBOURS else device_label(device)
