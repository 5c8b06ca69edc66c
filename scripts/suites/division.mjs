/**
 * What runs when. `npm test` runs all that Node can judge, each element and capability once in Chromium, what an engine does
 * its own way in each engine, and one path through the whole for each promise of the README. What repeats that in more
 * widths, languages, stores, bundlers or schedules runs with `--all`, which is what CI judges: whole files are named here,
 * and a file that keeps its first cells says so with `cells` and `rounds` of `test/support/division.ts`.
 */

/** Files, or folders that end with `/`, that only `--all` runs, and what they repeat. */
export const ONLY_WITH_ALL = [
  {
    what: 'schedules of faults, loads and sweeps: what each does once is judged beside what it is about',
    files: [
      'test/backend/overload-by-http.test.ts',
      'test/backend/overload.test.ts',
      'test/backend/state/histories.test.ts',
      'test/conformance/grammar.test.ts',
      'test/core/caption-files/hostile-captions.test.ts',
      'test/sandbox/live/playlist-agreement.test.ts',
      'test/sandbox/live/recording-faults.test.ts',
      'test/sandbox/packaging/deaths.test.ts',
      'test/sandbox/packaging/full-disk.test.ts',
      'test/sandbox/store/real-limits.test.ts',
      'test/sandbox/store/task-faults.test.ts',
      'test/sandbox/sweeps/',
      'test/sandbox/uploads/load.test.ts',
      'test/upload/transports/s3-many-parts.test.ts',
      'test/e2e/sites/bad-input.e2e.test.ts',
      'test/e2e/session/collector-faults.e2e.test.ts',
      'test/e2e/upload/hostile-server.e2e.test.ts',
      'test/e2e/playback/play-faults.e2e.test.ts',
      'test/e2e/playback/player-chunks.e2e.test.ts',
      'test/e2e/playback/player-outage.e2e.test.ts',
      'test/e2e/session/returned-press.e2e.test.ts',
      'test/elements/captions-parts.browser.test.ts',
      'test/elements/player/parts.browser.test.ts',
      'test/elements/uploader/uploader-parts.browser.test.ts',
      'test/elements/uploader/page/uploader-group.browser.test.ts',
      'test/elements/player/skin/after-failure.browser.test.ts',
      'test/playback/hand-over.browser.test.ts',
      'test/e2e/upload/upload-faults.e2e.test.ts',
      'test/e2e/upload/upload-navigations.e2e.test.ts',
      'test/e2e/session/viewing-kills-firefox.e2e.test.ts',
      'test/e2e/session/viewing-kills.e2e.test.ts',
      'test/e2e/session/viewing-truth.e2e.test.ts',
    ],
  },
  {
    what: 'the page backend on each store, and what it does in JavaScript once more in PHP and Python',
    files: [
      'test/backend/state/four-processes.test.ts',
      'test/backend/state/limits.test.ts',
      'test/backend/state/redis-state.test.ts',
      'test/conformance/circuit-breaker-elsewhere.test.ts',
      'test/conformance/state/clocks-elsewhere.test.ts',
      'test/conformance/state/older-tables.test.ts',
      'test/conformance/state/php-stores.test.ts',
      'test/conformance/state/python-state.test.ts',
      'test/conformance/state/python-stores.test.ts',
      'test/conformance/secrets-elsewhere.test.ts',
      'test/conformance/state/several-workers-stores.test.ts',
      'test/conformance/state/several-workers.test.ts',
      'test/conformance/state/state-away-elsewhere.test.ts',
      'test/conformance/state/state-ends.test.ts',
      'test/conformance/three-backends.test.ts',
      'test/e2e/upload/store-away.e2e.test.ts',
    ],
  },
  {
    what: 'compilers, bundlers, templates and archives: what they make is judged with one of them',
    files: [
      'test/package/consumer-types.test.ts',
      'test/package/framework-types.test.ts',
      'test/bench/resumable-run.test.ts',
      'test/package/sandbox-alone.test.ts',
      'test/package/shipped.test.ts',
      'test/package/siblings.test.ts',
      'test/e2e/agents/agent-tasks.e2e.test.ts',
      'test/e2e/upload/optimize-bundled.e2e.test.ts',
      'test/e2e/playback/player-bundled.e2e.test.ts',
    ],
  },
  {
    what: 'one view in many widths, themes and directions, with every name and language, or a picture of it',
    files: [
      'test/e2e/captions/captions-views.e2e.test.ts',
      'test/e2e/player/layout-shift.e2e.test.ts',
      'test/e2e/player/pictures.e2e.test.ts',
      'test/e2e/captions/player-captions-under.e2e.test.ts',
      'test/e2e/player/player-forced-colours.e2e.test.ts',
      'test/e2e/player/player-over-white.e2e.test.ts',
      'test/e2e/player/player-seek-bar.e2e.test.ts',
      'test/e2e/player/player-volume.e2e.test.ts',
      'test/elements/player/part-names.browser.test.ts',
      'test/elements/player/skin/controls/control-names.browser.test.ts',
      'test/elements/player/skin/captions/two-languages.browser.test.ts',
    ],
  },
  {
    what: 'what others have written beside ours, and what Node and Chromium judge already, once more through the whole',
    files: [
      'test/e2e/captions/caption-author-style.e2e.test.ts',
      'test/e2e/captions/caption-style-origins.e2e.test.ts',
      'test/e2e/playback/cmcd.e2e.test.ts',
      'test/e2e/sites/demo-host.e2e.test.ts',
      'test/e2e/playback/inspector.e2e.test.ts',
      'test/e2e/live/live-dvr.e2e.test.ts',
      'test/e2e/live/live.e2e.test.ts',
      'test/e2e/playback/native.e2e.test.ts',
      'test/e2e/session/official-analytics.e2e.test.ts',
      'test/e2e/upload/official-recorder.e2e.test.ts',
      'test/e2e/upload/official-uploader.e2e.test.ts',
      'test/e2e/sites/page-policy.e2e.test.ts',
      'test/e2e/player/player-hints.e2e.test.ts',
      'test/e2e/player/player-touch.e2e.test.ts',
      'test/e2e/embed/sandbox-embed.e2e.test.ts',
      'test/e2e/sandbox/sandbox-console-now.e2e.test.ts',
      'test/e2e/upload/upload-secrets.e2e.test.ts',
      'test/e2e/upload/upload-view.e2e.test.ts',
      'test/e2e/upload/uploader-going-back.e2e.test.ts',
    ],
  },
];

