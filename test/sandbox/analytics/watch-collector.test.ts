import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { SandboxUnderTest } from '../../support/sandbox/sandbox.ts';

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36';
interface Viewing {
  session: { sessionId: string; loadedAt: string; endedAt: string; metadata?: unknown };
  referrer: { url: string | null };
}

describe('the second collector', () => {
  let sandbox: SandboxUnderTest;
  let videoId: string;
  before(async () => {
    sandbox = await SandboxUnderTest.start();
    videoId = await sandbox.video();
  });
  after(() => sandbox.end());

  const start = Date.UTC(2026, 2, 1, 12);
  const event = (second: number, typ: number, vti: number) => ({
    eat: start + second * 1000,
    typ,
    vti,
    vwi: 640,
    vhe: 360,
    pau: false,
    eco: 0,
  });
  const send = (pid: string, eve: unknown, rest: Record<string, unknown> = {}) =>
    sandbox.ask('POST', '/collector/watch', {
      authorization: false,
      headers: { 'content-type': 'text/plain;charset=UTF-8', 'user-agent': CHROME },
      body: JSON.stringify({
        sat: start,
        sid: 'tab',
        pid,
        mid: videoId,
        ref: 'https://host.example/',
        ver: '2',
        eve,
        ...rest,
      }),
    });
  const viewings = async () => {
    const reported = await sandbox.ask('GET', `/analytics/videos/${videoId}?period=2026-03-01`);
    return (JSON.parse(reported.text) as { data: Viewing[] }).data;
  };
  const eventsOf = async ({ session }: Viewing) => {
    const reported = await sandbox.ask('GET', `/analytics/sessions/${session.sessionId}/events`);
    const { data } = JSON.parse(reported.text) as {
      data: { type: string; at?: number; from?: number; to?: number }[];
    };
    return data.map(({ type, at, from, to }) => [type, at ?? [from, to]]);
  };

  it('makes one viewing of a playback, in the words of the first', async () => {
    const first = [event(0, 1, 0), event(1, 2, 0.2), event(4, 4, 3.4)];
    const reported = await send('playback', first);
    assert.equal(reported.status, 201);
    assert.equal(reported.text, '');
    assert.equal(reported.headers.get('access-control-allow-origin'), '*');
    await send('playback', first);
    await send('playback', [
      event(9, 3, 8.9),
      event(5, 7, 5.6),
      event(10, 2, 8.9),
      event(11, 7, 1.2),
      event(12, 6, 60),
      event(14, 2, 0),
      event(15, 5, 1),
      event(16, 99, 1),
    ]);
    await sandbox.close();
    await sandbox.open();
    await send('playback', [event(20, 4, 6)]);
    const [viewing, ...others] = await viewings();
    assert.ok(viewing);
    assert.equal(others.length, 0);
    assert.equal(viewing.session.loadedAt, '2026-03-01T12:00:00+00:00');
    assert.equal(viewing.session.endedAt, '2026-03-01T12:00:20+00:00');
    assert.equal(viewing.referrer.url, 'https://host.example/');
    assert.deepEqual(await eventsOf(viewing), [
      ['ready', 0],
      ['play', 0],
      ['seek.forward', [3, 5]],
      ['pause', 8],
      ['resume', 8],
      ['seek.backward', [8, 1]],
      ['end', 60],
      ['play', 0],
    ]);
  });

  it('takes a batch without events, and begins nothing with it', async () => {
    const before = (await viewings()).length;
    assert.equal((await send('nothing', [])).status, 201);
    assert.equal((await viewings()).length, before);
  });

  for (const [what, eve, rest] of [
    ['no list', {}, {}],
    ['too many', Array.from({ length: 101 }, (_, second) => event(second, 4, 0)), {}],
    ['no event', [null], {}],
    ['no time', [{ typ: 1 }], {}],
    ['a time out of this world', [{ eat: 1e300, typ: 1 }], {}],
    ['no type', [{ eat: start }], {}],
    ['no playback', [], { pid: '' }],
    ['a long name', [], { pid: 'x'.repeat(200) }],
    ['nothing that there is', [], { mid: 'viNone' }],
    ['no live stream that there is', [], { mid: 'liNone' }],
  ] as const) {
    it(`refuses ${what}`, async () => {
      assert.equal((await send('refused', eve, rest)).status, 400);
    });
  }
});
