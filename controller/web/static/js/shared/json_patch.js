// Changes of a value as the stream tells them: JSON Patch (RFC 6902), of which it uses add, replace and remove.

/** The value with all operations done; `value` itself stays as it is. Throws if one does not fit. */
export function patched(value, operations) {
  return operations.reduce((before, operation) => changed(before, steps(operation.path), operation), value);
}

function steps(path) {
  return path.split("/").slice(1).map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
}

function changed(value, [step, ...below], operation) {
  if (step === undefined) return operation.value;
  const after = Array.isArray(value) ? [...value] : { ...value };
  const last = below.length === 0;
  if (last && operation.op === "add" && Array.isArray(after)) after.splice(step === "-" ? after.length : Number(step), 0, operation.value);
  else if (last && operation.op === "add") after[step] = operation.value;
  else if (!(step in after)) throw new Error(`${operation.op} ${operation.path}: there is no ${step}`);
  else if (last && operation.op === "remove" && Array.isArray(after)) after.splice(Number(step), 1);
  else if (last && operation.op === "remove") delete after[step];
  else after[step] = changed(after[step], below, operation);
  return after;
}
