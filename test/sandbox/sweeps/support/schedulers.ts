import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { EventBus } from '../../../../packages/vh-elements-sandbox/src/common/event-bus.ts';
import { TokenBucket } from '../../../../packages/vh-elements-sandbox/src/ingest/token-bucket.ts';
import { JobQueue } from '../../../../packages/vh-elements-sandbox/src/packaging/job-queue.ts';
import { RateLimits } from '../../../../packages/vh-elements-sandbox/src/routing/rate-limit.ts';
import { Deliveries } from '../../../../packages/vh-elements-sandbox/src/store/account/deliveries.ts';
import { Webhooks } from '../../../../packages/vh-elements-sandbox/src/store/account/webhooks.ts';
import { SessionSizes } from '../../../../packages/vh-elements-sandbox/src/store/analytics/session-sizes.ts';
import { Sessions } from '../../../../packages/vh-elements-sandbox/src/store/analytics/sessions.ts';
import { Database } from '../../../../packages/vh-elements-sandbox/src/store/database/database.ts';
import { FailureLog } from '../../../../packages/vh-elements-sandbox/src/store/database/failure-log.ts';
import { Deliverer } from '../../../../packages/vh-elements-sandbox/src/webhooks/deliverer.ts';
import { SessionEnds } from '../../../../packages/vh-elements-sandbox/src/webhooks/session-ends.ts';
import { settled } from '../../../support/until.ts';
import { JumpingClock, type Trouble } from './jumping-clock.ts';

/** Something of the sandbox that waits for a time. `run` answers what it did wrong. */
export interface Scheduler {
  name: string;
  run: (clock: JumpingClock) => Promise<string | undefined>;
}

const STARTED = 'live-stream.broadcast.started';
const SECOND_MS = 1000;
const HOUR_MS = 3_600_000;
const quiet = new FailureLog(() => undefined);

/** Two events for two webhooks that refuse them `refusals` times. */
async function deliver(clock: JumpingClock, refusals: number): Promise<string | undefined> {
  const database = new Database(':memory:');
  const eventBus = new EventBus(() => undefined);
  const webhooks = new Webhooks(database);
  const tries = new Map<string, number>();
  const deliverer = new Deliverer({
    webhooks,
    deliveries: new Deliveries(database),
    eventBus,
    clock,
    failures: quiet,
    send: ({ url }, body) => {
      const key = `${url} ${body}`;
      tries.set(key, (tries.get(key) ?? 0) + 1);
      return Promise.resolve({ status: (tries.get(key) ?? 0) > refusals ? 200 : 503 });
    },
  });
  try {
    deliverer.start();
    for (const name of ['one', 'two'])
      webhooks.create({ url: `https://${name}.example/hook`, events: [STARTED] });
    for (const liveStreamId of ['liA', 'liB']) {
      eventBus.emit(STARTED, { liveStreamId });
      await settled(2);
    }
    if (!(await clock.fireAll())) return 'timers go on and on';
    const wanted = Math.min(4, refusals + 1);
    const states = database.all('SELECT state, attempts FROM deliveries');
    const state = refusals > 3 ? 'failed' : 'delivered';
    const wrong = states.filter((row) => row['state'] !== state || row['attempts'] !== wanted);
    return states.length === 4 && wrong.length === 0 ? undefined : JSON.stringify(states);
  } finally {
    await deliverer.stop();
    database.close();
  }
}

/** Three jobs that fail four times each. */
async function retry(clock: JumpingClock): Promise<string | undefined> {
  const tries = new Map<string, number>();
  const queue = new JobQueue({
    name: 'working',
    width: 2,
    work: (key) => {
      tries.set(key, (tries.get(key) ?? 0) + 1);
      return (tries.get(key) ?? 0) < 5 ? Promise.reject(new Error('the disk is full')) : Promise.resolve();
    },
    clock,
    failures: quiet,
  });
  for (const key of ['a', 'b', 'c']) queue.add(key);
  if (!(await clock.fireAll())) return 'timers go on and on';
  const counts = [...tries.values()].join(' ');
  return counts === '5 5 5' ? undefined : `tries: ${counts}`;
}

