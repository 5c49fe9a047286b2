// The flash chip beside an RP2040: what erasing and programming do and take, its unique number, and the cache in front of it.
//
// Times are those of a Pico's W25Q16JV (9.6, typical). The cache is that of the RP2040's data sheet (2.6.3): 16 KiB, two ways,
// 8 octets a line; a line that is not in it takes 28 clocks of the flash (address and mode bits, four dummies, 16 of data
// on four wires), each of two of the system's (PICO_FLASH_SPI_CLKDIV of a Pico). Not modelled: which of two ways the chip
// gives up (here the older), streaming, and the cost of data that is written through.

export const OCTETS = 2 * 1024 * 1024;
const SECTOR = 4096;
const PAGE = 256;
const ERASE_NANOS = 45e6;
const PROGRAM_NANOS = 0.4e6;

const CACHED = 0x10;
const SETS = 1024;
const MISS_CYCLES = 28 * 2;

const READ_UNIQUE_ID = 0x4b;
const UNIQUE_ID_FROM = 5;
const UNIQUE_ID_TO = 13;
const SSI = 0x18000;
const DR0 = 0x60;

export class FlashMemory {
  /** Of one chip; `passes` is told of the nanoseconds that erasing and programming take. */
  constructor(mcu, contents, uniqueId, passes) {
    this._mcu = mcu;
    this._passes = passes;
    this._older = new Int32Array(SETS).fill(-1);
    this._newer = new Int32Array(SETS).fill(-1);
    this.stalled = 0;
    mcu.flash.set(contents);
    this._answerUniqueId(uniqueId);
    this._cacheReads();
  }

  get contents() {
    return this._mcu.flash.subarray(0, OCTETS);
  }

  erase(from, octets) {
    this._mcu.flash.fill(0xff, from, from + octets);
    this._flush();
    this._passes(ERASE_NANOS * Math.ceil(octets / SECTOR));
  }

  program(to, from, octets) {
    for (let at = 0; at < octets; at++) this._mcu.flash[to + at] &= this._mcu.readUint8(from + at);
    this._flush();
    this._passes(PROGRAM_NANOS * Math.ceil(octets / PAGE));
  }

  /** The cycles that reads have waited for the flash since the last call. */
  takeStalled() {
    const stalled = this.stalled;
    this.stalled = 0;
    return stalled;
  }

  _flush() {
    this._older.fill(-1);
    this._newer.fill(-1);
  }

  _cacheReads() {
    const { core } = this._mcu;
    const mcu = this._mcu;
    const older = this._older;
    const newer = this._newer;
    const look = (address) => {
      const line = (address & 0xffffff) >>> 3;
      const set = line & (SETS - 1);
      if (newer[set] === line) return;
      if (older[set] !== line) this.stalled += MISS_CYCLES;
      older[set] = newer[set];
      newer[set] = line;
    };
    for (const name of ["readUint32", "readUint16", "readUint8"]) {
      core[name] = (address) => {
        if (address >>> 24 === CACHED) look(address);
        return mcu[name](address);
      };
    }
  }

  _answerUniqueId(uniqueId) {
    const ssi = this._mcu.peripherals[SSI];
    const read = ssi.readUint32.bind(ssi);
    const write = ssi.writeUint32.bind(ssi);
    let sent = 0;
    ssi.writeUint32 = (offset, value) => {
      write(offset, value);
      if (offset !== DR0) return;
      if (sent > 0 && sent < UNIQUE_ID_TO) sent += 1;
      else sent = value === READ_UNIQUE_ID ? 1 : 0;
    };
    ssi.readUint32 = (offset) =>
      offset === DR0 && sent > UNIQUE_ID_FROM ? uniqueId[sent - UNIQUE_ID_FROM - 1] : read(offset);
  }
}
