import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { collectorOf, Delivery } from '../../support/sandbox/collector.ts';
import { eventually } from '../../support/eventually.ts';
import { HookReceiver } from '../../support/sandbox/hook-receiver.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { SandboxUnderTest } from '../../support/sandbox/sandbox.ts';

const MINUTE = 60_000;

describe('the webhook of a finished session', () => {
  let sandbox: SandboxUnderTest;
  let receiver: HookReceiver;
  let clock: ManualClock;
  let videoId: string;
  beforeEach(async () => {
    clock = new ManualClock(Date.UTC(2027, 0, 1));
    sandbox = await SandboxUnderTest.start({ clock });
    receiver = await HookReceiver.start();
    videoId = await sandbox.video();
    const made = await sandbox.ask('POST', '/webhooks', {
      json: { events: ['session.ended'], url: receiver.url },
    });
    assert.equal(made.status, 201);
  });
  afterEach(async () => {
    receiver.stop();
    await sandbox.end();
  });

  const send = async (delivery: object, where = '/collector/events') => {
    const reported = await sandbox.ask('POST', where, { body: JSON.stringify(delivery) });
    assert.equal(reported.status, 200);
    return reported;
  };
  const bodies = () => receiver.received.map(({ body }) => JSON.parse(body) as Record<string, unknown>);
  /** Another session that is left: once it is reported, everything due before is, too. */
  const nothingMore = async (before: number) => {
    const marker = new Delivery(await sandbox.video()).event('leave', { at: 0 });
    await send(marker);
    clock.advance(5 * MINUTE);
    await receiver.count(before + 1);
    assert.equal(bodies().length, before + 1);
    assert.equal(bodies().at(-1)?.['videoId'], marker.viewing['mediaId']);
  };
  const watched = () => new Delivery(videoId).event('play', { at: 0 }).event('pause', { at: 4 });

  it('comes once, five minutes after the viewer left, with the sums of the page', async () => {
    const delivery = watched().event('leave', { at: 4 }).sums({ watchTime: 4003, videoStartup: 250 });
    await send(delivery);
    clock.advance(5 * MINUTE - 1);
    await send(delivery);
    clock.advance(5 * MINUTE - 1);
    assert.deepEqual(bodies(), []);
    clock.advance(1);
    await receiver.count(1);
    const [session] = await collectorOf(sandbox).sessions(videoId);
    const { totals } = delivery;
    assert.deepEqual(bodies()[0], {
      type: 'session.ended',
      emittedAt: new Date(clock.now()).toISOString(),
      sessionId: session?.session.sessionId,
      videoId,
      totals: { ...totals },
    });
    await send(delivery);
    await send(delivery.event('resume', { at: 4 }).event('leave', { at: 9 }));
    clock.advance(5 * MINUTE);
    await nothingMore(1);
  });

  it('waits as long as the viewer keeps watching', async () => {
    const delivery = watched().event('end', { at: 60 });
    await send(delivery);
    clock.advance(4 * MINUTE);
    await send(delivery.event('resume', { at: 0 }));
    await nothingMore(0);
    await send(delivery.event('end', { at: 60 }).event('volume', { at: 60, volume: 0, muted: true }));
    clock.advance(5 * MINUTE);
    await receiver.count(2);
    assert.equal(bodies()[1]?.['videoId'], videoId);
  });

  it('comes after a day for a viewing that fell silent, as by a crash', async () => {
    await send(watched());
    clock.advance(24 * 60 * MINUTE - 1);
    assert.deepEqual(bodies(), []);
    clock.advance(1);
    await receiver.count(1);
    assert.equal(bodies()[0]?.['videoId'], videoId);
  });

  it('survives restarts: sessions due meanwhile are reported once', async () => {
    await send(watched().event('leave', { at: 4 }));
    await sandbox.close();
    clock.advance(60 * MINUTE);
    await sandbox.open();
    // A delivery whose answer has not been noted yet is sent again: that is the deliverer's own promise.
    await eventually(async () => {
      const { text } = await sandbox.ask('GET', '/_sandbox/deliveries');
      const { data } = JSON.parse(text) as { data: { state: string }[] };
      return data[0]?.state === 'delivered' || undefined;
    });
    await sandbox.close();
    await sandbox.open();
    await nothingMore(1);
  });

  it('adds up the events of the first generation, and names a live stream', async () => {
    const made = await sandbox.ask('POST', '/live-streams', { json: { name: 'Sunday' } });
    const liveStreamId = made.body['liveStreamId'];
    const at = (seconds: number) => new Date(Date.UTC(2027, 0, 1) + seconds * 1000).toISOString();
    const events = [
      { type: 'ready', at: 0, emitted_at: at(0) },
      { type: 'play', at: 0, emitted_at: at(1) },
      { type: 'pause', at: 9, emitted_at: at(10.5) },
      { type: 'seek.backward', from: 9, to: 2, emitted_at: at(11) },
      { type: 'resume', at: 2, emitted_at: at(20) },
      { type: 'end', at: 7, emitted_at: at(25) },
    ];
    await send({ session: { live_stream_id: liveStreamId }, events }, '/collector/live');
    clock.advance(5 * MINUTE);
    await receiver.count(1);
    const { liveStreamId: reported, totals } = bodies()[0] ?? {};
    assert.equal(reported, liveStreamId);
    assert.deepEqual(totals, { watchTime: 14_000, seekCount: 1 });
  });

  it('comes for lines of CMCD that say that it is over', async () => {
    const ts = String(clock.now());
    const line = (sn: number, sta: string) =>
      `cid="${videoId}",e=ps,sid="one",sn=${String(sn)},sta=${sta},ts=${ts},v=2`;
    await sandbox.ask('POST', '/collector/cmcd', { body: [line(0, 'p'), line(1, 'e')].join('\n') });
    clock.advance(5 * MINUTE);
    await receiver.count(1);
    assert.equal(bodies()[0]?.['videoId'], videoId);
  });
});
