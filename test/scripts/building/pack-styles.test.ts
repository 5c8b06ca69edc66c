import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { loadScript } from '../../support/repository.ts';

describe('style sheets in the package', () => {
  let packStyle: (style: string) => string;
  let packStylesOf: (script: string) => string;
  let unindentTemplates: (script: string) => string;

  before(async () => {
    ({ packStyle, packStylesOf, unindentTemplates } = await loadScript<{
      packStyle: (style: string) => string;
      packStylesOf: (script: string) => string;
      unindentTemplates: (script: string) => string;
    }>('scripts/building/pack-styles.mjs'));
  });

  it('lose comments and blanks', () => {
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
    assert.equal(packStyle(style), packed);
  });

  it('keep the line of what follows in the script', () => {
    const script = 'const one = css`\n  a {\n    b: c;\n  }\n`;\nconst two = css`d{e:f}`;\n';
    assert.equal(packStylesOf(script), 'const one = css`a{b:c}`\n\n\n\n;\nconst two = css`d{e:f}`;\n');
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
