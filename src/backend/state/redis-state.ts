import { withDeadline } from '../../core/async/deadline.ts';
import { VhError, isVhError } from '../../core/errors/vh-error.ts';
import type { BackendState } from './backend-state.ts';
import { isKeyValueNamespace, KV_REFUSED } from './guarded-state.ts';

/** A connected client of `redis` or of `ioredis`. */
export type RedisClient =
  | { sendCommand: (words: string[]) => Promise<unknown> }
  | { call: (command: string, ...words: string[]) => Promise<unknown> };

/** Options of `redisState`. */
export interface RedisStateOptions {
  /** Begins all keys, so that several sites may share one store. Default: `vh:`. */
  prefix?: string;
}

/** Changes a value in one step: '0' before a word says that there is none. */
const SWAP = `
local now = redis.call('GET', KEYS[1])
if ARGV[1] == '0' then
  if now then return 0 end
elseif now ~= ARGV[2] then
  return 0
end
if ARGV[3] == '0' then
  redis.call('DEL', KEYS[1])
else
  redis.call('SET', KEYS[1], ARGV[4], 'PX', ARGV[5])
end
return 1`;

/**
 * Stores when the bucket will be full again, by the clock of Redis: milliseconds. A later time than a whole bucket takes was
 * written before that clock was set back: then one is left in the bucket.
 */
const TAKE = `
local clock = redis.call('TIME')
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
local interval = tonumber(ARGV[2])
local size = ARGV[1] * interval
local full = math.max(tonumber(redis.call('GET', KEYS[1]) or now), now)
if full > now + size + 1000 then full = now + size - interval end
local wait = full - now - (ARGV[1] - 1) * interval
if wait > 0 then return math.ceil(wait) end
redis.call('SET', KEYS[1], full + interval, 'PX', math.ceil(full + interval - now))
return 0`;

/** Before this one, a script could not read the clock and write. */
const OLDEST_MAJOR = 5;
/** Milliseconds. */
const CHECK_MS = 4_000;

/**
 * A state in Redis or Valkey, by a connected client of `redis` or `ioredis`. Each operation is one script, so it is atomic.
 * The state is small and short-lived; a store that loses it costs repeated uploads a second video.
 */
export function redisState(client: RedisClient, options: RedisStateOptions = {}): BackendState {
  const send = senderOf(client);
  const prefix = options.prefix ?? 'vh:';
  const swap = scriptOf(send, SWAP);
  const take = scriptOf(send, TAKE);
  const state: BackendState = {
    get: async (key) => toText(await send('GET', prefix + key)),
    swap: async (key, expected, next, seconds) => {
      const life = String(Math.max(1, Math.round(seconds * 1000)));
      const words = [flag(expected), expected ?? '', flag(next), next ?? '', life];
      return Number(await swap(prefix + key, words)) === 1;
    },
    take: async (key, { burst, intervalMs }) =>
      Number(await take(prefix + key, [String(burst), String(intervalMs)])),
  };
  const connection = watchConnection(client);
  return { ...state, check: () => check(send, state, connection) };
}

type Send = (...words: [string, ...string[]]) => Promise<unknown>;

function senderOf(client: RedisClient): Send {
  const given: unknown = client;
  if (isKeyValueNamespace(given)) throw new VhError('invalid-use', KV_REFUSED);
  // ioredis has sendCommand, too, and takes something else there.
  if (hasMethod(client, 'call')) return (...words) => client.call(...words);
  if (hasMethod(client, 'sendCommand')) return (...words) => client.sendCommand(words);
  throw new VhError('invalid-use', 'redisState takes a connected client of redis or of ioredis.');
}

function hasMethod<Name extends string>(
  client: RedisClient,
  name: Name,
): client is Extract<RedisClient, Record<Name, unknown>> {
  const given: unknown = client;
  return typeof given === 'object' && given !== null && typeof Reflect.get(given, name) === 'function';
}

/** Runs a script by its hash; a store that does not know it yet gets the text. */
function scriptOf(send: Send, script: string): (key: string, words: string[]) => Promise<unknown> {
  let hash: Promise<string> | undefined;
  return async (key, words) => {
    hash ??= sha1(script);
    try {
      return await send('EVALSHA', await hash, '1', key, ...words);
    } catch (error) {
      if (!(error instanceof Error) || !error.message.startsWith('NOSCRIPT')) throw error;
      return send('EVAL', script, '1', key, ...words);
    }
  };
}

async function sha1(text: string): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-1', new TextEncoder().encode(text)));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The last failure to connect. Without a listener for it, a client of `redis` would end the process. */
function watchConnection(client: RedisClient): { failure: unknown } {
  const connection: { failure: unknown } = { failure: undefined };
  const on: unknown = Reflect.get(client, 'on');
  if (typeof on === 'function') {
    const note = (error: unknown) => (connection.failure = error);
    Reflect.apply(on, client, ['error', note]);
  }
  return connection;
}

/** A client that cannot connect keeps its questions: what it reports meanwhile says more than that it does not answer. */
async function check(send: Send, state: BackendState, connection: { failure: unknown }): Promise<void> {
  connection.failure = undefined;
  try {
    await withDeadline(tryOut(send, state), CHECK_MS, 'Redis does not answer: is the client connected?');
  } catch (error) {
    const known = isVhError(error, 'timeout') ? (connection.failure ?? error) : error;
    throw known;
  }
}

async function tryOut(send: Send, state: BackendState): Promise<void> {
  // A user without the right to ask for it may still use the state.
  const infoOf = async (part: string) => toText(await send('INFO', part).catch(ifForbidden)) ?? '';
  const info = await infoOf('server');
  const [, version, major] = /^redis_version:((\d+)\S*)/m.exec(info) ?? [];
  if (version !== undefined && Number(major) < OLDEST_MAJOR) {
    throw new VhError('invalid-use', `Redis is ${version}, and must be ${OLDEST_MAJOR} or newer`);
  }
  const memory = await infoOf('memory');
  const [, policy = 'noeviction'] = /^maxmemory_policy:(\S+)/m.exec(memory) ?? [];
  if (policy !== 'noeviction' && /^maxmemory:[1-9]/m.test(memory)) {
    throw new VhError(
      'invalid-use',
      `Redis drops entries once it is full: its maxmemory-policy is ${policy}, and must be noeviction`,
    );
  }
  const key = `check ${crypto.randomUUID()}`;
  await state.swap(key, undefined, '1', 1);
  await state.take(`${key} bucket`, { burst: 1, intervalMs: 1 });
  await state.get(key);
}

function ifForbidden(error: unknown): undefined {
  if (!(error instanceof Error) || !error.message.startsWith('NOPERM')) throw error;
  return undefined;
}

function toText(reply: unknown): string | undefined {
  return typeof reply === 'string' ? reply : undefined;
}

function flag(value: string | undefined): string {
  return value === undefined ? '0' : '1';
}
