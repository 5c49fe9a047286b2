// Runs a Pico step by step for the harness: node main.mjs DESCRIPTOR MODULES FLASH UNIQUE_ID.
//
// The harness says until when to run, the levels of pins, octets for the serial line and the octet that was read; the answer is the
// time, the cycles the processor was busy, and what happened, if anything did. When the harness hangs up, the flash goes
// back into its file.

import fs from "node:fs";
import { createRequire } from "node:module";
import { Board } from "./board.mjs";

const COMMAND_OCTETS = 8 + 4 + 1 + 1 + 2;
const REPORT_OCTETS = 8 + 8 + 2;
const EVENT_OCTETS = 8 + 1 + 1 + 2;

const [descriptor, modules, flashFile, uniqueId] = process.argv.slice(2);
const WIRE = Number(descriptor);

function readExactly(octets) {
  const buffer = Buffer.alloc(octets);
  for (let came = 0; came < octets; ) {
    const more = fs.readSync(WIRE, buffer, came, octets - came, null);
    if (!more) return null;
    came += more;
  }
  return buffer;
}

/** Whether somebody is still there to take it. */
function writeAll(buffer) {
  try {
    for (let sent = 0; sent < buffer.length; ) sent += fs.writeSync(WIRE, buffer, sent);
  } catch (error) {
    if (error.code !== "EPIPE") throw error;
    return false;
  }
  return true;
}

function report(board) {
  const head = Buffer.alloc(REPORT_OCTETS);
  head.writeBigUInt64LE(BigInt(Math.round(board.nanos)), 0);
  head.writeBigUInt64LE(BigInt(board.busyCycles), 8);
  head.writeUInt16LE(board.happened.length, 16);
  const parts = [head];
  for (const [nanos, kind, number, data] of board.happened) {
    const event = Buffer.alloc(EVENT_OCTETS);
    event.writeBigUInt64LE(BigInt(Math.round(nanos)), 0);
    event.writeUInt8(kind, 8);
    event.writeUInt8(number, 9);
    event.writeUInt16LE(data.length, 10);
    parts.push(event, Buffer.from(data));
  }
  return writeAll(Buffer.concat(parts));
}

const board = new Board(createRequire(modules + "/")("rp2040js"), fs.readFileSync(flashFile), Buffer.from(uniqueId, "hex"));
for (;;) {
  const command = readExactly(COMMAND_OCTETS);
  if (!command) break;
  const octets = readExactly(command.readUInt16LE(14));
  board.drive(command.readUInt32LE(8));
  if (command.readUInt8(12)) board.answer(command.readUInt8(13));
  if (octets.length) board.send(octets);
  board.runUntil(Number(command.readBigUInt64LE(0)));
  if (!report(board)) break;
}
fs.writeFileSync(flashFile + ".new", board.flash);
fs.renameSync(flashFile + ".new", flashFile);
