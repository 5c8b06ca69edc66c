import { sleep } from '../core/async/sleep.ts';
import { VhError } from '../core/errors/vh-error.ts';
import type { BackendState } from './state/backend-state.ts';

/** How one check of `checkState` went. */
export interface StateCheck {
  /** The sentence of the contract that was tried. */
  title: string;
  /** Why it does not hold; undefined where it does. */
  fault: string | undefined;
}

/** The input of a check. */
interface Context {
  /** Several servers' views of one store. */
  states: readonly BackendState[];
  /** A view of it. */
  state: BackendState;
  /** A key that nothing else has. */
  key: string;
}

type Check = readonly [title: string, run: (context: Context) => Promise<void>];

/** Servers that change one value at once, and how often each does. */
const SERVERS = 4;
const ROUNDS = 25;
/** A value as large as the backend's largest: the encrypted tokens of one video. */
const LONG = 'x'.repeat(8_192);
const BRIEF_SECONDS = 0.2;

const checks: readonly Check[] = [
  [
    'a key that was never stored has no value',
    async ({ state, key }) => expectSame(await state.get(key), undefined, 'get'),
  ],
  [
    'swap stores a new value once',
    async ({ state, key }) => {
      expectSame(await state.swap(key, undefined, 'one', 60), true, 'the first swap');
      expectSame(await state.swap(key, undefined, 'two', 60), false, 'the second swap');
      expectSame(await state.get(key), 'one', 'get');
    },
  ],
  [
    'swap replaces the value that is expected, and no other',
    async ({ state, key }) => {
      await state.swap(key, undefined, 'one', 60);
      expectSame(await state.swap(key, 'other', 'two', 60), false, 'a swap of another value');
      expectSame(await state.get(key), 'one', 'get');
      expectSame(await state.swap(key, 'one', 'two', 60), true, 'a swap of this value');
      expectSame(await state.get(key), 'two', 'get');
      expectSame(await state.swap(`${key}-never`, 'one', 'two', 60), false, 'a swap of no value');
    },
  ],
  [
    'swap deletes the value that is expected, and no other',
    async ({ state, key }) => {
      await state.swap(key, undefined, 'one', 60);
      expectSame(await state.swap(key, 'other', undefined, 0), false, 'a deletion of another value');
      expectSame(await state.swap(key, 'one', undefined, 0), true, 'a deletion of this value');
      expectSame(await state.get(key), undefined, 'get');
      expectSame(await state.swap(key, undefined, undefined, 0), true, 'a deletion of nothing');
    },
  ],
  [
    'any text comes back as it was stored, an empty and a long one too',
    async ({ state, key }) => {
      for (const [at, text] of ['', 'ä\n"\'\\ \u{1f3ac}', LONG].entries()) {
        const own = `${key}-${String(at)}`;
        expectSame(await state.swap(own, undefined, text, 60), true, 'swap');
        expectSame(await state.get(own), text, 'get');
        expectSame(await state.swap(own, undefined, 'new', 60), false, 'a swap that expects nothing');
        expectSame(await state.swap(own, text, 'new', 60), true, 'a swap that expects it');
      }
    },
  ],
  [
    'a value ends in time and may then be stored again',
    async ({ state, key }) => {
      await state.swap(key, undefined, 'one', BRIEF_SECONDS);
      expectSame(await state.get(key), 'one', 'get before its end');
      await untilGone(state, key);
      expectSame(await state.swap(key, 'one', 'two', 60), false, 'a swap of what has ended');
      expectSame(await state.swap(key, undefined, 'two', 60), true, 'a swap that expects nothing');
      expectSame(await state.get(key), 'two', 'get');
    },
  ],
  [
    'a swap gives the value a new end',
    async ({ state, key }) => {
      await state.swap(key, undefined, 'one', 60);
      await state.swap(key, 'one', 'two', BRIEF_SECONDS);
      await untilGone(state, key);
    },
  ],
  [
    'of servers that store a new value at once, one does',
    async ({ states, key }) => {
      for (let round = 0; round < ROUNDS; round++) {
        const own = `${key}-${String(round)}`;
        const stored = await Promise.all(states.map((one, at) => one.swap(own, undefined, String(at), 60)));
        expectSame(stored.filter(Boolean).length, 1, 'servers that stored it');
        expectSame(await states[0]?.get(own), String(stored.indexOf(true)), 'get');
      }
    },
  ],
  [
    'servers that change one value at once lose no change',
    async ({ states, key }) => {
      const count = async (one: BackendState) => {
        for (let done = 0; done < ROUNDS;) {
          const old = await one.get(key);
          if (await one.swap(key, old, String(Number(old ?? 0) + 1), 60)) done++;
        }
      };
      await Promise.all(states.map(count));
      expectSame(await states[0]?.get(key), String(states.length * ROUNDS), 'the count');
    },
  ],
  [
    'a bucket gives as many as it has, to all servers together, and then says how long to wait',
    async ({ states, key }) => {
      const size = { burst: 10, intervalMs: 60_000 };
      const takes = states.flatMap((one) => Array.from({ length: 10 }, () => one.take(key, size)));
      const waits = await Promise.all(takes);
      expectSame(waits.filter((wait) => wait === 0).length, 10, 'how many were taken');
      const wrong = waits.find((wait) => wait < 0 || wait > 60_000);
      expectSame(wrong, undefined, 'a wait that is not between 0 and one interval');
      const [other] = states;
      expectSame(await other?.take(`${key}-other`, size), 0, 'the wait for another bucket');
    },
  ],
  [
    'a bucket fills again in time, and a refusal takes nothing',
    async ({ state, key }) => {
      const size = { burst: 1, intervalMs: 300 };
      expectSame(await state.take(key, size), 0, 'the first wait');
      for (let tries = 0; tries < 5; tries++) await state.take(key, size);
      const wait = await state.take(key, size);
      expectSame(wait <= 300, true, 'whether the wait is at most one interval');
      await sleep(wait + 50);
      expectSame(await state.take(key, size), 0, 'the wait after the wait');
    },
  ],
];

/**
 * Tries an implementation of `BackendState` against its contract, in about two seconds. `open` makes one more server's view
 * of one and the same store; it is called four times. The keys are random and end within a minute.
 */
export async function checkState(open: () => BackendState | Promise<BackendState>): Promise<StateCheck[]> {
  const states = await Promise.all(Array.from({ length: SERVERS }, async () => open()));
  const results: StateCheck[] = [];
  for (const [title, run] of checks) {
    const key = `check-${crypto.randomUUID()}`;
    const [state] = states;
    try {
      if (state) await run({ states, state, key });
      results.push({ title, fault: undefined });
    } catch (error) {
      results.push({ title, fault: error instanceof Error ? error.message : String(error) });
    }
  }
  return results;
}

async function untilGone(state: BackendState, key: string): Promise<void> {
  const late = performance.now() + 2_000;
  while ((await state.get(key)) !== undefined) {
    if (performance.now() > late)
      throw new VhError('unexpected-answer', 'the value is still there after it expired');
    await sleep(20);
  }
}

function expectSame(found: unknown, wanted: unknown, what: string): void {
  if (found === wanted) return;
  throw new VhError('unexpected-answer', `${what} is ${show(found)} and not ${show(wanted)}`);
}

function show(value: unknown): string {
  return value === undefined ? 'undefined' : JSON.stringify(value).slice(0, 60);
}
