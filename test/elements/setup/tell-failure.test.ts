import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it, mock } from 'node:test';
import { VhError } from '../../../src/core/errors/vh-error.ts';
import { reportFailure } from '../../../src/elements/setup/reports.ts';

describe("the author's line about media that do not load", () => {
  let lines: string[];
  beforeEach(() => {
    lines = [];
    mock.method(console, 'error', (line: string) => void lines.push(line));
    mock.method(globalThis, 'fetch', () => Promise.reject(new TypeError('Failed to fetch')));
    const define = (name: string, value: unknown) =>
      Object.defineProperty(globalThis, name, { value, configurable: true });
    define('location', new URL('https://page.test/'));
    define('document', new EventTarget());
    define('navigator', { onLine: true });
  });
  afterEach(() => {
    mock.restoreAll();
    for (const name of ['location', 'document', 'navigator']) Reflect.deleteProperty(globalThis, name);
  });

  const report = (address: string) => reportFailure(new VhError('media-network', ''), address);

  for (const [address, scheme] of [
    ['C:\\films\\holiday.mp4', 'c:'],
    ['file:///home/me/holiday.mp4', 'file:'],
    ['rtmp://live.test/stream', 'rtmp:'],
  ] as const) {
    it(`says of ${address} that no page loads it`, async () => {
      await report(address);
      assert.equal(lines.length, 1);
      assert.match(
        lines.join(),
        new RegExp(`media-network: Browsers load no media from "${scheme}" addresses`),
      );
    });
  }

  it('names the server of an address that is one', async () => {
    await report('https://media.test/film.mp4');
    assert.match(lines.join(), /The media at https:\/\/media\.test could not be reached: no server answers/);
  });
});
