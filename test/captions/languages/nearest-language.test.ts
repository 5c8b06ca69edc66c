import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { nearestLanguage } from '../../../src/captions/languages/languages.ts';

describe('nearestLanguage', () => {
  it('takes the same language, then one of the same script, then another form', () => {
    assert.equal(nearestLanguage('zh-Hant', ['zh-Hans', 'zh-CN', 'zh-TW']), 'zh-TW');
    assert.equal(nearestLanguage('zh-HK', ['zh', 'zh-Hant']), 'zh-Hant');
    assert.equal(nearestLanguage('sr-Latn', ['sr', 'sr-Latn-RS']), 'sr-Latn-RS');
    assert.equal(nearestLanguage('pt-BR', ['pt-PT', 'PT-br']), 'PT-br');
    assert.equal(nearestLanguage('zh-Hant', ['en', 'zh-Hans']), 'zh-Hans');
  });

  it('never takes one language for another', () => {
    assert.equal(nearestLanguage('en', ['de', 'fr']), undefined);
    assert.equal(nearestLanguage('en', ['enm', 'eng-x']), undefined);
    assert.equal(nearestLanguage('<b>', ['de', '<b>']), '<b>');
    assert.equal(nearestLanguage('de', []), undefined);
  });
});
