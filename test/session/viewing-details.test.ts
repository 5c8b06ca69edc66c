import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readMetadata, readReferrer } from '../../src/session/viewing-details.ts';

describe('readReferrer', () => {
  it('keeps the origin, and nothing that may reveal more', () => {
    assert.equal(readReferrer('https://u:p@site.example:8443/a/b?token=1#c'), 'https://site.example:8443');
    assert.equal(readReferrer('http://site.example'), 'http://site.example');
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
      assert.equal(readReferrer(odd), '', odd);
    }
  });
});

describe('readMetadata', () => {
  it('keeps every pair, hostile names included, and none that is no text or number', () => {
    const metadata = JSON.parse('{"__proto__":"x","constructor":"y","user":7,"no":{}}') as object;
    assert.equal(
      JSON.stringify(readMetadata({ ...metadata })),
      '{"__proto__":"x","constructor":"y","user":"7"}',
    );
  });

  it('stops below its bound', () => {
    const kept = readMetadata({ a: 'x'.repeat(8000), b: 'y'.repeat(8000), c: 'z' });
    assert.deepEqual(Object.keys(kept), ['a']);
  });
});
