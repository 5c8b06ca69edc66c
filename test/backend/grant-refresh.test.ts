import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ClaimSeal } from '../../src/backend/claim-seal.ts';
import type { AuthorizeRequest, BackendOptions } from '../../src/backend/index.ts';
import { backendFor, bodyOf, FILE, grantRequest, withNewVideos } from '../support/backend/ask-grant.ts';
import { FakeService } from '../support/fake-service.ts';

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
  it('is renewed for whoever got it: a fresh token, no second video', async () => {
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

describe('ClaimSeal', () => {
  const DAY = 86_400_000;

  it('proves for a week', async () => {
    let now = 0;
    const seal = new ClaimSeal(
      () => Promise.resolve('secret'),
      () => now,
    );
    const claim = await seal.seal('vi1', 'ann');
    now = 6 * DAY;
    assert.equal(await seal.proves(claim, 'vi1', 'ann'), true);
    now = 8 * DAY;
    assert.equal(await seal.proves(claim, 'vi1', 'ann'), false);
  });

  it('tells neither the video, nor the subject, nor the secret', async () => {
    const seal = new ClaimSeal(() => Promise.resolve('canary-secret'));
    assert.match(await seal.seal('vi-canary', 'ann-canary'), /^\d+\.[\w-]{43}$/);
  });

  it('takes a claim that was made with the secret before, and one that another server made with the next', async () => {
    let now = 0;
    let secret = 'old';
    const here = new ClaimSeal(
      () => Promise.resolve(secret),
      () => now,
    );
    const before = await here.seal('vi1', 'ann');
    secret = 'new';
    now += DAY;
    const there = new ClaimSeal(
      () => Promise.resolve('new'),
      () => now,
    );
    assert.equal(await here.proves(await there.seal('vi1', 'ann'), 'vi1', 'ann'), true);
    assert.equal(await here.proves(before, 'vi1', 'ann'), true);
  });

  it('does not ask for its secret with every forged claim', async () => {
    let asked = 0;
    const seal = new ClaimSeal(
      () => Promise.resolve(`secret ${String(asked++)}`),
      () => 0,
    );
    for (let times = 0; times < 100; times++) await seal.proves(`9999999999.${'A'.repeat(43)}`, 'vi1', 'ann');
    assert.ok(asked <= 2, String(asked));
  });
});
