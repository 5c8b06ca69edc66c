import { VhError } from '../core/errors/vh-error.ts';
import type { BackendOptions } from './backend-options.ts';
import { createRateBucket } from './cache/rate-bucket.ts';
import { hashOf } from './crypto/claim-signer.ts';
import type { BackendState } from './state/backend-state.ts';
import { GuardedState } from './state/guarded-state.ts';
import { createMemoryState } from './state/memory-state.ts';
import type { GrantMemory } from './cache/grant-memory.ts';

/** Where each part of a backend keeps what lasts longer than a request. */
export interface StateParts {
  /** The site's own state; undefined where this process shares nothing. */
  shared: GuardedState | undefined;
  /** Which upload has which video. */
  uploads: BackendState;
  /** Seconds after which a server that fell silent while it made a video is overtaken. */
  underwaySeconds: number;
  /** Which videos this site has made. A state of its own in memory: it must not push out which video an upload has. */
  empties: BackendState;
  /** Tokens that were handed out; undefined for this process's own. */
  tokens: BackendState | undefined;
  /** Takes a grant out of a subject's bucket; returns 0 or the seconds to wait. */
  take: (subject: string) => number | Promise<number>;
}

/** Grants of one subject at once, and a minute after that: a large selection of files. */
const PER_SUBJECT = 60;
/** The same of all visitors together, where the site does not identify them. */
const SHARED = 2_000;

/** Sorts what the site gives for its state to the parts that use it. */
export function stateParts(options: BackendOptions): StateParts {
  const { state, grantMemory, tokenMemory, rateBucket } = options;
  if (state !== undefined && (grantMemory ?? tokenMemory) !== undefined) {
    const message =
      'createBackend takes state, or grantMemory and tokenMemory: state is in the place of both. Leave them out.';
    throw new VhError('invalid-use', message);
  }
  // The site's own bucket has limits of its own.
  const ofSite = rateBucket && ((subject: string) => rateBucket.take(subject));
  if (state !== undefined) {
    const shared = new GuardedState(state);
    // The first to end wins, so an early takeover costs an empty video and no more.
    return {
      shared,
      uploads: shared,
      underwaySeconds: 10,
      empties: shared,
      tokens: shared,
      take: ofSite ?? takeOf(shared),
    };
  }
  const given = grantMemory && memoryAsState(grantMemory);
  return {
    shared: undefined,
    uploads: given ?? createMemoryState(),
    underwaySeconds: 60,
    empties: given ?? createMemoryState(),
    tokens: tokenMemory && memoryAsState(tokenMemory),
    take: ofSite ?? ownBuckets(),
  };
}

function takeOf(state: BackendState): StateParts['take'] {
  return async (subject) => {
    const burst = subject === '' ? SHARED : PER_SUBJECT;
    // A name may be an address of mail: the store gets its hash.
    const waitMs = await state.take(await hashOf('grants of', subject), {
      burst,
      intervalMs: 60_000 / burst,
    });
    return Math.ceil(waitMs / 1000);
  };
}

function ownBuckets(): StateParts['take'] {
  const one = createRateBucket({ burst: PER_SUBJECT, perMinute: PER_SUBJECT });
  const everybody = createRateBucket({ burst: SHARED, perMinute: SHARED });
  return (subject) => (subject === '' ? everybody : one).take(subject);
}

/**
 * The state of a site that gives a `grantMemory` or a `tokenMemory`. Its `add` is atomic; replacing a value is not, since
 * such a memory has no word for it. Buckets are this process's own.
 */
function memoryAsState(memory: GrantMemory): BackendState {
  const get = async (key: string) => (await memory.get(key)) ?? undefined;
  return {
    get,
    swap: async (key, expected, next, seconds) => {
      if (expected === undefined && next !== undefined) return memory.add(key, next, seconds);
      if ((await get(key)) !== expected) return false;
      if (next === undefined) await memory.delete(key);
      else await memory.set(key, next, seconds);
      return true;
    },
    take: createMemoryState().take,
  };
}
