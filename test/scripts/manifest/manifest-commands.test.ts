import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import ts from 'typescript';
import { loadScript } from '../../support/repository.ts';

interface Declaration {
  name: string;
  commands?: { name: string; description: string }[];
}

interface Plugin {
  analyzePhase: (context: {
    ts: typeof ts;
    node: ts.Node;
    moduleDoc: { declarations: Declaration[] };
  }) => void;
}

describe('a command of a class comment', () => {
  it('reaches the manifest with its words', async () => {
    const { tidy } = await loadScript<{ tidy: () => Plugin }>('scripts/manifest/tidy.mjs');
    const source = `
      /**
       * @command --play - Starts playback.
       * @command --go-live - Seeks to the live edge.
       */
      class Player {}`;
    const tree = ts.createSourceFile('player.ts', source, ts.ScriptTarget.ES2022, true);
    const player: Declaration = { name: 'Player' };
    tree.forEachChild((node) => {
      tidy().analyzePhase({ ts, node, moduleDoc: { declarations: [player] } });
    });
    assert.deepEqual(player.commands, [
      { name: '--play', description: 'Starts playback.' },
      { name: '--go-live', description: 'Seeks to the live edge.' },
    ]);
  });
});
