// Firmware for a castle board at this computer's own USB: Web Serial, and MicroPython's raw prompt.
const BAUD_RATE = 115200;
const RESTART_MS = 15_000; // a board with our firmware restarts before its prompt; it is unplugged meanwhile
const PROMPT_MS = 2000;
const ANSWER_MS = 10_000;
const REST_MS = 500;
const BANNER = "raw REPL; CTRL-B to exit\r\n>";

/** `reason` is "silent" for a board without a prompt, "refused" where it printed an error: `told`. */
const boardError = (reason, told = "") => Object.assign(new Error(told), { reason });

/** Writes `firmware` of `/api/owner/firmware`; `onOld(version)` is told the board's before, `onPart(share)` how far it is. */
export async function flash(port, firmware, onOld, onPart) {
  const line = await promptOf(port, firmware.update);
  try {
    onOld((await run(line, firmware.check)).trim());
    for (const [at, command] of firmware.commands.entries()) {
      await run(line, command);
      onPart((at + 1) / firmware.commands.length);
    }
    await line.write("import machine\nmachine.reset()\x04");
  } finally {
    await line.close();
  }
}

async function promptOf(port, update) {
  const until_ms = performance.now() + RESTART_MS;
  for (let first = true; performance.now() < until_ms; first = false) {
    let line = null;
    try {
      line = await open(port);
      await line.write(`${first ? update : ""}\r\x03\x03\r\x01`);
      await line.until(BANNER, PROMPT_MS);
      return line;
    } catch { // it restarts, or does not answer yet
      await line?.close();
      await new Promise((done) => setTimeout(done, REST_MS));
    }
  }
  throw boardError("silent");
}

/** What the board prints. Its answer is OK, what it prints, an error, each but the first ended by Ctrl-D, and a prompt. */
async function run(line, command) {
  await line.write(`${command}\x04`);
  await line.until("OK", ANSWER_MS);
  const printed = await line.until("\x04", ANSWER_MS);
  const error = await line.until("\x04", ANSWER_MS);
  await line.until(">", ANSWER_MS);
  if (error) throw boardError("refused", error.trim().split("\n").pop());
  return printed;
}

async function open(port) {
  await port.open({ baudRate: BAUD_RATE });
  const [reader, writer] = [port.readable.getReader(), port.writable.getWriter()];
  const [encoder, decoder] = [new TextEncoder(), new TextDecoder()];
  let received = "";

  /** What came before `mark`. */
  async function until(mark, patience_ms) {
    const timer = setTimeout(() => reader.cancel().catch(() => {}), patience_ms); // which ends what is read
    while (!received.includes(mark)) {
      const { value, done } = await reader.read().catch(() => ({ done: true })); // unplugged
      if (done) throw boardError("silent");
      received += decoder.decode(value, { stream: true });
    }
    clearTimeout(timer);
    const [before] = received.split(mark, 1);
    received = received.slice(before.length + mark.length);
    return before;
  }

  async function close() {
    await reader.cancel().catch(() => {});
    reader.releaseLock();
    writer.releaseLock();
    await port.close().catch(() => {});
  }

  return { write: (text) => writer.write(encoder.encode(text)), until, close };
}
