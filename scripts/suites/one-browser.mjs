// node one-browser.mjs NAME FILE…: runs test files in one browser, and sends its parent a result for each.
import { relative } from 'node:path';
import { startTestRunner } from '@web/test-runner';
import config from '../../web-test-runner.config.mjs';
import { keepModules } from '../../test/support/runner/request-log.mjs';
import { freePort } from '../base/free-port.mjs';
import { browsers } from '../system/launchers.mjs';
import { root } from '../base/root.mjs';
import { mayKeepModules } from './browser-suite.mjs';
import { resultOf } from './session-result.mjs';

const [name, ...files] = process.argv.slice(2);
if (mayKeepModules(name, files)) keepModules();
const { launcher, stop } = await browsers.find((browser) => browser.name === name).start();
// Its parent asks it to end, or is gone itself: the browser must not stay behind.
for (const event of ['SIGTERM', 'disconnect']) process.once(event, () => process.exit(1));

const runner = await startTestRunner({
  // A port of its own: left to themselves, runners that begin together choose the same.
  config: { ...config, port: await freePort(), files, browsers: [launcher], concurrency: 1 },
  readCliArgs: false,
  readFileConfig: false,
  autoExitProcess: false,
});
const sent = [];
const began = new Map();
runner.sessions.on('session-status-updated', (session) => {
  if (session.status === 'INITIALIZING') began.set(session.id, performance.now());
  if (session.status !== 'FINISHED') return;
  const seconds = (performance.now() - began.get(session.id)) / 1000;
  const result = { file: relative(root, session.testFile), seconds, ...resultOf(session) };
  sent.push(new Promise((resolve) => process.send(result, resolve)));
});
await new Promise((resolve) => runner.on('stopped', resolve));
await Promise.all(sent);
stop();
process.exit(0);
