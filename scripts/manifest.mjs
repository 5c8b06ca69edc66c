// npm run manifest: writes custom-elements.json and the tables in the README anew, from the sources.
import './need-node.mjs';
import { writeFileSync } from 'node:fs';

const { orStop, prepare } = await import('./prepare.mjs');
await orStop(async () => {
  await prepare([]);
  const { makeManifest } = await import('./manifest/make-manifest.mjs');
  writeFileSync('custom-elements.json', await makeManifest());
  const { writeReadme } = await import('./readme/write-readme.mjs');
  await writeReadme();
});
