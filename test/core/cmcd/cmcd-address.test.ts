import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fromCmcdQuery } from '@svta/cml-cmcd';
import { withCmcd, withoutCmcd } from '../../../src/core/cmcd/encode-cmcd.ts';

const CMCD = 'br=(1200;v),nor=("a&b#c.m4s"),sid="0198",v=2';

/** As a page or a playlist may write them; the signature covers the part before ours. */
const addresses = [
  'https://m.example/a.m3u8',
  'https://m.example/a.m3u8?token=a%2Fb+c&Signature=x~y==',
  'https://m.example/a.m3u8?',
  'https://m.example/a.m3u8?token=1&',
  'https://m.example/a.m3u8?token=1#t=10',
  'a b.m3u8',
];

describe('An address with CMCD', () => {
  it('keeps all that was there as it was written, and ends with CMCD that can be read', () => {
    for (const url of addresses) {
      const sent = withCmcd(url, CMCD);
      const [before = '', hash] = url.split('#');
      assert.ok(sent.startsWith(before), sent);
      assert.ok(hash === undefined || sent.endsWith(`#${hash}`), sent);
      const { search } = new URL(sent, 'https://m.example');
      const { sid, nor } = fromCmcdQuery(search) as Record<string, unknown>;
      assert.deepEqual([sid, nor], ['0198', ['a&b#c.m4s']]);
    }
  });

  it('is the same address without it, whatever a server puts after it', () => {
    for (const url of addresses.filter((one) => !/[?&]$/.test(one)))
      assert.equal(withoutCmcd(withCmcd(url, CMCD)), url);
    assert.equal(withoutCmcd('https://m.example/a?CMCD=v%3D2&x=1'), 'https://m.example/a?x=1');
    assert.equal(withoutCmcd('https://m.example/a?y=2&CMCD=v%3D2&x=1#z'), 'https://m.example/a?y=2&x=1#z');
    assert.equal(withoutCmcd('https://m.example/a?NOTCMCD=1'), 'https://m.example/a?NOTCMCD=1');
  });
});
