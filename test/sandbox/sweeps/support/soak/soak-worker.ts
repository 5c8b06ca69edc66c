// The process that is soaked: a sandbox and a page backend by a clock that its parent puts forward.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createSandbox, type Sandbox } from '../../../../../packages/vh-elements-sandbox/src/sandbox.ts';
import { createBackend, createMemoryState } from '../../../../../src/backend/index.ts';
import { toNodeListener } from '../../../../../src/backend/node/node.ts';
import { KEY } from '../../../../support/sandbox/sandbox.ts';
import { settled } from '../../../../support/until.ts';
import { measure, watchDatabase } from './measure.ts';
import { SoakClock } from './soak-clock.ts';
import type { SoakMessage, SoakPlaces, SoakRequest } from './soak-messages.ts';

const STEP_MS = 60_000;
/** So few that they are full after some rounds, and the oldest viewings go in each. */
const EVENT_BYTES = 1_000_000;
/** The same for uploads, visitors and playbacks of the page backend. */
const ENTRIES = 100;

let clock: SoakClock | undefined;
let sandbox: Sandbox | undefined;
let dataDir = '';

const say = (message: SoakMessage) => process.send?.(message);

async function open(request: Extract<SoakRequest, { kind: 'open' }>): Promise<SoakPlaces> {
  ({ dataDir } = request);
  clock = new SoakClock(request.now);
  watchDatabase();
  sandbox = await createSandbox({
    ...{ dataDir, clock, apiKey: KEY, ffmpeg: false },
    limits: { partBytes: 1, eventBytes: EVENT_BYTES },
    log: (line) => say({ line }),
  });
  const { url } = await sandbox.listen({});
  const rtmp = (await sandbox.listenRtmp({ port: 0 })).url;
  const backend = createBackend({
    ...{ baseUrl: url, apiKey: KEY, basePath: '/vh', protocol: 'parts' },
    authorize: () => true,
    state: createMemoryState({ entries: ENTRIES }),
    playbackCache: { entries: ENTRIES },
    subject: (asked) => asked.headers.get('x-visitor') ?? '',
    onError: () => undefined,
  });
  const server = createServer((asked, answer) => void toNodeListener(backend)(asked, answer));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const backendPort = (server.address() as AddressInfo).port;
  return {
    url,
    rtmp,
    backend: `http://127.0.0.1:${backendPort}`,
  };
}

/** In steps, so that what waits for what comes due before it can begin. */
async function pass(milliseconds: number): Promise<number> {
  for (let left = milliseconds; left > 0; left -= STEP_MS) {
    clock?.advance(Math.min(left, STEP_MS));
    await settled(1);
  }
  return clock?.now() ?? 0;
}

function act(request: SoakRequest): Promise<unknown> {
  switch (request.kind) {
    case 'open':
      return open(request);
    case 'pass':
      return pass(request.milliseconds);
    case 'measure':
      return measure(dataDir, clock?.timers ?? 0);
    case 'close':
      return sandbox?.close() ?? Promise.resolve();
  }
}

process.on('message', (request: SoakRequest) => {
  act(request).then(
    (answer) => say({ answer }),
    (error: unknown) =>
      say({ failure: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
  );
});
