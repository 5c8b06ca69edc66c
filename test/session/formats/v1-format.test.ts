import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  plainReferrer,
  readSessionId,
  v1Address,
  v1Metadata,
} from '../../../src/session/formats/v1-format.ts';

describe('plainReferrer', () => {
  it('keeps the origin and the path, and nothing that may tell more', () => {
    assert.equal(
      plainReferrer('https://u:p@site.example:8443/a/b?token=1#c'),
      'https://site.example:8443/a/b',
    );
    assert.equal(plainReferrer('http://site.example'), 'http://site.example/');
  });

  it('is empty for anything that is not a page of the web', () => {
    for (const odd of [
      '',
      'about:client',
      'javascript:alert(1)',
      'data:text/html,x',
      'android-app://x',
      '//x',
      'x',
    ]) {
      assert.equal(plainReferrer(odd), '', odd);
    }
  });

  it('is bounded', () => {
    assert.ok(plainReferrer(`https://site.example/${'a'.repeat(10_000)}`).length <= 1024);
  });
});

describe('v1Address', () => {
  it('knows the two addresses, with or without a slash at the end of the base', () => {
    assert.equal(v1Address('https://h.example/collector', 'video'), 'https://h.example/collector/vod');
    assert.equal(v1Address('/collector//', 'live-stream'), '/collector/live');
  });
});

describe('v1Metadata', () => {
  it('keeps every pair apart, hostile names included', () => {
    const metadata = JSON.parse('{"__proto__":"x","constructor":"y","user":"z"}') as Record<string, string>;
    assert.equal(
      JSON.stringify(v1Metadata(metadata)),
      '[{"__proto__":"x"},{"constructor":"y"},{"user":"z"}]',
    );
  });

  it('stops below its bound', () => {
    const pairs = v1Metadata({ a: 'x'.repeat(8000), b: 'y'.repeat(8000), c: 'z' });
    assert.deepEqual(
      pairs.map((pair) => Object.keys(pair)[0]),
      ['a'],
    );
  });
});

describe('readSessionId', () => {
  it('takes a string and nothing else', () => {
    assert.equal(readSessionId('{"session":"ps1"}'), 'ps1');
    for (const odd of [
      '',
      '7',
      '"ps1"',
      '{"session":{}}',
      '{"session":null}',
      '{"sess',
      '[{"session":"ps1"}]',
    ]) {
      assert.equal(readSessionId(odd), undefined, odd);
    }
  });
});
