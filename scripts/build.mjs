// npm run build: builds what is stale.
import './need-node.mjs';

const { orStop, prepare } = await import('./prepare.mjs');
await orStop(() => prepare());
