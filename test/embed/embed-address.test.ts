import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readEmbedOptions, withoutAccess } from '../../src/embed/embed-address.ts';
import { rollDice } from '../support/seeded.ts';

const HOST = 'https://site.example';
const read = (rest: string) => readEmbedOptions(`http://127.0.0.1/embed/vod/vi1${rest}`);

describe('the address of an embed page', () => {
  it('is read as the SDK writes it: empty segments, nothing encoded, parts in any order', () => {
    const options = read(
      `?id=vi1&autoplay=true&&metadata[user]=a b&iframeUrl=http://h/\${type}?x&token=t1&avh=s1&&ts=1` +
        `#hide-title;hotkeys:false;api;sdkOrigin:${btoa(HOST)};sdkPlayerId:3;t=5,01:05`,
    );
    assert.ok(options);
    const { kind, id, page, autoplay, muted, hideTitle, hotkeys, start, end, access, host } = options;
    assert.deepEqual(
      { kind, id, page, autoplay, muted, hideTitle, hotkeys, start, end, access, host },
      {
        kind: 'video',
        id: 'vi1',
        page: 'http://127.0.0.1/embed/vod/vi1',
        autoplay: true,
        muted: false,
        hideTitle: true,
        hotkeys: false,
        start: 5,
        end: 65,
        access: { token: 't1', avh: 's1' },
        host: { origin: HOST, sdkPlayerId: 3 },
      },
    );
  });

  it('may ask in the fragment or in the query', () => {
    assert.equal(read('#loop')?.loop, true);
    assert.equal(read('?loop=true')?.loop, true);
    assert.equal(read('?loop=false')?.loop, false);
    assert.equal(read('#hide-controls;chromeless')?.hideControls, true);
    assert.equal(read('#t=1:02:03')?.start, 3723);
    assert.deepEqual([read('#t=,20')?.start, read('#t=,20')?.end], [undefined, 20]);
    assert.equal(read('#t=soon')?.start, undefined);
    assert.equal(readEmbedOptions('http://127.0.0.1/embed/live/li1')?.kind, 'live-stream');
    assert.equal(readEmbedOptions('https://site.example/vh/embed/videos/vi1?controls=0')?.hideControls, true);
    assert.equal(readEmbedOptions('http://127.0.0.1/embed/vod/..%2f1'), undefined);
  });

  it('names a host by its exact origin or not at all', () => {
    const hostOf = (origin: string) => read(`#api;sdkPlayerId:1;sdkOrigin:${btoa(origin)}`)?.host;
    assert.deepEqual(hostOf('http://localhost:8000'), { origin: 'http://localhost:8000', sdkPlayerId: 1 });
    for (const origin of ['*', 'null', '/', 'javascript:0', `${HOST}/path`, `${HOST}:443`]) {
      assert.equal(hostOf(origin), undefined, origin);
    }
    assert.equal(read(`#sdkPlayerId:1;sdkOrigin:${btoa(HOST)}`)?.host, undefined);
    assert.equal(read('#api;sdkPlayerId:1;sdkOrigin:%%%')?.host, undefined);
  });

  it('takes what a page backend offers: start, captions, consent, a signature', () => {
    const address =
      'https://site.example/vh/embed/live-streams/li1?start=90&end=1:40&captions=pt-BR&consent=1';
    const options = readEmbedOptions(`${address}&expires=1900000000&signature=Ab_-9`);
    assert.ok(options);
    const { kind, start, end, captions, consent, access } = options;
    assert.deepEqual(
      { kind, start, end, captions, consent, access },
      {
        ...{ kind: 'live-stream', start: 90, end: 100, captions: 'pt-BR', consent: true },
        access: { signature: 'Ab_-9', expires: '1900000000' },
      },
    );
    assert.equal(read('?captions=javascript:0')?.captions, undefined);
    assert.equal(read('?showSubtitles=true')?.captions, true);
    // What a content management system adds to the addresses of strangers.
    assert.equal(read('?start=5#?secret=AbC')?.start, 5);
  });

  it('loses what opens something private, and nothing else', () => {
    const address = 'https://site.example/embed/vod/vi1?token=a&autoplay=1&avh=b&signature=c&expires=1#loop';
    assert.equal(withoutAccess(address), 'https://site.example/embed/vod/vi1?autoplay=1#loop');
  });

  it('makes no mistake of any text', () => {
    const { seed, pick } = rollDice();
    const parts = [
      't',
      '=',
      ',',
      ':',
      '&',
      ';',
      '#',
      '%',
      '%00',
      '1e999',
      '-1',
      'start',
      'captions',
      'api',
      'NaN',
      '"',
      '<',
    ];
    const flags = ['autoplay', 'muted', 'loop', 'hideControls', 'chromeless', 'consent', 'hotkeys'] as const;
    for (let turn = 0; turn < 2_000; turn++) {
      const rest = Array.from({ length: 12 }, () => pick(parts)).join('');
      const options = read(`?${rest}`);
      assert.ok(options, rest);
      for (const time of [options.start, options.end])
        assert.ok(time === undefined || (time >= 0 && time < 1e8), `seed ${String(seed)}: ${rest}`);
      for (const flag of flags) assert.equal(typeof options[flag], 'boolean', rest);
      assert.equal(options.host, undefined, rest);
    }
  });
});
