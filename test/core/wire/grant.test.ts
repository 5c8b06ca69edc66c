import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseGrant } from '../../../src/core/wire/grant.ts';
import { isVhError } from '../../../src/core/errors/vh-error.ts';

const CANARY = 'toCANARYcanaryCANARYcanary';
const least = { url: 'https://host.example/upload', token: CANARY };

/** Returns the fault of a grant, and that the message does not give it away. */
function refusal(value: unknown): string {
  try {
    parseGrant(value);
  } catch (error) {
    assert.ok(isVhError(error, 'unexpected-answer'), String(error));
    assert.ok(!error.message.includes(CANARY));
    return error.message;
  }
  return assert.fail(`was taken: ${JSON.stringify(value)}`);
}

describe('parseGrant', () => {
  it('needs an address, and takes parts for the wire when none is named', () => {
    const grant = parseGrant(least);
    assert.equal(grant.protocol, 'parts');
    assert.equal(grant.url, least.url);
    assert.equal(grant.token, CANARY);
  });

  it('keeps everything that it knows and nothing else', () => {
    const whole = {
      ...least,
      protocol: 'put',
      headers: { 'x-signature': 'abc' },
      videoId: 'vi1',
      expiresAt: '2026-01-01T00:00:00Z',
      partSize: { min: 5, max: 10 },
      joinsParts: false,
    };
    const grant = parseGrant({ ...whole, apiKey: 'no', __extra: true });
    assert.deepEqual(Object.keys(grant).sort(), Object.keys(whole).sort());
    assert.deepEqual({ ...grant, headers: { ...grant.headers } }, whole);
  });

  it('takes null for absent, as JSON of other languages says it', () => {
    const nothing = {
      token: null,
      headers: null,
      videoId: null,
      expiresAt: null,
      partSize: null,
      joinsParts: null,
    };
    const grant = parseGrant({ url: '/upload', ...nothing });
    assert.deepEqual(
      Object.entries(grant).filter(([, value]) => value !== undefined),
      [
        ['protocol', 'parts'],
        ['url', '/upload'],
      ],
    );
  });

  it('refuses invalid grants', () => {
    for (const odd of [undefined, null, 7, 'x', [], () => least, {}, { url: '' }, { url: 7 }]) refusal(odd);
    for (const protocol of ['ftp', 'PARTS', '', 7, null, {}, 'toString']) refusal({ ...least, protocol });
    for (const odd of [1, 'true', {}]) refusal({ ...least, joinsParts: odd });
    for (const part of ['token', 'videoId', 'expiresAt']) {
      for (const odd of [7, {}, [], true]) refusal({ ...least, [part]: odd });
    }
  });

  it('refuses an address that is not of the web', () => {
    for (const url of [
      'javascript:alert(1)',
      'data:text/plain,x',
      'file:///etc/passwd',
      'blob:x',
      'ftp://h/x',
    ]) {
      refusal({ ...least, url });
    }
    for (const url of ['/upload', 'upload', '//host.example/upload', 'http://127.0.0.1:8080/upload']) {
      assert.equal(parseGrant({ ...least, url }).url, url);
    }
  });

  it('refuses odd headers, and is not taken in by their names', () => {
    for (const headers of ['x', 7, ['x'], { a: 7 }, { a: { b: 'c' } }, { a: null }])
      refusal({ ...least, headers });
    for (const headers of [
      { '': 'x' },
      { 'a b': 'x' },
      { 'a:': 'x' },
      { é: 'x' },
      { a: 'x\ny: z' },
      { a: 'x€' },
    ])
      refusal({ ...least, headers });
    refusal({ ...least, token: 'x€' });
    assert.equal(parseGrant({ ...least, headers: { a: ' déjà\n' } }).headers?.['a'], ' déjà\n');
    const grant = parseGrant(JSON.parse('{"url":"/u","headers":{"__proto__":"x"}}'));
    assert.deepEqual(Object.keys(grant.headers ?? {}), ['__proto__']);
    assert.equal(Object.getPrototypeOf(grant.headers), null);
  });

  it('refuses part sizes that no file can be cut by', () => {
    for (const size of [0, -1, 1.5, NaN, Infinity, 2 ** 53, '5', {}]) {
      refusal({ ...least, partSize: { min: size } });
      refusal({ ...least, partSize: { max: size } });
    }
    for (const partSize of [7, 'x', { min: 10, max: 5 }]) refusal({ ...least, partSize });
  });
});
