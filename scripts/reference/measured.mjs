import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { format, resolveConfig } from 'prettier';
import { benchFiles } from '../base/bench-files.mjs';
import { listFiles } from '../base/list-files.mjs';
import { at } from '../base/root.mjs';
import { code, table } from './markdown.mjs';

const FILE = 'docs/measured.md';
const FOLDER = 'bench/results';

/** The results in the order of the table: playback, uploads, then parsing and serving. */
const ORDER = [
  ...[
    'play',
    'play-idle',
    'play-steady',
    'play-faults',
    'play-hand-over',
    'hostile-playlists',
    'hostile-playlists-chromium',
  ],
  ...['live-soak', 'live-restarts', 'live-dvr', 'transcript', 'cue-timing', 'caption-steps'],
  ...['captions-fuzz', 'captions-drawn', 'captions-worst', 'upload', 'upload-start', 'upload-big', 'memory'],
  ...['upload-faults', 'upload-faults-chromium', 'upload-cuts', 'upload-holes', 'upload-kills'],
  ...['upload-navigations', 'films'],
  ...['backend', 'backend-fuzz', 'conformance', 'sandbox-load', 'sandbox-hostile', 'sandbox-floods'],
  ...['sandbox-io', 'sandbox-power', 'sandbox-time', 'sandbox-scale', 'sandbox-strangers', 'sandbox-soak'],
  ...['document-grammars', 'token-clocks', 'overload'],
  ...['steadiness', 'frameworks', 'wordpress', 'by-hand'],
];

/** What each row says; `commit` may be empty. */
const KEYS = ['what', 'command', 'figure', 'date', 'commit'];

const HEAD = [
  '# Measured',
  'Figures that the suites do not hold. Each comes from a file in `bench/results`, which a bench writes with `--save`; ' +
    '`npm run manifest` makes this table from them. The machine is shared and has 2 cores, Node 20.20 and Chromium ' +
    '156: counts and ratios say more than milliseconds. The commit is the one that was measured, or the one that ' +
    'brought the figure. Older figures are in the history of this file.',
];

const place = (name) => ORDER.indexOf(path.basename(name)) >>> 0;

/** The text of docs/measured.md; `results` has the rows of each file by its place: `playback/play`. */
export async function makeMeasured(results) {
  const names = Object.keys(results).sort(
    (one, other) => place(one) - place(other) || path.basename(one).localeCompare(path.basename(other)),
  );
  const rows = names.flatMap((name) => results[name]);
  const cells = rows.map((row) => [
    row.what,
    row.command.startsWith('npm ') ? code(row.command) : row.command,
    ...[row.figure, row.date, row.commit],
  ]);
  const text = [...HEAD, ...table(KEYS, cells)].join('\n\n');
  return format(text, { ...(await resolveConfig(FILE)), parser: 'markdown' });
}

/** A line for each row that lacks something, or says it twice; `benches` are the places of what `npm run bench` runs. */
export function rowFaults(results, benches) {
  return Object.entries(results).flatMap(([name, rows]) => {
    const known = benches.includes(name) || name === 'by-hand';
    const unknown = known ? [] : [`${FOLDER}/${name}.json is of no bench`];
    const whats = rows.map(({ what }) => what);
    return [
      ...unknown,
      ...rows.flatMap((row, index) => faultsOf(row, whats.indexOf(row.what) !== index)),
    ].map((fault) => (fault.startsWith(FOLDER) ? fault : `${FOLDER}/${name}.json: ${fault}`));
  });
}

function faultsOf(row, isTwice) {
  const said = row.what || JSON.stringify(row);
  const missing = KEYS.filter((key) => typeof row[key] !== 'string' || (key !== 'commit' && row[key] === ''));
  const strange = Object.keys(row).filter((key) => !KEYS.includes(key));
  return [
    ...missing.map((key) => `"${said}" has no ${key}`),
    ...strange.map((key) => `"${said}" has a ${key}, which the table does not show`),
    ...(isTwice ? [`"${said}" is there twice`] : []),
    ...(/^\d{4}-\d\d-\d\d$/.test(row.date ?? '') ? [] : [`"${said}" has a date that is none: ${row.date}`]),
    ...(/^([0-9a-f]{7,40}\+?)?$/.test(row.commit ?? '') ? [] : [`"${said}" has a commit that is none`]),
  ];
}

const placeIn = (folder, file, ending) => file.slice(folder.length + 1, -ending.length);

function readResults() {
  const files = listFiles(FOLDER).filter((file) => file.endsWith('.json'));
  return Object.fromEntries(
    files.map((file) => [placeIn(FOLDER, file, '.json'), JSON.parse(readFileSync(at(file), 'utf8'))]),
  );
}

/** Writes docs/measured.md from the committed results. */
export async function writeMeasured() {
  writeFileSync(at(FILE), await makeMeasured(readResults()));
}

/** A line for each wrong row, and one when docs/measured.md differs from what the results say. */
export async function measuredFaults() {
  const results = readResults();
  const benches = benchFiles().map((file) => placeIn('bench', file, '.ts'));
  const faults = rowFaults(results, benches);
  if (faults.length > 0) return faults;
  const written = existsSync(at(FILE)) ? readFileSync(at(FILE), 'utf8') : '';
  return written === (await makeMeasured(results)) ? [] : [`${FILE} is stale: npm run manifest`];
}
