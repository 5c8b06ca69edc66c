import { hasApt, installPackages } from './apt.mjs';
import { findChromium, findFirefox, findWebKit } from './browsers.mjs';
import { runNodeTool } from './run-tool.mjs';

/** Debian's packages for each browser. The gstreamer ones let WebKit decode H.264 and AAC. */
const packages = [
  { find: findChromium, names: ['chromium'] },
  { find: findFirefox, names: ['firefox-esr'] },
  {
    find: findWebKit,
    names: [
      'webkit2gtk-driver',
      'xvfb',
      'gstreamer1.0-libav',
      'gstreamer1.0-plugins-good',
      'gstreamer1.0-plugins-bad',
    ],
  },
];

/** Gets the browsers that the tests want by whatever way this machine allows. Without a Chromium there is no testing. */
export async function ensureBrowsers() {
  const missing = packages.filter(({ find }) => !find()).flatMap(({ names }) => names);
  if (missing.length > 0 && hasApt()) {
    console.error(`Installing browsers (the first time takes about a minute): ${missing.join(' ')} …`);
    // A distribution with other names: Chromium may still come another way, the others are not vital.
    await installPackages(missing);
  }
  if (!findChromium()) await downloadChromium();
  if (!findChromium()) {
    throw new Error(
      'There is no Chromium: install one (or name it in CHROMIUM_PATH), then run the command again.',
    );
  }
}

async function downloadChromium() {
  console.error('Downloading Chromium through Playwright …');
  await runNodeTool('playwright/cli.js', ['install', 'chromium'], {
    complaint: 'There is no Chromium and none could be downloaded: install one, or name it in CHROMIUM_PATH.',
  });
}
