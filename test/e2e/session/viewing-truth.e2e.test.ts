import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { orderFaultsOf } from './support/viewing-truth/compare-viewing.ts';
import { viewingScript } from './support/viewing-truth/viewing-script.ts';
import { ViewingTruths } from './support/viewing-truth/viewing-truths.ts';

/** `npm run bench -- events-true` draws hundreds, and compares their times, too. */
const VIEWINGS = {
  'begins on the press, seeks in a pause, and has an outage': 6,
  'seeks, stalls, and pauses': 2,
  'has loaded before the press, stalls, and sees the end': 12,
};

describe('a session beside a witness in the page', () => {
  let truths: ViewingTruths;

  before(async () => {
    truths = await ViewingTruths.start();
  });

  after(() => truths.stop());

  for (const [name, seed] of Object.entries(VIEWINGS)) {
    it(`reports what the viewer did, in order and once: ${name}`, async () => {
      assert.deepEqual(orderFaultsOf(await truths.run(viewingScript(seed))), []);
    });
  }
});
