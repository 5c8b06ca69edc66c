import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { format, resolveConfig } from 'prettier';
import { at } from '../base/root.mjs';
import { table } from './markdown.mjs';

const FILE = 'docs/other-languages.md';
/** What the run over the three backends may find; a row that it does not find is red there. */
const SOURCE = 'test/conformance/support/differences.json';

const HEAD = [
  '# PHP and Python beside JavaScript',
  'One run asks the page backends in JavaScript, PHP and Python the same, with the same settings, stores and failures of ' +
    'the service, and compares status, headers, body and what each asked of the service. These are all differences that ' +
    'it finds, and the options and members that a language leaves out. A difference that is not in this table fails the ' +
    'run, and so does a row without a difference.',
  'How the backends are used: [backend.md](backend.md#php-and-python). What several servers share: ' +
    '[several-servers.md](several-servers.md#php-and-python).',
];

async function makeOtherLanguages() {
  const rows = JSON.parse(readFileSync(at(SOURCE), 'utf8'));
  const cells = rows.map((row) => [row.subject, row.JavaScript, row.PHP, row.Python, row.reason]);
  const text = [...HEAD, ...table(['', 'JavaScript', 'PHP', 'Python', 'why'], cells)].join('\n\n');
  return format(text, { ...(await resolveConfig(FILE)), parser: 'markdown' });
}

/** Writes docs/other-languages.md. */
export async function writeOtherLanguages() {
  writeFileSync(at(FILE), await makeOtherLanguages());
}

/** One line when docs/other-languages.md differs from the differences that the run may find. */
export async function otherLanguagesFaults() {
  const written = existsSync(at(FILE)) ? readFileSync(at(FILE), 'utf8') : '';
  return written === (await makeOtherLanguages()) ? [] : [`${FILE} is stale: npm run manifest`];
}
