// npm run release -- VERSION: writes a version into the package, the plugin for WordPress and the changelog. You look at it, commit and tag it.
import './base/need-node.mjs';
import { readFileSync, writeFileSync } from 'node:fs';
import { at } from './base/root.mjs';
import { cutChangelog, isLater } from './release/cut-release.mjs';
import { originFaults } from './release/origin-faults.mjs';

const [, , version = ''] = process.argv;
const read = (name) => readFileSync(at(name), 'utf8');
const present = JSON.parse(read('package.json')).version;

function release() {
  if (!isLater(version, present))
    throw new Error(`Say which version, later than ${present}: npm run release -- 1.2.3`);
  const placeholders = originFaults(JSON.parse(read('package.json')));
  if (placeholders.length > 0)
    throw new Error(`package.json holds placeholders: say yours in ${placeholders.join(', ')}.`);
  const day = new Date().toISOString().slice(0, 10);
  const changelog = cutChangelog(read('CHANGELOG.md'), version, day);
  const about = JSON.parse(read('package.json'));
  const lock = JSON.parse(read('package-lock.json'));
  about.version = lock.version = lock.packages[''].version = version;
  writeFileSync(at('CHANGELOG.md'), changelog);
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

try {
  release();
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
