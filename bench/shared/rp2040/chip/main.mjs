// Runs a Pico step by step for the harness: node main.mjs DESCRIPTOR MODULES FLASH UNIQUE_ID.
//
// Each line of JSON from the harness says until when to run, the levels of pins, the octet that was read or null, and octets
// for the serial line; the answer is the time and what happened. When the harness hangs up, the flash goes back into its file.

import fs from "node:fs";
import { createRequire } from "node:module";
import { Board } from "./board.mjs";

const [descriptor, modules, flashFile, uniqueId] = process.argv.slice(2);
const WIRE = Number(descriptor);
const buffer = Buffer.alloc(65536);
let rest = "";

/** The next line, or null once the harness has hung up. */
function readLine() {
  while (!rest.includes("\n")) {
    const came = fs.readSync(WIRE, buffer);
    if (!came) return null;
    rest += buffer.toString("latin1", 0, came);
  }
  const end = rest.indexOf("\n");
  const line = rest.slice(0, end);
  rest = rest.slice(end + 1);
  return line;
}

/** Whether somebody is still there to take it. */
function writeLine(value) {
  const data = Buffer.from(JSON.stringify(value) + "\n");
  try {
    for (let sent = 0; sent < data.length; ) sent += fs.writeSync(WIRE, data, sent);
  } catch (error) {
    if (error.code !== "EPIPE") throw error;
    return false;
  }
  return true;
}

const board = new Board(createRequire(modules + "/")("rp2040js"), fs.readFileSync(flashFile), Buffer.from(uniqueId, "hex"));
for (let line; (line = readLine()) !== null; ) {
  const [nanos, levels, read, octets] = JSON.parse(line);
  board.drive(levels);
  if (read !== null) board.answer(read);
  if (octets.length) board.send(octets);
  board.runUntil(nanos);
  if (!writeLine([board.nanos, board.happened])) break;
}
fs.writeFileSync(flashFile + ".new", board.flash);
fs.renameSync(flashFile + ".new", flashFile);
