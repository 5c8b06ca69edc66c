import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import { collectorOf, Delivery, viewingId } from '../../support/sandbox/collector.ts';
import { inRepository } from '../../support/repository.ts';
import { SandboxUnderTest, slugOf } from '../../support/sandbox/sandbox.ts';

describe('the collector of our own format', () => {
  let sandbox: SandboxUnderTest;
  let videoId: string;
  before(async () => (sandbox = await SandboxUnderTest.start()));
  after(() => sandbox.end());

  const begin = async () => {
    videoId = await sandbox.video();
    return new Delivery(videoId);
  };
  const send = (delivery: Delivery | object, where = '/collector/events') =>
    sandbox.ask('POST', where, {
      authorization: false,
      headers: { 'content-type': 'text/plain;charset=UTF-8', 'user-agent': 'Firefox/140.0' },
      body: JSON.stringify(delivery),
    });
  const read = () => collectorOf(sandbox).sessions(videoId);
  const stored = () => collectorOf(sandbox).exported(videoId);

  it('keeps each event to the millisecond, and shows the seven types where the first generation reads', async () => {
    const delivery = await begin();
    delivery
      .metadata({ user: 'u1' })
      .event('ready', { at: 0 })
      .event('intent', { at: 0, by: 'viewer' })
      .event('play', { at: 0.25 })
      .event('first-frame', { at: 0.25, startup: 312 })
      .event('seek.forward', { from: 4.125, to: 30.5 })
      .event('rebuffer.begin', { at: 30.5 })
      .event('rebuffer.end', { at: 30.5, lasted: 1204 })
      .event('pause', { at: 33.75 })
      .event('leave', { at: 33.75 });
    const reported = await send(delivery);
    assert.equal(reported.status, 200);
    assert.deepEqual(reported.body, { keepsOnce: true });
    assert.equal(reported.headers.get('access-control-allow-origin'), '*');

    const [session, ...others] = await read();
    assert.equal(others.length, 0);
    assert.deepEqual(session?.session.metadata, [{ key: 'user', value: 'u1' }]);
    assert.deepEqual(
      session.events.map(({ type, at, from, to }) => [type, at ?? [from, to]]),
      [
        ['ready', 0],
        ['play', 0],
        ['seek.forward', [4, 30]],
        ['pause', 33],
      ],
    );
    const events = (await stored()).filter(({ record }) => record === 'event');
    assert.deepEqual(
      events.map(({ seq, type, emittedAt, at, from, to }) => ({ seq, type, emittedAt, at, from, to })),
      delivery.events.map(({ seq, type, emittedAt, at, from, to }) => ({
        seq,
        type,
        emittedAt,
        at,
        from,
        to,
      })),
    );
  });

  it('takes a first frame without a startup, which no player knows that loaded late', async () => {
    const delivery = await begin();
    delivery.event('intent', { at: 0, by: 'autoplay' }).event('first-frame', { at: 0 });
    assert.equal((await send(delivery)).status, 200);
    const frame = (await stored()).find(({ type }) => type === 'first-frame');
    assert.deepEqual([frame?.['at'], frame?.['startup']], [0, undefined]);
  });

  it('keeps each event once, however often and in whatever order deliveries come', async () => {
    const whole = await begin();
    whole
      .event('ready', { at: 0 })
      .event('play', { at: 0 })
      .event('pause', { at: 3 })
      .event('leave', { at: 3 });
    const parts = [whole.part(0, 2), whole.part(2, 4), whole.part(1, 3), whole.part(0, 4)];
    await Promise.all([...parts, ...parts].map((part) => send(part)));
    const [session, ...others] = await read();
    assert.equal(others.length, 0);
    assert.deepEqual(
      session?.events.map(({ type }) => type),
      ['ready', 'play', 'pause'],
    );
    const seqs = (await stored()).filter(({ record }) => record === 'event').map(({ seq }) => seq);
    assert.deepEqual(seqs, [0, 1, 2, 3]);
  });

  it('is one session with the same viewing from the first generation, in either order', async () => {
    for (const firstIsOld of [true, false]) {
      const delivery = await begin();
      delivery.event('ready', { at: 0 }).event('play', { at: 0 }).event('leave', { at: 2 });
      const old = {
        session: { video_id: videoId, viewing_id: delivery.viewing.id },
        events: delivery.events.slice(0, 2).map(({ seq, type, emittedAt, at }) => ({
          id: `${delivery.viewing.id}-${String(seq)}`,
          type,
          at,
          emitted_at: emittedAt,
        })),
      };
      if (firstIsOld) await send(old, '/collector/vod');
      await send(delivery);
      if (!firstIsOld) await send(old, '/collector/vod');
      const [session, ...others] = await read();
      assert.equal(others.length, 0);
      assert.deepEqual(
        session?.events.map(({ type }) => type),
        ['ready', 'play'],
      );
      const records = await stored();
      assert.deepEqual(
        records.map(({ record, type }) => type ?? record),
        ['session', 'ready', 'play', 'leave'],
      );
    }
  });

  it('keeps the latest sums: those of the highest event, or of a later delivery without one', async () => {
    const delivery = await begin();
    delivery.event('ready', { at: 0 }).event('play', { at: 0 }).event('pause', { at: 3 });
    const watchTime = async () => ((await stored())[0]?.['totals'] as { watchTime: number }).watchTime;
    const sums = (time: number) => ({ watchTime: time, watched: [[0, time / 1000]] });
    await send(delivery.part(1, 3).sums(sums(3000)).sent(20));
    await send(delivery.part(0, 1).sums(sums(0)).sent(30));
    assert.equal(await watchTime(), 3000);
    await send(delivery.part(3, 3).sums(sums(9000)).sent(40));
    assert.equal(await watchTime(), 9000);
    await send(delivery.part(3, 3).sums(sums(5000)).sent(35));
    assert.equal(await watchTime(), 9000);
  });

  it('counts what a page lost once', async () => {
    const delivery = await begin();
    delivery.event('ready', { at: 0 }).event('pause', { at: 3 });
    await send(delivery.lost(3));
    await send(delivery.lost(3));
    assert.equal((await stored())[0]?.['dropped'], 3);
  });

  it('takes a viewing that began and was left before the first frame', async () => {
    const delivery = await begin();
    await send(
      delivery
        .event('intent', { at: 0, by: 'viewer' })
        .event('leave', { at: 0 })
        .sums({ exitBeforeStart: true }),
    );
    const [session, ...others] = await read();
    assert.equal(others.length, 0);
    assert.deepEqual(session?.events, []);
  });

  it('ends a viewing with its last event, whenever it was delivered', async () => {
    const delivery = await begin();
    await send(delivery.event('play', { at: 0 }).event('leave', { at: 1 }).sent(86_400));
    const [session] = await read();
    assert.equal(session?.session.endedAt.slice(0, 19), delivery.events[1]?.emittedAt.slice(0, 19));
  });

  describe('refuses', () => {
    type Change = (body: Record<string, unknown>, viewing: Record<string, unknown>) => void;
    const event =
      (change: object): Change =>
      (body) => {
        body['events'] = [{ seq: 0, type: 'play', at: 0, emittedAt: '2026-01-01T00:00:00.000Z', ...change }];
      };
    const viewing =
      (change: object): Change =>
      (_, it) =>
        Object.assign(it, change);
    const body =
      (change: object): Change =>
      (it) =>
        Object.assign(it, change);
    const totals =
      (change: object): Change =>
      (it) =>
        Object.assign(it['totals'] as object, change);
    const cases: Record<string, [name: string, Change]> = {
      'another schema': ['schema', body({ schema: 'vh-events/2' })],
      'no viewing': ['viewing', body({ viewing: [] })],
      'a viewing without an id': ['viewing.id', viewing({ id: 'x' })],
      'a kind that there is not': ['viewing.kind', viewing({ kind: 'film' })],
      'the wrong kind': ['viewing.mediaId', viewing({ kind: 'live-stream' })],
      'nothing to watch': ['viewing.mediaId', viewing({ mediaId: '' })],
      'a video that there is not': ['viewing.mediaId', viewing({ mediaId: 'viNone' })],
      'no begin': ['viewing.begunAt', viewing({ begunAt: 5 })],
      'a strange begin': ['viewing.begunBy', viewing({ begunBy: 'luck' })],
      'a long referrer': ['viewing.referrer', viewing({ referrer: 'x'.repeat(3000) })],
      'metadata that are no texts': ['viewing.metadata', viewing({ metadata: { user: {} } })],
      'no moment': ['sentAt', body({ sentAt: '2026-13-01T00:00:00.000Z' })],
      'a strange loss': ['dropped', body({ dropped: -1 })],
      'no list': ['events', body({ events: {} })],
      'too many events': ['events', body({ events: Array.from({ length: 1001 }, () => ({})) })],
      'an unknown event': ['events[0].type', event({ type: 'dance' })],
      'an event of objects': ['events[0].type', event({ type: 'constructor' })],
      'an event without a number': ['events[0].seq', event({ seq: 1.5 })],
      'an event without a time': ['events[0].emittedAt', event({ emittedAt: 'now' })],
      'an event without a place': ['events[0].at', event({ at: undefined })],
      'a place out of this world': ['events[0].at', event({ at: -1 })],
      'a seek to nowhere': ['events[0].to', event({ type: 'seek.forward', from: 1 })],
      'sums that are none': ['totals.watchTime', totals({ watchTime: '5' })],
      'sums without a member': ['totals.failed', totals({ failed: undefined })],
      'ranges that are none': ['totals.watched', totals({ watched: [[5, 1]] })],
    };
    for (const [what, [name, change]] of Object.entries(cases)) {
      it(what, async () => {
        const delivery = JSON.parse(JSON.stringify(await begin())) as Record<string, unknown>;
        change(delivery, delivery['viewing'] as Record<string, unknown>);
        const reported = await send(delivery);
        assert.match(slugOf(reported), /^(?:invalid-attribute|attribute-required)$/);
        assert.equal(reported.body['name'], name);
        assert.equal((await read()).length, 0);
      });
    }

    it('other texts than JSON, and bodies larger than players send', async () => {
      for (const text of ['', 'x', '[]'])
        assert.equal((await sandbox.ask('POST', '/collector/events', { body: text })).status, 400);
      const reported = await send({ schema: 'x'.repeat(66 * 1024) });
      assert.equal(reported.status, 413);
    });
  });

  it('takes every event that the schema has, and sums of a live stream that is ahead', async () => {
    const schema = JSON.parse(await readFile(inRepository('docs/session-events.schema.json'), 'utf8')) as {
      $defs: { event: { oneOf: { examples: { type: string; seq: number; emittedAt: string }[] }[] } };
    };
    const examples = schema.$defs.event.oneOf.flatMap((one) => one.examples);
    assert.ok(examples.length >= 21);
    const delivery = await begin();
    delivery.events.push(...examples.map((example, seq) => ({ ...example, seq })));
    assert.equal((await send(delivery.sums({ latency: -0.25 }))).status, 200);
    const types = (await stored()).slice(1).map(({ type }) => type);
    assert.deepEqual(
      types,
      examples.map(({ type }) => type),
    );
  });

  it('keeps as much metadata as there is room for', async () => {
    const delivery = await begin();
    const reported = await send(
      delivery.metadata({ first: 'x'.repeat(8000), long: 'x'.repeat(400), last: 'y' }),
    );
    assert.equal(reported.status, 200);
    const [session] = await read();
    assert.deepEqual(
      session?.session.metadata.map(({ key }) => key),
      ['first'],
    );
  });

  it('keeps what could be markup as the text that it is', async () => {
    const delivery = await begin();
    const code = '<img src=x onerror=alert(1)>';
    await send(delivery.metadata({ [code]: code }).event('failure', { at: 0, code }));
    const [session, event] = await stored();
    assert.deepEqual(session?.['metadata'], { [code]: code });
    assert.equal(event?.['code'], code);
  });

  it('keeps one viewing of two videos apart', async () => {
    const id = viewingId();
    const first = await begin();
    first.viewing.id = id;
    await send(first.event('play', { at: 0 }));
    const other = await begin();
    other.viewing.id = id;
    await send(other.event('play', { at: 0 }));
    assert.equal((await read()).length, 1);
    assert.equal((await read())[0]?.events.length, 1);
  });
});
