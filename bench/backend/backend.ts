// What the page backend costs: a playback beside the service calls that it saves, and how many come from the cache.
// Prints a table; exits 1 when the overhead is above 5 ms or the cache answers fewer than 2,000 a second of one core.
import { once } from 'node:events';
import { Agent, createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Worker, isMainThread, workerData } from 'node:worker_threads';
import { saveFigures } from '../support/bench-results.ts';
import { createBackend, toNodeListener } from '../../src/backend/index.ts';
import { ServiceWithThings } from '../../test/support/frameworks/site-under-test.ts';
import { KEY } from '../../test/support/sandbox/sandbox.ts';

const ROUNDS = 300;
const REQUESTS = 20_000;
const VISITORS = 32;
const MOST_OVERHEAD = 5;
const LEAST_RATE = 2_000;

const agent = new Agent({ keepAlive: true, maxSockets: VISITORS });

function get(url: string, headers: Record<string, string> = {}): Promise<string> {
  return new Promise((resolve, reject) => {
    request(url, { agent, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => (text += chunk));
      response.once('end', () => {
        if (response.statusCode === 200) resolve(text);
        else reject(new Error(`${url} was answered with ${String(response.statusCode)}`));
      });
    })
      .once('error', reject)
      .end();
  });
}

/** Visitors, in a thread of their own: each sends the next request as soon as it has its answer. */
async function visit(url: string): Promise<void> {
  let left = REQUESTS;
  const visitor = async () => {
    while (left-- > 0) await get(url);
  };
  await Promise.all(Array.from({ length: VISITORS }, visitor));
  agent.destroy();
}

async function serve(seconds: number, baseUrl: string): Promise<{ server: Server; url: string }> {
  const options = { baseUrl, apiKey: KEY, basePath: '/vh', playbackCache: { seconds, staleSeconds: 3_600 } };
  const listener = toNodeListener(createBackend(options));
  const server = createServer((incoming, outgoing) => void listener(incoming, outgoing)).listen(
    0,
    '127.0.0.1',
  );
  await once(server, 'listening');
  return { server, url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/vh` };
}

async function millisecondsOf(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

function quantile(times: number[], part: number): number {
  return times.sort((one, other) => one - other)[Math.floor(times.length * part)] ?? NaN;
}

async function main(): Promise<void> {
  const service = await ServiceWithThings.start();
  const { videoId, sandbox } = service;
  const authorization = `Basic ${btoa(`${KEY}:`)}`;
  const path = `${sandbox.url}/videos/${videoId}`;
  const direct = async () => {
    const api = (part: string) => get(path + part, { authorization });
    const [video] = await Promise.all([
      api(''),
      api('/status'),
      api('/captions?pageSize=100'),
      api('/chapters?pageSize=100'),
    ]);
    const { hls } = (JSON.parse(video) as { assets: { hls: string } }).assets;
    const master = await get(hls);
    const variants = master.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
    await Promise.all(variants.map((line) => get(new URL(line, hls).href)));
  };
  const [fresh, cached] = await Promise.all([serve(0, sandbox.url), serve(3_600, sandbox.url)]);
  const playback = (url: string) => () => get(`${url}/playback/videos/${videoId}`);
  const ways = { direct, fresh: playback(fresh.url), cached: playback(cached.url) };
  const times: Record<keyof typeof ways, number[]> = { direct: [], fresh: [], cached: [] };
  for (let round = -20; round < ROUNDS; round++) {
    // In turn, so that other work of the machine slows all equally.
    for (const way of ['direct', 'fresh', 'cached'] as const) {
      const taken = await millisecondsOf(ways[way]);
      if (round >= 0) times[way].push(taken);
    }
  }
  const row = (name: string, list: number[]) =>
    console.log(
      `${name.padEnd(44)} p50 ${quantile(list, 0.5).toFixed(2)} ms   p95 ${quantile(list, 0.95).toFixed(2)} ms`,
    );
  row('the service calls of one viewing, directly', times.direct);
  row('GET /playback, nothing cached', times.fresh);
  row('GET /playback, from the cache', times.cached);
  const overhead = quantile(times.fresh, 0.5) - quantile(times.direct, 0.5);
  console.log(`overhead of GET /playback, nothing cached: ${overhead.toFixed(2)} ms at p50`);

  const cpu = process.cpuUsage();
  const elapsed = await millisecondsOf(async () => {
    const worker = new Worker(new URL(import.meta.url), {
      workerData: `${cached.url}/playback/videos/${videoId}`,
    });
    await once(worker, 'exit');
  });
  const used = process.cpuUsage(cpu);
  const rate = (REQUESTS / elapsed) * 1000;
  console.log(
    `${String(REQUESTS)} from the cache over ${String(VISITORS)} connections: ${rate.toFixed(0)} a second by the clock ` +
      `(server and visitors together used ${((used.user + used.system) / 1e3 / elapsed).toFixed(2)} cores)`,
  );
  saveFigures('backend', {
    '`GET /playback` with nothing cached, above the calls to the service, at p50': `${overhead.toFixed(1)} ms`,
    '`GET /playback` from the cache: at p50; a second, one Node process': `${quantile(times.cached, 0.5).toFixed(2)} ms; ${rate.toFixed(0)}`,
  });
  fresh.server.close();
  cached.server.close();
  agent.destroy();
  await service.end();
  if (overhead > MOST_OVERHEAD || rate < LEAST_RATE) process.exitCode = 1;
}

if (isMainThread) await main();
else await visit(workerData as string);