/** Browser test files about what an engine does its own way: media, storage, focus, forms, recording. `npm test` runs them in each. */
export const OWN_WAY = [
  'test/elements/captions-picker/captions-picker.browser.test.ts',
  'test/elements/player/skin/input/focus.browser.test.ts',
  'test/elements/player/media/media-surface.browser.test.ts',
  'test/elements/player/playing.browser.test.ts',
  'test/elements/player/skin/captions/caption-style.browser.test.ts',
  'test/elements/uploader/form/uploader-form.browser.test.ts',
  'test/elements/uploader/vh-uploader.browser.test.ts',
  'test/playback/fast-start/first-seek.browser.test.ts',
  'test/playback/play-promise.browser.test.ts',
  'test/upload/optimize/optimize-file.browser.test.ts',
  'test/upload/recording/mix-audio.browser.test.ts',
  'test/upload/recording/recording.browser.test.ts',
  'test/upload/resume/unfinished-uploads.browser.test.ts',
  'test/upload/resume/store/record-store.browser.test.ts',
  'test/upload/resume/tabs.browser.test.ts',
  'test/upload/sending/unanswered-parts.browser.test.ts',
  'test/upload/transports/http-senders.browser.test.ts',
];

/** What follows from that: `--all` runs these in every engine, too. */
export const IN_EVERY_ENGINE = [
  ...OWN_WAY,
  'test/elements/player/accessibility.browser.test.ts',
  'test/elements/player/skin/controls/controls.browser.test.ts',
  'test/elements/player/facade/facade.browser.test.ts',
  'test/elements/captions-parts.browser.test.ts',
  'test/elements/uploader/uploader-parts.browser.test.ts',
  'test/elements/uploader/page/uploader-group.browser.test.ts',
  'test/elements/player/inspector/inspector.browser.test.ts',
  'test/elements/player/skin/captions/caption-author-style.browser.test.ts',
  'test/elements/player/skin/controls/captions-menu.browser.test.ts',
  'test/elements/player/stream.browser.test.ts',
  'test/elements/player/two-stage-start.browser.test.ts',
  'test/elements/uploader/uploader-life.browser.test.ts',
  'test/playback/fail-over.browser.test.ts',
  'test/playback/hand-over.browser.test.ts',
  'test/upload/inspect/poster-frame.browser.test.ts',
];

/** The layer of a test file, by its name. */
export function layerOf(file) {
  if (file.endsWith('.browser.test.ts')) return 'browser';
  return file.startsWith('test/e2e/') ? 'e2e' : 'node';
}

/** What `npm test -- --all` runs beside what `npm test` runs. */
export const isOnlyWithAll = (file, groups = ONLY_WITH_ALL) =>
  groups.some(({ files }) => files.some((one) => (one.endsWith('/') ? file.startsWith(one) : file === one)));

/** The files of a run, and a warning that counts what it leaves to a run of everything. */
export function filesOfRun(files, { all }) {
  if (all) return { files, warnings: [] };
  const own = files.filter((file) => !isOnlyWithAll(file));
  const count = files.length - own.length;
  const warnings =
    count === 0 ? [] : [`${count} test files, and further cells of others, run with npm test -- --all.`];
  return { files: own, warnings };
}

/** The files that a browser runs, and a warning that says which part it leaves out. */
export function filesFor(browser, files, { all = false, everyEngine = false }) {
  if (everyEngine || browser === 'chromium') return { files, warnings: [] };
  const own = all ? IN_EVERY_ENGINE : OWN_WAY;
  const wanted = files.filter((file) => own.includes(file));
  const count = files.length - wanted.length;
  if (count === 0) return { files, warnings: [] };
  return {
    files: wanted,
    warnings: [
      `${browser}: ${count} test files ran in Chromium only; npm test -- ${all ? '--every-engine' : '--all'} runs ${all ? 'them' : 'more'} here, too.`,
    ],
  };
}
