// npm run bench -- sandbox-state [resets]: how long a reset of the sandbox takes by the helper for tests, each after a
// test that left a film, a token, a webhook and a session behind; and an advance by a year. --save.
import { saveTable } from '../support/bench-results.ts';
import { startSandbox } from '../../packages/vh-elements-sandbox/src/testing/testing.ts';

const resets = Number(process.argv.slice(2).find((word) => /^\d+$/.test(word)) ?? 200);
const { client, close } = await startSandbox();
const took: number[] = [];
for (let count = 0; count < resets; count++) {
  const { videoId } = await client.ask('POST', '/videos', { title: 'A film' });
  await client.ask('POST', '/upload-tokens', { ttl: 60 });
  await client.ask('POST', '/webhooks', { events: ['session.ended'], url: 'http://127.0.0.1:9/' });
  const ping = { session: { video_id: videoId }, events: [{ type: 'play', at: 0 }] };
  await client.ask('POST', '/collector/vod', ping);
  const begin = performance.now();
  await client.reset();
  took.push(performance.now() - begin);
}
took.sort((a, b) => a - b);
for (let count = 0; count < 100; count++)
  await client.ask('POST', '/upload-tokens', { ttl: 60 * (count + 1) });
const begin = performance.now();
const { fired } = await client.clock.advance('365d');
const year = performance.now() - begin;
await close();

const at = (share: number) => Number((took[Math.floor((took.length - 1) * share)] ?? 0).toFixed(1));
const table = {
  'a reset': { 'times': resets, 'median ms': at(0.5), '95 % ms': at(0.95), 'worst ms': at(1) },
  'a year ahead': { 'times': 1, 'median ms': Number(year.toFixed(1)), 'waits': fired },
};
console.table(table);
saveTable('sandbox-state', 'the state of the sandbox', table);
