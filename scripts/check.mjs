// npm run check [-- --without-tests] [-- --only or --except part of a check's name]: everything that must hold before a
// change goes in.
import './base/need-node.mjs';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: { 'without-tests': { type: 'boolean' }, 'only': { type: 'string' }, 'except': { type: 'string' } },
});
const { orStop, prepare } = await import('./building/prepare.mjs');

await orStop(() => prepare([], ['tests', 'benches']));
const { checks } = await import('./checks/checks.mjs');
const total = { passed: 0, failed: 0 };
const isWanted = ({ name }) =>
  (!values.only || name.includes(values.only)) && !(values.except && name.includes(values.except));
for (const { name, run } of checks.filter(isWanted)) {
  const start = Date.now();
  const faults = await Promise.resolve()
    .then(run)
    .catch((error) => [error.message]);
  const ok = faults.length === 0;
  console.log(`${ok ? '✔' : '✖'} ${name} (${((Date.now() - start) / 1000).toFixed(1)} s)`);
  for (const fault of faults) console.log(`  ${fault.replaceAll('\n', '\n  ')}`);
  total[ok ? 'passed' : 'failed'] += 1;
}
if (!values['without-tests'] && !values.only && !values.except) {
  const { ensureChromium, installSystem } = await import('./system/ensure-system.mjs');
  await orStop(() => installSystem({ browsers: true, languages: true }));
  await orStop(ensureChromium);
  const { runSuites } = await import('./suites/run-suites.mjs');
  const { judge } = await import('./suites/verdict.mjs');
  const result = await runSuites({ all: true });
  console.log(judge(result, {}).lines.slice(0, -1).join('\n'));
  total.passed += result.passed;
  total.failed += result.failed;
}
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed === 0 ? 0 : 1);
