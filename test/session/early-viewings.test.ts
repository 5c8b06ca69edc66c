import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { v1Format } from '../../src/session/formats/v1-format.ts';
import type { Transport } from '../../src/session/outbox/sender.ts';
import { STORED_VERSION, type StoredViewing } from '../../src/session/ports/event-store.ts';
import { OLDER_BROWSER } from '../support/versions/older-browser.ts';
import { begin } from './support/begin-session.ts';
import { FakeCollector } from './support/fake-collector.ts';
import { FakeEnvironment } from './support/fake-environment.ts';

/** The line of a viewing that ended before its store was open, and a page that finds it a day later. */
function find(of: Partial<StoredViewing> = {}) {
  const { viewing, events } = OLDER_BROWSER;
  const world = new FakeEnvironment({ now: viewing.viewing.begunAt + 86_400_000 });
  const collector = new FakeCollector();
  collector.attach(world);
  const line = JSON.stringify({ version: STORED_VERSION, record: { ...viewing, ...of }, events });
  world.earlyEvents = `\n${line}`;
  return { collector, line, world };
}

describe('the line of a viewing that ended before its store was open', () => {
  it('is delivered where the store cannot take it', async () => {
    const { collector, world } = find();
    world.stored.put = () => Promise.reject(new DOMException('', 'QuotaExceededError'));
    begin({ id: 'viLATER' }, world);
    await world.pass(120_000);
    assert.deepEqual(collector.story('viABC'), [['seek.forward', 'seek.forward', 'seek.backward', 'pause']]);
    assert.equal(world.earlyEvents.trim(), '');
  });

  for (const [what, stores] of [
    ['without a store', false],
    ['whose store cannot take it', true],
  ] as const)
    it(`waits for the transport of its page on a page ${what}`, async () => {
      const { line, world } = find({ hasTransport: true });
      world.stores = stores;
      world.stored.put = () => Promise.reject(new DOMException('', 'QuotaExceededError'));
      begin({ id: 'viLATER' }, world);
      await world.pass(120_000);
      assert.equal(world.earlyEvents.trim(), line);
      assert.ok(!world.posts.some(({ body }) => body.includes('viABC')));
      const next = new FakeEnvironment({ now: world.now() });
      next.stores = false;
      next.earlyEvents = world.earlyEvents;
      const sent: string[] = [];
      const send: Transport = ({ body }) => {
        sent.push(body);
        return Promise.resolve({ kind: 'taken', answer: undefined });
      };
      const { collector } = OLDER_BROWSER.viewing;
      begin({ id: 'viLATER', collector: undefined, targets: [{ collector, format: v1Format, send }] }, next);
      await next.pass(10_000);
      assert.equal(sent.filter((body) => body.includes('viABC')).length, 1);
      assert.equal(next.earlyEvents.trim(), '');
    });
});
