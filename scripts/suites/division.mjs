/**
 * Browser test files that look at what an engine does its own way: media, windows, storage, focus, forms. `npm test` runs
 * them in every browser and the other files in Chromium alone. `npm test -- --all` runs every file in every browser.
 */
const IN_EVERY_ENGINE = [
  'test/elements/captions-picker/captions-picker.browser.test.ts',
  'test/elements/player/accessibility.browser.test.ts',
  'test/elements/player/controls.browser.test.ts',
  'test/elements/player/facade.browser.test.ts',
  'test/elements/player/focus.browser.test.ts',
  'test/elements/player/inspector.browser.test.ts',
  'test/elements/player/media-surface.browser.test.ts',
  'test/elements/player/playing.browser.test.ts',
  'test/elements/player/skin/caption-author-style.browser.test.ts',
  'test/elements/player/skin/caption-style.browser.test.ts',
  'test/elements/player/skin/captions-menu.browser.test.ts',
  'test/elements/player/stream.browser.test.ts',
  'test/elements/player/two-stage-start.browser.test.ts',
  'test/elements/uploader/uploader-form.browser.test.ts',
  'test/elements/uploader/uploader-life.browser.test.ts',
  'test/elements/uploader/vh-uploader.browser.test.ts',
  'test/playback/fail-over.browser.test.ts',
  'test/playback/fast-start/first-seek.browser.test.ts',
  'test/playback/hand-over.browser.test.ts',
  'test/playback/play-promise.browser.test.ts',
  'test/upload/inspect/poster-frame.browser.test.ts',
  'test/upload/optimize/optimize-file.browser.test.ts',
  'test/upload/record/mix-audio.browser.test.ts',
  'test/upload/record/recording.browser.test.ts',
  'test/upload/resume/file/file-handle.browser.test.ts',
  'test/upload/resume/store/record-store.browser.test.ts',
  'test/upload/resume/tabs.browser.test.ts',
  'test/upload/transports/xhr-sender.browser.test.ts',
];

/** The files that a browser runs, and a warning that says which part it leaves out. */
export function filesFor(browser, files, all) {
  if (all || browser === 'chromium') return { files, warnings: [] };
  const wanted = files.filter((file) => IN_EVERY_ENGINE.includes(file));
  const count = files.length - wanted.length;
  if (count === 0) return { files, warnings: [] };
  return {
    files: wanted,
    warnings: [
      `${browser}: ${count} test files ran in Chromium only; npm test -- --all runs them here, too.`,
    ],
  };
}
