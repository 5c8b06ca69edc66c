import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { inRepository } from '../support/repository.ts';

describe('the README', () => {
  const text = readFileSync(inRepository('README.md'), 'utf8');
  const start = text.slice(0, text.indexOf('\n## '));

  it('says in its first lines which service it is, where that is, and what needs no key', () => {
    assert.match(start, /API of \[api\.video\]/);
    assert.match(start, /https:\/\/ws\.api\.video/);
    assert.match(start, /API key comes from/);
    assert.match(start, /sandbox[\s\S]*needs neither\s+account\s+nor\s+key/);
  });

  it("names the address that the service's own client has", () => {
    const [, address = ''] = /`(https:\/\/[\w.]+)`/.exec(start) ?? [];
    const client = readFileSync(inRepository('node_modules/@api.video/nodejs-client/lib/index.js'), 'utf8');
    assert.ok(client.includes(`'${address}'`) || client.includes(`"${address}"`), address);
  });
});
