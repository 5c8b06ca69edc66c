import type { OptimizePlan } from './optimize-plan.ts';

/** The worker's name: by it the worker's module knows that it does not run in a page. */
export const WORKER_NAME = 'vh-optimize';

/** A film to make smaller. */
export interface OptimizeRequest {
  file: Blob;
  plan: OptimizePlan;
}

/** A film to put into an MP4 without encoding it: the pictures of that many seconds, and what they need to be decoded. */
export interface RemuxRequest {
  file: Blob;
  range: { start: number; end: number };
}

/** The next bytes of a file whose SHA-256 is wanted; nothing after the last ones. */
export interface HashRequest {
  hash: Blob | undefined;
}

/** What a page asks of a worker: one film, or one file piece by piece. */
export type WorkerRequest = OptimizeRequest | RemuxRequest | HashRequest;

/** The worker's messages. */
export type OptimizeMessage =
  /** A share of one; the first says that the worker is there. */
  | { progress: number }
  /** The smaller film; undefined where it would have lost something. */
  | { made: Blob | undefined }
  /** The MP4, and the second in it where the wanted range begins; undefined where a track would have been lost. */
  | { cut: { film: Blob; from: number } | undefined }
  /** Bytes that were taken for a SHA-256. */
  | { hashed: number }
  /** The SHA-256 of all bytes. */
  | { sha256: string }
  /** This browser cannot make the film smaller. */
  | { unsupported: string };
