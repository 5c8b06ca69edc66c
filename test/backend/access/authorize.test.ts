import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createBackend, type AuthorizeAnswer } from '../../../src/backend/index.ts';
import { isVhError } from '../../../src/core/errors/vh-error.ts';
import { backendFor, bodyOf, FILE, grantRequest, readRequest } from '../../support/backend/ask-grant.ts';
import { FakeService } from '../../support/backend/fake-service.ts';

/** A site's own code need not be typed: whatever it answers. */
const answering = (value: unknown) => () => value as AuthorizeAnswer;

/** The video that was made last. */
const madeIn = (service: FakeService) =>
  service.seen.filter(({ url, method }) => method === 'POST' && url.endsWith('/videos')).at(-1)?.body;

describe('authorize', () => {
  it('receives the file and the request', async () => {
    const asks: unknown[] = [];
    const backend = backendFor(new FakeService(), {
      authorize: (request, asked) => (asks.push(request.headers.get('cookie'), asked), true),
    });
    await backend(
      grantRequest({ file: { ...FILE, path: '/home/ann' }, title: 'mine' }, { cookie: 'session=1' }),
    );
    assert.deepEqual(asks, ['session=1', { action: 'upload', file: FILE }]);
  });

  it("receives the page's attributes, and may adopt them", async () => {
    const service = new FakeService();
    const backend = backendFor(service, {
      authorize: (_request, asked) => (asked.action === 'upload' ? { metadata: asked.metadata } : false),
    });
    const metadata = { course: 'biology', ['__proto__']: 'x', empty: '' };
    assert.equal((await backend(grantRequest({ file: FILE, metadata }))).status, 201);
    const pairs = Object.entries(metadata).map(([key, value]) => ({ key, value }));
    assert.deepEqual(madeIn(service), { title: FILE.name, metadata: pairs });
  });

  it('alone decides attributes: the page sets none', async () => {
    const service = new FakeService();
    await backendFor(service, { authorize: () => true })(
      grantRequest({ file: FILE, metadata: { course: 'biology' } }),
    );
    assert.deepEqual(madeIn(service), { title: FILE.name });
  });

  const many = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, 'v']));
  for (const [what, metadata, status] of [
    ['32 of them', many(32), 201],
    ['33 of them', many(33), 400],
    ['a long key', { ['k'.repeat(65)]: 'v' }, 400],
    ['no key', { '': 'v' }, 400],
    ['a long text', { key: 'v'.repeat(1025) }, 400],
    ['a number', { key: 7 }, 400],
    ['a list', ['v'], 400],
    ['nothing', null, 201],
  ] as const) {
    it(`answers metadata with ${what} with ${status}`, async () => {
      const response = await backendFor(new FakeService(), { authorize: () => true })(
        grantRequest({ file: FILE, metadata }),
      );
      assert.equal(response.status, status);
    });
  }

  const noes = [
    'yes',
    1,
    0,
    '',
    NaN,
    [],
    [true],
    () => true,
    new Response('{}'),
    new Error('no'),
    new Map(),
    Symbol('yes'),
  ];
  for (const [index, no] of noes.entries()) {
    it(`refuses an answer that is neither true nor attributes (${String(index)})`, async () => {
      const service = new FakeService();
      const backend = backendFor(service, { authorize: answering(no) });
      assert.equal((await backend(grantRequest())).status, 403);
      assert.equal(service.seen.length, 0);
      service.on('GET /videos/vi1', () => Response.json({ videoId: 'vi1', public: false, assets: {} }));
      for (const path of ['/playback/videos/vi1', '/videos/vi1/status']) {
        assert.equal((await backend(readRequest(path))).status, 404);
      }
    });
  }

  const almost: [string, unknown, RegExp][] = [
    ['{ok: false}', { ok: false }, /"ok", which is no attribute/],
    ['{error}', { error: 'canary' }, /"error"/],
    ['{}', {}, /without attributes/],
    ['attributes and another key', { title: 'T', allowed: false }, /"allowed"/],
    ['a symbol', { [Symbol('canary')]: true }, /a name/],
    ['a token for a key', { to4canary: true }, /a name/],
    ['an inherited attribute', Object.create({ title: 'T' }), /plain object/],
    ['nothing with a null prototype', Object.create(null), /without attributes/],
    ['__proto__', JSON.parse('{"__proto__": {"title": "T"}}'), /"__proto__"/],
    ['a subject that was not found', { subject: undefined }, /subject is empty/],
    ['an empty subject', { subject: '' }, /subject is empty/],
    ['a video that was not found', { title: 'T', videoId: null }, /videoId is empty/],
    ['a title of another type', { title: { error: 'canary' } }, /title has the wrong type/],
    ['a flag of another type', { public: 'false' }, /public has the wrong type/],
    ['tags of another type', { tags: 'canary' }, /tags/],
    ['metadata of another type', { metadata: [{ key: 'k' }] }, /metadata/],
    ['a watermark of another type', { watermark: true }, /watermark/],
    ['another wire', { protocol: 'put' }, /protocol/],
    ['a Response', new Response('{}'), /plain object/],
    ['an Error', new Error('canary'), /plain object/],
    ['text', 'canary', /plain object/],
    ['1', 1, /plain object/],
  ];
  for (const [what, answer, reason] of almost) {
    it(`refuses on the answer ${what}, and the site gets the reason`, async () => {
      const service = new FakeService();
      const errors: unknown[] = [];
      const backend = backendFor(service, {
        authorize: answering(answer),
        onError: (error) => errors.push(error),
      });
      assert.equal((await backend(grantRequest())).status, 403);
      assert.equal(service.seen.length, 0);
      const [error] = errors;
      assert.ok(isVhError(error, 'invalid-use'));
      assert.match(error.message, reason);
      assert.ok(!error.message.includes('canary'));
      assert.equal(errors.length, 1);
    });
  }

  for (const answer of [false, undefined, null]) {
    it(`logs nothing for a plain ${String(answer)}`, async () => {
      const onError = () => assert.fail('there is nothing to mend');
      const backend = backendFor(new FakeService(), { authorize: answering(answer), onError });
      assert.equal((await backend(grantRequest())).status, 403);
    });
  }

  it('allows by a single attribute, and one without a value is not sent', async () => {
    for (const answer of [{ metadata: undefined }, { description: null }, { subject: 'ann' }]) {
      const service = new FakeService();
      const backend = backendFor(service, { authorize: answering(answer) });
      assert.equal((await backend(grantRequest())).status, 201);
      assert.deepEqual(madeIn(service), { title: FILE.name });
    }
  });

  it('refuses a private viewing when it answers attributes, and the site gets the reason', async () => {
    const service = new FakeService();
    service.on('GET /videos/vi1', () => Response.json({ videoId: 'vi1', public: false, assets: {} }));
    const errors: unknown[] = [];
    const backend = backendFor(service, {
      authorize: () => ({ title: 'T' }),
      onError: (error) => errors.push(error),
    });
    for (const path of ['/playback/videos/vi1', '/videos/vi1/status']) {
      assert.equal((await backend(readRequest(path))).status, 404);
    }
    assert.equal(errors.length, 2);
    assert.ok(errors.every((error) => isVhError(error, 'invalid-use') && /only true/.test(error.message)));
  });

  it('refuses when it throws or rejects, and only the site gets the error', async () => {
    const fault = new Error('canary: database away');
    for (const authorize of [
      () => {
        throw fault;
      },
      () => Promise.reject(fault),
    ]) {
      const service = new FakeService();
      const errors: unknown[] = [];
      const onError = (error: unknown) => {
        errors.push(error);
        throw new Error('the log fails too');
      };
      const response = await backendFor(service, { authorize, onError })(grantRequest());
      assert.equal(response.status, 500);
      assert.ok(!(await response.text()).includes('canary'));
      assert.deepEqual(errors, [fault]);
      assert.equal(service.seen.length, 0);
    }
  });

  it('may choose the wire', async () => {
    const tus = backendFor(new FakeService(), { protocol: 'tus' });
    assert.deepEqual((await bodyOf(await tus(grantRequest())))['protocol'], 'tus');
    const answer = await backendFor(new FakeService(), { authorize: () => ({ protocol: 'tus' }) })(
      grantRequest(),
    );
    const { protocol, url } = await bodyOf(answer);
    assert.deepEqual([protocol, url], ['tus', 'https://service.test/upload']);
  });

  it("says everything about the video; without its word it has the file's name, cleaned", async () => {
    const service = new FakeService();
    const made = () => madeIn(service);
    const name = `a\u202egpj.exe\u0000\n${'x'.repeat(400)}`;
    await backendFor(service)(grantRequest({ file: { ...FILE, name } }));
    assert.deepEqual(made(), { title: `agpj.exe${'x'.repeat(247)}` });
    const attributes = {
      title: 'T',
      description: 'D',
      public: false,
      panoramic: true,
      mp4Support: false,
      playerId: 'pl1',
      tags: ['a'],
      metadata: [{ key: 'k', value: 'v' }],
      watermark: { id: 'w' },
    };
    await backendFor(service, { authorize: () => ({ ...attributes, subject: 'ann' }) })(grantRequest());
    assert.deepEqual(made(), attributes);
  });
});

