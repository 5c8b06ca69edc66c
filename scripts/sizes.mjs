// npm run sizes: what each entry weighs.
import './base/need-node.mjs';

const { orStop, prepare } = await import('./building/prepare.mjs');
await orStop(async () => {
  await prepare(['dist', 'cdn'], ['tests']);
  const { sizeFaults } = await import('./sizes/size-faults.mjs');
  const faults = await sizeFaults();
  if (faults.length > 0) throw new Error(faults.join('\n'));
});
