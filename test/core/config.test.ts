import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { configure, pageConfig, type Config } from '../../src/core/config.ts';

describe('configure', () => {
  it('adds to earlier settings', () => {
    configure({ baseUrl: 'https://a.example', locale: 'de' });
    configure({ baseUrl: 'https://b.example' });
    assert.equal(pageConfig().baseUrl, 'https://b.example');
    assert.equal(pageConfig().locale, 'de');
  });

  it('takes a default back', () => {
    configure({ locale: undefined });
    assert.equal(pageConfig().locale, undefined);
  });

  it('lets no foreign prototype in', () => {
    configure(JSON.parse('{"__proto__":{"backend":"https://evil.example"}}') as Config);
    assert.equal(pageConfig().backend, undefined);
    assert.equal(({} as Config).backend, undefined);
  });
});
