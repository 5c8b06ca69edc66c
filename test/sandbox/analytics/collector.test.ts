import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { SandboxUnderTest, slugOf } from '../../support/sandbox/sandbox.ts';

interface SessionBody {
  session: {
    sessionId: string;
    loadedAt: string;
    endedAt: string;
    metadata: { key: string; value: string }[];
  };
  referrer: { url: string | null; medium: string };
  device: { type: string };
  client: { type: string; name: string; version: string };
}

describe('the collector', () => {
  let sandbox: SandboxUnderTest;
  let videoId: string;
  before(async () => {
    sandbox = await SandboxUnderTest.start();
    videoId = await sandbox.video();
  });
  after(() => sandbox.end());

  const at = (seconds: number) => new Date(Date.UTC(2026, 0, 15, 12, 0, seconds)).toISOString();
  const ping = (session: Record<string, unknown>, events: unknown[] = [], seconds = 0) =>
    sandbox.ask('POST', '/collector/vod', {
      authorization: false,
      headers: {
        'content-type': 'text/plain;charset=UTF-8',
        'user-agent':
          'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36',
      },
      body: JSON.stringify({
        emitted_at: at(seconds),
        session: { loaded_at: at(0), referrer: '', video_id: videoId, ...session },
        events,
      }),
    });
  const sessionOf = (text: string) => (JSON.parse(text) as { session: string }).session;
  const sessions = async (query: string) => {
    const reported = await sandbox.ask('GET', `/analytics/videos/${videoId}?${query}`);
    assert.equal(reported.status, 200);
    return (JSON.parse(reported.text) as { data: SessionBody[] }).data;
  };
  const eventsOf = async (sessionId: string) => {
    const reported = await sandbox.ask('GET', `/analytics/sessions/${sessionId}/events`);
    return (JSON.parse(reported.text) as { data: Record<string, unknown>[] }).data;
  };

  it('keeps a viewing and reads it back', async () => {
    const first = await ping({ metadata: [{ user: 'x' }] }, [{ type: 'ready', emitted_at: at(1), at: 0 }]);
    assert.equal(first.status, 200);
    assert.equal(first.headers.get('content-type'), 'application/json');
    assert.equal(first.headers.get('access-control-allow-origin'), '*');
    const session = sessionOf(first.text);
    assert.match(session, /^ps[A-Za-z0-9]{22}$/);
    const second = await ping(
      { session_id: session, metadata: [{ user: 'x' }] },
      [
        { type: 'play', emitted_at: at(2), at: 0.4 },
        { type: 'seek.forward', emitted_at: at(3), from: 1.7, to: 20.9 },
        { type: 'pause', emitted_at: at(4), at: 21.2 },
      ],
      5,
    );
    assert.equal(sessionOf(second.text), session);
    // A ping without events keeps a session alive.
    await ping({ session_id: session }, [], 14);

    const [one, ...rest] = await sessions('period=2026-01-15&metadata%5Buser%5D=x');
    assert.equal(rest.length, 0);
    assert.equal(one?.session.sessionId, session);
    assert.equal(one.session.loadedAt, '2026-01-15T12:00:00+00:00');
    assert.equal(one.session.endedAt, '2026-01-15T12:00:14+00:00');
    assert.deepEqual(one.session.metadata, [{ key: 'user', value: 'x' }]);
    assert.equal(one.referrer.url, null);
    assert.equal(one.client.name, 'Chrome');
    assert.equal(one.device.type, 'desktop');
    assert.deepEqual(await eventsOf(session), [
      { type: 'ready', emittedAt: '2026-01-15T12:00:01+00:00', at: 0 },
      { type: 'play', emittedAt: '2026-01-15T12:00:02+00:00', at: 0 },
      { type: 'seek.forward', emittedAt: '2026-01-15T12:00:03+00:00', from: 1, to: 20 },
      { type: 'pause', emittedAt: '2026-01-15T12:00:04+00:00', at: 21 },
    ]);
  });

  it('reads the other encoding of metadata too', async () => {
    await ping({ metadata: [{ key: 'team', value: 'blue' }] });
    assert.equal((await sessions('period=2026&metadata[team]=blue')).length, 1);
    assert.equal((await sessions('period=2026&metadata[team]=red')).length, 0);
  });

  it('counts an event that names itself once', async () => {
    const events = [{ type: 'play', emitted_at: at(1), at: 0, id: 'one' }];
    const session = sessionOf((await ping({}, events)).text);
    await ping({ session_id: session }, events);
    assert.equal((await eventsOf(session)).length, 1);
  });

  it('begins a new viewing for a session that it does not know, or that is of another video', async () => {
    const session = sessionOf((await ping({})).text);
    assert.notEqual(sessionOf((await ping({ session_id: 'psUnknown' })).text), 'psUnknown');
    const other = await sandbox.video();
    assert.notEqual(sessionOf((await ping({ session_id: session, video_id: other })).text), session);
  });

  for (const [period, found] of [
    ['2026-01-15', true],
    ['2026-01-16', false],
    ['2026-W03', true],
    ['2026-W04', false],
    ['2026-01', true],
    ['2025', false],
    ['2026-01-01%2F2026-01-15', true],
    ['2026-01-01/2026-01-14', false],
  ] as const) {
    it(`${found ? 'finds' : 'finds nothing'} in ${period}`, async () => {
      assert.equal((await sessions(`period=${period}`)).length > 0, found);
    });
  }

  it('needs a period, a video and a session that there are', async () => {
    for (const query of [
      '',
      '?period=',
      '?period=soon',
      '?period=2026-13',
      '?period=2026-02-30',
      '?period=2026/2025',
    ]) {
      const reported = await sandbox.ask('GET', `/analytics/videos/${videoId}${query}`);
      assert.equal(reported.status, 400, query);
      assert.equal(reported.body['name'], 'period');
    }
    const none = await sandbox.ask('GET', '/analytics/videos/viNone?period=2026');
    assert.equal(none.status, 404);
    assert.equal(none.body['name'], 'videoId');
    assert.equal((await sandbox.ask('GET', '/analytics/sessions/psNone/events')).status, 404);
  });

  it('refuses unreadable events, and events without a subject', async () => {
    for (const body of [
      '',
      'x',
      '[]',
      '{}',
      '{"session":{}}',
      `{"session":{"video_id":"${videoId}"},"events":{}}`,
    ]) {
      const reported = await sandbox.ask('POST', '/collector/vod', { authorization: false, body });
      assert.equal(reported.status, 400, body);
    }
    assert.equal(slugOf(await ping({ video_id: 'viNone' })), 'invalid-attribute');
    assert.equal(slugOf(await ping({}, [{ type: 'dance' }])), 'invalid-attribute');
    assert.equal(slugOf(await ping({}, [{ type: 'play', at: 'x' }])), 'invalid-attribute');
  });

  it('counts plays of today when today is named', async () => {
    const today = new Date().toISOString().slice(0, 10);
    const now = new Date().toISOString();
    await ping({}, [{ type: 'play', emitted_at: now, at: 0 }]);
    const plays = async (query: string) => {
      const reported = await sandbox.ask('GET', `/analytics/videos/plays?${query}`);
      return JSON.parse(reported.text) as { data: { value: string; plays: number }[]; status?: number };
    };
    assert.deepEqual((await plays(`from=${today}&to=${today}&dimension=videoId`)).data, [
      { value: videoId, plays: 1 },
    ]);
    assert.deepEqual(
      (await plays(`from=${today}&to=${today}&dimension=browser&filter=videoId:${videoId}`)).data,
      [{ value: 'chrome', plays: 1 }],
    );
    assert.deepEqual(
      (await plays(`from=${today}&dimension=videoId`)).data,
      [],
      'by default before today only',
    );
    assert.equal((await plays(`from=${today}&dimension=mood`)).status, 400);
    assert.equal((await plays('dimension=videoId')).status, 400);
  });
});
