// npm run packages: packs the library, the sandbox and `npm create vh-elements`, for a release or a try. Prints where they are.
import '../base/need-node.mjs';

const { orStop, prepare } = await import('../building/prepare.mjs');
await orStop(() => prepare(['packed', 'siblings']));
const { at } = await import('../base/root.mjs');
const { SIBLINGS, siblingArchive } = await import('./pack-siblings.mjs');
for (const file of ['.build/packed.tgz', ...SIBLINGS.map(siblingArchive)]) console.log(at(file));
