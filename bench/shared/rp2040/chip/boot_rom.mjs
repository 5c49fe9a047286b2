// The mask ROM of an RP2040 as the firmware meets it: the tables of the data sheet (2.8.2, 2.8.3), its functions in JavaScript.
//
// The real ROM is no part of rp2040js. Each function here is a breakpoint with a number and a return; the emulator stops at
// the breakpoint and the function of that number works on the registers. Not modelled: floating point, which our firmware
// does not use (it says so and ends), and USB boot.

const STACK = 0x20041f00;
const FUNCTIONS_AT = 0x2000;
const DATA_AT = 0x2100;
const FLOATS_AT = 0x1004;
const DOUBLES_AT = 0x1104;
const CODE_AT = 0x100;
const LOOKUP = 0;
const BREAKPOINT = 0xbe00;
const RETURN = 0x4770;
const ROM_OCTETS = 16 * 1024;
const VERSION = 3;
const FLOAT_FUNCTIONS = 32;
const CALL_CYCLES = 20;

const code = (name) => name.charCodeAt(0) | (name.charCodeAt(1) << 8);

/** Puts the ROM into a chip. `flash` erases and programs; `spend` is told of the cycles that a function takes. */
export function installBootRom(mcu, flash, spend) {
  const rom = new Uint8Array(ROM_OCTETS);
  const view = new DataView(rom.buffer);
  const functions = [];
  const registers = mcu.core.registers;

  const place = (work) => {
    const at = CODE_AT + 4 * functions.length;
    view.setUint16(at, BREAKPOINT | functions.length, true);
    view.setUint16(at + 2, RETURN, true);
    functions.push(work);
    return at | 1;
  };
  const missing = (name) =>
    place(() => {
      throw new Error(`saw a call of the boot ROM's ${name}, which is not modelled`);
    });
  const give = (value) => {
    registers[0] = value >>> 0;
  };
  const tables = {};
  place(() => give(tables[registers[0]]?.[registers[1]] ?? 0));

  const fill = () => {
    const [to, value, octets] = registers;
    for (let at = 0; at < octets; at++) mcu.writeUint8(to + at, value & 0xff);
    spend(octets);
  };
  const copy = () => {
    const [to, from, octets] = registers;
    for (let at = 0; at < octets; at++) mcu.writeUint8(to + at, mcu.readUint8(from + at));
    spend(octets);
  };
  const ones = () => {
    let count = 0;
    for (let left = registers[0]; left; left >>>= 1) count += left & 1;
    give(count);
  };
  const reversed = () => {
    let result = 0;
    for (let bit = 0; bit < 32; bit++) result = (result << 1) | ((registers[0] >>> bit) & 1);
    give(result);
  };
  const trailingZeros = () => give(registers[0] ? 31 - Math.clz32(registers[0] & -registers[0]) : 32);
  const nothing = () => {};
  const named = {
    MS: fill, S4: fill, MC: copy, C4: copy,
    P3: ones, R3: reversed, L3: () => give(Math.clz32(registers[0])), T3: trailingZeros,
    IF: nothing, EX: nothing, FC: nothing, CX: nothing,
    RE: () => flash.erase(registers[0], registers[1]),
    RP: () => flash.program(registers[0], registers[1], registers[2]),
  };
  tables[FUNCTIONS_AT] = Object.fromEntries(Object.entries(named).map(([name, work]) => [code(name), place(work)]));
  tables[FUNCTIONS_AT][code("UB")] = missing("USB boot");

  const floating = (at, what) => {
    const one = missing(what);
    view.setUint8(at - 2, FLOAT_FUNCTIONS);
    for (let entry = 0; entry < FLOAT_FUNCTIONS; entry++) view.setUint32(at + 4 * entry, one, true);
    return at;
  };
  tables[DATA_AT] = {
    [code("SF")]: floating(FLOATS_AT, "floating point"),
    [code("SD")]: floating(DOUBLES_AT, "double floating point"),
  };

  view.setUint32(0, STACK, true);
  rom.set([0x4d, 0x75, 0x01, VERSION], 0x10);
  view.setUint16(0x14, FUNCTIONS_AT, true);
  view.setUint16(0x16, DATA_AT, true);
  view.setUint16(0x18, (CODE_AT + 4 * LOOKUP) | 1, true);
  mcu.loadBootrom(new Uint32Array(rom.buffer));
  mcu.onBreak = (number) => {
    if (!functions[number]) throw new Error(`saw breakpoint ${number} at ${mcu.core.PC.toString(16)}h, expected one of the ROM's`);
    spend(CALL_CYCLES);
    functions[number]();
  };
}
