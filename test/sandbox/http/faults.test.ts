import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { pathPattern } from '../../../packages/vh-elements-sandbox/src/faults/path-pattern.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { RawSocket } from '../../support/raw-socket.ts';
import { formOf, ServiceUnderTest, type Answer } from '../../support/sandbox/service-under-test.ts';
import { eventually } from '../../support/eventually.ts';

describe('the fault script', () => {
  let service: ServiceUnderTest;
  let clock: ManualClock;
  const sockets: RawSocket[] = [];
  beforeEach(async () => {
    clock = new ManualClock();
    service = await ServiceUnderTest.start({ clock });
  });
  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.close();
    await service.stop();
  });

  const script = async (match: object, act: object): Promise<Answer> => {
    const answer = await service.ask('POST', '/_sandbox/faults', { match, act });
    assert.equal(answer.status, 201, answer.text);
    return answer;
  };
  const rules = async () =>
    (await service.fetch('/_sandbox/faults')).body['rules'] as Record<string, unknown>[];
  const logged = async () => (await service.fetch('/_sandbox/log')).body.data ?? [];
  /** Waits until the log's newest entry is as wanted. */
  const newest = (wanted: (entry: Record<string, unknown>) => boolean) => {
    return eventually(async () => (await logged()).slice(0, 1).find(wanted));
  };
  const open = async () => {
    const socket = await RawSocket.open(service.url);
    sockets.push(socket);
    return socket;
  };
  const head = (line: string, ...headers: string[]) =>
    [
      `${line} HTTP/1.1`,
      'Host: 127.0.0.1',
      `Authorization: ${service.authorization}`,
      ...headers,
      '',
      '',
    ].join('\r\n');
  const titles = async () => (await service.ask('GET', '/videos')).body.data?.map(({ title }) => title);

  it('answers in place of the service, before it has done anything', async () => {
    await script(
      { method: 'post', path: '/videos' },
      { answer: { status: 503, headers: { 'Retry-After': 2 }, body: { title: 'Down.' } } },
    );
    const answer = await service.ask('POST', '/videos', { title: 'x' });
    assert.equal(answer.status, 503);
    assert.equal(answer.headers.get('retry-after'), '2');
    assert.equal(answer.headers.get('content-type'), 'application/json');
    // A page elsewhere must see the status, not a blocked request.
    assert.equal(answer.headers.get('access-control-allow-origin'), '*');
    assert.deepEqual(answer.body, { title: 'Down.' });
    assert.deepEqual(await titles(), []);
  });

  it('answers in place of the service, after it has done its work', async () => {
    await script(
      { path: '/videos', nth: 1 },
      { answer: { status: 502, body: 'bad gateway' }, when: 'after' },
    );
    const answer = await service.ask('POST', '/videos', { title: 'made' });
    assert.equal(answer.status, 502);
    assert.equal(answer.text, 'bad gateway');
    assert.equal(answer.headers.get('content-type'), 'text/plain; charset=utf-8');
    assert.deepEqual(await titles(), ['made']);
  });

  it('outlives an answer that cannot be given', async () => {
    await script({ path: '/a' }, { answer: { status: 200, headers: { trailer: 'x' }, body: 'x' } });
    await script({ path: '/b' }, { answer: { status: 204, body: 'x' }, when: 'after' });
    await assert.rejects(service.fetch('/a'));
    assert.equal((await service.fetch('/b')).status, 204);
    assert.equal((await service.ask('GET', '/videos')).status, 200);
  });

  it('counts: the nth, every nth, or all', async () => {
    await script({ path: '/videos', nth: 2 }, { answer: { status: 500 } });
    await script({ method: 'GET', path: '/videos', every: 3 }, { answer: { status: 429 } });
    const statuses: number[] = [];
    for (let count = 0; count < 6; count++) statuses.push((await service.ask('GET', '/videos')).status);
    assert.deepEqual(statuses, [200, 500, 429, 200, 200, 429]);
    assert.deepEqual(
      (await rules()).map(({ matched, fired }) => [matched, fired]),
      [
        [6, 1],
        [6, 2],
      ],
    );
  });

  it('delays, before the work and after it', async () => {
    for (const when of ['before', 'after']) {
      await script({ method: 'POST', path: '/videos' }, { delay: 5_000, when });
      const asked = service.ask('POST', '/videos', { title: when });
      assert.equal(await clock.nextWait(), 5_000);
      assert.equal((await titles())?.includes(when), when === 'after');
      clock.advance(5_000);
      assert.equal((await asked).status, 201);
      assert.ok((await titles())?.includes(when));
      await service.ask('DELETE', '/_sandbox/faults');
    }
  });

  it('delays large answers without losing a byte', async () => {
    const { body } = await service.ask('POST', '/videos', { title: 'x' });
    const target = `/videos/${String(body['videoId'])}/source`;
    const bytes = Buffer.alloc(3_000_000, 'abcdefg');
    await service.ask('POST', target, formOf(bytes));
    await script({ method: 'GET', path: target }, { delay: 1_000, when: 'after' });
    const asked = service.ask('GET', target);
    await clock.nextWait();
    clock.advance(1_000);
    assert.equal((await asked).text, bytes.toString());
  });

  it('cuts in the middle of a request', async () => {
    await script({ path: '/upload' }, { cut: { requestBytes: 100_000 } });
    const { body: token } = await service.ask('POST', '/upload-tokens', {});
    const socket = await open();
    const boundary = '--b\r\ncontent-disposition: form-data; name="file"; filename="f"\r\n\r\n';
    const target = `/upload?token=${String(token['token'])}`;
    socket.send(
      head(`POST ${target}`, 'Content-Type: multipart/form-data; boundary=b', 'Content-Length: 10000000'),
    );
    socket.send(boundary);
    socket.send(Buffer.alloc(200_000));
    await socket.until();
    assert.equal(socket.text, '');
    const entry = await newest(({ state }) => state === 'broken');
    assert.equal(entry['bytesIn'], 100_000);
    assert.deepEqual(entry['faults'], ['cut']);
    assert.equal(entry['status'], null);
    assert.equal(entry['target'], '/upload?token=***');
    assert.deepEqual(await titles(), []);
    // Nothing stays behind, once the room has noticed.
    await eventually(
      async () => (await readdir(path.join(service.dataDir, 'extents'))).length === 0 || undefined,
    );
  });

  it('cuts before anything is done, and after everything is', async () => {
    await script({ method: 'POST', path: '/videos', nth: 1 }, { cut: {} });
    await script({ method: 'POST', path: '/videos', nth: 2 }, { cut: true, when: 'after' });
    for (const expected of [[], ['x']]) {
      const socket = await open();
      socket.send(head('POST /videos', 'Content-Length: 13'));
      socket.send('{"title":"x"}');
      await socket.until();
      assert.equal(socket.text, '');
      assert.deepEqual(await titles(), expected);
    }
  });

  it('cuts in the middle of an answer', async () => {
    await service.ask('POST', '/videos', { title: 'x'.repeat(1000) });
    await script({ path: '/videos' }, { cut: { responseBytes: 100 } });
    const socket = await open();
    socket.send(head('GET /videos'));
    await socket.until();
    assert.match(socket.text, /^HTTP\/1\.1 200 OK\r\n/);
    assert.equal(socket.body.length, 100);
    assert.ok(Number(/content-length: (\d+)/.exec(socket.text)?.[1]) > 1000);
    const entry = await newest(({ state }) => state === 'broken');
    assert.deepEqual([entry['status'], entry['bytesOut']], [200, 100]);
  });

  it('stalls in the middle of a request: nothing more is taken', async () => {
    const { body } = await service.ask('POST', '/videos', { title: 'Stalled' });
    const where = `/videos/${String(body['videoId'])}/source`;
    await script({ path: '/videos/*/source' }, { stall: { requestBytes: 10 } });
    const socket = await open();
    const form = 'Content-Type: multipart/form-data; boundary=b';
    socket.send(head(`POST ${where}`, 'Content-Length: 50000000', form));
    socket.send(Buffer.alloc(50_000_000, 'x'));
    const entry = await newest(({ bytesIn }) => bytesIn === 10);
    assert.equal(entry['state'], 'open');
    assert.ok(socket.unsent > 0);
    assert.deepEqual([socket.ended, socket.text], [false, '']);
  });

  it('stalls after the work, or in the middle of an answer', async () => {
    await script({ method: 'POST', path: '/videos' }, { stall: {}, when: 'after' });
    const silent = await open();
    silent.send(head('POST /videos', 'Content-Length: 13') + '{"title":"x"}');
    await eventually(async () => (await titles())?.length === 1 || undefined);
    await script({ path: '/videos/*' }, { stall: { responseBytes: 20 } });
    const { body } = await service.ask('GET', '/videos');
    const halting = await open();
    halting.send(head(`GET /videos/${String(body.data?.[0]?.['videoId'])}`));
    await halting.until(() => halting.body.length >= 20);
    assert.equal(halting.body.length, 20);
    assert.deepEqual([halting.ended, silent.ended, silent.text], [false, false, '']);
  });

  it('leaves preflights and itself alone, and ends on request', async () => {
    const { body } = await script({ path: '/**' }, { answer: { status: 500 } });
    const [rule] = body['rules'] as Record<string, unknown>[];
    assert.deepEqual([rule?.['match'], rule?.['act']], [{ path: '/**' }, { answer: { status: 500 } }]);
    assert.equal((await service.fetch('/videos', { method: 'OPTIONS' })).status, 204);
    assert.equal((await service.ask('GET', '/videos')).status, 500);
    await script({ method: 'OPTIONS' }, { answer: { status: 403 } });
    assert.equal((await service.fetch('/videos', { method: 'OPTIONS' })).status, 403);
    assert.equal(
      (await service.fetch(`/_sandbox/faults/${String(rule?.['ruleId'])}`, { method: 'DELETE' })).status,
      204,
    );
    assert.equal((await service.ask('GET', '/videos')).status, 200);
    assert.equal((await service.fetch('/_sandbox/faults/77', { method: 'DELETE' })).status, 404);
    assert.equal((await service.fetch('/_sandbox/faults', { method: 'DELETE' })).status, 204);
    assert.deepEqual(await rules(), []);
  });

  it('names the fault of a rule, and takes all of several or none', async () => {
    for (const [rule, name] of [
      [{}, 'act'],
      [{ act: {} }, 'act'],
      [{ act: { answer: { status: 99 } } }, 'act.answer.status'],
      [{ act: { answer: { status: 500, headers: { x: 'a\r\nb: c' } } } }, 'act.answer.headers'],
      [{ act: { delay: -1 } }, 'act.delay'],
      [{ act: { cut: { requestBytes: 1, responseBytes: 1 } } }, 'act.cut'],
      [{ act: { cut: {}, stall: {} } }, 'act'],
      [{ act: { cut: {} }, when: 'after' }, 'rule'],
      [{ act: { cut: {}, when: 'later' } }, 'act.when'],
      [{ match: { nth: 0 }, act: { cut: {} } }, 'match.nth'],
      [{ match: { url: '/' }, act: { cut: {} } }, 'match'],
    ] as const) {
      const { status, body } = await service.ask('POST', '/_sandbox/faults', rule);
      assert.equal(status, 400);
      assert.equal(body['name'], name);
    }
    const mixed = { rules: [{ act: { cut: {} } }, { act: {} }] };
    assert.equal((await service.ask('POST', '/_sandbox/faults', mixed)).status, 400);
    assert.deepEqual(await rules(), []);
    const both = {
      rules: [
        { act: { cut: {} }, match: { path: '/a' } },
        { act: { delay: 1 }, match: { path: '/b' } },
      ],
    };
    assert.equal((await service.ask('POST', '/_sandbox/faults', both)).status, 201);
    assert.equal((await rules()).length, 2);
  });
});

describe('patterns of paths', () => {
  it('know one segment from many, and are not slow', () => {
    const cases: [string, string, boolean][] = [
      ['/videos', '/videos', true],
      ['/videos', '/videos/vi1', false],
      ['/videos/*', '/videos/vi1', true],
      ['/videos/*', '/videos/vi1/source', false],
      ['/videos/**', '/videos/vi1/source', true],
      ['/videos/*/source', '/videos/vi1/source', true],
      ['/assets/**.m4s', '/assets/vod/vi1/hls/240p/1.m4s', true],
      ['/assets/**/*.m3u8', '/assets/vod/vi1/hls/manifest.m3u8', true],
      ['/upload*', '/upload-tokens', true],
      ['*', '/videos', false],
      ['/a.c', '/abc', false],
    ];
    for (const [pattern, tested, expected] of cases) {
      assert.equal(pathPattern(pattern)(tested), expected, `${pattern} on ${tested}`);
    }
    assert.equal(pathPattern('**a'.repeat(80))('a'.repeat(8_000) + 'b'), false);
  });
});
