import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { ManualClockSandbox } from './support/manual-clock-sandbox.ts';

type Body = Record<string, unknown>;

const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');

/** No connection can be made to any of these, or none that says what it does. */
const REFUSED_SERVERS = [
  'rtmp://h:99999/app',
  'rtmp://h:65536/app',
  'rtmp://h:0/app',
  'rtmp://h:00000/app',
  'rtmp://h:-1/app',
  'rtmp://h:80x/app',
  'rtmp://h:1:2/app',
  'rtmp:///app',
  'rtmp://:1935/app',
  'rtmp://user:password@h/app',
  'rtmp://user@h/app',
  'rtmp://h/app#x',
  'rtmp://h/?x',
  'rtmp://h//',
  'rtmp://[::1/app',
  'rtmp://[::g]/app',
  'rtmp://1.2.3.999/app',
  'rtmp://a b/app',
  'rtmp://a\tb/app',
  'rtmp://a%00b/app',
  'rtmp://a\u0000b/app',
  'rtmp://h/a\u007fb',
  'rtmp://h/\ud800',
  `rtmp://${'h'.repeat(254)}/app`,
  `rtmp://h/${'a'.repeat(2048)}`,
  'srt://h/app',
  'rtmpe://h/app',
  'javascript:alert(1)',
] as const;

