import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import {
  inspectRequest,
  type RequestEntry,
} from '../../../../src/elements/player/inspector/inspected-request.ts';

const places = {
  media: ['https://media.test'],
  collectors: ['https://collect.test/session'],
  viewingId: 'viewing-1',
};
const entry = (name: string, more: Partial<RequestEntry> = {}): RequestEntry => ({
  ...{ name, startTime: 10, duration: 5, transferSize: 1300, encodedBodySize: 1000, responseStatus: 200 },
  ...more,
});
const of = (name: string, more?: Partial<RequestEntry>) => inspectRequest(entry(name, more), places);

describe('a request in the inspector', () => {
  it('has a kind by its file', () => {
    const kinds = ['a.m3u8', '1.m4s', '1.TS', 'en.vtt', 'poster.webp', 'one.key'].map(
      (name) => of(`https://media.test/film/${name}`)?.kind,
    );
    assert.deepEqual(kinds, ['playlist', 'segment', 'segment', 'captions', 'picture', 'key']);
    assert.equal(of('https://collect.test/session?x=1')?.kind, 'events');
  });

  it("is none that is the page's, or another viewing's", () => {
    assert.equal(of('https://site.test/film/1.m4s'), undefined);
    assert.equal(of('https://media.test/app.js'), undefined);
    assert.equal(of('no address'), undefined);
    assert.equal(of('https://media.test/1.m4s?CMCD=sid%3D%22viewing-2%22'), undefined);
  });

  it('says its CMCD, size and status, where they are known', () => {
    assert.deepEqual(of('https://media.test/vod/720p/1.m4s?CMCD=bl%3D100%2Csid%3D%22viewing-1%22'), {
      ...{ kind: 'segment', name: '720p/1.m4s', at: 10, took: 5, bytes: 1000, status: 200 },
      cmcd: 'bl=100,sid="viewing-1"',
    });
    const hidden = of('https://media.test/1.m4s', { transferSize: 0, encodedBodySize: 0, responseStatus: 0 });
    assert.deepEqual([hidden?.bytes, hidden?.status], [undefined, undefined]);
  });

  it('never shows a query, or a part of a path that lets a stranger in', () => {
    const word = fc.stringMatching(/^[a-zA-Z0-9]{8,60}$/);
    const folder = fc.constantFrom('token', 'session', 'private', 'signature', 'Token');
    fc.assert(
      fc.property(word, folder, (secret, name) => {
        for (const url of [
          `https://media.test/vod/vi1/${name}/${secret}/main.m3u8?sig=${secret}`,
          `https://media.test/vod/vi1/${name}/${secret}/hls/main.m3u8#${secret}`,
          `https://media.test/vod/${name}/${secret}.m3u8`,
          `https://media.test/vod/main.m3u8?token=${secret}`,
        ]) {
          assert.ok(!JSON.stringify(of(url)).includes(secret), `${url}: ${JSON.stringify(of(url))}`);
        }
      }),
    );
  });
});
