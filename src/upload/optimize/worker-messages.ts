import type { OptimizePlan } from './optimize-plan.ts';

/** The worker's name: by it the worker's module knows that it does not run in a page. */
export const WORKER_NAME = 'vh-optimize';

/** The page's only message to the worker. */
export interface OptimizeRequest {
  file: Blob;
  plan: OptimizePlan;
}

/** The worker's messages. */
export type OptimizeMessage =
  /** A share of one; the first says that the worker is there. */
  | { progress: number }
  /** The smaller film; undefined where it would have lost something. */
  | { made: Blob | undefined }
  /** This browser cannot make the film smaller. */
  | { unsupported: string };
