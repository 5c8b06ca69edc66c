// npm run docs: makes the documents a site of files in .build/docs, which any web server can serve; `npm start` does, at /docs/.
import './base/need-node.mjs';

const { orStop, prepare } = await import('./building/prepare.mjs');
await orStop(() => prepare(['docs']));
const { at } = await import('./base/root.mjs');
console.log(at('.build/docs/index.html'));
