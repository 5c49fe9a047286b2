"""Questions to an MFRC522 that its driver never asks: what a recording needs to tell one chip from another.

Each writes some registers, waits, and reads. The antenna is on only while frames are sent, to nothing that answers.
"""

from typing import Final

from msgspec import Struct

from hw.bus.ports import SpiPort
from hw.clock import Clock
from hw.mfrc522.registers import (
    ANTENNA_ON,
    DOCUMENTED_BITS,
    FLUSH_FIFO,
    START_SEND,
    TIMER_START_NOW,
    TIMER_STOP_NOW,
    Command,
    Register,
    combined_read_frame,
    register_write_frame,
)

RESET_WAIT_S: Final = 6e-3
"""Some clones take 4 ms."""


class Question(Struct, frozen=True):
    """Frames to write, seconds to wait, registers to read."""

    writes: tuple[bytes, ...]
    wait_s: float
    reads: tuple[Register, ...]


def _command(command: Command) -> bytes:
    return register_write_frame(Register.COMMAND, command)


_FLUSH: Final = register_write_frame(Register.FIFO_LEVEL, FLUSH_FIFO)
_CLEAR: Final = register_write_frame(Register.COM_IRQ, 0x7F)
_IDLE: Final = _command(Command.IDLE)
_REST: Final = (_IDLE, _FLUSH, _CLEAR)
_STATE: Final = (Register.COM_IRQ, Register.ERROR, Register.FIFO_LEVEL, Register.COMMAND)
_ALL: Final = tuple(each for each in Register if each is not Register.FIFO_DATA)
_START: Final = register_write_frame(Register.BIT_FRAMING, START_SEND)
_TIMER: Final = (
    register_write_frame(Register.TIMER_MODE, 0x00),
    register_write_frame(Register.TIMER_PRESCALER, 0xA9),
    register_write_frame(Register.TIMER_RELOAD_HIGH, 0x00),
    register_write_frame(Register.TIMER_RELOAD_LOW, 0x20),
)
"""33 steps of 25 us."""

_SETTABLE: Final = tuple(each for each in DOCUMENTED_BITS if each is not Register.TX_CONTROL)
_PLAIN: Final = (
    Register.COM_IRQ_ENABLE,
    Register.RX_SELECT,
    Register.DEMODULATOR,
    Register.SERIAL_SPEED,
    Register.MODULATION_WIDTH,
    Register.GS_N,
    Register.TIMER_PRESCALER,
    Register.TIMER_RELOAD_HIGH,
    Register.TIMER_RELOAD_LOW,
)
_READ_ONLY: Final = (
    Register.ERROR,
    Register.CRC_RESULT_HIGH,
    Register.CRC_RESULT_LOW,
    Register.VERSION,
)

QUESTIONS: Final = (
    Question((_command(Command.SOFT_RESET),), 0.5e-3, (Register.VERSION, Register.TX_SELECT)),
    Question((), RESET_WAIT_S, _ALL),
    *(
        Question(tuple(register_write_frame(each, value) for each in (*_SETTABLE, *_PLAIN)), 0.0, (*_SETTABLE, *_PLAIN))
        for value in (0xFF, 0x00, 0x55)
    ),
    Question(tuple(register_write_frame(each, 0x5A) for each in _READ_ONLY), 0.0, _READ_ONLY),
    Question((_command(Command.SOFT_RESET),), RESET_WAIT_S, _ALL),
    # Interrupt bits are set and cleared as marked (9.3.1.5, 9.3.1.6).
    Question((register_write_frame(Register.COM_IRQ, 0xFF),), 0.0, (Register.COM_IRQ,)),
    Question((register_write_frame(Register.COM_IRQ, 0x55),), 0.0, (Register.COM_IRQ,)),
    Question((_CLEAR,), 0.0, (Register.COM_IRQ,)),
    # The FIFO and its alerts (9.3.1.10 to 9.3.1.12)
    Question((*_REST, register_write_frame(Register.FIFO_DATA, *range(1, 9))), 0.0, _STATE),
    Question((), 0.0, (Register.FIFO_DATA,) * 9),
    Question((*_REST, register_write_frame(Register.FIFO_DATA, *range(60))), 0.0, _STATE),
    Question((register_write_frame(Register.FIFO_DATA, *range(10)),), 0.0, _STATE),
    Question((), 0.0, (Register.FIFO_DATA,) * 64),
    Question((_FLUSH,), 0.0, _STATE),
    Question((*_REST, register_write_frame(Register.WATER_LEVEL, 16)), 0.0, (Register.WATER_LEVEL, Register.COM_IRQ)),
    Question((register_write_frame(Register.FIFO_DATA, *range(20)), _CLEAR), 0.0, _STATE),
    # The CRC coprocessor, with each of two presets (10.3.1.4)
    *(
        Question(
            (
                register_write_frame(Register.MODE, 0x3C | preset),
                *_REST,
                register_write_frame(Register.DIV_IRQ, 0x04),
                register_write_frame(Register.FIFO_DATA, *b"123456789"),
                _command(Command.CALC_CRC),
            ),
            1e-3,
            (Register.DIV_IRQ, Register.CRC_RESULT_HIGH, Register.CRC_RESULT_LOW),
        )
        for preset in (1, 3)
    ),
    # The timer (8.5)
    Question((*_REST, *_TIMER, register_write_frame(Register.CONTROL, TIMER_START_NOW)), 0.2e-3, (Register.COM_IRQ,)),
    Question((), 2e-3, (Register.COM_IRQ,)),
    Question(
        (*_REST, register_write_frame(Register.CONTROL, TIMER_START_NOW, TIMER_STOP_NOW)), 2e-3, (Register.COM_IRQ,)
    ),
    # Frames: an empty one; then bytes, and a second start, while an answer is awaited
    Question((register_write_frame(Register.TX_CONTROL, 0x80 | ANTENNA_ON),), 6e-3, (Register.TX_CONTROL,)),
    Question((*_REST, _command(Command.TRANSCEIVE), _START), 3e-3, _STATE),
    Question(
        (*_REST, register_write_frame(Register.FIFO_DATA, 0x50, 0x00), _command(Command.TRANSCEIVE), _START),
        3e-3,
        _STATE,
    ),
    Question((register_write_frame(Register.FIFO_DATA, 1, 2, 3),), 0.0, _STATE),
    Question((_CLEAR, _START), 3e-3, _STATE),
    Question((*_REST, register_write_frame(Register.TX_CONTROL, 0x80)), 0.0, (*_STATE, Register.TX_CONTROL)),
)


async def ask_questions(port: SpiPort, clock: Clock) -> None:
    """Ask all of a chip that no driver uses now, while a recorder listens at its port; leave it reset."""
    for question in QUESTIONS:
        if question.writes:
            port.transfer_many(question.writes)
        await clock.sleep_until(clock.now_s() + question.wait_s)
        port.transfer(combined_read_frame(*question.reads))
    port.transfer(_command(Command.SOFT_RESET))
    await clock.sleep_until(clock.now_s() + RESET_WAIT_S)
