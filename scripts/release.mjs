// npm run release -- VERSION: writes a version into the package, the plugin for WordPress and the changelog. You look at it, commit and tag it.
// npm run release -- --dry [VERSION]: writes nothing. Makes every package, installs each alone, and prints what would be published.
import './base/need-node.mjs';
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { at } from './base/root.mjs';
import { cutChangelog } from './release/cut-release.mjs';
import { releaseFaults } from './release/release-faults.mjs';

const { values, positionals } = parseArgs({ options: { dry: { type: 'boolean' } }, allowPositionals: true });
const [version = ''] = positionals;
const read = (name) => readFileSync(at(name), 'utf8');
const about = JSON.parse(read('package.json'));
const changelog = read('CHANGELOG.md');
const day = new Date().toISOString().slice(0, 10);

function release() {
  const [fault] = releaseFaults({ about, changelog, version, day });
  if (fault) throw new Error(fault);
  const present = about.version;
  const lock = JSON.parse(read('package-lock.json'));
  about.version = lock.version = lock.packages[''].version = version;
  writeFileSync(at('CHANGELOG.md'), cutChangelog(changelog, version, day));
  for (const [name, value] of Object.entries({ 'package.json': about, 'package-lock.json': lock }))
    writeFileSync(at(name), `${JSON.stringify(value, null, 2)}\n`);
  // WordPress recognizes another version by it, and browsers that a file is another one.
  for (const name of ['vh-elements.php', 'block/edit.asset.php']) {
    const file = `integrations/wordpress/vh-elements/${name}`;
    writeFileSync(at(file), read(file).replace(present, version));
  }
  console.log(`Version ${version} is written. Next:

  npm run check
  git commit --all --message "release: ${version}"
  git tag v${version}
  git push --follow-tags`);
}

async function tryRelease() {
  const { prepare } = await import('./building/prepare.mjs');
  await prepare(['packed', 'siblings']);
  const { SIBLINGS, siblingArchive } = await import('./package/pack-siblings.mjs');
  const { tryPackages } = await import('./release/try-packages.mjs');
  const { describeTried } = await import('./release/describe-tried.mjs');
  const library = at('.build/packed.tgz');
  const tried = await tryPackages([
    { archive: library },
    // No registry has the library in this version yet.
    ...SIBLINGS.map((name) => ({ archive: at(siblingArchive(name)), beside: [library] })),
  ]);
  const faults = releaseFaults({ about, changelog, version: version || nextPatch(about.version), day });
  const { text, isReady } = describeTried(tried, faults);
  console.log(text);
  if (!isReady) process.exitCode = 1;
}

/** The version of a dry run that names none. */
const nextPatch = (present) => present.replace(/\d+$/, (last) => String(Number(last) + 1));

try {
  await (values.dry ? tryRelease() : release());
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
