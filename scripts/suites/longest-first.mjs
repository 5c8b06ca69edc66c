/**
 * The test files that take longest, longest first: the summary of a run names them. They begin first, so that none of
 * them is left over at the end, when the other workers have nothing more to do.
 */
const LONGEST = [
  'test/sandbox/live/recording-faults.test.ts',
  'test/upload/upload-faults.test.ts',
  'test/sandbox/packaging/films.test.ts',
  'test/sandbox/live/broadcast.test.ts',
  'test/sandbox/packaging/clips.test.ts',
  'test/sandbox/store/task-faults.test.ts',
  'test/sandbox/packaging/packaging.test.ts',
  'test/package/bundlers.test.ts',
  'test/sandbox/uploads/load.test.ts',
  'test/sandbox/live/recording.test.ts',
  'test/sandbox/packaging/deaths.test.ts',
  'test/package/consumer-types.test.ts',
  'test/e2e/recorder.e2e.test.ts',
  'test/e2e/upload-faults.e2e.test.ts',
  'test/e2e/player-touch.e2e.test.ts',
  'test/e2e/uploader-keyboard.e2e.test.ts',
  'test/e2e/bad-input.e2e.test.ts',
  'test/e2e/pages.e2e.test.ts',
  'test/e2e/upload-secrets.e2e.test.ts',
  'test/e2e/layout-shift.e2e.test.ts',
];

/** The same files, the slowest first. */
export function longestFirst(files) {
  const place = (file) => (LONGEST.includes(file) ? LONGEST.indexOf(file) : LONGEST.length);
  return files.toSorted((a, b) => place(a) - place(b));
}
