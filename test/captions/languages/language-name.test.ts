import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { languageName } from '../../../src/captions/languages/languages.ts';

describe('languageName', () => {
  it('is the name in the language itself, as it stands in a list', () => {
    const names = {
      'en': 'English',
      'de': 'Deutsch',
      'fr': 'Français',
      'pt-BR': 'Português (Brasil)',
      'ja': '日本語',
    };
    for (const [language, name] of Object.entries(names)) assert.equal(languageName(language), name);
  });

  it('is the given text where there is no name', () => {
    for (const odd of ['', 'xx-invalid-', '<b>', 'zz', 'Director', 'x'.repeat(10_000)])
      assert.equal(languageName(odd), odd);
  });
});
