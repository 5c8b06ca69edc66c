// npm run bench -- upload-list [files] [--sent 200] [--runs 3]: a list of 3,000 files in Chromium: chosen, scrolled through, one
// taken out and brought back, moved, sent, paused and cancelled. Prints how long it takes until there is a first row and the
// whole list, what each step's longest task took of the processor (the median of the runs), and the heap. Exits 1 where a
// task takes more than 50 ms of it, or the middle of the window was empty while it scrolled.
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { parseArgs } from 'node:util';
import type { Page } from 'playwright';
import { MediaPage } from '../../test/e2e/support/media-page.ts';
import { saveTable } from '../support/bench-results.ts';
import { traceTasks, type TaskTimes } from '../support/captions/task-trace.ts';
import { median } from '../support/median.ts';
import type { ListTimes } from '../support/upload/list-entry.ts';

/** Milliseconds of a task after which a person notices that the page does not answer. */
const MOST_MS = 50;
const STEPS = ['choose', 'scroll', 'undo', 'move', 'send', 'pauseAll', 'cancelAll'] as const;
type Step = (typeof STEPS)[number];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { sent: { type: 'string', default: '200' }, runs: { type: 'string', default: '3' } },
});
const count = Number(positionals[0] ?? 3_000);
const sent = Number(values.sent);

/** A service that stores nothing, and names each video. */
let videos = 0;
const service = createServer((request, response) => {
  request.resume();
  response.setHeader('access-control-allow-origin', '*');
  response.setHeader('access-control-allow-headers', '*, authorization, content-range');
  response.setHeader('access-control-max-age', '600');
  if (request.method !== 'POST') return void response.writeHead(204).end();
  request.on('end', () => {
    response.setHeader('content-type', 'application/json');
    response.writeHead(201).end(JSON.stringify({ videoId: `vi${String(++videos)}`, assets: {} }));
  });
}).listen(0, '127.0.0.1');
await once(service, 'listening');
const address = `http://127.0.0.1:${String((service.address() as AddressInfo).port)}/`;
const site = await MediaPage.open('bench/support/upload/list-entry.ts');

interface Run {
  times: ListTimes;
  tasks: Record<Step, TaskTimes>;
  heapMb: Record<'listed' | 'scrolled' | 'sent', number>;
  nodes: number;
  emptyScreens: number;
}

const faults: string[] = [];
const runs: Run[] = [];
try {
  for (let at = 0; at < Number(values.runs); at++) runs.push(await measure());
} finally {
  await site.close();
  service.closeAllConnections();
  service.close();
}
report();

async function measure(): Promise<Run> {
  const page = await site.renew(faults);
  await page.evaluate(([files, url]) => window.listBench.prepare(files, url), [count, address] as const);
  const idle = await heapOf(page);
  const tasks = {} as Record<Step, TaskTimes>;
  const step = async <Value>(name: Step, act: () => Promise<Value>): Promise<Value> => {
    let value: Value | undefined;
    tasks[name] = await traceTasks(page, async () => (value = await act()));
    return value as Value;
  };
  const times = await step('choose', () => page.evaluate(() => window.listBench.choose()));
  const listed = (await heapOf(page)) - idle;
  const emptyScreens = await step('scroll', () => page.evaluate(() => window.listBench.scroll()));
  const scrolled = (await heapOf(page)) - idle;
  const nodes = await page.evaluate(() => window.listBench.nodes());
  await step('undo', () => page.evaluate(() => window.listBench.undo()));
  await step('move', () => page.evaluate(() => window.listBench.move()));
  await step('send', () => page.evaluate((many) => window.listBench.send(many), sent));
  await step('pauseAll', () => page.evaluate(() => window.listBench.pauseAll()));
  const heapSent = (await heapOf(page)) - idle;
  await step('cancelAll', () => page.evaluate(() => window.listBench.cancelAll()));
  await page.context().close();
  return { times, tasks, nodes, emptyScreens, heapMb: { listed, scrolled, sent: heapSent } };
}

/** What is left of a page's heap after its garbage has gone, in MB. */
async function heapOf(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  await session.detach();
  return usedSize / 1e6;
}

function report(): void {
  const middle = (of: (run: Run) => number) => Math.round(median(runs.map(of)) * 10) / 10;
  const tasks = Object.fromEntries(
    STEPS.map((name) => [
      name,
      {
        'longest task, ms': middle((run) => run.tasks[name].longestMs),
        'worst of all runs, ms': Math.max(...runs.map((run) => run.tasks[name].longestMs)),
        'over 50 ms': middle((run) => run.tasks[name].over50),
      },
    ]),
  );
  const list = {
    'first row, ms': { median: middle(({ times }) => times.firstRowMs) },
    'whole list, ms': { median: middle(({ times }) => times.wholeListMs) },
    'all checked, ms': { median: middle(({ times }) => times.checkedMs) },
    'heap when listed, MB': { median: middle(({ heapMb }) => heapMb.listed) },
    'heap after scrolling, MB': { median: middle(({ heapMb }) => heapMb.scrolled) },
    [`heap after ${String(sent)} sent, MB`]: { median: middle(({ heapMb }) => heapMb.sent) },
    'elements': { median: middle(({ nodes }) => nodes) },
    'screens without a row': { median: middle(({ emptyScreens }) => emptyScreens) },
  };
  console.log(`${String(count)} files, ${values.runs} runs: tasks of the main thread, by the processor`);
  console.table(tasks);
  console.table(list);
  saveTable('upload-list', `tasks of the main thread with ${String(count)} files`, tasks);
  saveTable('upload-list', `a list of ${String(count)} files`, list);
  for (const fault of faults) console.log(fault);
  const isQuick = STEPS.every((name) => runs.every((run) => run.tasks[name].over50 === 0));
  const isFilled = runs.every(({ emptyScreens }) => emptyScreens === 0);
  console.log(`${isQuick ? 'kept' : 'missed'}: no task over ${String(MOST_MS)} ms`);
  process.exitCode = isQuick && isFilled && faults.length === 0 ? 0 : 1;
}
