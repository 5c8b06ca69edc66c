import { LazyModule } from '../../core/async/lazy-module.ts';
import type * as Rest from './rest.ts';
import type * as TusClient from '../transports/tus-client.ts';

// What the first byte of an upload does not wait for, in two boundaries; `inspect/inspect-file.ts` has a third, `optimize/start-worker.ts` the worker's.

/** The rest of the engine: beside the first byte, with the view; before it for a grant that names tus or PUT. */
export const restOfEngine = new LazyModule<typeof Rest, typeof Rest>(
  () => import('./rest.ts'),
  (code) => code,
);

/** tus-js-client: for a grant that names tus. */
export const tusClient = new LazyModule<typeof TusClient, typeof TusClient>(
  () => import('../transports/tus-client.ts'),
  (code) => code,
);
