import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { loadScript } from '../support/repository.ts';

describe('style sheets in the package', () => {
  let packStyle: (style: string) => string;

  before(async () => {
    ({ packStyle } = await loadScript<{ packStyle: (style: string) => string }>('scripts/pack-styles.mjs'));
  });

  it('lose what nobody reads, and leave what follows on its line', () => {
    const style = `
      /* A frame,
         two lines of it. */
      :host([hidden]) .frame:hover {
        margin: 0 calc(1px + 2px), 3px;
        mask:
          var(--a)
          var(--b);
      }

      @media (hover: none) {
        .frame > a :focus {
          color: red;
        }
      }
    `;
    const packed =
      ':host([hidden]) .frame:hover{margin:0 calc(1px + 2px),3px;mask:var(--a) var(--b)}' +
      '@media (hover:none){.frame > a :focus{color:red}}';
    assert.equal(packStyle(style), packed + '\n'.repeat(style.split('\n').length - 1));
  });

  it('keep what stands in quotation marks', () => {
    const style = `a { content: ', '; font-family: "A: B {", serif; }`;
    assert.equal(packStyle(style), `a{content:', ';font-family:"A: B {",serif}`);
  });
});