describe('createBackend', () => {
  it('reports a faulty address', () => {
    for (const baseUrl of ['service.test', 'ftp://service.test']) {
      assert.throws(() => createBackend({ baseUrl, apiKey: 'k' }), /baseUrl/);
    }
  });

  it('takes its mount point with or without slashes', async () => {
    for (const basePath of ['vh', '/vh', '/vh/', '//vh']) {
      assert.equal((await backendFor(new FakeService(), { basePath })(grantRequest())).status, 201);
    }
  });

  it("passes the service's complaint about attributes to the site", async () => {
    const service = new FakeService();
    const errors: unknown[] = [];
    service.on('POST /videos', () =>
      Response.json(
        { type: 'https://docs.test/reference/invalid-attribute', title: 'canary' },
        { status: 400 },
      ),
    );
    const response = await backendFor(service, { onError: (error) => errors.push(error) })(grantRequest());
    assert.equal(response.status, 502);
    assert.ok(!(await response.text()).includes('canary'));
    const [error] = errors as { message: string; slug: string }[];
    assert.equal(error?.slug, 'invalid-attribute');
    assert.equal(error.message, 'The service answered 400 to POST /videos.');
  });

  it('hands on how long the service wants to be left alone', async () => {
    const service = new FakeService();
    service.on(
      'POST /upload-tokens',
      () => new Response('{}', { status: 429, headers: { 'x-ratelimit-retry-after': '7' } }),
    );
    const response = await backendFor(service)(grantRequest());
    assert.deepEqual([response.status, response.headers.get('retry-after')], [429, '7']);
  });
});
