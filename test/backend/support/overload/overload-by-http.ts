import { setTimeout as wait } from 'node:timers/promises';
import { SESSION_SECRET } from '../../../support/backend/session-cookie.ts';
import { eventually } from '../../../support/eventually.ts';
import { inRepository } from '../../../support/repository.ts';
import { KEY } from '../../../support/sandbox/sandbox.ts';
import { seededRandom } from '../../../support/seeded-random.ts';
import { startRedis } from '../../../support/stores/redis-server.ts';
import { HonestVisitors, VIDEOS, type HonestVisit } from './honest-visitors.ts';
import { Strangers, type StrangersCounts } from './strangers.ts';
import { TroubledService, type RealTrouble } from './troubled-service.ts';
import { WatchedServer, type Holding } from './watched-server.ts';

/** How large a run is. */
export interface OverloadPlan {
  strangers: number;
  uploaders: number;
  viewers: number;
  /** Milliseconds between two visits of an honest visitor. */
  everyMs: number;
  /** Seconds before, in and after the trouble; the strangers come within the first. */
  before: number;
  trouble: number;
  after: number;
}

/** What happened in one run. Times are milliseconds since 1970. */
export interface OverloadByHttp {
  began: number;
  troubled: number;
  returned: number;
  ended: number;
  visits: readonly HonestVisit[];
  /** When the service was asked. */
  askedAt: readonly number[];
  strangers: StrangersCounts;
  /** What the backend held: before the strangers, the most beside them, and once they had gone. */
  first: Holding;
  most: Holding;
  last: Holding;
}

const HOLDING_EVERY_MS = 2_000;
const FILMS = Array.from({ length: VIDEOS }, (_, index) => `vi${String(index + 1)}`);

/**
 * Runs the server of docs/several-servers.md before a service that gets into trouble, while strangers ask for what they should
 * not and hold connections, and honest visitors upload and watch. It lasts until all of these have what they asked for, and
 * the server has let the strangers' connections go.
 */
export async function overloadByHttp(
  trouble: RealTrouble,
  plan: OverloadPlan,
  seed: number,
  program = inRepository('test/frameworks/servers/several-servers.mjs'),
): Promise<OverloadByHttp> {
  const [service, store] = await Promise.all([TroubledService.start(), startRedis()]);
  const env = {
    VH_BASE_URL: service.url,
    VH_API_KEY: KEY,
    SESSION_SECRET,
    REDIS_URL: `redis://127.0.0.1:${String(store.port)}`,
  };
  const server = await WatchedServer.start(program, env);
  const { uploaders, viewers, everyMs } = plan;
  const random = seededRandom(seed);
  const honest = new HonestVisitors(server.url, { uploaders, viewers, everyMs, random });
  let strangers: Strangers | undefined;
  try {
    // Each visitor has been served once, and the site has met its films: while strangers invent ids from everywhere, one that
    // nobody has met is as good as invented.
    const began = Date.now();
    for (const id of FILMS) await eventually(() => isThere(server.url, id));
    await eventually(
      () => honest.visits.filter(({ done }) => done).length >= uploaders + viewers || undefined,
    );
    const first = await server.holding();
    strangers = new Strangers(server.url, plan.strangers, plan.before / 2, seed);
    const most = { ...first };
    await watch(server, most, plan.before);
    const troubled = Date.now();
    await service.set(trouble);
    await watch(server, most, plan.trouble);
    await service.set('none');
    const returned = Date.now();
    await watch(server, most, plan.after);
    const tally = await strangers.stay();
    const ended = Date.now();
    await honest.end();
    // The strangers are still there: it is the server that ends their connections.
    const last = await settled(server, first);
    await strangers.end();
    const askedAt = await service.askedAt();
    const times = { began, troubled, returned, ended };
    return { ...times, visits: honest.visits, askedAt, strangers: tally, first, most, last };
  } finally {
    await server.end();
    await strangers?.end();
    await service.end();
    await store.end('SIGTERM');
  }
}

/** True once the backend answers a playback. */
async function isThere(url: string, id: string): Promise<true | undefined> {
  return (await fetch(`${url}/vh/playback/videos/${id}`)).ok || undefined;
}

/** Notes the most that a server holds for so many seconds. */
async function watch(server: WatchedServer, most: Holding, seconds: number): Promise<void> {
  const end = Date.now() + seconds * 1_000;
  for (let left = seconds * 1_000; left > 0; left = end - Date.now()) {
    await wait(Math.min(HOLDING_EVERY_MS, left));
    const now = await server.holding();
    for (const name of ['rss', 'heapUsed', 'sockets'] as const) most[name] = Math.max(most[name], now[name]);
  }
}

/** What a server holds once it holds no more connections than before. */
async function settled(server: WatchedServer, first: Holding): Promise<Holding> {
  return eventually(async () => {
    const now = await server.holding();
    return now.sockets <= first.sockets ? now : undefined;
  });
}
