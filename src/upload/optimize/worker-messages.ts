import type { OptimizePlan } from './optimize-plan.ts';

/** The worker's name: by it the worker's module knows that it does not run in a page. */
export const WORKER_NAME = 'vh-optimize';

/** What the page asks of the worker, once. */
export interface OptimizeRequest {
  file: Blob;
  plan: OptimizePlan;
}

/** What the worker tells. */
export type OptimizeMessage =
  /** A share of one; the first says that the worker is there. */
  | { progress: number }
  /** The film that it made; nothing where a smaller one would have lost something. */
  | { made: Blob | undefined }
  /** This browser cannot do it. */
  | { unsupported: string };
