import { VhError } from '../../core/errors/vh-error.ts';
import type { BackendState } from './backend-state.ts';
import { isKeyValueNamespace, KV_REFUSED } from './guarded-state.ts';

/** The binding of the class `StateObject` in a Worker's `env`. */
export interface StateNamespace<Id> {
  idFromName: (name: string) => Id;
  get: (id: Id) => StateStub;
}

/** One object of a namespace, as a Worker sees it. */
export interface StateStub {
  fetch: (url: string, init: { method: string; body: string }) => Promise<StateAnswer>;
}

/** The part of a `Response` that `durableObjectState` reads. */
export interface StateAnswer {
  status: number;
  headers: { get: (name: string) => string | null };
  json: () => Promise<unknown>;
}

/** Options of `durableObjectState`. */
export interface DurableObjectStateOptions {
  /** Objects among which the keys are spread. Default: 16. */
  shards?: number;
}

/** One question to an object. `null` means no value. */
export type StateQuestion =
  | [name: 'get', key: string]
  | [name: 'swap', key: string, expected: string | null, next: string | null, seconds: number]
  | [name: 'take', key: string, burst: number, intervalMs: number]
  | [name: 'check'];

/** An answer without it comes from another class. */
export const ANSWERS_AS = 'vh-state';

const MAX_SHARDS = 1_000;

/**
 * A state in Durable Objects of the class `StateObject`, by the Worker's binding of it. Give it the namespace of `env`, and
 * not one object: an object belongs to the request that got it.
 */
export function durableObjectState<Id>(
  namespace: StateNamespace<Id>,
  options: DurableObjectStateOptions = {},
): BackendState {
  requireNamespace(namespace);
  const { shards = 16 } = options;
  if (!Number.isInteger(shards) || shards < 1 || shards > MAX_SHARDS) {
    throw new VhError(
      'invalid-use',
      `The shards of durableObjectState are a number from 1 to ${MAX_SHARDS}.`,
    );
  }
  const ask = (shard: number, ...question: StateQuestion) => {
    const object = namespace.get(namespace.idFromName(`vh-state-${shard}`));
    return answerOf(object, question);
  };
  return {
    get: async (key) => {
      const value = await ask(shardOf(key, shards), 'get', key);
      return typeof value === 'string' ? value : undefined;
    },
    swap: async (key, expected, next, seconds) => {
      const words = [expected ?? null, next ?? null, seconds] as const;
      return (await ask(shardOf(key, shards), 'swap', key, ...words)) === true;
    },
    take: async (key, { burst, intervalMs }) => {
      const wait = await ask(shardOf(key, shards), 'take', key, burst, intervalMs);
      if (typeof wait !== 'number') throw new VhError('unexpected-answer', 'StateObject returned no wait.');
      return wait;
    },
    check: async () => {
      await ask(0, 'check');
    },
  };
}

async function answerOf(object: StateStub, question: StateQuestion): Promise<unknown> {
  const init = { method: 'POST', body: JSON.stringify(question) };
  const answer = await object.fetch('https://state.invalid/', init);
  if (answer.headers.get(ANSWERS_AS) === null) {
    throw new VhError('invalid-use', 'the binding names another class than StateObject');
  }
  const body = await answer.json();
  if (answer.status === 200) return body;
  throw new VhError('invalid-use', typeof body === 'string' ? body : 'StateObject failed');
}

/** FNV-1a: the same shard in every isolate, and much the same number of keys in each. */
function shardOf(key: string, shards: number): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < key.length; at++) hash = Math.imul(hash ^ key.charCodeAt(at), 0x01000193);
  return (hash >>> 0) % shards;
}

function requireNamespace(given: unknown): void {
  if (isKeyValueNamespace(given)) throw new VhError('invalid-use', KV_REFUSED);
  const has = (name: string) =>
    typeof given === 'object' && given !== null && typeof Reflect.get(given, name) === 'function';
  if (has('idFromName') && has('get')) return;
  const message =
    'durableObjectState takes the binding of the class StateObject: name it in durable_objects.bindings of your Worker.';
  throw new VhError('invalid-use', message);
}
