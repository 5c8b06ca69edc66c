// npm run build: builds what is stale.
import './base/need-node.mjs';

const { orStop, prepare } = await import('./building/prepare.mjs');
await orStop(() => prepare());
