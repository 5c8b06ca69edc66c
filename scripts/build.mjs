// npm run build: builds stale outputs.
import './base/need-node.mjs';

const { orStop, prepare } = await import('./building/prepare.mjs');
await orStop(() => prepare());
