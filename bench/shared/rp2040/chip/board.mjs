// A Pico: an RP2040 with its flash, USB host, and pins that lead out; it runs until a moment, or until it asks something.
//
// On its SPI are chips that say nothing while they are written to (MFRC522, 8.1.2.2), so that only reading asks.

import { randomInt } from "node:crypto";
import { FlashMemory } from "./flash_memory.mjs";
import { installBootRom } from "./boot_rom.mjs";
import { UsbHost } from "./usb_host.mjs";

const WATCHDOG = 0x40058;
const OSCILLATOR = 0x40060;
const RANDOM_BIT = 0x1c;
const STAGE_2 = 0x10000000;
const PINS = 30;
const PIN_STATES = [0, 1, 3]; // low, high, input pulled up
const OCTET_BITS = 8;

const READ = 0x80;

export class Board {
  /** rp2040js is the emulator's module; `contents` what its flash holds, `uniqueId` eight octets. */
  constructor(rp2040js, contents, uniqueId) {
    this._rp2040js = rp2040js;
    this._uniqueId = uniqueId;
    this._started = 0;
    this._transfer = [];
    this._asks = false;
    this.happened = [];
    this._start(contents);
  }

  /** Nanoseconds since the board was made, over all its restarts. */
  get nanos() {
    return this._started + this._clock.nanos;
  }

  get flash() {
    return this._flash.contents;
  }

  /** The levels of the pins that others drive, a bit each. */
  drive(levels) {
    for (let pin = 0; pin < PINS; pin++) this._mcu.gpio[pin].setInputValue(Boolean((levels >>> pin) & 1));
  }

  /** Octets from the host. */
  send(octets) {
    this._usb.send(octets);
  }

  /** What was read; it is in when its last bit is. */
  answer(octet) {
    const spi = this._mcu.spi[0];
    const done = this._clock.createAlarm(() => spi.completeTransmit(octet));
    done.schedule((OCTET_BITS * 1e9) / spi.clockFrequency);
  }

  /** Runs until then, or until it asks what it reads, or starts anew. */
  runUntil(nanos) {
    this.happened = [];
    this._asks = false;
    const until = nanos - this._started;
    while (!this._asks && this._clock.nanos < until) {
      const { core } = this._mcu;
      if (core.waiting) {
        const alarm = this._clock.nextAlarm;
        const next = alarm ? Math.min(alarm.nanos, until) : until;
        this._clock.tick(Math.max(0, next - this._clock.nanos));
        continue;
      }
      const cycles = core.executeInstruction() + this._flash.takeStalled() + this._extra;
      this._extra = 0;
      this._clock.tick(cycles * this._cycleNanos + this._passed);
      this._passed = 0;
      if (this._resets) this._restart();
    }
  }

  _start(contents) {
    const { Simulator, USBCDC, ConsoleLogger, LogLevel } = this._rp2040js;
    const simulator = new Simulator();
    const mcu = simulator.rp2040;
    mcu.logger = new ConsoleLogger(LogLevel.Error);
    this._mcu = mcu;
    this._clock = simulator.clock;
    this._extra = 0;
    this._passed = 0;
    this._resets = false;
    const passes = (nanos) => {
      this._passed += nanos;
    };
    const spend = (cycles) => {
      this._extra += cycles;
    };
    const flash = { erase: (...where) => this._flash.erase(...where), program: (...what) => this._flash.program(...what) };
    installBootRom(mcu, flash, spend); // which clears the flash
    this._flash = new FlashMemory(mcu, contents, this._uniqueId, passes);
    this._usb = new UsbHost(USBCDC, mcu.usbCtrl, (octets) => this._tell("serial", 0, octets));
    this._cycleNanos = 1e9 / mcu.clkSys;
    mcu.addClockListener((hz) => {
      this._cycleNanos = 1e9 / hz;
    });
    for (let pin = 0; pin < PINS; pin++) {
      mcu.gpio[pin].addListener((state) => {
        if (this._transfer.length > 1 && !(this._transfer[0] & READ)) this._tell("write", 0, this._transfer);
        this._transfer = [];
        if (PIN_STATES.includes(state)) this._tell("pin", pin, [state]);
      });
    }
    mcu.spi[0].onTransmit = (octet) => this._clocked(octet);
    mcu.peripherals[WATCHDOG].onWatchdogTrigger = () => {
      this._resets = true;
    };
    mcu.peripherals[OSCILLATOR].readUint32 = (offset) => (offset === RANDOM_BIT ? randomInt(2) : 0);
    mcu.core.PC = STAGE_2;
  }

  _tell(kind, number, data) {
    this.happened.push([this.nanos, kind, number, Array.from(data)]);
  }

  _clocked(octet) {
    this._transfer.push(octet);
    const before = this._transfer.length - 2;
    if (before < 0 || !(this._transfer[0] & READ)) {
      this.answer(0);
      return;
    }
    this._tell("read", 0, [this._transfer[before]]);
    this._asks = true;
  }

  _restart() {
    this._started += this._clock.nanos;
    this._start(this._flash.contents.slice());
    this._transfer = [];
    this._tell("reset", 0, []);
    this._asks = true;
  }
}