/** Three sessions that were left: each end is reported once. */
async function endSessions(clock: JumpingClock): Promise<string | undefined> {
  const database = new Database(':memory:');
  const eventBus = new EventBus(() => undefined);
  const sessions = new Sessions(database, new SessionSizes(database));
  const ended: string[] = [];
  eventBus.on('session.ended', ({ sessionId }) => ended.push(sessionId));
  const ends = new SessionEnds({ database, sessions, eventBus, clock, failures: quiet });
  try {
    ends.start();
    for (const sessionId of ['a', 'b', 'c']) {
      database.run(
        `INSERT INTO sessions (id, kind, media_id, loaded_at, ended_at, referrer, metadata, user_agent)
         VALUES (?, 'vod', 'viA', 0, 0, '', '[]', '')`,
        sessionId,
      );
      database.run(
        `INSERT INTO viewing_events (session_id, seq, type, emitted_at, details) VALUES (?, 1, 'leave', 0, '{}')`,
        sessionId,
      );
      ends.heard(sessionId);
      clock.pass(SECOND_MS);
    }
    if (!(await clock.fireAll())) return 'timers go on and on';
    return ended.sort().join('') === 'abc' ? undefined : `ended: ${ended.join(' ')}`;
  } finally {
    ends.stop();
    database.close();
  }
}

/** More requests than a minute has: after that minute, one more is admitted. */
function limit(clock: JumpingClock): Promise<string | undefined> {
  const limits = new RateLimits('sandbox', clock);
  const isAdmitted = () => {
    try {
      limits.admit(new ServerResponse(new IncomingMessage(new Socket())), 'write');
      return true;
    } catch {
      return false;
    }
  };
  while (isAdmitted() && clock.looks < 100);
  clock.pass(61 * SECOND_MS);
  return Promise.resolve(isAdmitted() ? undefined : 'refused after its minute');
}

/** A bucket that was emptied has something again after the time that it names. */
function refill(clock: JumpingClock): Promise<string | undefined> {
  const bucket = new TokenBucket(clock, { burst: 10, perSecond: 2 });
  for (let count = 0; count < 3; count++) {
    while (bucket.wait === 0) bucket.take(3);
    // The first look may be the one at which the clock is set back: the second one counts.
    for (let wait = 0; wait < 2; wait++) clock.pass(Math.ceil(bucket.wait * SECOND_MS));
    if (bucket.wait > 0) return Promise.resolve('empty after the time that it gave');
  }
  return Promise.resolve(undefined);
}

/** Every scheduler of the sandbox. */
export const SCHEDULERS: readonly Scheduler[] = [
  { name: 'webhooks that fail', run: (clock) => deliver(clock, 99) },
  { name: 'webhooks that recover', run: (clock) => deliver(clock, 2) },
  { name: 'a queue of jobs', run: retry },
  { name: 'ends of sessions', run: endSessions },
  { name: 'rate limits', run: limit },
  { name: 'token buckets', run: refill },
];

/** The time that each may take at most when timers are on time and the clock is never set, and then some. */
const SLACK_MS = 10 * SECOND_MS;

/** Runs a scheduler in such a time; answers the fault, and how often it looked at the clock. */
export async function runInTrouble(
  scheduler: Scheduler,
  trouble: Trouble,
): Promise<{ looks: number; fault: string | undefined }> {
  const clock = new JumpingClock(trouble);
  const fault = await scheduler.run(clock);
  const { looks, passed } = clock;
  if (fault !== undefined) return { looks, fault };
  const calm = new JumpingClock({ ...trouble, jumpAt: -1 });
  await scheduler.run(calm);
  // An end of a session may be an hour late by a clock that was set back; nothing else waits for the hour of the day.
  const most = calm.passed + SLACK_MS + (scheduler.name === 'ends of sessions' ? HOUR_MS : 0);
  const isLate = passed > most;
  return {
    looks,
    fault: isLate ? `took ${passed / SECOND_MS} s, else ${calm.passed / SECOND_MS} s` : undefined,
  };
}

/** Set on and back by an hour; timers a millisecond early, and an hour late. */
export const TROUBLES: readonly Omit<Trouble, 'jumpAt'>[] = [-HOUR_MS, HOUR_MS].flatMap((jumpMs) =>
  [-1, HOUR_MS].map((lateMs) => ({ jumpMs, lateMs })),
);
