import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { loadScript } from '../support/repository.ts';

describe('style sheets in the package', () => {
  let packStyle: (style: string) => string;
  let unindentTemplates: (script: string) => string;

  before(async () => {
    ({ packStyle, unindentTemplates } = await loadScript<{
      packStyle: (style: string) => string;
      unindentTemplates: (script: string) => string;
    }>('scripts/building/pack-styles.mjs'));
  });

  it('lose comments and blanks, and keep the line of what follows', () => {
    const style = `
      /* A frame,
         two lines of it. */
      :host([hidden]) .frame:hover {
        margin: 0 calc(0.5px + 2px), 0.25rem 10.5px;
        color: #ffffff;
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
      ':host([hidden]) .frame:hover{margin:0 calc(.5px + 2px),.25rem 10.5px;color:#fff;mask:var(--a) var(--b)}' +
      '@media (hover:none){.frame > a :focus{color:red}}';
    assert.equal(packStyle(style), packed + '\n'.repeat(style.split('\n').length - 1));
  });

  it('keep what stands in quotation marks', () => {
    const style = `a { content: ', '; font-family: "A: B {", serif; }`;
    assert.equal(packStyle(style), `a{content:', ';font-family:"A: B {",serif}`);
  });

  it('stand beside templates without blanks at the beginning of their lines', () => {
    const script = `
      const é = \`
        reported\`;
      html \`
        <p
          class=a>\${one ? svg\`
          <path />\` : \`
          as it is\`}
        </p>\`;`;
    const packed = `
      const é = \`
        reported\`;
      html \`
<p
class=a>\${one ? svg\`
<path />\` : \`
          as it is\`}
</p>\`;`;
    assert.equal(unindentTemplates(script), packed);
  });
});
