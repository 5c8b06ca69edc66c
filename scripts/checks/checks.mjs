import { existsSync } from 'node:fs';
import { at } from '../base/root.mjs';
import { effectsFaults } from '../effects/write-effects.mjs';
import { llmsFaults } from '../docs/llms.mjs';
import { errorTextFaults } from '../error-texts/write-error-texts.mjs';
import { languagesFaults } from '../locales/write-languages.mjs';
import { manifestFaults } from '../manifest/manifest-faults.mjs';
import { loadFailures, packedFiles } from '../package/package-facts.mjs';
import { prepare } from '../building/prepare.mjs';
import { measuredFaults } from '../reference/measured.mjs';
import { otherLanguagesFaults } from '../reference/other-languages.mjs';
import { textsFaults } from '../reference/texts.mjs';
import { referenceFaults } from '../reference/write-reference.mjs';
import { runNodeTool } from '../base/run-tool.mjs';
import { sizeFaults } from '../sizes/size-faults.mjs';
import { rules } from './rules.mjs';
import { divisionFaults } from './tests/division.mjs';
import { readProject } from './source/project.mjs';

/** A check by another program: its output is the fault. */
const tool = (name, file, ...args) => ({
  name,
  async run() {
    await runNodeTool(file, args, { complaint: `${file} ${args.join(' ')}` });
    return [];
  },
});

// Read once, after everything is built.
let state;
const project = () => (state ??= readProject());
let facts;
const gather = async () =>
  (facts ??= {
    packed: await packedFiles(),
    loadFailures: await loadFailures(),
    isThere: (place) => existsSync(at(place)),
  });

/** CI does not lint tests: with types, that takes longer than the rest. `npm run check` on a developer's machine does. */
const LINTED = process.env.CI ? ['src', 'demo', 'packages', 'scripts', '*.ts', '*.mjs'] : ['.'];

/** Every check: a name, and a run that returns one line for each fault. The build comes first, as others read it. */
export const checks = [
  { name: 'build', run: () => prepare().then(() => []) },
  tool('format', 'prettier/bin/prettier.cjs', '--check', '.'),
  tool('lint', 'eslint/bin/eslint.js', ...LINTED, '--max-warnings', '0'),
  tool('types', 'typescript/bin/tsc', '--noEmit'),
  { name: 'tables of languages', run: languagesFaults },
  { name: 'manifest', run: manifestFaults },
  { name: 'reference', run: referenceFaults },
  { name: 'reference: measured figures', run: measuredFaults },
  { name: 'reference: texts', run: textsFaults },
  { name: 'reference: other languages', run: otherLanguagesFaults },
  { name: 'effects: every public name has a test that judges its effect', run: effectsFaults },
  { name: 'tests: every file runs in one of the two commands', run: () => divisionFaults() },
  { name: 'llms.txt', run: llmsFaults },
  { name: 'error texts', run: errorTextFaults },
  { name: 'sizes', run: sizeFaults },
  ...rules.map(({ name, find }, index) => ({
    name: `rule ${index + 1}: ${name}`,
    run: async () => find(project(), await gather()),
  })),
];
