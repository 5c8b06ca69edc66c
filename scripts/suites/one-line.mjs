/** Characters of each end of a long message: the beginning says what was expected, the end what there was. */
const END = 300;

/** A test's message for the lines at the end of a run, all of it in one line: the log has it as it was written. */
export function oneLine(message) {
  const line = String(message).trim().replace(/\s+/g, ' ');
  return line.length <= 2 * END ? line : `${line.slice(0, END)} … ${line.slice(-END)}`;
}
