import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it, mock } from 'node:test';
import { createBackend, type BackendOptions } from '../../src/backend/index.ts';
import { fetchGrant } from '../../src/client/ask-grant.ts';
import { fetchPlayback } from '../../src/client/ask-playback.ts';
import type { RequestEnvironment } from '../../src/client/request.ts';
import { isVhError, type VhError } from '../../src/core/errors/vh-error.ts';
import { KEY, SandboxUnderTest } from '../support/sandbox/sandbox.ts';

const SITE = 'https://site.test';
const file = { name: 'clip.mp4', size: 3, type: 'video/mp4' };

// A fault that only its operator can end: no visitor waits for it, and no page asks again.
describe('a page backend that is not set up', () => {
  let sandbox: SandboxUnderTest;
  beforeEach(async () => {
    mock.method(console, 'error', () => {});
    sandbox = await SandboxUnderTest.start();
  });
  afterEach(async () => {
    mock.restoreAll();
    await sandbox.end();
  });

  /** How a page's requests end, and how many there were. */
  async function failures(options: Partial<BackendOptions>, address = `${SITE}/vh`) {
    const backend = createBackend({
      baseUrl: sandbox.url,
      apiKey: KEY,
      basePath: '/vh',
      authorize: () => true,
      ...options,
    });
    let asked = 0;
    const environment: RequestEnvironment = {
      fetch: async (url, init) => {
        asked++;
        const headers = new Headers(init.headers);
        headers.set('origin', SITE);
        return backend(new Request(url, { method: init.method ?? 'GET', headers, body: init.body ?? null }));
      },
      sleep: () => Promise.resolve(),
      random: () => 0,
    };
    const errors: VhError[] = [];
    const note = (error: unknown) => {
      assert.ok(isVhError(error), String(error));
      errors.push(error);
    };
    // Twice: the second answer comes from what the backend remembers of the first.
    for (let times = 0; times < 2; times++) {
      await fetchGrant(address, { file }, { environment }).catch(note);
      await fetchPlayback(address, { kind: 'video', id: 'vi1' }, { environment }).catch(note);
    }
    return { asked, errors };
  }

  for (const [fault, options] of [
    ['without the address of the service', { baseUrl: undefined }],
    ['without a key', { apiKey: '' }],
    ['with a placeholder as its key', { apiKey: 'YOUR_API_KEY' }],
    ['with a key that the service refuses', { apiKey: 'a-wrong-key' }],
  ] as const) {
    it(`is asked once, and its page says where to look: ${fault}`, async () => {
      const { asked, errors } = await failures(options);
      const grants = errors.filter(({ message }) => message.includes('grant'));
      assert.equal(grants.length, 2);
      for (const { code, message } of grants) {
        assert.equal(code, 'backend-misconfigured');
        assert.match(message, /Your server's log says/);
        assert.ok(!message.includes('wrong-key'));
      }
      assert.equal(asked, 4);
    });
  }

  it('is said for an address at which there is no backend, too', async () => {
    const { asked, errors } = await failures({}, `${SITE}/video`);
    assert.equal(asked, 4);
    assert.deepEqual(
      errors.map(({ code }) => code),
      ['backend-misconfigured', 'not-found', 'backend-misconfigured', 'not-found'],
    );
  });

  it('is said of a playback where another part of the site answers, and not that its video is missing', async () => {
    for (const status of [404, 405]) {
      const fetch = () => Promise.resolve(new Response('<h1>Not here</h1>', { status }));
      const environment = { fetch, sleep: () => Promise.resolve(), random: () => 0 };
      const asked = fetchPlayback(`${SITE}/api`, { kind: 'video', id: 'vi1' }, { environment });
      await assert.rejects(asked, { code: 'backend-misconfigured', status });
    }
  });

  it('is not said for a video that the backend does not know', async () => {
    const { errors } = await failures({});
    assert.deepEqual(
      errors.map(({ code }) => code),
      ['not-found', 'not-found'],
    );
  });
});
