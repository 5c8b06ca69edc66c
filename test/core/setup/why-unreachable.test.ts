import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it, mock } from 'node:test';
import { whyUnreachable } from '../../../src/core/setup/why-unreachable.ts';

/** A page at `address`, whose `document` may report a violation of its policy. */
function openPage(address: string): void {
  const page = { location: new URL(address), document: new EventTarget(), navigator: { onLine: true } };
  for (const [name, value] of Object.entries(page))
    Object.defineProperty(globalThis, name, { value, configurable: true });
}

/** The answer to the further request. */
function answerWith(answer: () => Promise<Response>) {
  return mock.method(globalThis, 'fetch', answer);
}

const unreachable = () => Promise.reject(new TypeError('Failed to fetch'));

describe('why a page cannot reach an address', () => {
  beforeEach(() => openPage('https://www.example.org/shop'));
  afterEach(() => {
    mock.restoreAll();
    for (const name of ['location', 'document', 'navigator']) Reflect.deleteProperty(globalThis, name);
  });

  it('is the policy, where the browser reports a violation', async () => {
    answerWith(() => {
      // A browser reports after the request has failed.
      queueMicrotask(() =>
        document.dispatchEvent(
          Object.assign(new Event('securitypolicyviolation'), {
            blockedURI: 'https://api.example.org/vh/grants',
            disposition: 'enforce',
          }),
        ),
      );
      return unreachable();
    });
    assert.equal(await whyUnreachable('https://api.example.org/vh/grants'), 'policy');
  });

  it('is CORS, where the server answers a request whose answer no script reads', async () => {
    const { mock: fetched } = answerWith(() => Promise.resolve(new Response()));
    assert.equal(await whyUnreachable('https://api.example.org/vh/grants'), 'cors');
    assert.equal(fetched.callCount(), 1);
  });

  it('is a server that is off, where nothing answers', async () => {
    answerWith(unreachable);
    assert.equal(await whyUnreachable('https://api.example.org/vh/grants'), 'no-server');
    assert.equal(await whyUnreachable('/vh/grants'), 'no-server');
  });

  it('is mixed content, without a request', async () => {
    const { mock: fetched } = answerWith(unreachable);
    assert.equal(await whyUnreachable('http://api.example.org/vh/grants'), 'mixed-content');
    assert.equal(fetched.callCount(), 0);
    // Browsers allow a server on the same machine.
    assert.equal(await whyUnreachable('http://localhost:3000/vh/grants'), 'no-server');
  });

  it("is unknown without a network, and when the page's origin answers", async () => {
    answerWith(() => Promise.resolve(new Response()));
    assert.equal(await whyUnreachable('/vh/grants'), undefined);
    Object.defineProperty(globalThis, 'navigator', { value: { onLine: false }, configurable: true });
    assert.equal(await whyUnreachable('https://api.example.org/vh/grants'), undefined);
  });
});