describe('live streams', () => {
  let service: ManualClockSandbox;

  before(async () => {
    service = await ManualClockSandbox.open();
  });

  after(() => service.close());

  const ask = async (method: string, target: string, body?: object | FormData) => {
    const response = await service.ask(method, target, body);
    const text = await response.text();
    return {
      status: response.status,
      type: response.headers.get('content-type'),
      body: JSON.parse(text || '{}') as Body,
    };
  };
  const create = async (body: object) => (await ask('POST', '/live-streams', body)).body;

  it('is created with 200, and with every field and default', async () => {
    const { status, type, body } = await ask('POST', '/live-streams', { name: 'Sunday' });
    assert.equal(status, 200);
    assert.equal(type, 'application/json');
    const { liveStreamId, streamKey, createdAt, updatedAt, ...rest } = body;
    const id = String(liveStreamId);
    assert.match(id, /^li[A-Za-z0-9]{22}$/);
    assert.match(String(streamKey), /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    assert.match(String(createdAt), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/);
    assert.equal(updatedAt, createdAt);
    const { iframe, ...assets } = rest['assets'] as Body;
    assert.match(
      String(iframe),
      /^<iframe src="[^"]+" width="100%" height="100%" frameborder="0" scrolling="no" allowfullscreen="true"><\/iframe>$/,
    );
    assert.deepEqual(assets, {
      hls: `${service.url}/assets/live/${id}.m3u8`,
      player: `${service.url}/embed/live/${id}`,
      thumbnail: `${service.url}/assets/live/${id}/thumbnail.jpg`,
    });
    assert.deepEqual(
      { ...rest, assets: undefined },
      { name: 'Sunday', public: true, record: false, broadcasting: false, restreams: [], assets: undefined },
    );
  });

  it('wants a name', async () => {
    const { status, type, body } = await ask('POST', '/live-streams', {});
    assert.equal(status, 400);
    assert.equal(type, 'application/problem+json');
    assert.equal(body['name'], 'name');
    assert.match(String(body['type']), /\/attribute-required$/);
  });

  it('is read, changed and deleted', async () => {
    const { liveStreamId } = await create({ name: 'One', playerId: 'plA', public: false, record: true });
    const target = `/live-streams/${String(liveStreamId)}`;
    const changed = await ask('PATCH', target, { name: 'Two', playerId: null, public: true, record: false });
    assert.equal(changed.status, 200);
    assert.equal(changed.body['name'], 'Two');
    assert.equal('playerId' in changed.body, false);
    assert.deepEqual((await ask('GET', target)).body, changed.body);
    assert.equal((await ask('DELETE', target)).status, 204);
    for (const method of ['GET', 'PATCH', 'DELETE']) {
      const { status, body } = await ask(method, target, method === 'PATCH' ? {} : undefined);
      assert.equal(status, 404, method);
      assert.equal(body['name'], 'liveStreamId');
      assert.match(String(body['type']), /\/resource-not-found$/);
    }
  });

  it('keeps, replaces and clears the services that it is passed on to', async () => {
    const restream = (n: number) => ({ name: `R${n}`, serverUrl: 'rtmps://host:443/app', streamKey: 'key' });
    const { liveStreamId, restreams } = await create({ name: 'R', restreams: [1, 2, 3, 4, 5].map(restream) });
    assert.deepEqual(restreams, [1, 2, 3, 4, 5].map(restream));
    const target = `/live-streams/${String(liveStreamId)}`;
    const untouched = await ask('PATCH', target, { name: 'S' });
    assert.deepEqual(untouched.body['restreams'], restreams);
    const replaced = await ask('PATCH', target, { restreams: [restream(9)] });
    assert.deepEqual(replaced.body['restreams'], [restream(9)]);
    assert.deepEqual((await ask('PATCH', target, { restreams: [] })).body['restreams'], []);
  });

  it('keeps the addresses of services as they were given', async () => {
    for (const serverUrl of [
      'rtmp://127.0.0.1:1935/s',
      'RTMPS://Live.Example:443/app/instance',
      'rtmp://[::1]:65535/live',
      'rtmp://bücher.example/app?auth=a%2Fb',
      'rtmp://h:/app',
    ]) {
      const restreams = [{ name: 'R', serverUrl, streamKey: 'key?with=more' }];
      assert.deepEqual((await create({ name: 'R', restreams }))['restreams'], restreams);
    }
  });

  it('names the place of a fault in a service', async () => {
    const good = { name: 'a', serverUrl: 'rtmp://a/b', streamKey: 'c' };
    const faults: [object[], string][] = [
      [[{ ...good, serverUrl: '' }], 'restreams[0][serverUrl]'],
      [[{ ...good, serverUrl: null }], 'restreams[0][serverUrl]'],
      [[{ ...good, serverUrl: 'https://a/b' }], 'restreams[0][serverUrl]'],
      [[{ ...good, serverUrl: 'rtmp://a' }], 'restreams[0][serverUrl]'],
      [[{ ...good, serverUrl: 'rtmp://a/' }], 'restreams[0][serverUrl]'],
      ...REFUSED_SERVERS.map((serverUrl): [object[], string] => [
        [good, { ...good, serverUrl }],
        'restreams[1][serverUrl]',
      ]),
      [[good, { ...good, name: ' ' }], 'restreams[1][name]'],
      [[{ ...good, name: 'n'.repeat(257) }], 'restreams[0][name]'],
      [[{ ...good, name: 5 }], 'restreams[0][name]'],
      [[{ ...good, streamKey: 'k'.repeat(1025) }], 'restreams[0][streamKey]'],
      [[{ ...good, streamKey: 'k\r\nk' }], 'restreams[0][streamKey]'],
      [[good, good, { ...good, streamKey: undefined }], 'restreams[2][streamKey]'],
      [[good, good, good, good, good, good], 'restreams'],
    ];
    for (const [restreams, name] of faults) {
      const { status, body } = await ask('POST', '/live-streams', { name: 'R', restreams });
      assert.equal(status, 400, JSON.stringify(restreams).slice(0, 200));
      assert.equal(body['name'], name);
      assert.match(String(body['type']), /\/invalid-attribute$/);
    }
  });

  it('is found by key and by a part of its name, in any order', async () => {
    const [b, a] = [await create({ name: 'list B' }), await create({ name: 'List A' })];
    const list = async (query: string) => {
      const { status, body } = await ask('GET', `/live-streams?${query}`);
      assert.equal(status, 200);
      return (body['data'] as Body[]).map((one) => one['name']);
    };
    assert.deepEqual(await list('name=list&sortBy=name&sortOrder=asc'), ['List A', 'list B']);
    assert.deepEqual(await list('name=list&sortBy=createdAt&sortOrder=desc'), ['List A', 'list B']);
    assert.deepEqual(await list('name=list&sortBy=publishedAt'), ['list B', 'List A']);
    assert.deepEqual(await list(`streamKey=${String(a['streamKey'])}`), ['List A']);
    assert.deepEqual(await list(`streamKey=${String(b['streamKey']).slice(0, 8)}`), []);
    assert.deepEqual(await list('name=list&pageSize=1&currentPage=2&sortBy=name'), ['list B']);
    assert.equal((await ask('GET', '/live-streams?sortBy=streamKey')).status, 400);
  });

  it('takes a thumbnail with 201 and gives it up with 200, under one address', async () => {
    const { liveStreamId } = await create({ name: 'T' });
    const target = `/live-streams/${String(liveStreamId)}/thumbnail`;
    const form = new FormData();
    form.set('file', new Blob([PNG], { type: 'image/png' }), 'a.png');
    const uploaded = await ask('POST', target, form);
    assert.equal(uploaded.status, 201);
    const { thumbnail } = uploaded.body['assets'] as { thumbnail: string };
    assert.match(thumbnail, /\/thumbnail\.jpg$/);
    const kept = await fetch(thumbnail);
    assert.equal(kept.headers.get('content-type'), 'image/png');
    assert.deepEqual(Buffer.from(await kept.arrayBuffer()), PNG);

    const removed = await ask('DELETE', target);
    assert.equal(removed.status, 200);
    assert.equal(removed.body['liveStreamId'], liveStreamId);
    assert.deepEqual((removed.body['assets'] as Body)['thumbnail'], thumbnail);
    const placeholder = await fetch(thumbnail);
    assert.equal(placeholder.status, 200);
    assert.equal(placeholder.headers.get('content-type'), 'image/jpeg');
  });

  it('refuses a file that is no picture, a too large one, and one for an unknown stream', async () => {
    const { liveStreamId } = await create({ name: 'T' });
    const send = async (bytes: Buffer, id = String(liveStreamId)) => {
      const form = new FormData();
      form.set('file', new Blob([new Uint8Array(bytes)]), 'a.jpg');
      return ask('POST', `/live-streams/${id}/thumbnail`, form);
    };
    const text = await send(Buffer.from('no picture at all'));
    assert.equal(text.status, 400);
    const large = await send(Buffer.concat([PNG, Buffer.alloc(8 * 1024 * 1024)]));
    assert.equal(large.status, 400);
    assert.match(String(large.body['type']), /\/uploaded-file-too-large$/);
    const nobody = await send(PNG, 'li0000000000000000000000');
    assert.equal(nobody.status, 404);
    assert.equal(nobody.body['name'], 'liveStreamId');
  });

  it('wants the key', async () => {
    for (const target of ['/live-streams', '/live-streams/liX', '/live-streams/liX/thumbnail']) {
      assert.equal(
        (await fetch(service.url + target, { method: 'POST' })).status,
        target === '/live-streams/liX' ? 405 : 401,
      );
    }
    assert.equal((await fetch(`${service.url}/live-streams`)).status, 401);
  });
});
