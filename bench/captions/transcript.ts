// npm run bench -- transcript [cues]: a film with 50,000 cues in Chromium, in the player and in a bare video; then its transcript,
// and each thing that a reader does with it. Prints what the page did in that time, and what its longest task took of the
// processor. Exits 1 where a task of ours takes more than 50 ms of it.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { saveTable } from '../support/bench-results.ts';
import { MediaPage } from '../../test/e2e/support/media-page.ts';
import type {} from '../support/captions/captions-entry.ts';
import { manyCues } from '../support/captions/many-cues.ts';
import { traceTasks, type TaskTimes } from '../support/captions/task-trace.ts';

const cues = Number(process.argv[2] ?? 50_000);
const site = await MediaPage.open('bench/support/captions/captions-entry.ts');
// From another server, as a file comes from a network: in pieces.
const file = Buffer.from(manyCues(cues));
const server = createServer((_request, response) => {
  response.writeHead(200, { 'content-type': 'text/vtt', 'access-control-allow-origin': '*' }).end(file);
}).listen(0, '127.0.0.1');
await once(server, 'listening');
const src = `http://127.0.0.1:${(server.address() as AddressInfo).port}/film.vtt`;
const faults: string[] = [];
const times: Record<string, TaskTimes> = {};
try {
  for (const tag of ['video', 'vh-player'] as const) {
    const page = await site.renew(faults);
    const open = () =>
      page.evaluate(([count, from, name]) => window.captionsBench.film(count, from, name), [
        cues,
        src,
        tag,
      ] as const);
    times[`a film in ${tag}`] = await traceTasks(page, open);
    await page.context().close();
  }
  const page = await site.renew(faults);
  times['its transcript'] = await traceTasks(page, async () => {
    const used = await page.evaluate(([count, from]) => window.captionsBench.transcript(count, from), [
      cues,
      src,
    ] as const);
    console.log(`a transcript of ${cues} cues, by the clock`);
    console.table(used);
  });
} finally {
  await site.close();
  server.close();
}
console.log(`tasks of the main thread with ${cues} cues, by the processor`);
console.table(times);
saveTable('transcript', `tasks of the main thread with ${cues} cues`, times);
const ours = [times['a film in vh-player'], times['its transcript']];
const isRight = ours.every((task) => task !== undefined && task.over50 === 0) && faults.length === 0;
for (const fault of faults) console.log(fault);
process.exit(isRight ? 0 : 1);
