import assert from 'node:assert/strict';
import { describe, it, mock } from 'node:test';
import { ClaimSigner } from '../../../src/backend/crypto/claim-signer.ts';
import type { AuthorizeRequest, BackendOptions } from '../../../src/backend/index.ts';
import { isVhError } from '../../../src/core/errors/vh-error.ts';
import { backendFor, bodyOf, FILE, grantRequest, withNewVideos } from '../../support/backend/ask-grant.ts';
import { FakeService } from '../../support/backend/fake-service.ts';

const subject = (request: Request) => request.headers.get('x-user');
const ann = { 'x-user': 'ann' };

/** A backend, and what it granted to Ann. */
async function granted(options: Partial<BackendOptions> = {}) {
  const service = withNewVideos(new FakeService());
  const backend = backendFor(service, { subject, ...options });
  const { claim, videoId } = await bodyOf(await backend(grantRequest({}, ann)));
  return { service, backend, refresh: { action: 'refresh', claim, videoId } };
}

describe('a grant for a video that has one', () => {
  it('is renewed for its owner: a fresh token, no second video', async () => {
    const { service, backend, refresh } = await granted();
    const response = await backend(grantRequest(refresh, ann));
    assert.equal(response.status, 201);
    const { token, videoId, claim } = await bodyOf(response);
    assert.deepEqual([token, videoId], ['to2', 'vi1']);
    assert.equal(service.count('POST /videos'), 1);
    assert.equal((await backend(grantRequest({ ...refresh, claim }, ann))).status, 201);
  });

  it('is decided on by what the page says of the file, as it was at first', async () => {
    const asked: AuthorizeRequest[] = [];
    const { backend, refresh } = await granted({
      authorize: (_request, question) => {
        asked.push(question);
        return (
          question.action === 'upload' || (question.action === 'refresh' && question.metadata !== undefined)
        );
      },
    });
    const metadata = { course: 'biology' };
    assert.equal((await backend(grantRequest({ ...refresh, metadata }, ann))).status, 201);
    assert.deepEqual(asked.at(-1), { action: 'refresh', file: FILE, metadata, videoId: 'vi1' });
    assert.equal((await backend(grantRequest(refresh, ann))).status, 403);
  });

  it('is renewed by any server of the site', async () => {
    const { service, refresh } = await granted();
    const other = backendFor(service, { subject });
    assert.equal((await other(grantRequest(refresh, ann))).status, 201);
  });

  const others: [
    string,
    (refresh: Record<string, unknown>) => Record<string, unknown>,
    Record<string, string>,
  ][] = [
    ['another visitor', (refresh) => refresh, { 'x-user': 'bob' }],
    ['a visitor without a name', (refresh) => refresh, {}],
    ['another video', (refresh) => ({ ...refresh, videoId: 'vi2' }), ann],
    ['no claim', (refresh) => ({ ...refresh, claim: undefined }), ann],
    ['an invented claim', (refresh) => ({ ...refresh, claim: `9999999999.${'A'.repeat(43)}` }), ann],
    [
      'no more than a date',
      (refresh) => ({ ...refresh, claim: String(refresh['claim']).split('.')[0] }),
      ann,
    ],
    ['a later date', (refresh) => ({ ...refresh, claim: `9${String(refresh['claim'])}` }), ann],
    [
      'a beginning instead of a refresh',
      (refresh) => ({ ...refresh, claim: undefined, action: 'upload' }),
      ann,
    ],
  ];
  for (const [what, change, headers] of others) {
    it(`is not renewed for ${what}, though the site says yes to everything`, async () => {
      const { service, backend, refresh } = await granted();
      const before = service.seen.length;
      const response = await backend(grantRequest(change(refresh), headers));
      assert.equal(response.status, 403);
      assert.equal((await bodyOf(response))['type'], 'vh-elements/grant-unproven');
      assert.equal(service.seen.length, before);
    });
  }

  it('is not renewed when the site says no, whatever the claim', async () => {
    const asked: AuthorizeRequest[] = [];
    const authorize: BackendOptions['authorize'] = (_request, question) => {
      asked.push(question);
      return question.action === 'upload';
    };
    const { backend, refresh } = await granted({ authorize });
    assert.equal((await backend(grantRequest(refresh, ann))).status, 403);
    assert.deepEqual(asked, [
      { action: 'upload', file: FILE },
      { action: 'refresh', file: FILE, videoId: 'vi1' },
    ]);
  });

  it('is given without a claim when the site itself names the video', async () => {
    const service = withNewVideos(new FakeService());
    const backend = backendFor(service, { authorize: () => ({ videoId: 'vi3' }) });
    const refresh = { action: 'refresh', videoId: 'vi3' };
    assert.equal((await bodyOf(await backend(grantRequest(refresh))))['videoId'], 'vi3');
    assert.equal((await backend(grantRequest({ ...refresh, videoId: 'vi2' }))).status, 403);
    assert.equal(service.count('POST /videos'), 0);
  });

  it('is for the video that the site names, where the page names none', async () => {
    const service = withNewVideos(new FakeService());
    const backend = backendFor(service, { authorize: () => ({ videoId: 'vi3' }) });
    assert.equal((await bodyOf(await backend(grantRequest())))['videoId'], 'vi3');
    assert.equal(service.count('POST /videos'), 0);
  });

  it('is 404 for a video that is gone, and leaves no token behind', async () => {
    const { service, backend, refresh } = await granted();
    service.on('GET /videos/vi1', () => new Response('{}', { status: 404 }));
    service.on('DELETE /upload-tokens/to2', () => new Response(null, { status: 204 }));
    assert.equal((await backend(grantRequest(refresh, ann))).status, 404);
    assert.equal(service.count('DELETE /upload-tokens/to2'), 1);
  });
});

