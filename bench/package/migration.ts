// npm run bench -- migration: the names of other libraries in docs/migration.md, looked up in the releases that it names. Fetches
// these releases by npm, at pinned versions, keeps them in the temporary folder, and exits 1 where one has no such name.
import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, rename } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { codeIn, migrationTables, namesIn } from '../../test/support/migration-tables.ts';

const execute = promisify(execFile);

/** The present releases, by the headings of the document. */
const RELEASES: Readonly<Record<string, readonly string[]>> = {
  'From `<mux-player>`': ['@mux/mux-player@3.14.0', '@mux/playback-core@0.36.0'],
  'From Video.js or Plyr': ['video.js@8.24.1', 'plyr@3.8.4'],
  'From Video.js 10': ['@videojs/html@10.0.0-rc.2'],
  'From Vidstack': ['vidstack@1.15.6'],
  'From Shaka Player or hls.js': ['shaka-player@5.2.12', 'hls.js@1.7.4'],
  'From `<mux-uploader>` or UpChunk': ['@mux/mux-uploader@1.5.0', '@mux/upchunk@3.5.0'],
  'From Uppy or tus-js-client': [
    ...['@uppy/core@6.3.1', '@uppy/tus@6.0.0', '@uppy/dashboard@6.0.3'],
    'tus-js-client@4.3.1',
  ],
  'From FilePond': ['filepond@4.32.12'],
  'From the packages of api.video': [
    ...['@api.video/video-uploader@1.1.6', '@api.video/media-recorder@1.0.11'],
    ...['@api.video/player-sdk@1.2.33', '@api.video/player-analytics@1.0.9'],
  ],
};

/** Code, styles and what editors read: a name in prose alone would prove nothing. */
const READ = /\.(?:[cm]?js|ts|css|json|less|scss)$/;

const home = path.join(tmpdir(), 'vh-elements-releases');

/** The folder of a release; it is fetched once. */
async function fetchRelease(release: string): Promise<string> {
  const folder = path.join(home, release.replaceAll('/', '+'));
  if (existsSync(folder)) return folder;
  const half = `${folder}.half`;
  await mkdir(half, { recursive: true });
  const { stdout } = await execute('npm', ['pack', '--silent', '--pack-destination', half, release]);
  const archive = path.join(half, stdout.trim().split('\n').pop() ?? '');
  await execute('tar', ['-xzf', archive, '-C', half, '--strip-components=1']);
  await rename(half, folder);
  return folder;
}

/** Every name in the files of a folder. */
function namesOf(folder: string): Set<string> {
  const names = new Set<string>();
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!READ.test(file) || file.includes('node_modules')) continue;
    for (const name of namesIn(readFileSync(path.join(folder, file), 'utf8'))) names.add(name);
  }
  return names;
}

for (const { heading, rows } of migrationTables()) {
  const releases = RELEASES[heading];
  if (!releases) {
    console.log(`"${heading}": no release is named for it.`);
    process.exitCode = 1;
    continue;
  }
  const known = await Promise.all(releases.map(async (one) => namesOf(await fetchRelease(one))));
  const asked = rows.flatMap(({ there }) => codeIn(there)).flatMap(namesIn);
  const lost = asked.filter((name) => !known.some((names) => names.has(name)));
  console.log(
    `| ${heading} | ${releases.join(', ')} | ${asked.length - lost.length} of ${asked.length} names |`,
  );
  for (const name of lost) console.log(`  ${name} is in none of them`);
  if (lost.length > 0 || asked.length === 0) process.exitCode = 1;
}
