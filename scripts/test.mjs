// npm test [-- --only node|browser|e2e] [--browser chromium|firefox|webkit] [part of a file's path …]
import './need-node.mjs';
import { parseArgs } from 'node:util';

const { values, positionals } = parseArgs({
  options: { only: { type: 'string' }, browser: { type: 'string' } },
  allowPositionals: true,
});
const { orStop, prepare } = await import('./prepare.mjs');

await orStop(() => prepare());
if (values.only !== 'node') {
  const { ensureBrowsers } = await import('./ensure-browsers.mjs');
  await orStop(ensureBrowsers);
}
const { runSuites } = await import('./suites/run-suites.mjs');
const { passed, failed, warnings } = await runSuites({
  layer: values.only,
  browser: values.browser,
  filters: positionals,
});
for (const warning of warnings) console.log(`\nWarning: ${warning}`);
console.log(`\n${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