const FORGED = `9999999999.${'A'.repeat(43)}`;

describe('ClaimSigner', () => {
  const DAY = 86_400_000;

  it('proves for a week', async () => {
    let now = 0;
    const seal = new ClaimSigner(
      () => Promise.resolve('secret'),
      () => now,
    );
    const claim = await seal.seal('vi1', 'ann');
    now = 6 * DAY;
    assert.equal(await seal.proves(claim, 'vi1', 'ann'), true);
    now = 8 * DAY;
    assert.equal(await seal.proves(claim, 'vi1', 'ann'), false);
  });

  it('reveals neither the video, nor the subject, nor the secret', async () => {
    const seal = new ClaimSigner(() => Promise.resolve('canary-secret'));
    assert.match(await seal.seal('vi-canary', 'ann-canary'), /^\d+\.[\w-]{43}$/);
  });

  it('takes a claim that was made with the secret before, and one that another server made with the next', async () => {
    let now = 0;
    let secret = 'old';
    const here = new ClaimSigner(
      () => Promise.resolve(secret),
      () => now,
    );
    const before = await here.seal('vi1', 'ann');
    secret = 'new';
    now += DAY;
    const there = new ClaimSigner(
      () => Promise.resolve('new'),
      () => now,
    );
    assert.equal(await here.proves(await there.seal('vi1', 'ann'), 'vi1', 'ann'), true);
    assert.equal(await here.proves(before, 'vi1', 'ann'), true);
  });

  it('does not ask for its secret with every forged claim', async () => {
    let asked = 0;
    const seal = new ClaimSigner(
      () => Promise.resolve(`secret ${String(asked++)}`),
      () => 0,
    );
    for (let times = 0; times < 100; times++) await seal.proves(FORGED, 'vi1', 'ann');
    assert.ok(asked <= 2, String(asked));
  });

  /** A server whose secret can be changed and withheld, and claims of other servers. */
  const rotating = () => {
    const state = { now: 0, secret: 'old', asked: 0, isDown: false };
    const now = () => state.now;
    const read = async () => {
      state.asked++;
      await Promise.resolve();
      if (state.isDown) throw new Error('vault sealed');
      return state.secret;
    };
    const claimUnder = (secret: string) =>
      new ClaimSigner(() => Promise.resolve(secret), now).seal('vi1', 'ann');
    return { state, seal: new ClaimSigner(read, now), claimUnder };
  };

  it('takes claims of the old secret after many of the new one came at once', async () => {
    const { state, seal, claimUnder } = rotating();
    const old = await seal.seal('vi1', 'ann');
    state.secret = 'new';
    state.now += DAY;
    const claim = await claimUnder('new');
    const proven = await Promise.all(Array.from({ length: 20 }, () => seal.proves(claim, 'vi1', 'ann')));
    assert.ok(proven.every(Boolean));
    assert.equal(state.asked, 2);
    assert.equal(await seal.proves(old, 'vi1', 'ann'), true);
  });

  it('takes both while servers disagree about which secret is the present one', async () => {
    const { state, seal, claimUnder } = rotating();
    const [old, next] = [await claimUnder('old'), await claimUnder('new')];
    for (const secret of ['old', 'new', 'old', 'new']) {
      state.secret = secret;
      state.now += 3_600_000;
      await seal.proves(FORGED, 'vi1', 'ann');
      if (secret === 'new') assert.equal(await seal.proves(next, 'vi1', 'ann'), true);
      assert.equal(await seal.proves(old, 'vi1', 'ann'), true);
    }
  });

  it('signs with the present secret before it has seen a claim of it', async () => {
    const { state, seal, claimUnder } = rotating();
    await seal.seal('vi1', 'ann');
    state.secret = 'new';
    state.now += 3_600_000;
    assert.equal(await seal.seal('vi1', 'ann'), await claimUnder('new'));
  });

  for (const known of [true, false]) {
    it(`runs a secret function that fails a few times, ${known ? 'with' : 'without'} a known secret`, async () => {
      const { state, seal, claimUnder } = rotating();
      const old = await claimUnder('old');
      if (known) await seal.seal('vi1', 'ann');
      state.isDown = true;
      state.now += DAY;
      const before = state.asked;
      const forge = () => assert.rejects(seal.proves(FORGED, 'vi1', 'ann'));
      await Promise.all(Array.from({ length: 50 }, forge));
      for (let times = 0; times < 50; times++) await forge();
      assert.ok(state.asked - before <= 2, String(state.asked - before));
      // A proof by a known secret needs no function.
      if (known) assert.equal(await seal.proves(old, 'vi1', 'ann'), true);
      if (known) assert.match(await seal.seal('vi1', 'ann'), /^\d+\./);
      state.isDown = false;
      state.now += 60_000;
      assert.equal(await seal.proves(FORGED, 'vi1', 'ann'), false);
    });
  }

  it('asks visitors to retry, and refuses none, while it cannot verify', async () => {
    let isDown = false;
    const { backend, refresh } = await granted({
      claimSecret: () => (isDown ? Promise.reject(new Error('vault sealed')) : 'secret'),
    });
    const other = await granted({ claimSecret: 'another' });
    isDown = true;
    const forged = { ...refresh, claim: other.refresh.claim };
    const later = performance.now() + 120_000;
    mock.method(performance, 'now', () => later);
    try {
      const statuses = [];
      for (let times = 0; times < 4; times++)
        statuses.push((await backend(grantRequest(forged, ann))).status);
      assert.deepEqual(statuses, [500, 500, 502, 502]);
      assert.equal((await backend(grantRequest(refresh, ann))).status, 201);
    } finally {
      mock.restoreAll();
    }
  });

  for (const secret of ['', undefined, 7]) {
    it(`takes no ${typeof secret === 'string' ? 'empty text' : String(secret)} for a secret`, async () => {
      const seal = new ClaimSigner(() => Promise.resolve(secret as string));
      await assert.rejects(seal.seal('vi1', 'ann'), (error) => isVhError(error, 'invalid-use'));
    });
  }
});
