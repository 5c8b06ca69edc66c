import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { loadScript } from '../../support/repository.ts';

describe("the engines' faces in the package", () => {
  let seeThroughFaces: (file: string, code: string) => string;

  before(async () => {
    ({ seeThroughFaces } = await loadScript<{ seeThroughFaces: typeof seeThroughFaces }>(
      'scripts/building/see-through-faces.mjs',
    ));
  });

  it('are imported by no module: each imports what it needs from where that is, on the same lines', () => {
    const code = `import { LitElement } from 'lit';
import {
  chapterAt,
  volumeOf as loud,
  type Chapter,
} from '../../captions/index.js';
export { Session } from '../../session/index.js';
use();
`;
    assert.equal(
      seeThroughFaces('elements/player/a.js', code),
      `import { LitElement } from 'lit';
import { chapterAt, type Chapter } from '../../captions/chapters/chapters.js'; import { volumeOf as loud } from '../../captions/speech/chosen-levels.js'



;
export { Session } from '../../session/session.js';
use();
`,
    );
  });

  it('are imported by no declaration either', () => {
    const types = `import type { EventFormat } from './session/index.js';\n`;
    assert.equal(
      seeThroughFaces('index.d.ts', types),
      `import type { EventFormat } from './session/ports/event-format.js';\n`,
    );
  });

  it('leave other imports as they are, and stop at a name that no face shows', () => {
    const other = `import { read } from '../core/index.js';\n`;
    assert.equal(seeThroughFaces('elements/a.js', other), other);
    assert.throws(
      () => seeThroughFaces('elements/a.js', `import { nothing } from '../captions/index.js';`),
      /elements\/a\.js imports nothing from captions\/index/,
    );
  });
});
