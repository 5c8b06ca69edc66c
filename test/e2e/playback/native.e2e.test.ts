import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { KEPT } from './support/native/kept-differences.ts';
import type { Comparison } from './support/native/compare-native.ts';
import { drawSteps } from './support/native/draw-steps.ts';
import { describeDifferences, NativePages } from './support/native/native-pages.ts';
import { inRepository } from '../../support/repository.ts';

/** The seeds of a run; `npm run bench -- native` takes hundreds of others. */
const FIRST_SEED = 5000;
const COUNT = 24;
const LANES = 6;

describe('<vh-player> beside a <video> of the browser', () => {
  let pages: NativePages;
  before(async () => (pages = await NativePages.open()));
  after(() => pages.close());

  it(`says and shows the same, step by step: seeds from ${FIRST_SEED} on`, async () => {
    const drawn = Array.from({ length: COUNT }, (_, at) => ({ steps: drawSteps(FIRST_SEED + at) }));
    const odd: string[] = [];
    await pages.runAll(drawn, LANES, (_, { differences }) => {
      if (differences.length > 0) odd.push(describeDifferences(differences));
    });
    assert.deepEqual(odd, []);
  });

  it('differs where it is meant to, and nowhere else', async () => {
    const seen = new Map<string, Comparison>();
    const examples = KEPT.map(({ name, example }) => ({ name, steps: example }));
    // On a busy machine a `<video>` may not have come as far as to differ: what does not differ is tried again.
    let waiting = examples;
    for (let tries = 0; tries < 8 && waiting.length > 0; tries++) {
      await pages.runAll(waiting, LANES, ({ name }, comparison) => seen.set(name, comparison));
      waiting = waiting.filter(({ name }) => !seen.get(name)?.kept.includes(name));
    }
    for (const { name } of KEPT) {
      const { differences = [], kept } = seen.get(name) ?? {};
      assert.deepEqual(differences, [], describeDifferences(differences));
      assert.ok(
        kept?.includes(name),
        `${name}: it is as in a <video> now. Take it out of the list, and of the docs.`,
      );
    }
  });

  it('has each difference and its reason in the guide', () => {
    const guide = readFileSync(inRepository('docs/playing.md'), 'utf8');
    const [, table = ''] = /\n## Differences from `<video>`\n([\s\S]*?)\n## /.exec(guide) ?? [];
    const rows = [...table.matchAll(/^\| (.+?) +\| .+? +\| .+? +\|$/gm)].map(([, name]) => name?.trim());
    assert.deepEqual(rows.slice(2).sort(), KEPT.map(({ name }) => name).sort());
  });
});
