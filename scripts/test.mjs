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
if (values.only === undefined || values.only === 'node') {
  const { ensureLanguages } = await import('./ensure-languages.mjs');
  await orStop(ensureLanguages);
}
const { printSummary, runSuites } = await import('./suites/run-suites.mjs');
const result = await runSuites({
  layer: values.only,
  browser: values.browser,
  filters: positionals,
});
printSummary(result);
console.log(`\n${result.passed} passed, ${result.failed} failed`);
process.exit(result.failed === 0 ? 0 : 1);
