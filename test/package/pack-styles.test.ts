import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { loadScript } from '../support/repository.ts';

describe('style sheets in the package', () => {
  let packStyle: (style: string) => string;

  before(async () => {
    ({ packStyle } = await loadScript<{ packStyle: (style: string) => string }>('scripts/pack-styles.mjs'));
  });

  it('lose what nobody reads, and keep their lines', () => {
    const style = `
      /* A frame,
         two lines of it. */
      :host([hidden]) .frame:hover {
        margin: 0 calc(1px + 2px), 3px;
      }
    `;
    const packed = '\n\n\n:host([hidden]) .frame:hover{\nmargin:0 calc(1px + 2px),3px;\n}\n';
    assert.equal(packStyle(style), packed);
  });

  it('keep what stands in quotation marks', () => {
    const style = `a { content: ', '; font-family: "A: B {", serif; }`;
    assert.equal(packStyle(style), `a{ content:', '; font-family:"A: B {",serif; }`);
  });
});
