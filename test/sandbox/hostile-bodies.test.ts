import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { everyRoute } from '../support/hostile/every-route.ts';
import { EVIL_BODIES } from '../support/hostile/evil-bodies.ts';
import { Fortress } from '../support/hostile/fortress.ts';
import { targetsOf, type Targets } from '../support/hostile/targets.ts';
import { endProcesses } from '../support/sandbox-process.ts';
import { eventually } from '../support/eventually.ts';

describe('a hostile body', () => {
  let fortress: Fortress;
  let targets: Targets;
  let surroundings: Record<string, string>;
  let files: readonly string[];
  before(async () => {
    fortress = await Fortress.start();
    targets = await targetsOf(fortress);
    surroundings = await fortress.surroundings();
    files = await fortress.inside('extents');
  });
  after(async () => {
    await fortress.end();
    await endProcesses();
  });

  it('is tried on every route that reads one', async () => {
    const known = [...targets.files, ...targets.json].map(shapeOf);
    const routes = (await everyRoute())
      .filter(({ method }) => ['POST', 'PATCH', 'PUT'].includes(method))
      .map(({ method, path }) => shapeOf(`${method} ${path}`));
    const others = routes.filter((route) => !known.includes(route));
    assert.deepEqual(others.sort(), [
      'PATCH /upload/tus/*',
      'POST /live-streams/*/_synthetic',
      'POST /upload/tus/*',
      'PUT /live-streams/*/complete',
    ]);
  });

  for (const [kind, attacksOn] of Object.entries(EVIL_BODIES)) {
    it(`is refused: ${kind}`, async () => {
      const faults: string[] = [];
      for (const attack of attacksOn(targets)) {
        const { status = 0 } = await fortress.send(attack);
        if (status < 400 || status >= 500) faults.push(`${attack.what}: ${String(status)}`);
      }
      assert.deepEqual(faults, []);
    });
  }

  it('leaves nothing behind: no file, nothing outside of the data folder', async () => {
    // Connections that were cut are noticed when they are.
    const ask = () => fortress.send({ request: 'GET /videos', headers: {}, body: [] });
    await eventually(async () => (await fortress.inside('extents')).length <= files.length || undefined);
    assert.deepEqual(await fortress.surroundings(), surroundings);
    assert.equal((await ask()).status, 200);
  });
});

/** A route without what its parameters are. */
function shapeOf(route: string): string {
  return route
    .replace(/\?.*/, '')
    .replace(/(videos|players|live-streams|captions|chapters|tus)\/[^/]+/g, '$1/*');
}
