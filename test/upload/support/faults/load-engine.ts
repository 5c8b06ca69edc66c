import { importForBrowser } from '../bundle-for-browser.ts';
import { NodeXhr } from '../../../support/upload/faults/node-xhr.ts';
import type { Engine } from '../../../support/upload/faults/run-schedule.ts';

/** The engine as browsers run it, with Node's sockets below its XMLHttpRequest. */
export async function loadEngine(): Promise<Engine> {
  Object.assign(globalThis, { XMLHttpRequest: NodeXhr });
  return (await importForBrowser('test/upload/support/faults/engine.ts')) as Engine;
}
