import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { EventBus } from '../../../packages/vh-elements-sandbox/src/common/event-bus.ts';
import { FailureLog } from '../../../packages/vh-elements-sandbox/src/store/database/failure-log.ts';
import { Database } from '../../../packages/vh-elements-sandbox/src/store/database/database.ts';
import { Deliveries } from '../../../packages/vh-elements-sandbox/src/store/account/deliveries.ts';
import { Webhooks } from '../../../packages/vh-elements-sandbox/src/store/account/webhooks.ts';
import { Deliverer } from '../../../packages/vh-elements-sandbox/src/webhooks/deliverer.ts';
import { FIRINGS, SteppingClock } from '../../support/stepping-clock.ts';
import { settled } from '../../support/until.ts';

const STARTED = 'live-stream.broadcast.started';

describe('the deliverer of webhooks, by a clock that never stands still', () => {
  let database: Database;
  let clock: SteppingClock;
  let eventBus: EventBus;
  let webhooks: Webhooks;
  let deliverer: Deliverer;
  let sent: string[];
  let logged: string[];

  beforeEach(() => {
    database = new Database(':memory:');
    clock = new SteppingClock();
    sent = [];
    logged = [];
    const log = (line: string) => void logged.push(line);
    eventBus = new EventBus(log);
    webhooks = new Webhooks(database);
    deliverer = new Deliverer({
      webhooks,
      deliveries: new Deliveries(database),
      eventBus,
      clock,
      failures: new FailureLog(log),
      send: ({ url }) => {
        sent.push(url);
        return Promise.resolve({ status: 503 });
      },
    });
    deliverer.start();
  });
  afterEach(async () => {
    await deliverer.stop();
    database.close();
  });

  const subscribe = (...names: string[]) => {
    for (const name of names) webhooks.create({ url: `https://${name}.example/hook`, events: [STARTED] });
  };
  const emit = async (liveStreamId: string) => {
    eventBus.emit(STARTED, { liveStreamId });
    await settled();
  };
  const states = () => database.all('SELECT state FROM deliveries').map(({ state }) => state);

  for (const firing of FIRINGS) {
    it(`sends one failed event three more times, with timers ${JSON.stringify(firing)}`, async () => {
      subscribe('one');
      await emit('liA');
      await clock.fireAll(firing);
      assert.deepEqual([sent.length, ...states()], [4, 'failed']);
    });

    it(`sends all failed events three more times, with timers ${JSON.stringify(firing)}`, async () => {
      subscribe('one', 'two');
      await emit('liA');
      clock.pass(7);
      await emit('liB');
      await clock.fireAll(firing);
      assert.deepEqual([sent.length, ...states()], [16, 'failed', 'failed', 'failed', 'failed']);
      assert.deepEqual(logged, []);
    });
  }
});
