import { notifyLeft } from './store/left-behind.ts';
import { RecordStore, type Records } from './store/record-store.ts';
import type { Channel } from './tabs/tab-channel.ts';
import type { Locks } from './tabs/tab-lock.ts';
import { loadWorkerLink } from './parts.ts';
import { hasWorker, registered } from './worker/has-worker.ts';
import type { HandedFiles, WorkerLink } from './worker/worker-link.ts';

/** The browser functions that a memory uses; a test brings its own. */
export interface ResumeEnvironment {
  records: Records;
  locks: Locks;
  subtle: Pick<SubtleCrypto, 'digest'>;
  channel: (name: string) => Channel;
  /** Milliseconds since 1970. */
  now: () => number;
  /** This page's running uploads by key, each with its end once that has begun. */
  activeUploads: Map<string, Promise<void> | undefined>;
  /** The keys of all uploads that this page has begun or continued: it continues none of them by itself once more. */
  begun: Set<string>;
  /** Files that the worker has given to this page, by key. */
  handed?: HandedFiles | undefined;
  /** True where a worker may send on when the page has gone. */
  hasWorker?: () => boolean;
  loadWorkerLink?: () => Promise<WorkerLink | undefined>;
  /** True in that worker. */
  isWorker?: boolean;
  /** The name of this tab, the same on each page that it shows; undefined where the browser does not keep one. */
  tab: () => string | undefined;
}

/** A person who gives one page the same file twice means two videos. */
const activeUploads: ResumeEnvironment['activeUploads'] = new Map();
const begun = new Set<string>();

/** What the link to the worker knows of the page. */
const page = { notifyLeft, tab };

/** One store for all uploads: a browser that does not answer is asked once. */
let records: RecordStore | undefined;

/**
 * The browser's own; undefined where it has no locks between tabs or no digest, as on pages without https: two tabs could
 * send the same file there.
 */
export function browserResumeEnvironment(): ResumeEnvironment | undefined {
  const isAble =
    typeof navigator === 'object' &&
    'locks' in navigator &&
    'subtle' in crypto &&
    typeof BroadcastChannel === 'function' &&
    typeof indexedDB === 'object';
  if (!isAble) return undefined;
  return {
    records: (records ??= new RecordStore()),
    locks: navigator.locks,
    subtle: crypto.subtle,
    channel: (name) => new BroadcastChannel(name),
    now: Date.now,
    activeUploads,
    begun,
    handed: registered.handed,
    hasWorker,
    loadWorkerLink: async () => (await loadWorkerLink())?.pageLink(page),
    tab,
  };
}

function tab(): string | undefined {
  try {
    return (sessionStorage['vh-tab'] ??= crypto.randomUUID()) as string;
  } catch {
    return undefined;
  }
}
