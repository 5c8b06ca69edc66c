import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it, mock } from 'node:test';
import { fetchGrant } from '../../src/client/ask-grant.ts';
import { reportUnreachable } from '../../src/client/report-unreachable.ts';
import { fetchPlayback } from '../../src/client/ask-playback.ts';
import type { RequestEnvironment } from '../../src/client/request.ts';
import { VhError } from '../../src/core/errors/vh-error.ts';
import { until } from '../support/until.ts';

const PAGE = 'https://page.test';
const file = { name: 'clip.mp4', size: 3, type: 'video/mp4' };

function environmentOf(answer: () => Promise<Response>): RequestEnvironment {
  return { fetch: answer, sleep: () => Promise.resolve(), random: () => 0 };
}
const blocked = environmentOf(() => Promise.reject(new TypeError('Failed to fetch')));
const refusing = environmentOf(() => {
  const body = JSON.stringify({ type: 'vh-elements/origin-refused', title: 'No', status: 403 });
  return Promise.resolve(
    new Response(body, { status: 403, headers: { 'content-type': 'application/problem+json' } }),
  );
});

describe("the author's line on the console", () => {
  let lines: string[];
  let isOnline: boolean;
  beforeEach(() => {
    lines = [];
    isOnline = true;
    // The further request: the server answers, and only its answer is kept from scripts.
    mock.method(globalThis, 'fetch', () => Promise.resolve(new Response()));
    mock.method(console, 'error', (line: string) => void lines.push(line));
    const define = (name: string, value: unknown) =>
      Object.defineProperty(globalThis, name, { value, configurable: true });
    define('location', new URL(`${PAGE}/shop?token=1`));
    define('document', new EventTarget());
    define('navigator', {
      get onLine() {
        return isOnline;
      },
    });
  });
  afterEach(() => {
    mock.restoreAll();
    Reflect.deleteProperty(globalThis, 'location');
    Reflect.deleteProperty(globalThis, 'document');
    Reflect.deleteProperty(globalThis, 'navigator');
  });

  const ask = (backend: string, environment: RequestEnvironment) =>
    assert.rejects(fetchGrant(backend, { file }, { environment }));

  it('names the setting that lets the page in, once for each backend', async () => {
    await ask('https://one.test/vh', blocked);
    await until(() => lines.length > 0);
    await reportUnreachable('https://one.test/vh', new VhError('network', ''));
    assert.equal(lines.length, 1);
    assert.match(
      lines[0] ?? '',
      /^vh-elements: network: .*https:\/\/one\.test answers, .*allowedOrigins: \['https:\/\/page\.test'\].*docs\/errors\.md#network in the package vh-elements$/,
    );
  });

  it('says the same when a playback is asked for', async () => {
    const about = { kind: 'video', id: 'vi1' } as const;
    await assert.rejects(fetchPlayback('https://three.test/vh', about, { environment: blocked }));
    await until(() => lines.length > 0);
    assert.match(lines.join(), /https:\/\/three\.test answers/);
  });

  it('names a refused origin, also behind a proxy', async () => {
    await ask('/vh', refusing);
    await until(() => lines.length > 0);
    assert.match(lines.join(), /refuses this page.*allowedOrigins: \['https:\/\/page\.test'\]/);
  });

  it('reports at the first failure, before the retries', async () => {
    const about = { kind: 'video', id: 'vi1' } as const;
    const waiting = { ...blocked, sleep: () => new Promise<void>(() => {}) };
    void fetchPlayback('https://four.test/vh', about, { environment: waiting });
    await until(() => lines.length > 0);
    assert.match(lines.join(), /https:\/\/four\.test answers/);
  });

  for (const [what, answer] of [
    ['says 404 in words of its own', () => new Response('Not found', { status: 404 })],
    ['takes no POST', () => new Response('', { status: 405 })],
    ['has its page for every address', () => new Response('<!doctype html>')],
  ] as const) {
    it(`names the address where no page backend answers: the site there ${what}`, async () => {
      const backend = `/no-${answer().status}-backend`;
      await ask(
        backend,
        environmentOf(() => Promise.resolve(answer())),
      );
      await until(() => lines.length > 0);
      assert.match(
        lines.join(),
        new RegExp(
          `^vh-elements: backend-misconfigured: No page backend answers at https://page\\.test${backend}: .*basePath`,
        ),
      );
    });
  }

  it('does not doubt a page backend that knows no such video, nor one without a route', async () => {
    const body = JSON.stringify({ type: 'vh-elements/not-found', title: 'No', status: 404 });
    const headers = { 'content-type': 'application/problem+json' };
    const unknown = environmentOf(() => Promise.resolve(new Response(body, { status: 404, headers })));
    const about = { kind: 'video', id: 'vi1' } as const;
    await assert.rejects(fetchPlayback('/vh', about, { environment: unknown }));
    const error = new VhError('not-found', '', { status: 404 });
    await reportUnreachable(`${PAGE}/vh/videos/vi1/status`, error);
    await reportUnreachable(
      `${PAGE}/vh/playback/videos/vi1`,
      new VhError('not-found', '', { status: 404, slug: 'x' }),
    );
    assert.deepEqual(lines, []);
  });

  it('does not say of a backend that keeps its answers from other pages that it is off', async () => {
    // By its Cross-Origin-Resource-Policy: for scripts, that is as if nothing had answered.
    mock.method(globalThis, 'fetch', () => Promise.reject(new TypeError('Failed to fetch')));
    await reportUnreachable('https://five.test/vh', new VhError('network', ''));
    assert.match(
      lines.join(),
      /no server answers there, or it lets this page read nothing\. .*allowedOrigins: \['https:\/\/page\.test'\]/,
    );
    lines = [];
    await reportUnreachable(`${PAGE}/own`, new VhError('network', ''));
    assert.match(lines.join(), /no server answers there\. See/);
  });

  it('reports nothing without a network, nor for a same-origin backend that answers', async () => {
    await reportUnreachable('https://page.test/vh', new VhError('network', ''));
    await reportUnreachable('https://two.test/vh', new VhError('not-found', ''));
    isOnline = false;
    await reportUnreachable('https://two.test/vh', new VhError('network', ''));
    assert.deepEqual(lines, []);
  });
});
