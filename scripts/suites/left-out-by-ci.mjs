/**
 * Test files that CI leaves to Chromium, so that it ends in time: they play a lot and look at what is ours, not at what an
 * engine does its own way. `npm test` by hand runs them in all.
 */
const leftToChromium = [
  'test/cdn/script-settings.browser.test.ts',
  'test/cdn/script-with-key.browser.test.ts',
  'test/elements/captions-menu-translation.browser.test.ts',
  'test/elements/captions-picker/captions-picker-elsewhere.browser.test.ts',
  'test/elements/captions-picker/captions-picker-keys.browser.test.ts',
  'test/elements/captions-picker/captions-picker-more.browser.test.ts',
  'test/elements/captions-picker/captions-picker-player.browser.test.ts',
  'test/elements/moved-to-another-document.browser.test.ts',
  'test/elements/player/api-key.browser.test.ts',
  'test/elements/player/audio-look.browser.test.ts',
  'test/elements/player/background.browser.test.ts',
  'test/elements/player/captions-key.browser.test.ts',
  'test/elements/player/captions-unreadable.browser.test.ts',
  'test/elements/player/commands.browser.test.ts',
  'test/elements/player/consent.browser.test.ts',
  'test/elements/player/failing.browser.test.ts',
  'test/elements/player/playlist.browser.test.ts',
  'test/elements/player/private-playback.browser.test.ts',
  'test/elements/player/skin/arrangement.browser.test.ts',
  'test/elements/player/skin/audio-description.browser.test.ts',
  'test/elements/player/skin/chapters.browser.test.ts',
  'test/elements/player/skin/choices.browser.test.ts',
  'test/elements/player/skin/controls-visibility.browser.test.ts',
  'test/elements/player/skin/fullscreen.browser.test.ts',
  'test/elements/player/skin/live.browser.test.ts',
  'test/elements/player/skin/picture.browser.test.ts',
  'test/elements/player/skin/player-window.browser.test.ts',
  'test/elements/player/skin/preview-frames.browser.test.ts',
  'test/elements/player/skin/preview.browser.test.ts',
  'test/elements/player/skin/remote-playback.browser.test.ts',
  'test/elements/player/skin/resume.browser.test.ts',
  'test/elements/player/skin/settings.browser.test.ts',
  'test/elements/player/skin/sharing.browser.test.ts',
  'test/elements/player/skin/up-next.browser.test.ts',
  'test/elements/player/theme.browser.test.ts',
  'test/elements/player/two-languages.browser.test.ts',
  'test/elements/player/viewing-session.browser.test.ts',
  'test/elements/player/written-playback.browser.test.ts',
  'test/elements/transcript/vh-transcript.browser.test.ts',
  'test/elements/uploader/recorder-steps.browser.test.ts',
  'test/elements/uploader/recorder-view.browser.test.ts',
  'test/elements/uploader/uploader-accessible.browser.test.ts',
  'test/elements/uploader/uploader-captions.browser.test.ts',
  'test/elements/uploader/uploader-choosing.browser.test.ts',
  'test/elements/uploader/uploader-control.browser.test.ts',
  'test/elements/uploader/uploader-look.browser.test.ts',
  'test/elements/uploader/uploader-mended.browser.test.ts',
  'test/elements/uploader/uploader-rules.browser.test.ts',
  'test/elements/uploader/uploader-several.browser.test.ts',
  'test/elements/uploader/uploader-staying.browser.test.ts',
  'test/elements/uploader/uploader-strict.browser.test.ts',
  'test/elements/uploader/uploader-surroundings.browser.test.ts',
  'test/elements/uploader/uploader-telling.browser.test.ts',
  'test/elements/uploader/uploader-undo.browser.test.ts',
  'test/elements/uploader/uploader-unfinished.browser.test.ts',
  'test/playback/saving-data.browser.test.ts',
  'test/playback/when-back.browser.test.ts',
  'test/session/session.browser.test.ts',
];

/** By browser or layer, what CI leaves out of it. */
const leftOut = {
  firefox: [...leftToChromium, 'test/playback/hand-over.browser.test.ts'],
  webkit: leftToChromium,
  // The sandbox's hours of work on films, what storage and processes may do to it meanwhile, and other people's bundlers.
  node: [
    'test/package/bundlers.test.ts',
    'test/sandbox/clips.test.ts',
    'test/sandbox/films.test.ts',
    'test/sandbox/live/recording-faults.test.ts',
    'test/sandbox/packaging-deaths.test.ts',
    'test/sandbox/task-faults.test.ts',
  ],
  // What they build is built and looked at in Node, too; kills and the recorder have their own tests below.
  e2e: [
    'test/e2e/frameworks.e2e.test.ts',
    'test/e2e/optimize-bundled.e2e.test.ts',
    'test/e2e/recorder.e2e.test.ts',
    'test/e2e/upload-kills.e2e.test.ts',
  ],
};

/** The files that a browser or a layer runs; in CI without some, and with a warning that says so. */
export function leaveOut(name, files) {
  const wanted = process.env.CI ? files.filter((file) => !leftOut[name]?.includes(file)) : files;
  const count = files.length - wanted.length;
  if (count === 0) return { files, warnings: [] };
  return {
    files: wanted,
    warnings: [`${name}: CI leaves out ${count} test files, which npm test by hand runs.`],
  };
}
